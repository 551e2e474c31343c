import Glibc
import Testing
import ThudCore
import ThudCues
import ThudPatterns

private let tap = Array(AHAP.text(HapticPreset.impactHeavy.pattern).utf8)

private func parse(_ text: String) throws -> CueCatalog {
    try CueCatalog.parse(Array(text.utf8), file: "Sounds/kape/catalog.json")
}

@Suite("Catalogs and their patterns become cues") struct CueCatalogTests {
    @Test func `a cue has its flash, loudness, priority and confetti`() throws {
        let catalog = try parse(
            """
            { "game": "kape", "cues": {
              "legend": { "flash": { "colour": "#ffd700", "seconds": 1 }, "loudness": "win", "priority": 255,
                          "confetti": true, "sounds": "unfelt" },
              "times-up": {} } }
            """)
        #expect(catalog.game == "kape" && catalog.entries.map(\.name) == ["legend", "times-up"])
        let cues = try catalog.cues(patterns: ["legend": tap, "times-up": tap, "extra": tap])
        #expect(cues.keys.sorted() == ["kape/extra", "kape/legend", "kape/times-up"])
        let legend = try #require(cues["kape/legend"])
        #expect(legend.flash == Flash(Colour(red: 255, green: 215, blue: 0), seconds: 1))
        #expect(legend.loudness == .win && legend.priority == 255 && legend.confetti && legend.sounds == .unfelt)
        #expect(legend.pattern == HapticPreset.impactHeavy.pattern)
        for name in ["kape/extra", "kape/times-up"] {
            let plain = try #require(cues[name])
            #expect(plain.name == name && plain.flash == nil && plain.loudness == .normal)
            #expect(plain.priority == 128 && !plain.confetti)
        }
    }

