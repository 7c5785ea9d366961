"""Writes what `presscheck calibrate FOLDER --json` found into docs/measurements.md.

presscheck calibrate FOLDER --json > calibration.json
python benchmarks/calibration_table.py calibration.json --title "Labelled pages (NAME)"
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from record import record, table


def row(name: str, figures: dict[str, Any]) -> list[object]:
    def three(value: float | None) -> str:
        return "–" if value is None else f"{value:.3f}"

    return [
        name,
        figures["n"],
        figures["both_yes"],
        figures["both_no"],
        figures["only_label_yes"],
        figures["only_scorer_yes"],
        three(figures["accuracy"]),
        three(figures["kappa"]),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("calibration", type=Path)
    parser.add_argument("--title", default="Labelled pages")
    options = parser.parse_args()
    data = json.loads(options.calibration.read_text(encoding="utf-8"))
    head = ["", "n", "both yes", "both no", "only label", "only scorer", "accuracy", "kappa"]
    text = table(head, [row("works", data["works"]), row("behaviours", data["behaviours"])])
    seconds = data["seconds"]
    text += (
        f"\n\nPages unscored: {data['unscored']}; behaviours without a check: "
        f"{data['behaviours']['unmatched']}; unsure: {data['behaviours']['unsure']}. Seconds a "
        f"page: median {seconds['median']:.1f}, p95 {seconds['p95'] or float('nan'):.1f}.\n"
    )
    wrong = [d for d in data["disagreements"] if d["about"] == "works"]
    text += "\nPages whose verdict differs from the label:\n\n" if wrong else ""
    text += "\n".join(
        f"- {d['page']}: label {d['label']}, scorer {d['scorer']}; {d['reason']}" for d in wrong
    )
    print(text)
    record(options.title, text)


if __name__ == "__main__":
    main()
