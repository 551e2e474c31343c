import Testing
import ThudCore
import ThudCues
import ThudGameKit

@testable import ThudGameUI
@testable import ThudKape

@Suite struct KapeSettingsFlowTests {
    private func flow() throws -> ShellFlow {
        ShellFlow(Kape.description, decks: try DeckFixture.choices(), preferences: Preferences())
    }

    private func row(_ item: SettingsPanel.Item) throws -> Int {
        try #require(SettingsPanel.Item.allCases.firstIndex(of: item))
    }

    @Test func `haptics are switched off, and on as they are heard`() {
        var preferences = Preferences()
        preferences.haptics = .drive
        for next in [.off, .heard, .off] as [FeedbackSettings.Haptics] {
            SettingsPanel.Item.haptics.change(&preferences, step: 1)
            #expect(preferences.haptics == next)
        }
    }

    @Test(arguments: [ShellFlow.Scene.title, .decks(selected: 1), .unlock(deck: 1), .players, .podium])
    func `the settings cover a scene and leave it unchanged`(scene: ShellFlow.Scene) throws {
        var flow = try flow()
        flow.scene = scene
        #expect(flow.act(.settings) == [.feedback(.button)])
        #expect(flow.settings != nil)
        #expect(flow.scene == scene)
        #expect(!flow.isTyping)
        #expect(flow.act(.down) == [.feedback(.button)])
        #expect(flow.act(.back) == [.feedback(.button)])
        #expect(flow.settings == nil)
        #expect(flow.scene == scene)
    }

    @Test func `the settings pause a round, and closing them comes before leaving it`() throws {
        var flow = try flow()
        flow.resumed(deck: "ushqime", tournament: nil)
        flow.hold.press(at: KapeFlowTests.now, reportsRelease: true)
        let playing = RoundStage.playing
        #expect(flow.act(.settings, stage: playing) == [.interrupt, .feedback(.button)])
        #expect(!flow.hold.isActive)
        #expect(!flow.mustHoldToLeave(stage: playing))
        #expect(flow.act(.leave, stage: .paused) == [.feedback(.button)])
        #expect(flow.settings == nil)
        #expect(flow.scene == .round)
        #expect(flow.act(.confirm, stage: .paused) == [.press(.resume)])
    }

    @Test(arguments: [0.0, 1.0]) func `nothing happens at either end of the volume`(volume: Double) throws {
        var flow = try flow()
        flow.preferences.volume = volume
        _ = flow.act(.settings)
        for _ in 0..<(try row(.volume)) { _ = flow.act(.down) }
        #expect(flow.act(volume == 0 ? .left : .right) == [])
        #expect(flow.act(volume == 0 ? .right : .left).contains(.feedback(.button)))
    }

    @Test(arguments: SettingsPanel.Item.allCases)
    func `every setting changes, reports that, and returns to its value`(item: SettingsPanel.Item) throws {
        var flow = try flow()
        // The person's locale decides the language before the first screen.
        flow.preferences.language = .own
        let before = flow.preferences
        _ = flow.act(.settings)
        for _ in 0..<(try row(item)) { _ = flow.act(.down) }
        // Full volume cannot be raised.
        let way: [ShellAction] = item == .volume ? [.left, .right] : [.right, .left]
        #expect(flow.act(way[0]) == [.preferences(flow.preferences), .feedback(.button)])
        #expect(flow.preferences != before)
        #expect(flow.act(way[1]) == [.preferences(flow.preferences), .feedback(.button)])
        #expect(flow.preferences == before)
    }

    @Test func `the length of a round cycles through all offered values`() throws {
        var flow = try flow()
        _ = flow.act(.settings)
        let row = try row(.roundLength)
        let lengths = SettingsPanel.roundLengths.map { _ in
            _ = flow.act(.choose(row))
            return flow.preferences.seconds
        }
        #expect(lengths == [90, 120, 180, 30, 45, 60])
    }

    @Test func `a length that is not offered becomes the first that is`() throws {
        var preferences = Preferences()
        preferences.seconds = 37
        var flow = ShellFlow(Kape.description, decks: [], preferences: preferences)
        _ = flow.act(.settings)
        _ = flow.act(.choose(try row(.roundLength)))
        #expect(flow.preferences.seconds == 30)
    }

    @Test func `a length that is not offered is shown as it is`() {
        var preferences = Preferences()
        preferences.seconds = 1.5
        let rows = SettingsPanel(items: [.roundLength]).rows(preferences, ShellWords())
        #expect(rows.map(\.value.text) == ["1.5 s"])
    }

    @Test func `the volume stops at both ends`() throws {
        var flow = try flow()
        _ = flow.act(.settings)
        _ = flow.act(.choose(try row(.volume)))
        #expect(flow.preferences.volume == 1)
        for _ in 0..<12 { _ = flow.act(.left) }
        #expect(flow.preferences.volume == 0)
        // Each value is the number that a person would write in the settings file.
        for volume in [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1] {
            _ = flow.act(.right)
            #expect(flow.preferences.volume == volume)
        }
    }

    @Test func `a row that does not exist changes nothing`() throws {
        var flow = try flow()
        _ = flow.act(.settings)
        for row in [-1, SettingsPanel.Item.allCases.count, .max, .min] {
            #expect(flow.act(.choose(row)) == [])
        }
        #expect(flow.preferences == Preferences())
        #expect(flow.settings == SettingsPanel())
    }

    @Test func `help and the developer's line switch on any screen`() throws {
        var flow = try flow()
        for scene in [ShellFlow.Scene.title, .decks(selected: 0), .round, .podium] {
            flow.scene = scene
            let before = flow.preferences
            _ = flow.act(.help)
            #expect(flow.hasHelp && flow.act(.up).isEmpty)
            _ = flow.act(.back)
            #expect(!flow.hasHelp)
            _ = flow.act(.developer)
            #expect(flow.preferences.developerLine != before.developerLine)
            #expect(flow.scene == scene)
        }
    }
}
