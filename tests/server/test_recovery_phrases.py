"""Recovery phrases: words that make another device the same person."""

import math
import random

import httpx
import pytest
from server_process import GENEROUS, TLS, Person, ServerProcess

from coprime.classroom.joining import is_rude
from coprime.core.errors import BadInput
from coprime.core.language_selection import use_language
from coprime.server.people import phrases, recovery_phrase
from coprime.server.people.recovery_phrase import WORDS, hash_phrase, make_phrase, make_salt, read_phrase
from coprime.server.store import people, phrase_rows
from coprime.server.store.erasure import forget_expired, forget_person
from coprime.server.store.store import Store

LIMITS = GENEROUS | {"phrases": [1000, 1000], "allphrases": [1000, 1000]}


@pytest.fixture(scope="module")
def opened(tmp_path_factory):
    server = ServerProcess(tmp_path_factory.mktemp("phrases"), rest=1, limits=LIMITS).start()
    yield server
    server.stop()


def phrase(seed=7):
    return make_phrase(random.Random(seed).randrange)


# The words.

def test_a_phrase_has_at_least_64_random_bits():
    assert recovery_phrase.RANDOM_WORDS * math.log2(len(WORDS)) > 73
    assert len(set(WORDS)) == len(WORDS) == 70**2 - len(recovery_phrase.LEFT_OUT)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_words_are_plain_letters_and_none_is_rude(language):
    with use_language(language):
        assert [word for word in WORDS if not (word.isascii() and word.islower() and len(word) == 4)
                or is_rude(word)] == []


@pytest.mark.parametrize("typed", [str.upper, str.title, lambda text: text.replace(" ", ""),
                                   lambda text: text.replace(" ", "  -\n"), lambda text: f"  {text}. ",
                                   lambda text: "".join(chr(ord(c) + 0xFEE0) if c.isalpha() else "　" for c in text)])
def test_typing_is_tolerant_of_case_spaces_and_width(typed):
    words = phrase()
    assert read_phrase(typed(" ".join(words))) == words


def test_a_typing_error_is_told_as_such():
    words = phrase()
    with pytest.raises(BadInput, match="7 words of 4 letters"):
        read_phrase(" ".join(words[:-1]))
    with pytest.raises(BadInput, match="no word “xxxx”"):
        read_phrase(" ".join([*words[:2], "xxxx", *words[3:]]))
    with pytest.raises(BadInput, match="do not fit together"):
        read_phrase(" ".join([words[1], words[0], *words[2:]]))


def test_one_wrong_word_in_some_thousands_escapes_the_checksum():
    """It is one of 4,875 words: of all words in the place of one, about one fits by chance."""
    words, found = phrase(), 0
    for word in WORDS:
        try:
            read_phrase(" ".join([word, *words[1:]]))
        except BadInput:
            continue
        found += word != words[0]
    assert found <= 5


def test_the_hash_is_slow_salted_and_of_the_words_alone():
    salt = make_salt(b"x" * 32)
    one = hash_phrase(phrase(), salt)
    assert one == hash_phrase(phrase(), salt) and len(one) == 64
    assert one not in (hash_phrase(phrase(8), salt), hash_phrase(phrase(), make_salt(b"y" * 32)))
    assert (recovery_phrase.SCRYPT_N, recovery_phrase.SCRYPT_R) >= (2**14, 8)


# On a server.

def test_another_device_becomes_the_same_person(opened):
    ada, phone = Person(opened, "Ada"), Person(opened, "Phone")
    code = ada.open(seats=2)
    page = ada.page(code)
    assert ada.get("/api/me/phrase") == {"since": 0}
    words = ada.post("/api/me/phrase")["words"]
    assert ada.get("/api/me/phrase")["since"] > 0
    own = phone.open(seats=2)
    answer = phone.post("/api/phrase", words=" ".join(words).upper())
    assert answer == {"name": "Ada", "notice": ""} and phone.get("/api/me")["name"] == "Ada"
    assert [one["code"] for one in phone.get("/api/tables")["tables"]] == [code], "her tables, and not the phone's"
    other = phone.page(code)
    assert other.told["you"]["seats"] == [0] and len(other.told["people"]) == 1, "both are her, at the same time"
    assert ada.get("/api/me")["name"] == "Ada"
    assert Person(opened).post("/api/tables", status=201, game="prime_daifugo")["code"] != own
    page.close()
    other.close()


def test_what_the_device_was_before_stays_and_can_be_had_by_its_own_phrase(opened):
    ada, phone = Person(opened, "Ada"), Person(opened, "Phone")
    mine, code = phone.post("/api/me/phrase")["words"], phone.open(seats=2)
    phone.post("/api/phrase", words=" ".join(ada.post("/api/me/phrase")["words"]))
    assert phone.get("/api/tables") == {"tables": []}
    phone.post("/api/phrase", words=" ".join(mine))
    assert phone.get("/api/me")["name"] == "Phone" and phone.get("/api/tables")["tables"][0]["code"] == code


