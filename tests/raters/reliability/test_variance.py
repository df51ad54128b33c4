import numpy as np
import pytest

from raters.reliability import anova_components
from tests.raters.reliability.tables import golden_table


def test_shares_of_the_components_add_to_one():
    components = anova_components(golden_table("lme4_penicillin").matrix)
    assert sum(components.shares.values()) == pytest.approx(1)


def test_a_negative_component_is_zero_and_named():
    components = anova_components(golden_table("paradox_controls_likert3").matrix)
    assert (components.reviewer, components.at_zero) == (0.0, ("reviewer",))


def test_the_smallest_detectable_difference_is_2_77_standard_errors():
    components = anova_components(golden_table("shrout_fleiss_1979").matrix)
    ratio = components.smallest_detectable_difference / components.sem_agreement
    assert ratio == pytest.approx(2.772, abs=5e-4)


def test_a_constant_offset_leaves_no_error_at_all():
    components = anova_components(np.array([[0.1, 0.3], [0.2, 0.4], [0.7, 0.9]]))
    assert (components.error, components.sem_consistency) == (0.0, 0.0)


def test_without_identities_reviewers_and_error_are_one():
    components = anova_components(golden_table("lme4_penicillin").matrix, identified=False)
    assert (components.reviewer, components.sem_consistency) == (None, None)


def test_nothing_varies_nothing_is_shared_out():
    assert anova_components(np.full((3, 2), 2.0)).shares == {}
