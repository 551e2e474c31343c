import Testing
import ThudCore
import ThudGameKit
import ThudGames
import ThudRecords

@testable import ThudKape

/// The migration of records from the version that knew only one game, as they exist on players' disks.
@Suite struct MigrationTests {
    /// A round of two players in progress, as version 1 wrote it. Never change it.
    private static let formerRound = """
        {"id":18446744073709551615,"deck":"mix","seconds":45,"progress":{"dealer":{"cards":["a","b","c","d"],\
        "order":[3],"generator":{"state":5},"last":2},"card":"c","got":["a"],"passed":["b"],"seen":["a","b","c"],\
        "remaining_ns":31000000000},"tournament":{"players":["Ana","Lojtari 2"],"results":[{"got":["x","y"],\
        "passed":["z"],"seen":["x","y","z","w"]}]}}
        """

    private func former() throws -> Shelf {
        let shelf = try Shelf()
        try shelf.write([])
        try shelf.execute(
            """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('v1');
            CREATE TABLE preference (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
            CREATE TABLE seen (
                position INTEGER PRIMARY KEY, deck TEXT NOT NULL, card TEXT NOT NULL, UNIQUE (deck, card));
            CREATE TABLE unlocked (deck TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID;
            CREATE TABLE saved_round (
                position INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL UNIQUE,
                version INTEGER NOT NULL, round TEXT NOT NULL);
            CREATE TABLE unreadable_round (
                position INTEGER PRIMARY KEY, version INTEGER NOT NULL, round BLOB NOT NULL, reason TEXT NOT NULL);
            INSERT INTO preference VALUES ('volume', '0.25'), ('gloss', 'on'), ('seconds', '45.0'), ('sound', 'off');
            INSERT INTO seen (deck, card) VALUES ('mix', 'Pite'), ('mix', 'Flija'), ('gurbet', 'Golf 4');
            INSERT INTO unlocked VALUES ('vip'), ('own');
            INSERT INTO unreadable_round VALUES (3, 1, 'torn', 'it was torn');
            """)
        try shelf.execute("INSERT INTO saved_round (id, version, round) VALUES (-1, 1, ?)", [Self.formerRound])
        return shelf
    }

    @Test func `nothing of an older file is lost`() throws {
        let shelf = try former()
        let store = try shelf.open()
        let preferences = try store.preferences()
        #expect(preferences.volume == 0.25 && preferences.gloss && preferences.seconds == 45 && !preferences.soundOn)
        #expect(try store.seen(deck: "mix", of: "kape") == ["Pite", "Flija"])
        #expect(try store.seen(deck: "gurbet", of: "kape") == ["Golf 4"])
        #expect(try store.seen(deck: "mix", of: "another").isEmpty)
        #expect(try store.isUnlocked(deck: "vip", of: "kape") && store.isUnlocked(deck: "own", of: "kape"))
        #expect(try !store.isUnlocked(deck: "vip", of: "another"))
        #expect(try shelf.value("SELECT game || round || reason FROM unreadable_round") == "kapetornit was torn")
        #expect(try shelf.value("SELECT count(*) FROM sqlite_master WHERE name LIKE '%_v1'") == "0")
        #expect(try shelf.value("PRAGMA journal_mode") == "wal")
    }

    @Test func `a round of an older file continues, with its tournament`() throws {
        let (found, notice) = try former().open().savedRound(of: Kape.self)
        #expect(notice == nil)
        let saved = try #require(found)
        #expect(saved.id == .max && saved.deck == "mix" && saved.seconds == 45 && saved.game == "kape")
        let state = try #require(saved.state.round as? KapeState)
        #expect(state.phase == .handOver)
        #expect(state.settings.length == .seconds(45))
        #expect(state.progress.remaining == .seconds(31))
        #expect(state.progress.card == "c")
        #expect(state.progress.result == KapeResult(got: ["a"], passed: ["b"], seen: ["a", "b", "c"]))
        var dealer = state.progress.dealer
        #expect(dealer.deal() == "d")
        let tournament = try #require(saved.tournament)
        #expect(tournament.players == ["Ana", "Lojtari 2"])
        #expect(
            tournament.results == [KapeResult(got: ["x", "y"], passed: ["z"], seen: ["x", "y", "z", "w"]).outcome])
    }

    @Test func `a migrated round is saved in the current version`() throws {
        let shelf = try former()
        let store = try shelf.open()
        let saved = try #require(try store.savedRound(of: Kape.self).round)
        try store.keep(.saveRound(saved))
        #expect(try shelf.value("SELECT game || version FROM saved_round") == "kape2")
        #expect(try shelf.open().savedRound(of: Kape.self).round == saved)
    }

    @Test(arguments: ["\"seconds\":1e9", "\"seconds\":0", "\"seconds\":-1"])
    func `an impossible old round is set aside`(hostile: String) throws {
        let shelf = try former()
        let text = Self.formerRound.replacing("\"seconds\":45", with: hostile)
        try shelf.execute("UPDATE saved_round SET round = ?", [text])
        let (round, notice) = try shelf.open().savedRound(of: Kape.self)
        #expect(round == nil && notice?.contains("cannot be read") == true)
        #expect(try shelf.value("SELECT count(*) FROM unreadable_round") == "2")
    }
}

