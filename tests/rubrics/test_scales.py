from rubrics.scales import Decision, Scale, decision_scale


def test_a_score_beyond_the_scale_is_refused_with_the_range():
    assert str(Scale.ordered(0, 2).refusal(3)) == ("3 is not on this scale; it goes from 0 to 2.")


def test_a_score_on_the_scale_is_not_refused():
    assert Scale.ordered(0, 2).refusal(1) is None


def test_a_three_level_decision_is_ordered():
    assert decision_scale(safety_critical=False).points == (0, 1, 2)
    assert Decision.NOT_MET < Decision.PARTIALLY_MET < Decision.MET


def test_partially_met_is_not_offered_where_safety_is_critical():
    assert decision_scale(safety_critical=True).points == (Decision.NOT_MET, Decision.MET)
