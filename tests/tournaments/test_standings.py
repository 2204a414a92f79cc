"""Standings and tie-breaks: examples worked by hand."""

from coprime.tournaments.standings import RoundOutcome, rank_players


def outcomes_of(*rounds):
    """Outcomes from rounds of (one, other, points of one); a bye is (one, 0, 1)."""
    found = {}
    for pairs in rounds:
        for one, other, points in pairs:
            found.setdefault(one, []).append(RoundOutcome(other, points))
            if other:
                found.setdefault(other, []).append(RoundOutcome(one, 1 - points))
    return found


def table(standings):
    return [(one.player, one.place, one.points, one.buchholz, one.sonneborn_berger, one.direct) for one in standings]


def test_four_players_three_rounds():
    """Everybody meets everybody: 1 beats 2 and 4, draws with 3; 2 beats 3 and 4; 3 beats 4.

    Points 2½, 2, 1½, 0 (sum 6). Buchholz: 6 less one's own. Sonneborn-Berger: 1 has 2 + 0 + ½ · 1½ = 2¾;
    2 has 1½ + 0; 3 has 0 + ½ · 2½ = 1¼; 4 has 0.
    """
    found = rank_players(outcomes_of([(1, 4, 1), (2, 3, 1)], [(1, 3, 0.5), (2, 4, 1)], [(1, 2, 1), (3, 4, 1)]))
    assert table(found) == [(1, 1, 2.5, 3.5, 2.75, 0), (2, 2, 2, 4, 1.5, 0), (3, 3, 1.5, 4.5, 1.25, 0),
                            (4, 4, 0, 6, 0, 0)]


def test_buchholz_parts_equal_points():
    """Six players, two rounds. Round 1: 1-4, 2-5, 3-6, the lower number wins. Round 2: 1 beats 2, 3 loses to 4, 5 beats
    6. Points: 1 has 2; 2, 3, 4, 5 have 1; 6 has 0.

    Buchholz: 2 met 5 and 1: 1 + 2 = 3.  3 met 6 and 4: 0 + 1 = 1.  4 met 1 and 3: 2 + 1 = 3.  5 met 2 and 6: 1.
    Sonneborn-Berger: 2 beat 5 (1);  4 beat 3 (1);  3 beat 6 (0);  5 beat 6 (0).
    2 and 4 have not met, nor have 3 and 5: they share their places.
    """
    found = rank_players(outcomes_of([(1, 4, 1), (2, 5, 1), (3, 6, 1)], [(1, 2, 1), (3, 4, 0), (5, 6, 1)]))
    assert table(found) == [(1, 1, 2, 2, 2, 0), (2, 2, 1, 3, 1, 0), (4, 2, 1, 3, 1, 0),
                            (3, 4, 1, 1, 0, 0), (5, 4, 1, 1, 0, 0), (6, 6, 0, 2, 0, 0)]


def test_sonneborn_berger_parts_equal_points_of_a_round_robin():
    """Five players who all meet; 1 beats 2, 3; 2 beats 3, 4, 5; 3 beats 4; 4 beats 1, 5; 5 beats 1, 3.

    Points: 1 has 2, 2 has 3, 3 has 1, 4 has 2, 5 has 2 (sum 10). Buchholz is 10 less one's own: 8 for 1, 4 and 5.
    Sonneborn-Berger: 1: 3 + 1 = 4;  4: 2 + 2 = 4;  5: 2 + 1 = 3;  2: 1 + 2 + 2 = 5;  3: 2.
    1 and 4 are equal so far, and 4 has beaten 1.
    """
    found = rank_players(outcomes_of([(1, 2, 1), (1, 3, 1), (2, 3, 1), (2, 4, 1), (2, 5, 1), (3, 4, 1), (4, 1, 1),
                                      (4, 5, 1), (5, 1, 1), (5, 3, 1)]))
    assert table(found) == [(2, 1, 3, 7, 5, 0), (4, 2, 2, 8, 4, 1), (1, 3, 2, 8, 4, 0), (5, 4, 2, 8, 3, 0),
                            (3, 5, 1, 9, 2, 0)]


def test_a_bye_counts_as_a_game_won_against_a_dummy_with_ones_own_points():
    """Three players, two rounds: 1 beats 2, 3 has the bye; 1 has the bye, 3 beats 2. Then 1 and 3 have 2 points each.

    Buchholz: 1 met 2 (0) and the dummy (2): 2; the same for 3. 2 met 1 and 3: 4.
    Sonneborn-Berger: 1 and 3 have 0 + 2. They have not met.
    """
    found = rank_players(outcomes_of([(1, 2, 1), (3, 0, 1)], [(3, 2, 1), (1, 0, 1)]))
    assert table(found) == [(1, 1, 2, 2, 2, 0), (3, 1, 2, 2, 2, 0), (2, 3, 0, 4, 0, 0)]


def test_a_round_before_a_late_entry_counts_as_lost_against_such_a_dummy():
    """1 beats 2; then 3 comes and beats 1, and 2 has the bye. All have 1 point.

    Buchholz: 1 met 2 and 3: 2.  2 met 1 and its dummy (1): 2.  3: its dummy (1) and 1: 2.
    Sonneborn-Berger: 1 beat 2: 1.  2 won against its dummy: 1.  3 beat 1: 1; nothing for the round that was missed.
    Not all three have met (2 and 3 have not), so direct encounter does not count.
    """
    found = rank_players({1: [RoundOutcome(2, 1), RoundOutcome(3, 0)], 2: [RoundOutcome(1, 0), RoundOutcome(0, 1)],
                          3: [RoundOutcome(0, 0), RoundOutcome(1, 1)]})
    assert table(found) == [(1, 1, 1, 2, 1, 0), (2, 1, 1, 2, 1, 0), (3, 1, 1, 2, 1, 0)]


def test_direct_encounter_of_three_who_all_met():
    """1 beats 2, 2 beats 3, 3 beats 1: all is equal, and each has 1 point against the other two."""
    found = rank_players(outcomes_of([(1, 2, 1), (2, 3, 1), (3, 1, 1)]))
    assert table(found) == [(1, 1, 1, 2, 1, 1), (2, 1, 1, 2, 1, 1), (3, 1, 1, 2, 1, 1)]


def test_nobody():
    assert rank_players({}) == []
