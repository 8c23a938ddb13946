"""Differences between JSON-able values: patches that lead from one to the other."""

from hypothesis import given
from hypothesis import strategies as st

from rules.ground.difference import apply_patch, make_patch

PLAIN = st.none() | st.booleans() | st.integers(-3, 3) | st.sampled_from(["", "a/b", "~"])
VALUES = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["a", "b", "a/b", "~1"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(VALUES, VALUES)
def test_a_patch_leads_from_the_old_value_to_the_new(old, new):
    found = apply_patch(old, make_patch(old, new))
    assert found == new
    assert repr(found) == repr(new) or not isinstance(new, bool | int)


@given(VALUES)
def test_there_is_no_difference_to_the_same(value):
    assert make_patch(value, value) == []


def test_what_both_lists_begin_and_end_with_is_not_told():
    old, new = [1, 2, 3, 9, 9], [1, 2, 4, 5, 9, 9]
    assert make_patch(old, new) == [
        {"op": "replace", "path": "/2", "value": 4},
        {"op": "add", "path": "/3", "value": 5},
    ]


def test_paths_are_json_pointers():
    assert make_patch({"a/b": {"~": 1}}, {"a/b": {"~": 2}}) == [
        {"op": "replace", "path": "/a~1b/~0", "value": 2}
    ]


def test_true_is_not_one():
    assert make_patch([1], [True]) == [{"op": "replace", "path": "/0", "value": True}]
