"""Generations are kept, found, paged and deleted."""

from __future__ import annotations

import asyncio
import socket
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text
from tests.store.conftest import finished, generation

from presscheck.core.errors import PresscheckError, UsageError
from presscheck.core.evidence import Action, Evidence, Picture
from presscheck.core.page import Page
from presscheck.core.plan import Check, Plan
from presscheck.core.scorecard import CheckResult, PageSummary, Scorecard, Verdict
from presscheck.core.settings import Settings
from presscheck.store import Label, Search, Store, StoredEndpoint, Vote, new_id
from presscheck.store.answers import FLUSH_EVERY_S
from presscheck.store.ownership import is_gone

PAGE = Page(html="<p>12:00 \ud83d 你好</p>", completeness="abbreviated", reasons=["a reason"])
PLAN = Plan(
    requirement="A page with a clock", lang="en", checks=[Check(id="clock", says="it ticks")]
)


def card(verdict: Verdict = "works", *, picture: str = "", version: str = "1") -> Scorecard:
    shown = Picture(ref=picture, width=1, height=1) if picture else None
    return Scorecard(
        verdict=verdict,
        score=80,
        requirement="A page with a clock",
        page=PageSummary(completeness="complete", bytes=3, sha256="0" * 64),
        checks=[
            CheckResult(
                id="clock",
                says="it ticks",
                outcome="pass",
                reason="ok",
                evidence=Evidence(actions=[Action(did="waited", after=shown)]),
            )
        ],
        scorer_version=version,
    )


async def test_a_generation_comes_back_as_it_was(store: Store) -> None:
    made = finished(text="an odd \ud83d end \x00", requirement="画一个时钟")
    await store.begin_generation(made, plan=PLAN, group_id="g")
    await store.save_generation(made, state="scoring", page=PAGE)
    await store.save_scorecard(made.id, card())
    await store.set_state(made.id, "done")
    kept = await store.get_generation(made.id)
    assert kept.generation == made
    assert (kept.page, kept.plan, kept.scorecard) == (PAGE, PLAN, card())
    row = kept.row
    assert (row.state, row.verdict, row.score, row.lang) == ("done", "works", 80, "zh")
    assert (row.group_id, row.version, row.tokens, row.seconds) == ("g", 1, 7, 1.5)
    assert row.created_at == made.started_at


async def test_one_that_was_never_begun_can_be_saved(store: Store) -> None:
    made = finished()
    await store.save_generation(made, state="done", page=PAGE, plan=PLAN, scorecard=card("broken"))
    kept = await store.get_generation(made.id)
    assert (kept.generation, kept.plan, kept.row.verdict) == (made, PLAN, "broken")


async def test_versions_follow_their_parents(store: Store) -> None:
    first, second, third = finished(), finished(), finished()
    await store.begin_generation(first)
    await store.begin_generation(second, parent_id=first.id)
    await store.begin_generation(third, parent_id=second.id)
    rows = (await store.list_generations()).rows
    assert [(r.id, r.version, r.parent_id) for r in rows] == [
        (third.id, 3, second.id),
        (second.id, 2, first.id),
        (first.id, 1, None),
    ]


async def test_an_unknown_one_is_an_error_in_words(store: Store) -> None:
    with pytest.raises(UsageError, match="no generation 'nope'"):
        await store.get_generation("nope")
    with pytest.raises(UsageError, match="no generation"):
        await store.save_scorecard("nope", card())


async def test_scorecards_are_kept_newest_first(store: Store) -> None:
    made = finished()
    await store.save_generation(made, state="done", page=PAGE, scorecard=card("broken"))
    await store.save_scorecard(made.id, card("partly", version="2"))
    cards = await store.scorecards(made.id)
    assert [(c.scorer_version, c.card.verdict) for c in cards] == [("2", "partly"), ("1", "broken")]
    kept = await store.get_generation(made.id)
    assert kept.scorecard == card("partly", version="2")
    assert kept.row.verdict == "partly"


