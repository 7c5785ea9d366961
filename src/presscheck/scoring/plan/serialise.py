"""Plans as YAML for people: written so that it can be read, edited and read back."""

from __future__ import annotations

from typing import Any

import yaml
from pydantic import ValidationError

from presscheck.core.errors import UsageError
from presscheck.core.plan import PLAN_VERSION, Plan
from presscheck.core.requirement import Requirement

_HINT = "See docs/plans.md for the form of a plan file."


def plan_to_yaml(plan: Plan) -> str:
    """The plan as YAML; what is at its default is left out, and reading it back gives the plan."""
    data = plan.model_dump(mode="json", exclude_defaults=True)
    data = {"version": plan.version, **data}
    return str(yaml.safe_dump(data, allow_unicode=True, sort_keys=False, width=100))


def plan_from_yaml(text: str) -> Plan:
    """A plan from YAML (or JSON). Raises UsageError that names the place of the first mistake."""
    try:
        data: Any = yaml.safe_load(text)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        where = f" at line {mark.line + 1}, column {mark.column + 1}" if mark else ""
        raise UsageError(f"The plan is not YAML{where}.", hint=_HINT) from error
    if not isinstance(data, dict):
        raise UsageError("The plan holds no keys such as requirement and checks.", hint=_HINT)
    version = data.get("version", PLAN_VERSION)
    if version != PLAN_VERSION:
        raise UsageError(
            f"The plan has version {version!r}; this presscheck reads version {PLAN_VERSION}.",
            hint="Make the plan anew with `presscheck plan`.",
        )
    requirement = data.get("requirement")
    if "lang" not in data and isinstance(requirement, str):
        data["lang"] = Requirement.parse(requirement).lang
    try:
        plan = Plan.model_validate(data)
    except ValidationError as error:
        first = error.errors()[0]
        raise UsageError(f"The plan is wrong at {_place(data, first['loc'])}: {first['msg']}.",
                         hint=_HINT) from error  # fmt: skip
    _refuse_twins(plan)
    return plan


def _place(data: dict[str, Any], loc: tuple[int | str, ...]) -> str:
    """ "check 3 (snake-moves), says" for ("checks", 2, "says")."""
    if len(loc) < 2 or loc[0] != "checks" or not isinstance(loc[1], int):
        return ".".join(str(part) for part in loc) or "the top"
    checks = data.get("checks")
    check = checks[loc[1]] if isinstance(checks, list) else None
    name = check.get("id") if isinstance(check, dict) else None
    rest = ".".join(str(part) for part in loc[2:])
    return f"check {loc[1] + 1}" + (f" ({name})" if name else "") + (f", {rest}" if rest else "")


def _refuse_twins(plan: Plan) -> None:
    seen: set[str] = set()
    for check in plan.checks:
        if check.id in seen:
            raise UsageError(
                f"Two checks of the plan have the id “{check.id}”.", hint="Give one another id."
            )
        seen.add(check.id)