    @Test func `a catalog without a game takes the name of its folder`() throws {
        let bytes = Array(#"{"cues": {"tap": {}}}"#.utf8)
        let catalog = try CueCatalog.parse(bytes, file: "Sounds/mine/catalog.json")
        #expect(try catalog.cues(patterns: ["tap": tap]).keys.sorted() == ["mine/tap"])
        let here = SourceFile.name(of: try #require(SourceFile.realPath(".")))
        #expect(try CueCatalog.parse(bytes, file: "catalog.json").game == here)
        #expect(try CueCatalog.parse(bytes, file: "/usr/bin/./catalog.json").game == "bin")
        #expect(try CueCatalog.parse(bytes, file: "/usr/bin/../catalog.json").game == "usr")
    }

    @Test func `a sound that no pattern names is a cue, with or without an entry`() throws {
        let bytes = Array(#"{"game": "mine", "cues": {"bump": {"loudness": "win"}}}"#.utf8)
        let catalog = try CueCatalog.parse(bytes, file: "catalog.json")
        let pattern = AHAP.text(.playing("used.wav"))
        let cues = try catalog.cues(
            patterns: ["tap": Array(pattern.utf8)],
            sounds: ["bump.wav", "plain.flac", "plain.wav", "tap.wav", "used.wav"])
        #expect(cues.keys.sorted() == ["mine/bump", "mine/plain", "mine/tap"])
        #expect(cues["mine/bump"]?.loudness == .win)
        #expect(cues["mine/tap"]?.pattern.events.map(\.waveformPath) == ["used.wav"])
        #expect(cues["mine/plain"]?.pattern.events.map(\.waveformPath) == ["plain.flac"])
    }

    @Test(arguments: [
        (#"{"game": "kape"}"#, "1:1: expected a member `cues`, found none"),
        (
            #"{"game": "../x", "cues": {}}"#,
            "1:10: game: expected a name of lower-case letters, digits and hyphens, found `../x`"
        ),
        (
            #"{"game": "kape", "cues": {"a/b": {}}}"#,
            #"1:34: cues["a/b"]: expected a name of lower-case letters, digits and hyphens, found `a/b`"#
        ),
        (
            #"{"game": "kape", "cues": {"a_b": {}}}"#,
            "1:34: cues.a_b: expected a name of lower-case letters, digits and hyphens, found `a_b`"
        ),
        (
            #"{"game": "kape", "cues": {"pass": {"flash": {"colour": "red", "seconds": 1}}}}"#,
            #"1:56: cues.pass.flash.colour: expected a colour such as #39FF14, found "red""#
        ),
        (
            ##"{"game": "kape", "cues": {"pass": {"flash": {"colour": "#FFFFFF", "seconds": 9}}}}"##,
            "1:78: cues.pass.flash.seconds: expected a number from 0.05 to 5, found 9"
        ),
        (
            #"{"game": "kape", "cues": {"pass": {"loudness": "loud"}}}"#,
            #"1:48: cues.pass.loudness: expected one of quiet, normal, win, found "loud""#
        ),
        (
            #"{"game": "kape", "cues": {"pass": {"priority": 256}}}"#,
            "1:48: cues.pass.priority: expected a whole number from 0 to 255, found 256"
        ),
        (
            #"{"game": "kape", "cues": {"pass": {"color": 1}}}"#,
            "1:45: cues.pass.color: unknown member; choose one of flash, loudness, priority, "
                + "confetti, lasts, sounds, variants"
        ),
        (
            #"{"game": "kape", "yield": true, "cues": {}}"#,
            "1:27: yield: unknown member; choose one of game, yields, cues"
        ),
        (
            ##"{"game": "kape", "cues": {"pass": {"flash": {"colour": "#FFFFFF", "second": 1}}}}"##,
            "1:77: cues.pass.flash.second: unknown member; choose one of colour, seconds, opacity"
        ),
        (
            ##"{"game": "kape", "cues": {"pass": {"flash": {"colour": "#FFFFFF", "seconds": 1, "opacity": 2}}}}"##,
            "1:92: cues.pass.flash.opacity: expected a number from 0.1 to 1, found 2"
        ),
        (
            #"{"game": "kape", "cues": {"pass": {"lasts": "long"}}}"#,
            #"1:45: cues.pass.lasts: expected one of hold, loop, found "long""#
        ),
        (
            #"{"game": "kape", "cues": {"pass": {"variants": {}}}}"#,
            "1:48: cues.pass.variants: expected at least one variant, found none"
        ),
        (
            #"{"game": "kape", "cues": {"pass": {"variants": {"Up": {}}}}}"#,
            "1:55: cues.pass.variants.Up: expected a name of lower-case letters, digits and hyphens, found `Up`"
        ),
        (
            #"{"game": "kape", "cues": {"pass": {"variants": {"up": {"AudioPitch": 2}}}}}"#,
            "1:70: cues.pass.variants.up.AudioPitch: expected a number from -1 to 1, found 2"
        ),
        (
            #"{"game": "kape", "cues": {"pass": {"variants": {"up": {"AudioVolume": -0.1}}}}}"#,
            "1:71: cues.pass.variants.up.AudioVolume: expected a number from 0 to 1, found -0.1"
        ),
        (
            #"{"game": "kape", "cues": {"pass": {"variants": {"up": {"Sustained": 1}}}}}"#,
            "1:69: cues.pass.variants.up.Sustained: unknown member; choose one of HapticIntensity, "
                + "HapticSharpness, AttackTime, DecayTime, ReleaseTime, AudioVolume, AudioPitch, AudioPan, "
                + "AudioBrightness, flash"
        ),
    ])
    func `an invalid catalog is an error that names the place`(text: String, message: String) throws {
        let error = try #require(throws: (any Error).self) { try parse(text) }
        #expect(String(describing: error) == "Sounds/kape/catalog.json:\(message)")
    }

    @Test func `a cue without a pattern is reported at its entry`() throws {
        let catalog = try parse(#"{"game": "kape", "cues": {"corect": {}}}"#)
        let error = try #require(throws: (any Error).self) { try catalog.cues(patterns: ["correct": tap]) }
        #expect(
            String(describing: error)
                == "Sounds/kape/catalog.json:1:37: cues.corect: the pattern Sounds/kape/corect.ahap "
                + "is missing; add it or remove the cue")
    }

    @Test func `an invalid pattern is reported in its own file`() throws {
        let catalog = try parse(#"{"game": "kape", "cues": {"pass": {}}}"#)
        let error = try #require(throws: (any Error).self) { try catalog.cues(patterns: ["pass": Array("[]".utf8)]) }
        #expect(String(describing: error) == "Sounds/kape/pass.ahap:1:1: expected an object, found an array")
    }
}

@Suite("Colours, flashes and loudness") struct CueValueTests {
    @Test func `the win is the loudest`() {
        #expect(LoudnessClass.allCases.sorted() == [.quiet, .normal, .win])
        #expect(LoudnessClass.allCases.max() == .win)
    }

    @Test func `a flash is no shorter, longer, fainter or brighter than a catalog's`() {
        #expect(Flash(.white, seconds: 0, opacity: 0) == Flash(.white, seconds: 0.05, opacity: 0.1))
        #expect(Flash(.white, seconds: 9, opacity: 2) == Flash(.white, seconds: 5))
    }
}

/// Returns the bytes of a file in this repository.
private func bytes(of path: String) throws -> [UInt8] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let file = try #require(fopen("/\(root)/\(path)", "rb"), "cannot open \(path)")
    defer { fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = getc(file), byte != EOF { bytes.append(UInt8(truncatingIfNeeded: byte)) }
    return bytes
}

@Suite("The catalog of Kape") struct ShippedCatalogTests {
    let entries: [String: CueCatalog.Entry]

    init() throws {
        let path = "Sounds/kape/catalog.json"
        let catalog = try CueCatalog.parse(bytes(of: path), file: path)
        entries = Dictionary(uniqueKeysWithValues: catalog.entries.map { ($0.name, $0) })
    }

    @Test func `the catalog names its nine cues`() {
        let names = ["button", "correct", "go", "legend", "pass", "tick", "times-up", "tutorial", "warning"]
        #expect(entries.keys.sorted() == names)
    }

    @Test(arguments: [("correct", "#39FF14"), ("tutorial", "#39FF14"), ("pass", "#FF9500")])
    func `answers flash for 0.3 s`(name: String, colour: String) {
        #expect(entries[name]?.cue.flash?.seconds == 0.3)
        #expect(entries[name]?.cue.flash?.colour.description == colour)
    }

    @Test func `only the legend has gold and confetti`() {
        #expect(entries["legend"]?.cue.flash?.colour.description == "#FFD700")
        #expect(entries.values.filter(\.cue.confetti).map(\.name) == ["legend"])
    }

    @Test func `the win is the loudest cue`() {
        #expect(entries.values.filter { $0.cue.loudness == .win }.map(\.name) == ["correct"])
    }
}
