"""Agreement of two raters on a yes or no, and percentiles that say when n is too small."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass
class Confusion:
    """A two-by-two table: what the label says against what the scorer says."""

    both_yes: int = 0
    both_no: int = 0
    only_label: int = 0
    only_scorer: int = 0

    def add(self, *, label: bool, scorer: bool) -> None:
        if label and scorer:
            self.both_yes += 1
        elif label:
            self.only_label += 1
        elif scorer:
            self.only_scorer += 1
        else:
            self.both_no += 1

    @property
    def n(self) -> int:
        return self.both_yes + self.both_no + self.only_label + self.only_scorer

    @property
    def accuracy(self) -> float | None:
        return (self.both_yes + self.both_no) / self.n if self.n else None

    @property
    def kappa(self) -> float | None:
        """Cohen's kappa (Cohen 1960): agreement beyond what the margins give by chance.

        None without data, or where both raters always say the same one thing.
        """
        if not self.n:
            return None
        observed = (self.both_yes + self.both_no) / self.n
        label_yes = (self.both_yes + self.only_label) / self.n
        scorer_yes = (self.both_yes + self.only_scorer) / self.n
        chance = label_yes * scorer_yes + (1 - label_yes) * (1 - scorer_yes)
        return (observed - chance) / (1 - chance) if chance < 1 else None

    def as_dict(self) -> dict[str, float | int | None]:
        return {
            "n": self.n,
            "both_yes": self.both_yes,
            "both_no": self.both_no,
            "only_label_yes": self.only_label,
            "only_scorer_yes": self.only_scorer,
            "accuracy": self.accuracy,
            "kappa": self.kappa,
        }


def percentile(values: Sequence[float], percent: float) -> float | None:
    """Nearest-rank percentile; None where the sample is too small for the tail to hold a value.

    The q-th percentile of n values is asked of at least one value beyond it: n ≥ 100 / (100 - q).
    """
    if not values or len(values) * (100 - percent) < 100:
        return None
    ordered = sorted(values)
    rank = max(1, -(-len(ordered) * percent // 100))
    return ordered[int(rank) - 1]
