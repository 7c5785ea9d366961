"""From a requirement to a plan: the checks that every model's page is put to."""

from presscheck.scoring.plan.labels import match_labels
from presscheck.scoring.plan.lexical import make_plan
from presscheck.scoring.plan.serialise import plan_from_yaml, plan_to_yaml

__all__ = ["make_plan", "match_labels", "plan_from_yaml", "plan_to_yaml"]
