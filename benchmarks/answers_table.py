"""Draws up the table of a `presscheck score-answers` run: by model, and against a known order.

presscheck score-answers ANSWERS.jsonl -o results.jsonl
python benchmarks/answers_table.py results.jsonl --order best,second,...
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import defaultdict
from pathlib import Path
from typing import Any

from scipy.stats import kendalltau

from presscheck.bench.agreement import percentile
from record import record, table


def seconds(row: dict[str, Any]) -> float:
    return float(row["timings"].get("total") or sum(row["timings"].values()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("results", type=Path)
    parser.add_argument("--order", default="", help="models from best to worst, by commas")
    parser.add_argument("--title", default="Real answers")
    options = parser.parse_args()
    rows = [json.loads(line) for line in options.results.read_text().splitlines()]
    by_model: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in rows:
        by_model[row["input"].get("model", "?")].append(row)

    def mean_score(model: str) -> float:
        return statistics.fmean(r["score"] or 0.0 for r in by_model[model])

    models = sorted(by_model, key=mean_score, reverse=True)
    body: list[list[object]] = []
    for model in [*models, "all"]:
        mine = rows if model == "all" else by_model[model]
        times = [seconds(r) for r in mine]
        body.append(
            [
                model,
                len(mine),
                statistics.fmean(r["score"] or 0.0 for r in mine),
                f"{100 * sum(r['verdict'] == 'works' for r in mine) / len(mine):.0f} %",
                sum(r["verdict"] == "unscored" for r in mine),
                statistics.median(times),
                percentile(times, 95) if len(times) >= 20 else max(times),
                max(times),
            ]
        )
    head = ["model", "answers", "mean score", "works", "unscored", "median s", "p95 s", "max s"]
    text = table(head, body)
    if options.order:
        known = [name.strip() for name in options.order.split(",")]
        both = [name for name in known if name in by_model]
        tau = kendalltau([-known.index(n) for n in both], [mean_score(n) for n in both]).statistic
        text += f"\n\nKendall's tau between mean score and the known order: {tau:.2f}."
    served = sum(any(lib["state"] == "served" for lib in r["libraries"]) for r in rows)
    missing = sum(any(lib["state"] != "served" for lib in r["libraries"]) for r in rows)
    text += f"\n\n{served} pages got at least one library, {missing} lacked at least one."
    print(text)
    record(options.title, text)


if __name__ == "__main__":
    main()
