"""Characters that the static table lacks have no vector: words alone decide then, and are not held back for it."""

import pytest

from vademecum import Draft, open_vault

FACTS = ("退款必须由两个人审批。", "部署在周五进行。", "日志保留三十天。", "We use pnpm.")


@pytest.mark.parametrize("question", ["退款要谁审批", "退款谁审批", "谁来审批退款？"])
def test_a_question_without_a_vector_is_answered_by_its_words(tmp_path, question):
    with open_vault(tmp_path) as vault:
        for fact in FACTS:
            vault.write(Draft(body=fact))
        assert [hit.passage.text for hit in vault.recall(question).hits] == [FACTS[0]]
        assert not vault.recall("谁负责招聘新人").hits
