"""Words, synonyms and how well they fit."""

from __future__ import annotations

import pytest

from presscheck.scoring.words import core_words, likeness, same_word, synonyms, tokens


def test_identifiers_come_apart() -> None:
    assert tokens("startGameBtn") == ("start", "game", "btn")
    assert tokens("win-close_2") == ("win", "close", "2")


def test_kind_words_become_a_role() -> None:
    assert core_words("the 7 key") == ("7", "button")
    assert core_words("关闭按钮") == ("关闭", "button")


@pytest.mark.parametrize(
    ("word", "other"), [("settings", "⚙️"), ("close", "×"), ("设置", "settings"), ("加", "+")]
)
def test_signs_and_languages_are_synonyms(word: str, other: str) -> None:
    from presscheck.scoring.words import fold

    assert fold(other) in synonyms(word)


def test_plurals_are_the_same_word() -> None:
    assert same_word("card", "cards")
    assert same_word("category", "categories")
    assert not same_word("card", "cart")


def test_likeness_prefers_the_whole() -> None:
    assert likeness("start", "start") == 1
    assert likeness("start", "start game") > likeness("start", "click here to start the game")
    assert likeness("x", "next") == 0
