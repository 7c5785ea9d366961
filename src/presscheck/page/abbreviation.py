"""Signs that a model left out what it should have written ("rest unchanged")."""

from __future__ import annotations

import re

from selectolax.lexbor import LexborHTMLParser

_COMMENT = re.compile(
    r"<!--(?P<markup>(?:(?!-->).){0,400})-->|/\*(?P<block>(?:(?!\*/).){0,400})\*/"
    r"|(?:^|(?<=[\s;{},)>]))//(?P<line>[^\n]{0,400})",
    re.DOTALL | re.MULTILINE,
)
_DOTS = r"(?:\.\.\.|…)"
_LEFT_OUT = re.compile(
    rf"{_DOTS}\s*\(?(?:the )?(?:rest|remaining|existing|previous|same|other)\b"
    r"|\b(?:rest|remainder) of (?:the |your |my |this )?[^\n]{0,30}?\b(?:unchanged|same|here"
    r"|omitted|as before|above|stays?|remains?|goes|code)\b"
    r"|\bremaining (?:code|styles?|scripts?|functions?|content|logic|html|css)\b[^\n]{0,20}"
    r"(?:\.\.\.|…|here|unchanged|same|omitted|goes)"
    rf"|\b(?:existing|previous|original|same) (?:code|styles?|scripts?|functions?|content)\b"
    rf"[^\n]{{0,30}}(?:{_DOTS}|here|unchanged|as before|above|stays?|remains?|goes|omitted)"
    r"|\b(?:code|styles?|implementation|logic|scripts?) (?:goes here|omitted|is unchanged)\b"
    r"|\b(?:add|insert|put|place|implement) (?:your|the rest of|more)\b[^\n]{0,40}\b(?:code|logic"
    r"|content|implementation|styles?|scripts?)\b[^\n]{0,12}\bhere\b"
    r"|\byour (?:code|logic|implementation|javascript|css|script)s?\b[^\n]{0,12}\b(?:goes )?here\b"
    r"|\b(?:omitted|truncated|abbreviated|shortened|left out) for (?:brevity|clarity|space)\b"
    r"|(?:其余|其他|其它|剩余|余下|剩下)[^\n]{0,14}(?:不变|省略|相同|同上|同前|保持原样)"
    r"|(?:此处|这里|代码|内容|部分)(?:已)?省略|省略(?:了)?(?:其余|其他|部分|相同)"
    r"|(?:保持|与之前|和之前|同之前)(?:原有|原来|现有)?(?:的)?代码?(?:不变|相同|一样)",
    re.IGNORECASE,
)
_LONGEST_QUOTE = 80


def left_out(html: str) -> list[str]:
    """Why the document is an abbreviated one, in words; empty where it is not."""
    for match in _COMMENT.finditer(html):
        comment = " ".join((match[match.lastgroup or 0] or "").split())
        if _LEFT_OUT.search(comment):
            return [f"a comment stands for what was left out: “{comment[:_LONGEST_QUOTE]}”"]
    tree = LexborHTMLParser(html)
    body = tree.body
    if body is None or body.text(strip=True) or body.css_first("body > *") is not None:
        return []
    if tree.css_first("script, svg, frameset") is not None:
        return []
    return ["the body is empty"]
