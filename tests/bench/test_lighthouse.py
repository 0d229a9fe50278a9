from tests.bench.lighthouse import WANTED, sentence, too_low


def report(**scores):
    categories = {
        name: {"score": scores.get(name, 1), "auditRefs": [{"id": f"{name} audit", "weight": 1}]}
        for name in WANTED
    }
    audits = {
        f"{name} audit": {"title": f"what {name} lacks", "score": scores.get(name, 1)} for name in WANTED
    }
    return {"categories": categories, "audits": audits}


def test_scores_that_are_high_enough_are_a_line():
    assert sentence(report(performance=0.99)) == "performance 99  accessibility 100  best-practices 100"
    assert too_low(report(performance=0.99)) == []


def test_audits_that_cost_points_are_listed_below_a_low_score():
    poor = report(accessibility=0.8)
    assert too_low(poor) == ["accessibility"]
    assert sentence(poor).splitlines()[1].strip() == "accessibility: what accessibility lacks"
