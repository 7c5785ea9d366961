"""Sets the scorer's verdicts against labels that people gave, and says how far they agree."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from presscheck.bench.agreement import Confusion, percentile
from presscheck.bench.answers import ScoresPages
from presscheck.core.errors import UsageError
from presscheck.core.page import Page
from presscheck.core.plan import Plan
from presscheck.core.requirement import Requirement
from presscheck.core.scorecard import CheckResult, Scorecard
from presscheck.page import page_from_file
from presscheck.scoring.plan import make_plan, match_labels


class AskedLabel(BaseModel):
    model_config = ConfigDict(extra="ignore")
    id: str
    says: str


class PageLabel(BaseModel):
    model_config = ConfigDict(extra="ignore")
    works: bool
    fails: list[str] = Field(default_factory=list)
    fault: str = ""


class LabelFile(BaseModel):
    """`labels.json` of one folder: a line, what it asks for, and what each page does."""

    model_config = ConfigDict(extra="ignore")
    requirement: str
    lang: str = "en"
    asked: list[AskedLabel] = Field(default_factory=list)
    pages: dict[str, PageLabel]


@dataclass(frozen=True)
class LabelledPage:
    folder: Path
    name: str
    labels: LabelFile
    label: PageLabel

    @property
    def path(self) -> Path:
        return self.folder / self.name


@dataclass(frozen=True)
class Disagreement:
    """One place where scorer and label differ, with what the scorer says it saw."""

    page: str
    about: str
    label: str
    scorer: str
    reason: str
    fault: str


@dataclass
class PageResult:
    page: LabelledPage
    card: Scorecard
    seconds: float
    matched: dict[str, str]


@dataclass
class Calibration:
    """All results of one calibration, and the figures drawn from them."""

    results: list[PageResult] = field(default_factory=list)
    works: Confusion = field(default_factory=Confusion)
    behaviours: Confusion = field(default_factory=Confusion)
    unmatched: int = 0
    unsure: int = 0
    unscored: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)

    def as_dict(self) -> dict[str, object]:
        seconds = [r.seconds for r in self.results]
        return {
            "pages": len(self.results),
            "unscored": self.unscored,
            "works": self.works.as_dict(),
            "behaviours": self.behaviours.as_dict()
            | {"unmatched": self.unmatched, "unsure": self.unsure},
            "seconds": {"median": percentile(seconds, 50), "p95": percentile(seconds, 95)},
            "disagreements": [vars(d) for d in self.disagreements],
        }


def find_labelled_pages(folder: Path) -> list[LabelledPage]:
    """Every page of every sub-folder with a `labels.json`, in a stable order."""
    files = sorted(folder.glob("**/labels.json"))
    if not files:
        raise UsageError(
            f"No labels.json was found under {folder}.",
            hint="Each sub-folder needs one beside its pages (see docs/calibration.md).",
        )
    pages: list[LabelledPage] = []
    for file in files:
        try:
            labels = LabelFile.model_validate_json(file.read_bytes())
        except (OSError, ValidationError) as error:
            raise UsageError(f"{file} cannot be used: {error}") from error
        for name, label in sorted(labels.pages.items()):
            page = LabelledPage(file.parent, name, labels, label)
            if not page.path.is_file():
                raise UsageError(f"{file} names {name}, which is not there.")
            pages.append(page)
    return pages


async def calibrate(
    pages: list[LabelledPage],
    scorer: ScoresPages,
    *,
    workers: int = 1,
    on_page: Callable[[PageResult], None] | None = None,
) -> Calibration:
    """Score every labelled page with the plan made from its line alone, and compare."""
    queue = iter(pages)
    results: dict[int, PageResult] = {}
    order = {id(page): i for i, page in enumerate(pages)}

    async def work() -> None:
        for page in queue:
            result = await _score_page(page, scorer)
            results[order[id(page)]] = result
            if on_page is not None:
                on_page(result)

    async with asyncio.TaskGroup() as group:
        for _ in range(max(1, workers)):
            group.create_task(work())
    calibration = Calibration(results=[results[i] for i in sorted(results)])
    for result in calibration.results:
        _compare(result, calibration)
    return calibration


async def _score_page(page: LabelledPage, scorer: ScoresPages) -> PageResult:
    text = page.path.read_text(encoding="utf-8", errors="replace")
    plan: Plan = make_plan(Requirement.parse(page.labels.requirement))
    document: Page = page_from_file(text)
    started = time.perf_counter()
    card = await scorer.score(document, plan)
    seconds = time.perf_counter() - started
    matched = match_labels(plan, {a.id: a.says for a in page.labels.asked})
    return PageResult(page, card, seconds, matched)


def _compare(result: PageResult, calibration: Calibration) -> None:
    page, card = result.page, result.card
    where = f"{page.folder.name}/{page.name}"
    if card.verdict == "unscored":
        calibration.unscored += 1
        calibration.disagreements.append(
            Disagreement(where, "works", str(page.label.works), "unscored", card.reason, "")
        )
        return
    says_works = card.verdict == "works"
    calibration.works.add(label=page.label.works, scorer=says_works)
    if says_works != page.label.works:
        calibration.disagreements.append(
            Disagreement(
                where,
                "works",
                "works" if page.label.works else "does not work",
                f"{card.verdict} ({card.score})",
                card.reason,
                page.label.fault,
            )
        )
    by_id: dict[str, CheckResult] = {check.id: check for check in card.checks}
    for asked in page.labels.asked:
        check = by_id.get(result.matched.get(asked.id, ""))
        if check is None:
            calibration.unmatched += 1
            continue
        holds = asked.id not in page.label.fails
        if check.outcome == "unsure":
            calibration.unsure += 1
        seen: Literal["pass", "fail", "unsure"] = check.outcome
        calibration.behaviours.add(label=holds, scorer=seen == "pass")
        if holds != (seen == "pass"):
            calibration.disagreements.append(
                Disagreement(
                    where,
                    f"{asked.id} ({asked.says}) as {check.id}",
                    "pass" if holds else "fail",
                    seen,
                    check.reason,
                    page.label.fault,
                )
            )


def to_json(calibration: Calibration) -> str:
    return json.dumps(calibration.as_dict(), ensure_ascii=False, indent=1)
