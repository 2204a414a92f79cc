"""Everybody is answered in their own language: over HTTP, at one table, in replays."""

from server_process import Person

TITLES = {"en": "Prime Daifugo Lv. 0", "ja": "素数大富豪 Lv.0"}


def speaker(server, language, chosen=False):
    """Somebody whose browser asks for a language, or in which it was chosen."""
    person = Person(server)
    if chosen:
        person.http.cookies.set("language", language)
    else:
        person.http.headers["accept-language"] = language
    return person


def is_japanese(text):
    return any("\u3040" <= letter <= "\u30ff" for letter in text)


def test_the_shelf_and_refusals_follow_the_header_and_a_choice_goes_before_it(server):
    for person, japanese in ((speaker(server, "ja-JP,ja;q=0.9,en;q=0.5"), True), (speaker(server, "fr"), False),
                             (speaker(server, "ja", chosen=True), True), (speaker(server, "xx", chosen=True), False)):
        shelf = {game["name"]: game["title"] for game in person.get("/api/games")["games"]}
        assert shelf["prime_daifugo"] == TITLES["ja" if japanese else "en"]
        assert is_japanese(person.get("/api/rules/prime_daifugo")["sections"][0]["blocks"][0]["text"]) == japanese
        refused = person.post("/api/join", status=404, code="QQQQQ")
        assert is_japanese(refused["sentence"]) == japanese


def test_two_at_one_table_each_in_their_own_language(server):
    ada, hana = speaker(server, "en"), speaker(server, "ja")
    code = ada.open(seats=2, options={"games_to_win": 1})
    pages = {"en": ada.page(code), "ja": hana.page(code)}
    pages["en"].say("start")
    scenes = {language: page.wait("scene") for language, page in pages.items()}
    for language, page in pages.items():
        told = page.got[0]["table"]
        assert told["title"] == TITLES[language]
        texts = [scenes[language]["scene"]["ask"], *(line["text"] for line in scenes[language]["lines"])]
        assert [is_japanese(text) for text in texts] == [language == "ja"] * len(texts)
    turn = scenes["en"]["scene"]["turn"][0]
    languages = list(pages)
    waiting, acting = pages[languages[1 - turn]], pages[languages[turn]]
    for page, language in ((waiting, languages[1 - turn]), (acting, languages[turn])):
        refused = page.act("play 1 1 1 1") if page is acting else page.act("pass")
        assert refused["type"] == "refused" and is_japanese(refused["sentence"]) == (language == "ja")
        if page is acting:
            rungs = page.say("hint")["rungs"]
            assert [is_japanese(rung) for rung in rungs] == [language == "ja"] * len(rungs)
    acting.act("pass")
    for language, page in pages.items():
        line = page.wait("scene", match=lambda message: message["lines"])["lines"][-1]
        assert is_japanese(line["text"]) == (language == "ja")
        page.close()


def test_a_socket_without_the_header_speaks_the_language_that_its_address_names(server):
    ada = speaker(server, "ja")
    code = ada.open(seats=2)
    ada.http.headers["accept-language"] = ""
    for query, language in (("?language=ja", "ja"), ("?language=en", "en"), ("?language=xx", "en"), ("", "en")):
        page = ada.page(code, query=query)
        assert page.got[0]["table"]["title"] == TITLES[language]
        page.close()
    ada.http.cookies.set("language", "en")
    assert ada.page(code, query="?language=ja").got[0]["table"]["title"] == TITLES["en"], "what was chosen goes before"


def test_a_record_is_the_same_text_and_its_replay_is_told_to_each_in_theirs(server):
    ada, hana = speaker(server, "en"), speaker(server, "ja")
    code = hana.open(seats=2, now=True, practice=True, deal=6, bots=[None, {"level": "novice", "pace": "quick"}])
    page = hana.page(code)
    page.wait("scene")
    page.close()
    kept = hana.post(f"/api/tables/{code}/replay")
    _, *events = hana.http.get(f"/api/replays/{kept['id']}/record").text.splitlines()
    assert "The cards are dealt" in events[0] and not is_japanese("".join(events).replace(hana.name, ""))
    for _ in range(2):                                      # a reader keeps what it has made
        for person, language in ((ada, "en"), (hana, "ja")):
            told = person.get(f"/api/replays/{kept['id']}")
            assert told["title"] == TITLES[language]
            assert is_japanese(told["events"][0]["text"]) == (language == "ja")
