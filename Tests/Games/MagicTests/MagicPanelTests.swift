import Testing
import ThudCore
import ThudGameKit
import ThudMagic

@Suite("Pages, help and settings") struct MagicPanelTests {
    @Test func `a page is spoken in whole sentences`() {
        let welcome = MagicPages.welcome.map(\.spoken)
        #expect(
            welcome[0]
                == "Welcome to Aria's Magic! Five princess friends are waiting to make magical moments with you.")
        #expect(welcome[3] == "Share the magic! A friend joins with f and waves goodbye with g. Have fun!")
        #expect(MagicPages.help[5].spoken.hasSuffix("6 mouth. f a friend joins, g one leaves."))
        for page in welcome + MagicPages.help.map(\.spoken) { #expect(!page.contains("!.") && !page.contains("..")) }
    }

    @Test func `four pages turn forward and back, and the stage follows the last`() {
        var child = Child(welcomes: true)
        #expect(MagicPages.welcome.count == 4 && child.round.stage == .ready)
        #expect(child.does(.turn(-1)).isEmpty && child.does(.tap(middle)).isEmpty)
        for page in 1..<4 {
            #expect(child.does(.choose).given == [.snap] && child.round.phase == .welcome(page: page))
        }
        #expect(child.does(.turn(-1)).given == [.snap] && child.does(.turn(1)).given == [.snap])
        #expect(
            child.does(.dismissForGood).given == [.toggle] && !child.round.options.showsPages
                && child.does(.dismissForGood).isEmpty)
        #expect(child.does(.choose).given == [.select] && child.round.stage == .playing)
    }

    @Test func `the pages can be skipped`() {
        for skip in [MagicEvent.panel(nil)] {
            var child = Child(welcomes: true)
            #expect(child.does(skip).given == [.select] && child.round.stage == .playing)
        }
        var child = Child(welcomes: true)
        child.presses(.ready)
        #expect(child.round.stage == .playing)
    }

    @Test func `the help turns its pages, and trying a page does what it shows`() {
        var child = Child()
        child.does(.panel(.help(0)))
        #expect(child.does(.turn(-1)).isEmpty && child.does(.turn(1)).given == [.snap])
        #expect(child.round.panel == .help(1))
        #expect(child.does(.choose).given == [.spawn], "somebody has to be there before anybody can dance")
        child.does(.panel(.help(1)))
        #expect(child.does(.turn(1)).given == [.snap] && child.does(.turn(-1)).given == [.snap])
        #expect(child.does(.choose).given == [.dance] && child.round.panel == nil)
        child.does(.panel(.help(0)))
        for _ in MagicPages.help { child.does(.turn(1)) }
        #expect(child.round.panel == .help(MagicPages.help.count - 1) && child.does(.panel(nil)).given == [.select])
    }

    @Test func `a menu puts down the character that the pointer holds`() {
        var child = Child.withCharacter()
        let (left, right) = (Spot(x: 0.2, y: 0.5), Spot(x: 0.8, y: 0.5))
        child.does(.tap(left))
        child.does(.grab(left))
        child.does(.longPress(left))
        #expect(child.round.held == nil)
        child.does(.panel(nil))
        child.does(.grab(middle))
        child.does(.drag(right))
        #expect(child.round.scene.characters.map(\.spot) == [right, left])
    }

    @Test func `each page is announced as it opens, starting with the first, and so is the stage`() throws {
        let setup = RoundSetup(mode: "stage", seed: 1, tutorial: true)
        var session = try Session<Magic>(
            Magic.round(setup), by: .script(text: "1 choose\n2 close\n3 help\n4 options\n5 close", file: "test"),
            seed: 1,
            start: Instant(nanoseconds: 0))
        let told = session.advance(to: .init(nanoseconds: 9_000_000_000)).compactMap { effect in
            if case .show(let moment) = effect.effect { (effect.cause, moment.text) } else { nil }
        }
        let settings = "Settings. \(MagicOption.allCases[0].title): on."
        #expect(
            told.map(\.1) == [
                MagicPages.welcome[0].spoken, MagicPages.welcome[1].spoken,
                "The stage is yours. Tap anywhere to bring a princess.", MagicPages.help[0].spoken, settings,
                "The stage.",
            ])
        #expect(told.map { $0.0.nanoseconds / 1_000_000_000 } == [0, 1, 2, 3, 4, 5])
        #expect(MagicPages.help[0].spoken.hasSuffix("Try it!") && !MagicPages.help[2].spoken.contains("Try it!"))
    }

    @Test func `every setting cycles through its values with one cue each`() {
        var child = Child()
        child.does(.panel(.settings(0)))
        for option in MagicOption.allCases {
            let before = child.round.options[option]
            for value in option.values {
                let effects = child.does(.choose)
                #expect(effects.given == [.toggle] && option.values.contains(child.round.options[option]), "\(value)")
            }
            #expect(child.round.options[option] == before)
            child.does(.turn(1))
        }
        #expect(child.does(.set(.scale, "3")).isEmpty && child.round.options.scale == 1)
    }

    @Test func `a menu commands one character, sends it home, or closes`() {
        for (row, entry) in MagicMenu.entries.enumerated() {
            var child = Child.withCharacter()
            child.does(.longPress(middle))
            for _ in 0..<row { child.does(.turn(1)) }
            let effects = child.does(.choose)
            switch entry {
            case .action(let action): #expect(effects.given.map(\.rawValue) == [action.rawValue])
            case .goodbye: #expect(effects.given == [.select] && child.round.scene.characters.isEmpty)
            case .back: #expect(effects.given == [.select] && child.round.scene.characters.count == 1)
            }
            #expect(child.round.panel == nil)
        }
    }

    @Test func `a row can be chosen at once`() {
        var child = Child.withCharacter()
        child.does(.panel(.settings(0)))
        #expect(child.does(.row(3)).given == [.toggle] && child.round.options.hasHighContrast)
        #expect(child.does(.row(9)).isEmpty && child.does(.row(-1)).isEmpty && child.round.panel == .settings(3))
        child.does(.panel(nil))
        child.does(.longPress(middle))
        #expect(child.does(.row(1)).given == [.dance] && child.round.panel == nil)
    }

    @Test func `another round keeps the settings, and follows the shell's Reduce Motion`() {
        var child = Child(["scale": "1.2"])
        child.does(.goodNight)
        child.round.adopt(RoundSetup(mode: "stage", seed: 1, reduceMotion: true, options: ["face": "off"]))
        #expect(child.round.options.watchesFace && child.round.stage == .finished)
        child.presses(.playAgain)
        #expect(
            child.round.options.scale == 1.2 && child.round.options.reducesMotion && !child.round.options.watchesFace)
    }

    @Test func `options are read by name, and invalid ones are ignored`() {
        let options = MagicOptions(["sensitivity": "easy", "scale": "1.2", "contrast": "maybe"], reduceMotion: true)
        #expect(options.sensitivity.threshold == 0.3 && options.scale == 1.2)
        #expect(!options.hasHighContrast && options.reducesMotion && options.watchesFace)
    }

    @Test func `settings are saved one by one, and return on the next stage`() throws {
        var child = Child(welcomes: true)
        let before = child.round
        child.does(.dismissForGood)
        child.does(.choose)
        for _ in 0..<3 { child.does(.choose) }
        child.does(.set(.sensitivity, "easy"))
        let changes = Magic.changes(from: before, to: child.round)
        #expect(changes == [.value(key: "sensitivity", "easy"), .value(key: "pages", "off")])
        #expect(Magic.changes(from: child.round, to: child.round).isEmpty)
        var next = Magic.round(RoundSetup(mode: "stage", seed: 1, tutorial: true))
        #expect(next.stage == .ready)
        try Magic.restore(
            SavedProgress(values: ["sensitivity": "easy", "pages": "off", "weather": "fair"]), into: &next)
        #expect(next.options.sensitivity == .easy && next.stage == .playing)
    }

    @Test func `Reduce Motion of the shell is never saved as a choice of the game`() throws {
        var child = Child(["motion": "full"], reduceMotion: true)
        let still = child.round
        try Magic.restore(SavedProgress(values: ["motion": "full"]), into: &child.round)
        #expect(child.round.options.reducesMotion)
        child.does(.goodNight)
        child.round.adopt(RoundSetup(mode: "stage", seed: 1))
        child.presses(.playAgain)
        #expect(!child.round.options.reducesMotion)
        #expect(Magic.changes(from: still, to: child.round).isEmpty)
    }

    @Test func `impossible saved settings are refused with a message`() {
        var round = Child().round
        let error = #expect(throws: ThudError.self) {
            try Magic.restore(SavedProgress(values: ["scale": "7"]), into: &round)
        }
        #expect(
            error?.message
                == "the saved settings of Aria's Magic set scale to 7; choose one of 0.8, 0.9, 1.0, 1.1, 1.2")
        #expect(round.options.scale == 1)
    }
}
