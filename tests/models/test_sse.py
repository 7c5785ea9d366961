import json
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from presscheck.models.answer import AnswerReader
from presscheck.models.dialects import dialect_named
from presscheck.models.endpoints import endpoint_at
from presscheck.models.events import Delta, StreamEnd
from presscheck.models.sse import ServerEvent, SseParser
from presscheck.models.surrogates import WholeCharacters

TEXTS = st.lists(st.text(st.characters(codec="utf-8"), max_size=30), min_size=1, max_size=8)
ENDS = st.sampled_from([b"\n", b"\r\n", b"\r"])
CUTS = st.lists(st.integers(0, 2000), max_size=30)


def torn(data: bytes, cuts: list[int]) -> list[bytes]:
    places = sorted({0, len(data), *(cut % (len(data) + 1) for cut in cuts)})
    return [data[a:b] for a, b in pairwise(places)]


@given(TEXTS, ENDS, CUTS)
def test_events_do_not_depend_on_how_the_bytes_are_torn(texts, end, cuts):
    lines = [f"data: {json.dumps(text, ensure_ascii=False)}".encode() for text in texts]
    data = b"".join(b": ping" + end + line + end + end for line in lines)
    parser = SseParser()
    seen = [event for part in torn(data, cuts) for event in parser.feed(part)]
    seen += parser.finish()
    assert [json.loads(event.data) for event in seen] == texts


@given(st.binary(max_size=400), CUTS)
def test_any_bytes_are_survived_and_read_alike_however_torn(data, cuts):
    whole, parts = SseParser(), SseParser()
    at_once = whole.feed(data) + whole.finish()
    bit_by_bit = [event for part in torn(data, cuts) for event in parts.feed(part)]
    assert bit_by_bit + parts.finish() == at_once


@given(st.binary(max_size=400), CUTS, st.integers(100, 599))
def test_any_answer_has_exactly_one_end(data, cuts, status):
    reader = AnswerReader(endpoint_at("http://h"), dialect_named("generic"), "m")
    reader.head(0, status, {})
    for part in torn(data, cuts):
        reader.feed(1, part)
    ending = reader.end(2)
    assert ending[-1].kind in ("end", "failed")
    assert all(event.kind not in ("end", "failed") for event in ending[:-1])


@given(TEXTS, CUTS)
def test_text_comes_through_whole(texts, cuts):
    chunks = [{"choices": [{"index": 0, "delta": {"content": text}}]} for text in texts]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    data = b"".join(b"data: %b\n\n" % json.dumps(one).encode() for one in chunks)
    reader = AnswerReader(endpoint_at("http://h"), dialect_named("generic"), "m")
    events = reader.head(0, 200, {"content-type": "text/event-stream"})
    for part in torn(data, cuts):
        events += reader.feed(1, part)
    events += reader.end(2)
    assert "".join(one.text for one in events if isinstance(one, Delta)) == "".join(texts)
    assert isinstance(events[-1], StreamEnd) and events[-1].finish == "stop"


@given(st.text(), CUTS)
def test_torn_characters_are_joined(text, cuts):
    units = text.encode("utf-16-le")
    halves = [
        units[i : i + 2].decode("utf-16-le", "surrogatepass") for i in range(0, len(units), 2)
    ]
    joiner = WholeCharacters()
    assert "".join(joiner.feed(half) for half in halves) == text


def test_fields_of_an_event():
    parser = SseParser()
    seen = parser.feed(b"\xef\xbb\xbfevent: error\nid: 7\nretry: 1\ndata:a\ndata: b\n\ndata: c\n\n")
    assert seen == [ServerEvent("a\nb", "error"), ServerEvent("c")]
    assert parser.feed(b'error: {"message":"x"}\n\n') == [ServerEvent(error='{"message":"x"}')]
    assert parser.feed(b"data: left open") == []
    assert parser.finish() == [ServerEvent("left open")]