async def test_an_answer_grows_piece_by_piece(store: Store) -> None:
    made = generation()
    await store.begin_generation(made)
    pieces = [f"piece {i} \ud83d\n" for i in range(400)]
    await asyncio.gather(*(store.append_answer(made.id, piece, "r") for piece in pieces))
    await store.flush_answer(made.id)
    kept = await store.get_generation(made.id)
    assert kept.row.state == "streaming"
    assert kept.generation.text == "".join(pieces)
    assert kept.generation.reasoning == "r" * 400
    done = made.model_copy(update={"text": "".join(pieces), "reasoning": "r" * 400})
    await store.save_generation(done, state="done", page=PAGE)
    assert (await store.get_generation(made.id)).generation == done
    async with store._database.reading() as connection:
        assert await connection.scalar(text("SELECT count(*) FROM answer_pieces")) == 0


async def test_what_arrives_is_written_without_being_asked_to(store: Store) -> None:
    made = generation()
    await store.begin_generation(made)
    await store.append_answer(made.id, "only this")
    for _ in range(200):
        if (await store.get_generation(made.id)).generation.text:
            break
        await asyncio.sleep(0.05)
    assert (await store.get_generation(made.id)).generation.text == "only this"


async def test_saving_a_whole_text_again_and_again_appends_what_is_new(store: Store) -> None:
    made = generation()
    for size in (3, 7, 7, 20):
        now = made.model_copy(update={"text": "x" * size, "reasoning": "y" * (size // 2)})
        await store.save_generation(now, state="streaming")
    kept = await store.get_generation(made.id)
    assert (kept.generation.text, kept.generation.reasoning) == ("x" * 20, "y" * 10)


KILLED = """
import asyncio, os, sys
from pathlib import Path
from presscheck.core.settings import Settings
from presscheck.store import Store
from presscheck.store.answers import FLUSH_EVERY_S
from presscheck.store.ownership import is_gone
from tests.store.conftest import generation

async def main():
    store = await Store.open(Settings(data_dir=Path(sys.argv[1])))
    made = generation(id="killed")
    await store.begin_generation(made)
    await store.append_answer("killed", "a" * 10_000, "thought")
    os._exit(9)

asyncio.run(main())
"""


ROOT = Path(__file__).parents[2]


async def test_a_killed_process_loses_nothing_that_was_written(settings: Settings) -> None:
    async with await Store.open(settings) as store:
        mine = generation()
        await store.begin_generation(mine)
        killed = await asyncio.create_subprocess_exec(
            sys.executable, "-c", KILLED, str(settings.data_dir), cwd=ROOT
        )
        assert await killed.wait() == 9
        # Another store opens while this one is still at work.
        async with await Store.open(settings) as other:
            kept = await other.get_generation("killed")
            assert kept.row.state == "interrupted"
            assert (kept.generation.text, kept.generation.reasoning) == ("a" * 10_000, "thought")
            assert (await other.get_generation(mine.id)).row.state == "waiting"
    async with await Store.open(settings) as later:
        assert (await later.get_generation(mine.id)).row.state == "interrupted"


async def test_a_write_under_way_does_not_outlive_the_last_word(store: Store) -> None:
    made = finished(text="all of it " * 2_000)
    await store.begin_generation(made)
    await asyncio.gather(
        store.append_answer(made.id, "all of it " * 1_000),
        store.append_answer(made.id, "all"),
        store.save_generation(made, state="done", page=PAGE),
    )
    await asyncio.sleep(FLUSH_EVERY_S * 1.5)
    assert (await store.get_generation(made.id)).generation == made


async def test_a_failed_write_in_the_background_is_told(store: Store) -> None:
    await store.append_answer("never begun", "a")
    await asyncio.sleep(FLUSH_EVERY_S * 2)
    with pytest.raises(PresscheckError):
        await store.append_answer("never begun", "b")
    await store._forget_pending("never begun")


@pytest.mark.parametrize(
    ("owner", "hours", "shared", "gone"),
    [
        (None, 0, True, True),
        ("nonsense", 0, True, True),
        ("elsewhere|1|2.00|x", 0, True, False),
        ("elsewhere|1|2.00|x", 7, True, True),
        ("elsewhere|1|2.00|x", 0, False, True),
        (f"{socket.gethostname()}|1|2.00|x", 0, True, True),
    ],
)
def test_whose_work_has_ended(owner: str | None, hours: int, shared: bool, gone: bool) -> None:
    assert is_gone(owner, idle=timedelta(hours=hours), shared=shared) is gone


# Lists


async def filled(store: Store, count: int) -> list[str]:
    start = datetime(2026, 1, 1, tzinfo=UTC)
    ids = []
    for index in range(count):
        made = generation(
            requirement=f"Page {index} 100% of_it",
            model=f"model-{index % 3}",
            # Two at the same moment: the order is certain all the same.
            started_at=start + timedelta(seconds=index // 2),
        )
        await store.begin_generation(made)
        ids.append(made.id)
    return ids


async def test_pages_of_a_list_cover_everything_once(store: Store) -> None:
    ids = await filled(store, 25)
    seen: list[str] = []
    after = None
    while True:
        listing = await store.list_generations(limit=4, after=after)
        seen += [row.id for row in listing.rows]
        after = listing.after
        if after is None:
            break
    assert sorted(seen) == sorted(ids)
    assert len(seen) == 25
    moments = [(await store.get_generation(i)).row.created_at for i in seen]
    assert moments == sorted(moments, reverse=True)
    assert await store.count_generations() == 25


async def test_a_search_takes_signs_as_they_are(store: Store) -> None:
    await filled(store, 12)
    await store.save_generation(finished(requirement="A 50% page"), state="failed")

    async def found(**search: object) -> int:
        wanted = Search.model_validate(search)
        count = await store.count_generations(wanted)
        assert len((await store.list_generations(wanted)).rows) == count
        return count

    assert await found(words="page") == 13
    assert await found(words="PAGE 11") == 1
    assert await found(words="100%") == 12
    assert await found(words="0% page") == 13
    assert await found(words="1%") == 0
    assert await found(words="of_it") == 12
    assert await found(words="ofxit") == 0
    assert await found(words="\\") == 0
    assert await found(model="model-1") == 4
    assert await found(model="model-1", words="page 4") == 1
    assert await found(state="failed") == 1
    assert await found(requirement="A 50% page") == 1
    assert await found(verdict="works") == 0
    assert await store.models() == ["model-0", "model-1", "model-2", "tiny"]


@pytest.mark.parametrize("mark", ["", "x", "2026-01-01~", "2026-01-01T00:00:00~a", "~"])
async def test_a_bad_place_in_a_list_is_refused(store: Store, mark: str) -> None:
    with pytest.raises(UsageError):
        await store.list_generations(after=mark)
    with pytest.raises(UsageError):
        await store.list_generations(limit=0)


@pytest.mark.parametrize(
    "where", ["1 = 1", "model = 'm'", "verdict = 'works'", "created_at <= '2026-01-01'"]
)
async def test_lists_are_read_from_an_index(store: Store, where: str) -> None:
    query = (
        f"EXPLAIN QUERY PLAN SELECT id FROM generations WHERE {where}"
        " ORDER BY created_at DESC, id DESC LIMIT 50"
    )
    async with store._database.reading() as connection:
        steps = [row.detail for row in await connection.execute(text(query))]
    assert any("USING" in step and "INDEX ix_generations" in step for step in steps)
    assert not any("TEMP B-TREE" in step for step in steps)


# Deleting


async def test_deleting_frees_only_what_nobody_else_uses(store: Store) -> None:
    shared = await store.blobs.put(b"shared picture", "image/webp")
    own = await store.blobs.put(b"own picture", "image/webp")
    one, two = finished(text="one"), finished(text="two")
    await store.save_generation(one, state="done", page=PAGE, scorecard=card(picture=shared))
    await store.save_scorecard(one.id, card(picture=own))
    await store.save_generation(two, state="done", page=PAGE, scorecard=card(picture=shared))
    await store.save_label(
        Label(generation_id=one.id, check_id="clock", says="it ticks", outcome="fail")
    )
    pruned = await store.delete_generations([one.id, "never there"])
    assert pruned.files == 2  # its own picture and its text
    left = {blob.ref for blob in await store.blobs.listed()}
    assert own not in left and shared in left
    assert (await store.get_generation(two.id)).page == PAGE
    assert await store.scorecards(one.id) == []
    assert await store.labels() == []
    await store.delete_generations([two.id])
    assert await store.blobs.listed() == []


async def test_pruning_leaves_what_is_about_to_be_used(settings: Settings) -> None:
    async with await Store.open(settings) as store:
        picture = await store.blobs.put(b"picture of a run under way")
        assert (await store.prune(older_than_s=0)).files == 0
    async with await Store.open(settings) as later:
        assert (await later.prune()).files == 0
        pruned = await later.prune(older_than_s=0)
        assert (pruned.files, pruned.bytes) == (1, 26)
        assert picture not in {blob.ref for blob in await later.blobs.listed()}


async def test_many_are_deleted_at_once(store: Store) -> None:
    ids = [new_id() for _ in range(1_200)]
    await store.save_generation(finished(id=ids[700]), state="done")
    await store.delete_generations(ids)
    assert await store.count_generations() == 0


# What people set and say


async def test_plans_are_kept_once(store: Store) -> None:
    assert await store.save_plan(PLAN) == await store.save_plan(PLAN)
    other = PLAN.model_copy(update={"planner": "person"})
    await store.save_plan(other)
    assert await store.latest_plan(PLAN.requirement) == other
    assert await store.latest_plan(PLAN.requirement, planner="lexical") == PLAN
    assert await store.latest_plan("never asked") is None
    made = finished()
    await store.begin_generation(made, plan=PLAN)
    await store.save_plan_of(made.id, other)
    assert (await store.get_generation(made.id)).plan == other


async def test_endpoints_and_settings(store: Store) -> None:
    endpoint = StoredEndpoint(id="a", name="A", base_url="http://h/v1", config={"dialect": "vllm"})
    await store.save_endpoint(endpoint)
    await store.save_endpoint(endpoint.model_copy(update={"name": "B"}))
    assert [e.name for e in await store.list_endpoints()] == ["B"]
    await store.delete_endpoint("a")
    assert await store.list_endpoints() == []
    assert await store.get_setting("lang", "en") == "en"
    await store.set_setting("lang", "zh")
    await store.set_setting("lang", None)
    assert await store.get_setting("lang", "en") is None


@pytest.mark.parametrize("name", ["api_key", "Authorization", "client_secret"])
async def test_a_key_never_reaches_the_database(store: Store, name: str) -> None:
    endpoint = StoredEndpoint(
        id="a", name="A", base_url="http://h/v1", config={"headers": {name: "k"}}
    )
    with pytest.raises(Exception, match="written to the database"):
        await store.save_endpoint(endpoint)
    assert await store.list_endpoints() == []


async def test_labels_and_votes_replace_earlier_ones(store: Store) -> None:
    made = finished()
    await store.save_generation(made, state="done", page=PAGE)
    label = Label(generation_id=made.id, check_id="clock", says="it ticks", outcome="fail")
    await store.save_label(label)
    await store.save_label(label.model_copy(update={"outcome": "pass", "note": "I looked"}))
    (kept,) = await store.labels(made.id)
    assert (kept.outcome, kept.note) == ("pass", "I looked")
    await store.delete_label(made.id, "clock")
    assert await store.labels(made.id) == []
    await store.save_vote(Vote(group_id="g", generation_id=made.id))
    await store.save_vote(Vote(group_id="g", generation_id=made.id))
    assert len(await store.votes()) == 1


def test_ids_sort_by_the_moment_they_were_made() -> None:
    ids = [new_id() for _ in range(5_000)]
    assert ids == sorted(set(ids))
    assert all(len(one) == 32 and one[12] == "7" and one[16] in "89ab" for one in ids)
