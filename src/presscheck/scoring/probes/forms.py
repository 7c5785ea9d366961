"""Sending a form off, filled in well or badly, and reading what the page says to it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from presscheck.scoring.context import ProbeContext
from presscheck.scoring.effect import Effect
from presscheck.scoring.probes.navigation import fill_form, sample_for
from presscheck.scoring.snapshot import Element

_SEND = re.compile(
    r"submit|send|sign ?(up|in)|log ?in|register|save|join|subscribe|checkout|order|pay|book|next"
    r"|提交|发送|注册|登录|保存|订阅|下单|支付|预约",
    re.I,
)
_COMPLAINS = re.compile(
    r"required|invalid|please (?:enter|fill|provide|select|use)|must (?:be|have|contain|match)"
    r"|error|incorrect|too short|at least|not match|don't match|cannot be (?:empty|blank)|missing"
    r"|必填|请输入|请填写|不能为空|格式|无效|错误|不正确|不一致|至少",
    re.I,
)
_SUCCEEDS = re.compile(
    r"thank|success|sent|received|welcome|submitted|confirmed|registered|complete|we(?:'ll| will) "
    r"|谢谢|成功|已提交|已发送|欢迎|完成",
    re.I,
)
_VALIDITY = """() => [...document.querySelectorAll('form')].some((f) => !f.noValidate
  && !f.checkValidity())"""


@dataclass(frozen=True)
class Sent:
    """What the page did when the form was sent. `native`: the browser itself held it back."""

    effect: Effect
    complains: str
    succeeds: str
    native: bool


async def send_form(ctx: ProbeContext, *, good: bool) -> Sent | None:
    """Fill the form in and press its button. None where there is no form."""
    snapshot = await ctx.snapshot()
    buttons = [e for e in snapshot.controls() if e.role == "button" and _SEND.search(e.label)]
    fields = [e for e in snapshot.shown if e.takes_text]
    if not buttons or not fields:
        return None
    before = set((await ctx.text()).split())
    if good:
        await fill_form(ctx)
    else:
        for field in fields:
            wrong = sample_for(field, good=False)
            current = await ctx.again(field)
            if wrong and current is not None:
                await ctx.type(current, wrong, clear=True)
    button = await ctx.again(buttons[-1])
    if button is None:
        return None
    native = bool(await ctx.evaluate(_VALIDITY))
    effect = await _press(ctx, button)
    said = " ".join([effect.new_text, *effect.dialogs])
    fresh = " ".join(w for w in said.split() if w not in before) or said
    complaint = _COMPLAINS.search(said)
    success = _SUCCEEDS.search(fresh) or _SUCCEEDS.search(said)
    return Sent(
        effect,
        said[:90] if complaint and not (success and good) else "",
        said[:90] if success and not complaint else "",
        native and not success,
    )


async def _press(ctx: ProbeContext, button: Element) -> Effect:
    return await ctx.click(button, settle=2_500, picture=True)