/// Rounds that version 0.2.0 saved when it was killed, apart from Kape's shorter deck. Never change them.
@Suite struct ReleasedRoundTests {
    private static let rounds = [
        "kape": """
        {"mode":"round","state":{"progress":{"dealer":{"generator":{"state":8802065995613016997},"last":3,\
        "cards":["Mali i Dajtit","Rakia","Besa","Kafja turke"],"order":[2]},"passed":["Rakia"],\
        "got":["Mali i Dajtit"],"card":"Kafja turke","seen":["Mali i Dajtit","Rakia","Kafja turke"],\
        "remaining_ns":25565469077},"tutorialPending":false,"settings":{"length":30000000000,"tutorial":false,\
        "handsOver":false,"countdownLead":100000000},"phase":{"waitingForForehead":{}}},"deck":"mix",\
        "seconds":30,"id":8203881749837}
        """,
        "pocket": """
        {"state":{"settings":{"players":["Player 1","Player 2"],"mode":"pvp","discreet":false,"lead":100000000,\
        "seed":4},"progress":{"isRecord":false,"sequence":[],"position":0,"score":0,"failures":1,\
        "match":{"turn":2,"done":0,"scores":[0,0],"failed":[true,false],"cursors":[0,0],"isFree":true},\
        "attempts":[{"time":3000000000,"isRight":false}],"played":3000000000,"successes":0,"dealer":{"last":[],\
        "generator":{"state":4},"pool":["swipe-up","swipe-down","swipe-left","swipe-right","tap","double-tap",\
        "long-press","pinch","shake","tilt-left","tilt-right","raise","lower","stroop"]}},\
        "phase":{"handOver":{}},"rounds":0},"mode":"pvp","id":18309345864158207091,"seconds":60}
        """,
        "habit": #"""
        {"id":17869361539202713741,"seconds":60,"mode":"day","state":{"screen":{"chart":{}},"phase":"paused",\#
        "book":{"days":[],"habits":"{\"guided\":true,\"next\":2,\"habits\":[{\"number\":1,\"name\":\"Run\",\#
        \"category\":\"health\",\"accent\":\"blue\"}]}"},"owesResult":false,"holds":[],\#
        "settings":{"isTaught":true,"reducesMotion":false,"isSingle":false},"isDemoDone":false,"chosen":0}}
        """#,
        "magic": """
        {"id":58760151432616018,"state":{"generator":{"state":3606217191},"scene":{"characters":[],"lastID":0},\
        "tally":{"acts":0,"friends":0,"brought":0,"effects":0,"faces":0},"options":{"isStill":false,\
        "chosen":["motion","full","scale","1.0","sensitivity","medium","face","on","pages","on","contrast",\
        "off"]},"pulses":{"due":[]},"loops":{"order":[]},"picked":"sparkle","friends":[],\
        "texture":{"strength":0},"faces":[],"phase":{"welcome":{"page":1}}},"mode":"stage","seconds":60}
        """,
    ]

    @Test(arguments: rounds.keys.sorted()) func `a round that version 0.2.0 saved goes on`(game: String) throws {
        let shelf = try Shelf()
        let store = try shelf.open()
        try shelf.execute(
            "INSERT INTO saved_round (id, game, version, round) VALUES (1, ?, ?, ?)",
            [game, game == "kape" ? "2" : "1", try #require(Self.rounds[game])])
        let (round, notice) = try store.savedRound(of: try #require(Games.named(game)))
        let reason = try shelf.value("SELECT reason FROM unreadable_round")
        #expect(round != nil && notice == nil, "\(reason ?? "")")
    }
}

/// The records of version 2, which stored neither the time nor the variant of a score.
@Suite struct ScoreMigrationTests {
    private func former() throws -> Shelf {
        let shelf = try Shelf()
        try shelf.write([])
        // As version 2 wrote it. Never change it.
        try shelf.execute(
            """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('v1'), ('v2');
            CREATE TABLE preference (key TEXT NOT NULL PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
            CREATE TABLE seen (
                position INTEGER PRIMARY KEY, game TEXT NOT NULL, deck TEXT NOT NULL, card TEXT NOT NULL,
                UNIQUE (game, deck, card));
            CREATE TABLE unlocked (
                game TEXT NOT NULL, deck TEXT NOT NULL, PRIMARY KEY (game, deck)) WITHOUT ROWID;
            CREATE TABLE saved_round (
                position INTEGER PRIMARY KEY AUTOINCREMENT, id INTEGER NOT NULL UNIQUE,
                version INTEGER NOT NULL, round TEXT NOT NULL, game TEXT NOT NULL DEFAULT 'kape');
            CREATE TABLE unreadable_round (
                position INTEGER PRIMARY KEY, version INTEGER NOT NULL, round BLOB NOT NULL,
                reason TEXT NOT NULL, game TEXT NOT NULL DEFAULT 'kape');
            CREATE TABLE score (
                position INTEGER PRIMARY KEY AUTOINCREMENT, game TEXT NOT NULL, version INTEGER NOT NULL,
                mode TEXT NOT NULL, score INTEGER NOT NULL, accuracy REAL NOT NULL, date INTEGER NOT NULL,
                seed TEXT, player TEXT);
            CREATE INDEX score_by_rank ON score (game, mode, score DESC, accuracy DESC, position);
            CREATE TABLE day_done (
                game TEXT NOT NULL, item TEXT NOT NULL, day TEXT NOT NULL, date INTEGER NOT NULL,
                PRIMARY KEY (game, item, day)) WITHOUT ROWID;
            CREATE TABLE progress (
                game TEXT NOT NULL, key TEXT NOT NULL, version INTEGER NOT NULL, value TEXT NOT NULL,
                PRIMARY KEY (game, key)) WITHOUT ROWID;
            INSERT INTO score VALUES (7, 'pocket', 1, 'classic', 17, 0.9, 1700000000, '18446744073709551615', NULL),
                (9, 'pocket', 1, 'versus', 4, 0.5, 1700000001, NULL, 'Ana');
            INSERT INTO progress VALUES ('habit', 'tasks', 1, '[]');
            """)
        return shelf
    }

    @Test func `scores without a time and a variant stay on their boards beside new ones`() throws {
        let shelf = try former()
        let store = try shelf.open()
        let old = Score(
            game: "pocket", version: 1, mode: "classic", score: 17, accuracy: 0.9, date: 1_700_000_000, seed: .max)
        #expect(try store.scores(game: "pocket", version: 1, mode: "classic").map(\.score) == [old])
        #expect(try store.scores(game: "pocket", version: 1, mode: "versus").map(\.score.player) == ["Ana"])
        #expect(try store.progress(game: "habit")["tasks"] == "[]")
        let new = Score(
            game: "pocket", version: 1, mode: "classic", score: 18, accuracy: 1, date: 1_800_000_000, seconds: 41.25,
            variant: "discreet")
        try store.keep(.score(new))
        let scores = try shelf.open().scores(game: "pocket", version: 1, mode: "classic")
        #expect(scores.map(\.score) == [new, old] && scores.map(\.number) == [10, 7])
    }

    /// Kape kept no lengths before, so an old hour would lead the minutes for ever.
    @Test func `an old score of unknown length stays on a board of its own`() throws {
        let shelf = try former()
        _ = try shelf.open()
        try shelf.execute(
            """
            INSERT INTO score (game, version, mode, score, accuracy, date) VALUES ('kape', 2, 'round', 400, 1, 1700000000)
            """)
        let store = try shelf.open()
        try store.keep(
            .score(
                Score(
                    game: "kape", version: 2, mode: "round", score: 12, accuracy: 1, date: 1_800_000_000, seconds: 60)))
        #expect(try store.lengths(game: "kape", version: 2, mode: "round") == [nil, 60])
        let known = try store.scores(game: "kape", version: 2, mode: "round", length: .of(60))
        let unknown = try store.scores(game: "kape", version: 2, mode: "round", length: .of(nil))
        #expect(known.map(\.score.score) == [12] && unknown.map(\.score.score) == [400])
    }
}
