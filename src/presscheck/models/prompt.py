"""What a model is asked: one self-contained HTML file for one line."""

from __future__ import annotations

from typing import Literal, TypedDict

from presscheck.core.requirement import Language, Requirement

PROMPT_VERSION = 1
"""Changes with any wording below; stored figures of different versions are not comparable."""


class Message(TypedDict):
    role: Literal["system", "user", "assistant"]
    content: str


_SYSTEM: dict[Language, str] = {
    "en": (
        "You build web pages. Answer with exactly one complete, self-contained HTML file: "
        "it starts with <!DOCTYPE html>, ends with </html>, and holds all of its CSS and "
        "JavaScript inline. No build step, no other files, no server. Everything on the page must "
        "really work when a person uses it: no placeholders, nothing left out. "
        "Put the file in one ```html code block and write nothing else."
    ),
    "zh": (
        "你负责制作网页。请只回答一个完整、自包含的 HTML 文件："
        "以 <!DOCTYPE html> 开头，以 </html> 结尾，所有 CSS 和 JavaScript 都内嵌在文件里。"
        "不需要构建步骤、其他文件或服务器。页面上的每一项都必须真正可用：不要占位，不要省略任何部分。"
        "把文件放在一个 ```html 代码块里，不要写其他内容。"
    ),
}

_USER: dict[Language, str] = {
    "en": "Make this page: {line}",
    "zh": "请制作这个页面：{line}",
}


def build_messages(requirement: Requirement) -> list[Message]:
    """The conversation that asks for the page, in the language of the line."""
    return [
        Message(role="system", content=_SYSTEM[requirement.lang]),
        Message(role="user", content=_USER[requirement.lang].format(line=requirement.text)),
    ]
