from hypothesis import given
from hypothesis import strategies as st

from presscheck.bench.agreement import Confusion, percentile


def confusion(both_yes: int, only_label: int, only_scorer: int, both_no: int) -> Confusion:
    return Confusion(
        both_yes=both_yes, only_label=only_label, only_scorer=only_scorer, both_no=both_no
    )


def test_kappa_of_a_worked_example():
    # Two readers, 50 proposals: 20 both yes, 15 both no, 5 and 10 apart. Observed .70, chance .50.
    table = confusion(20, 5, 10, 15)
    assert table.accuracy == 0.7
    assert abs(table.kappa - 0.4) < 1e-9


def test_kappa_is_not_known_where_both_say_one_thing_only():
    assert confusion(12, 0, 0, 0).kappa is None
    assert Confusion().accuracy is None


@given(st.lists(st.tuples(st.booleans(), st.booleans()), min_size=1))
def test_counts_add_up(pairs):
    table = Confusion()
    for label, scorer in pairs:
        table.add(label=label, scorer=scorer)
    assert table.n == len(pairs)
    assert table.accuracy == sum(a == b for a, b in pairs) / len(pairs)
    assert table.kappa is None or -1 <= table.kappa <= 1 + 1e-9


def test_percentile_is_nearest_rank_and_needs_enough_values():
    values = list(range(1, 101))
    assert percentile(values, 50) == 50
    assert percentile(values, 95) == 95
    assert percentile([1.0] * 19, 95) is None
    assert percentile([], 50) is None


@given(st.lists(st.floats(0, 1e6), min_size=20), st.sampled_from([50, 90, 95]))
def test_percentile_is_one_of_the_values(values, percent):
    result = percentile(values, percent)
    assert result in values