def test_renewed_and_removed_it_is_worth_nothing(opened):
    ada, phone = Person(opened, "Ada"), Person(opened)
    first, second = (" ".join(ada.post("/api/me/phrase")["words"]) for _ in range(2))
    assert "Nobody has this" in phone.post("/api/phrase", status=404, words=first)["sentence"]
    assert ada.http.delete("/api/me/phrase").status_code == 204
    phone.post("/api/phrase", status=404, words=second)
    assert ada.get("/api/me/phrase") == {"since": 0} and phone.get("/api/me")["name"] != "Ada"


def test_a_right_phrase_costs_what_a_wrong_one_costs(fresh):
    """Of three tries each is counted, the right one too; a typing error is not."""
    server = fresh(limits=LIMITS | {"phrases": [3, 0.001]})
    ada = Person(server, "Ada")
    words = " ".join(ada.post("/api/me/phrase")["words"])                       # the first of three
    phone = Person(server)
    assert phone.http.post("/api/phrase", json={"words": "some words"}).status_code == 400
    assert phone.http.post("/api/phrase", json={"words": words}).status_code == 200
    assert phone.http.post("/api/phrase", json={"words": " ".join(phrase())}).status_code == 404
    answers = [phone.http.post("/api/phrase", json={"words": one}) for one in (words, " ".join(phrase()))]
    assert [one.status_code for one in answers] == [429, 429]


def test_all_addresses_together_have_a_limit(fresh):
    server = fresh(limits=LIMITS | {"allphrases": [1, 0.001]}, behind_proxy=True)
    ada = Person(server)
    for address, status in (("10.0.0.1", 404), ("10.0.0.2", 429)):
        answer = ada.http.post("/api/phrase", json={"words": " ".join(phrase())}, headers={"X-Forwarded-For": address})
        assert answer.status_code == status


def test_a_right_and_a_wrong_phrase_do_the_same_work(monkeypatch):
    """One hash and one look into the store for each, whatever comes of it."""
    counted = []

    class Manager:
        async def run_in_thread(self, job, *given):
            counted.append(job.__name__)
            return "right" if given[0] == phrase(1) else "wrong"

        async def read_store(self, query):
            counted.append(query.func.__name__)
            return ("key", "Ada") if query.keywords["hashed"] == "right" else None

        def write_unawaited(self, job):
            """After the answer is decided, and not waited for."""

    class Anything:
        def __getattr__(self, name):
            return self

        def __call__(self, *given, **named):
            return self

        def __enter__(self):
            return self

        def __exit__(self, *gone):
            return None

    state = Anything()
    state.manager, work = Manager(), []
    monkeypatch.setattr(phrases, "make_person_response", lambda state, key, answer: answer)
    for seed in (1, 2):
        counted.clear()
        try:
            phrases.use_phrase(state, None, phrases.PhraseBody(" ".join(phrase(seed)))).send(None)
        except StopIteration as answered:               # nothing here waits
            assert seed == 1 and answered.value.name == "Ada"
        except phrases.RequestError as wrong:
            assert wrong.status == 404 and seed == 2
        work.append(list(counted))
    assert work == [["hash_phrase", "find_person_by_phrase"]] * 2


def test_a_device_without_a_cookie_uses_a_phrase(opened):
    words = Person(opened, "Ada").post("/api/me/phrase")["words"]
    with httpx.Client(base_url=opened.url, verify=TLS) as http:
        assert http.post("/api/phrase", json={"words": " ".join(words)}).json()["name"] == "Ada"
        assert http.get("/api/me").json()["name"] == "Ada"


def test_the_store_holds_the_hash_and_forgets_it_with_the_person(tmp_path):
    store, salt = Store(f"sqlite:///{tmp_path / 'x.db'}"), make_salt(b"z" * 32)

    def run(connection):
        found = []
        for key in ("ada", "bo"):
            people.add_person(connection, key, key.title())
            phrase_rows.write_phrase(connection, key, hash_phrase(phrase(len(key)), salt), 5)
        found.append(phrase_rows.find_person_by_phrase(connection, hash_phrase(phrase(3), salt)))
        forget_person(connection, "ada")
        found.append(phrase_rows.find_person_by_phrase(connection, hash_phrase(phrase(3), salt)))
        forget_expired(connection, lambda seconds: 2**40, 1)
        found.append(phrase_rows.find_person_by_phrase(connection, hash_phrase(phrase(2), salt)))
        return found
    assert store.run_transaction(run) == [("ada", "Ada"), None, None]
    store.close()
