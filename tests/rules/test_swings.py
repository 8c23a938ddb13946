"""When a match turned where sides play: by how far all of a side are together."""

import pytest

from rules.weighing.swings import decided_for_side, turning_points, turning_points_of_sides

SIDES = [(0, 3), (1, 2)]


def points(*sums):
    """Moments at which the two sides are so far, each player half of that."""
    return [
        {"round": number, "step": 10 * number, "values": [one / 2, two / 2, two / 2, one / 2]}
        for number, (one, two) in enumerate(sums, 1)
    ]


def test_a_side_gains_on_the_other_one():
    (found,) = turning_points_of_sides(points((8, 8), (8, 8), (8, 2)), SIDES)
    assert (found["round"], found["step"]) == (2, 20)
    assert (found["seats"], found["rivals"]) == ([0, 3], [1, 2])
    assert (found["seat"], found["rival"]) == (0, 1)
    assert (found["swing"], found["lead"]) == (600, 600)


def test_where_all_are_on_one_side_nothing_turns():
    assert turning_points_of_sides(points((8, 8), (4, 4)), [(0, 1, 2, 3)]) == []


@pytest.mark.parametrize(
    ("sums", "won", "decided"),
    [
        ([(8, 8), (6, 8), (8, 4), (8, 2)], (0, 3), (3, [1, 2])),
        ([(9, 8), (6, 4)], (3,), (1, [])),
        ([(8, 8), (2, 6)], (0, 3), None),
        ([(8, 8), (8, 6)], (), None),
    ],
)
def test_it_is_decided_when_the_side_that_has_won_comes_to_be_ahead_for_good(sums, won, decided):
    told = decided_for_side(points(*sums), SIDES, won)
    assert (told and (told["round"], told["rivals"])) == decided
    assert told is None or told["seats"] == [0, 3]


def test_two_moments_at_most_are_told_in_their_order_and_only_those_in_which_somebody_gained():
    moments = [(1, [0, 0]), (2, [5, 0]), (3, [5, 9]), (4, [6, 9]), (0, [6, 9])]
    found = turning_points(moments, [0, 1, 2, 3])
    assert [(each["round"], each["seat"], each["swing"]) for each in found] == [
        (1, 0, 5),
        (2, 1, 9),
    ]
