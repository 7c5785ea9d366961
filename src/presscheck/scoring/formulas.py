"""Formulas that pages compute, to set what they show against what is right.

Each formula takes its inputs by name and gives the results that a page may show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Formula:
    """`inputs`: name to the words that label it on pages. `results`: from inputs to what is right,
    the main figure first; several conventions may be right (`any_of`)."""

    inputs: Mapping[str, tuple[str, ...]]
    results: Callable[[Mapping[str, float]], list[float]]
    result_words: tuple[str, ...]


def annuity(principal: float, percent: float, years: float) -> float:
    """The monthly payment of a loan paid back evenly: P·r / (1 − (1+r)^−n), r the monthly rate.

    The standard annuity formula (Brealey, Myers, Allen: Principles of Corporate Finance, ch. 2).
    """
    months = years * 12
    if months <= 0:
        return 0.0
    rate = percent / 100 / 12
    if rate == 0:
        return principal / months
    return float(principal * rate / (1 - (1 + rate) ** -months))


def _mortgage(v: Mapping[str, float]) -> list[float]:
    amount = v["amount"]
    down = v.get("down", 0.0)
    years = v["years"]
    found = [annuity(amount - down, v["rate"], years)]
    if down <= 100:
        found.append(annuity(amount * (1 - down / 100), v["rate"], years))
    # A term above 60 is a number of months.
    if years > 60:
        found.append(annuity(amount - down, v["rate"], years / 12))
    return found


def _bmi(v: Mapping[str, float]) -> list[float]:
    height = v["height"]
    metres = height / 100 if height > 3 else height
    return [v["weight"] / metres**2, 703 * v["weight"] / height**2]


def _tip(v: Mapping[str, float]) -> list[float]:
    people = max(1.0, v.get("people", 1.0))
    tip = v["bill"] * v["percent"] / 100
    return [tip, v["bill"] + tip, (v["bill"] + tip) / people, tip / people]


def _compound(v: Mapping[str, float]) -> list[float]:
    rate = v["rate"] / 100
    monthly = v.get("monthly", 0.0)
    found = []
    for n in (12, 1, 4, 365):
        growth = (1 + rate / n) ** (n * v["years"])
        end = v["amount"] * growth
        if monthly and rate:
            step = (1 + rate / 12) ** (12 * v["years"])
            end += monthly * (step - 1) / (rate / 12)
        found.append(end)
    return found


def _percentage(v: Mapping[str, float]) -> list[float]:
    return [v["percent"] * v["amount"] / 100]


def _discount(v: Mapping[str, float]) -> list[float]:
    off = v["amount"] * v["percent"] / 100
    return [v["amount"] - off, off]


_AMOUNT = (
    "loan amount",
    "amount",
    "principal",
    "loan",
    "home price",
    "price",
    "贷款金额",
    "本金",
    "金额",
)
_RATE = ("interest rate", "annual rate", "rate", "interest", "apr", "年利率", "利率")
_YEARS = ("loan term", "term", "years", "duration", "period", "贷款年限", "年限", "期限", "年")

FORMULAS: dict[str, Formula] = {
    "mortgage": Formula(
        {
            "amount": _AMOUNT,
            "rate": _RATE,
            "years": _YEARS,
            "down": ("down payment", "deposit", "首付"),
        },
        _mortgage,
        ("monthly payment", "payment", "per month", "monthly", "月供", "每月还款"),
    ),
    "bmi": Formula(
        {"weight": ("weight", "体重"), "height": ("height", "身高")},
        _bmi,
        ("bmi", "result", "结果"),
    ),
    "tip": Formula(
        {
            "bill": ("bill", "amount", "total", "账单", "金额", "消费"),
            "percent": ("tip", "tip percentage", "percent", "小费"),
            "people": ("people", "split", "persons", "guests", "人数"),
        },
        _tip,
        ("tip", "total", "per person", "小费", "总计", "人均"),
    ),
    "compound": Formula(
        {
            "amount": ("principal", "initial", "amount", "deposit", "本金", "初始"),
            "rate": _RATE,
            "years": _YEARS,
            "monthly": ("monthly contribution", "contribution", "monthly", "每月"),
        },
        _compound,
        ("final", "future value", "balance", "total", "result", "终值", "本息"),
    ),
    "percentage": Formula(
        {
            "percent": ("percent", "percentage", "%", "百分比"),
            "amount": ("of", "number", "value", "数值"),
        },
        _percentage,
        ("result", "结果"),
    ),
    "discount": Formula(
        {"amount": ("price", "original", "原价"), "percent": ("discount", "折扣")},
        _discount,
        ("final", "result", "结果"),
    ),
}
FORMULAS["loan"] = FORMULAS["mortgage"]

OPTIONAL = frozenset(["down", "people", "monthly"])
"""Inputs that a page may lack."""
