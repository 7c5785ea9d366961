"""A scorecard as text for a terminal."""

from __future__ import annotations

from presscheck.core.scorecard import Scorecard

_SIGNS = {"pass": "✓", "fail": "✗", "unsure": "?"}


def scorecard_text(card: Scorecard) -> str:
    score = "" if card.score is None else f"  {card.score:.0f}/100"
    lines = [f"{card.verdict}{score}"]
    if card.reason:
        lines.append(f"  {card.reason}")
    if card.page.completeness != "complete":
        state = card.page.completeness.replace("_", " ")
        lines.append(f"  page: {state}. {' '.join(card.page.reasons)}".rstrip())
    for check in card.checks:
        tag = " (expected)" if check.kind == "expected" else ""
        lines.append(f"  {_SIGNS[check.outcome]} {check.says}{tag}")
        if check.reason and check.outcome != "pass":
            lines.append(f"      {check.reason}")
    controls = card.controls
    if controls.found:
        lines.append(
            f"  controls: {controls.found} found, {controls.responds} respond, "
            f"{controls.dead} dead, {controls.throws} throw, {controls.unreachable} out of reach"
        )
    for fault in card.errors:
        times = f" ×{fault.count}" if fault.count > 1 else ""
        lines.append(f"  {fault.kind} ({fault.when}): {fault.text}{times}")
    lines += [f"  blocked {item.kind}: {item.url} ({item.reason})" for item in card.blocked]
    return "\n".join(lines)
