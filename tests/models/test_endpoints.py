import pytest
from pydantic import SecretStr
from tests.models.scripted import ScriptedServer

from presscheck.core.errors import UsageError
from presscheck.models import (
    Endpoint,
    ModelServerError,
    check_allowed,
    endpoint_at,
    endpoint_from_environment,
    list_models,
    normalize_base_url,
)


@pytest.mark.parametrize(
    ("given", "base"),
    [
        ("http://127.0.0.1:8000", "http://127.0.0.1:8000/v1"),
        ("http://127.0.0.1:8000/v1/", "http://127.0.0.1:8000/v1"),
        (" localhost:11434 ", "http://localhost:11434/v1"),
        ("https://models.example/api/v1/chat/completions", "https://models.example/api/v1"),
        ("https://models.example/v1/models", "https://models.example/v1"),
        ("https://models.example/v1beta/openai", "https://models.example/v1beta/openai"),
        ("https://models.example/team/a", "https://models.example/team/a/v1"),
        ("http://[::1]:8080", "http://[::1]:8080/v1"),
        ("https://models.example/v1?api-version=2", "https://models.example/v1?api-version=2"),
    ],
)
def test_addresses_are_brought_into_one_form(given, base):
    assert normalize_base_url(given) == base
    assert normalize_base_url(base) == base


@pytest.mark.parametrize(
    "given", ["", "   ", "ftp://host/v1", "http://", "http://a b/", "http://h:99999", "file:///etc"]
)
def test_bad_addresses_are_refused_with_a_hint(given):
    with pytest.raises(UsageError) as refused:
        normalize_base_url(given)
    assert "no address" in refused.value.message and refused.value.hint


def test_a_password_in_the_address_is_refused_and_not_repeated():
    with pytest.raises(UsageError) as refused:
        endpoint_at("http://me:secret@host/v1")
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    ("prefix", "allowed"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://127.0.0.1:8000/v1", True),
        ("127.0.0.1:8000", True),
        ("http://127.0.0.1:800", False),
        ("https://127.0.0.1:8000", False),
        ("http://127.0.0.1:8000/v", False),
        ("http://127.0.0.1", False),
    ],
)
def test_allowed_prefixes_end_at_a_boundary(prefix, allowed):
    endpoint = endpoint_at("http://127.0.0.1:8000")
    if allowed:
        check_allowed(endpoint, [prefix])
    else:
        with pytest.raises(UsageError):
            check_allowed(endpoint, [prefix])


def test_no_prefixes_allow_any():
    check_allowed(endpoint_at("http://127.0.0.1:8000"), [])


def test_the_environment_names_an_endpoint():
    assert endpoint_from_environment({}) is None
    named = endpoint_from_environment(
        {"OPENAI_BASE_URL": "https://models.example", "OPENAI_API_KEY": "k-123456"}
    )
    assert named is not None and named.base_url == "https://models.example/v1"
    assert named.request_headers() == {"Authorization": "Bearer k-123456"}


def test_secrets_are_in_no_dump():
    endpoint = Endpoint(
        id="e",
        name="e",
        base_url="http://h",
        api_key=SecretStr("k-123456"),
        headers={"X-Key": SecretStr("h-123456")},
    )
    for shown in (endpoint.model_dump_json(), repr(endpoint), str(endpoint)):
        assert "123456" not in shown
    assert endpoint.redact("bad key k-123456 / h-123456") == "bad key [key] / [key]"


@pytest.mark.parametrize(
    ("base", "root"),
    [
        ("http://h:1/v1", "http://h:1"),
        ("http://h/api/v1", "http://h/api"),
        ("http://h/v1beta/openai", "http://h"),
    ],
)
def test_the_root_is_the_address_without_the_version(base, root):
    assert endpoint_at(base).root == root


async def test_models_are_listed():
    async with ScriptedServer() as server:
        assert "ok" in await list_models(endpoint_at(server.base_url))


@pytest.mark.parametrize(
    ("status", "body", "words"),
    [
        (401, b'{"error":{"message":"no key"}}', "asks for a key"),
        (404, b"not here", "not where the chat API stands"),
        (200, b"<html>", "does not list"),
        (200, b'{"hello":1}', "does not list"),
        (200, b'{"error":"busy"}', "busy"),
    ],
)
async def test_a_list_that_is_none_is_told(status, body, words):
    async with ScriptedServer({"/v1/models": (status, {}, body)}) as server:
        with pytest.raises(ModelServerError) as refused:
            await list_models(endpoint_at(server.base_url))
    assert words in refused.value.message
