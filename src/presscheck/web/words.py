"""Words that the screens and scripts use for the values of the data, in the person's language."""

from __future__ import annotations

from collections.abc import Callable

Gettext = Callable[[str], str]


def phase_words(_: Gettext) -> dict[str, str]:
    return {
        "queued": _("In the queue"),
        "streaming": _("Writing"),
        "starting": _("Starting the model"),
        "waiting": _("Waiting for the first token"),
        "thinking": _("Thinking"),
        "writing": _("Writing"),
        "scoring": _("Scoring"),
        "done": _("Done"),
        "stopped": _("Stopped"),
        "failed": _("Failed"),
        "interrupted": _("Interrupted"),
    }


def verdict_words(_: Gettext) -> dict[str, str]:
    return {
        "works": _("Works"),
        "partly": _("Partly works"),
        "broken": _("Broken"),
        "unscored": _("Unscored"),
    }


def stage_words(_: Gettext) -> dict[str, str]:
    return {
        "load": _("Loading"),
        "explore": _("Trying every control"),
        "plan": _("Checking the plan"),
        "judge": _("Judging"),
        "total": _("Total"),
    }


def data_words(_: Gettext) -> dict[str, dict[str, str]]:
    """Tables for the templates, by the name they have there."""
    return {
        "verdict_words": verdict_words(_),
        "state_words": {**phase_words(_), **verdict_words(_)},
        "outcome_words": {"pass": _("pass"), "fail": _("fail"), "unsure": _("unsure")},
        "control_words": {
            "responds": _("respond"),
            "dead": _("dead"),
            "throws": _("throw"),
            "unreachable": _("out of reach"),
        },
        "completeness_words": {
            "complete": _("The page is complete."),
            "cut_off": _("The page is cut off."),
            "abbreviated": _("The model left parts of the page out."),
            "none": _("The answer holds no page."),
        },
        "library_words": {
            "served": _("served"),
            "not_found": _("not found"),
            "refused": _("refused"),
            "dead_host": _("dead host"),
        },
        "seal_words": {
            "kernel": _("kernel: no network at all"),
            "browser": _("browser: network shut by the browser"),
            "none": _("none"),
        },
        "policy_words": {"none": _("nowhere"), "mirror": _("the local mirror")},
        "stage_words": stage_words(_),
        "finding_words": {"ok": _("fine"), "warn": _("look here"), "fail": _("does not work")},
        "finding_titles": {
            "browser": _("Browser"),
            "seal": _("Seal"),
            "data": _("Data folder"),
            "model": _("Built-in model"),
            "endpoint": _("Endpoint from the environment"),
        },
        "origin_words": {
            "builtin": _("built in"),
            "environment": _("from the environment"),
            "found": _("found on this machine"),
            "added": _("added"),
        },
    }


def script_words(_: Gettext) -> dict[str, str]:
    """What the scripts in the browser say."""
    return {
        "copied": _("Copied"),
        "pass": _("pass"),
        "fail": _("fail"),
        "unsure": _("unsure"),
        "unreachable": _("The app does not answer."),
        "unreachable_hint": _("Is presscheck serve still running?"),
        "name_the_model": _("Type the model's name."),
        "type_a_name": _("type a name…"),
        "reconnecting": _("The app does not answer; trying again."),
        "page_stopped": _("The page was stopped."),
        "page_hangs": _("This page does not answer. You can stop it."),
        "preview_of_page": _("Preview of the page"),
        "no_page": _("The answer holds no page."),
        "score_again": _("Score again"),
        "sure_to_delete": _("Delete this page and everything about it?"),
        "testing": _("Asking the server…"),
        "test_ok": _("Answered in %(seconds)s s; %(count)s models."),
    }
