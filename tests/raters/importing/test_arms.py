import pytest

from raters.importing.arms import arms_by_file


@pytest.mark.parametrize(
    ("files", "arms"),
    [
        (
            ["responses.qwen3_14b.med.jsonl", "responses.qwen3_4b.med.jsonl"],
            ["qwen3_14b", "qwen3_4b"],
        ),
        (["answers_gpt-4o.csv", "answers_llama.csv"], ["gpt-4o", "llama"]),
        (["gpt.csv", "claude.csv"], ["gpt", "claude"]),
        (["run a.csv", "run b.csv"], ["a", "b"]),
        (["out/alone_model.jsonl"], ["alone_model"]),
        (["model.csv", "model.v2.csv"], ["model", "model.v2"]),
    ],
)
def test_the_arm_is_the_part_of_the_name_that_differs(files, arms):
    assert list(arms_by_file(files).values()) == arms


def test_the_order_of_the_files_does_not_matter():
    files = ["a.x.jsonl", "a.y.jsonl", "a.z.jsonl"]

    assert arms_by_file(files) == arms_by_file(files[::-1])
