import ArgumentParser
import ThudCore
import ThudCues
import ThudFeedback
import ThudGameKit
import ThudGames
import ThudPatterns

struct WhyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "why", example: "thud why kape/correct --sound off --haptics off",
        about: "Show what remains of a cue under some settings, and by which rules. Nothing is played.")

    @Argument(help: ArgumentHelp("Cue, such as kape/correct.", valueName: "cue"), completion: .named("cue"))
    var cue: String
    @OptionGroup var policy: PolicyOptions

    @Flag(help: "Assume reduced motion: no confetti, no shakes.") var reduceMotion = false

    @Flag var fate: CueFate?

    @Flag(help: "Print the result as JSON.") var json = false

    func validate() throws { try policy.refuseFile() }

    func run() throws {
        var preferences = policy.preferences()
        preferences.reduceMotion = reduceMotion
        let account = CueAccount(try named(), policy.settings(preferences), fate)
        Console.result(isJSON: json, account.json, account.lines)
    }

    /// Returns the named cue, or a preset as a cue.
    private func named() throws -> Cue {
        if let preset = HapticPreset(rawValue: cue) { return Cue(name: cue, pattern: preset.pattern) }
        let assets = try Assets.find()
        guard let game = Games.game(ofCue: cue)?.description else {
            throw ThudError(.badInput, "unknown cue \(TypedText.shown(cue)); cues have names such as \(usual)")
        }
        let folder = try CueFolder(assets.sounds(of: game.name))
        let cues = try folder.catalog.cues(patterns: folder.patterns)
        guard let cue = cues[cue] else {
            let names = cues.keys.sorted()
            let advice = NearestName.question(cue, among: names, or: "; choose one of \(names.joined(separator: ", "))")
            throw ThudError(.badInput, "unknown cue \(TypedText.shown(cue))\(advice)")
        }
        return cue
    }

    private var usual: String { Games.usual.description.cue(Games.usual.description.buttonCue).description }
}

/// The fate of a cue in a round, independent of the settings.
enum CueFate: String, EnumerableFlag {
    case thinned, locked, paused

    static func help(for fate: CueFate) -> ArgumentHelp? {
        switch fate {
        case .thinned: "Assume that the cue comes close behind another one."
        case .locked: "Assume that the press is ignored by a lock."
        case .paused: "Assume that the round is paused before the cue."
        }
    }

    func plan(for cue: Cue, _ settings: FeedbackSettings) -> FeedbackPlan {
        switch self {
        case .thinned: FeedbackPolicy.plan(for: cue, settings, .crowding(cue)) ?? .nothing(of: cue, by: .thinned)
        case .locked: .nothing(of: cue, by: .locked)
        case .paused: .nothing(of: cue, by: .paused)
        }
    }
}

/// The parts of a cue that are played, and the reasons for changes.
struct CueAccount {
    let cue: Cue
    let plan: FeedbackPlan

    init(_ cue: Cue, _ settings: FeedbackSettings, _ fate: CueFate? = nil) {
        self.cue = cue
        plan = fate?.plan(for: cue, settings) ?? FeedbackPolicy.plan(for: cue, settings)
    }

    var lines: [String] {
        [cue.name]
            + FeedbackChange.Part.allCases.map { part in
                let reasons = plan.changes.filter { $0.part == part }.map(\.words)
                let given = state(of: part)
                return "  " + Padding.left(part.rawValue, 10)
                    + ([given] + reasons).filter { !$0.isEmpty }.joined(separator: ", ")
            }
    }

    /// Returns what remains of a part, without the reasons.
    private func state(of part: FeedbackChange.Part) -> String {
        let isLeftOut = plan.changes.contains { $0.part == part && $0.effect == .leftOut }
        guard !isLeftOut else { return "" }
        return switch part {
        case .sound: cue.hasSound ? "played" : "the cue has none"
        case .haptics: cue.hasHaptics ? haptics : "the cue has none"
        case .flash: plan.light.map(CueAccount.words) ?? "the cue has none"
        case .confetti: plan.confetti ? "shown" : "the cue has none"
        case .motion: "allowed"
        }
    }

    private var haptics: String {
        guard plan.heardGain > 0 else { return "driven" }
        return plan.soundGain > 0 && cue.hasSound ? "heard beside the sound" : "heard"
    }

    private static func words(for light: FeedbackPlan.Light) -> String {
        "\(light.flash.colour) for \(Decimals.short(light.flash.seconds, atMost: 2)) s"
    }

    /// The account as JSON with stable keys. Gains are linear; the flash's duration is in seconds.
    var json: JSONValue {
        [
            "cue": .string(cue.name),
            "sound_gain": .number(cue.hasSound ? plan.soundGain : 0),
            "heard_gain": .number(cue.hasHaptics ? plan.heardGain : 0),
            "drive_gain": .number(cue.hasHaptics ? plan.driveGain : 0),
            "flash": plan.light?.json ?? .null,
            "confetti": .bool(plan.confetti),
            "motion": .bool(plan.allowsMotion),
            "changes": .array(plan.changes.map(\.json)),
        ]
    }
}

extension FeedbackPlan.Light {
    /// The flash as JSON; its duration is in seconds.
    var json: JSONValue {
        [
            "colour": .string(flash.colour.description),
            "seconds": .number(flash.seconds),
            "brightness": .number(brightness),
        ]
    }
}

extension FeedbackChange {
    /// The change in words: `3 dB louder, because haptics are off`.
    var words: String { "\(effect.words), because \(rule)" }

    var json: JSONValue {
        let rest: [JSONValue.Member] =
            switch effect {
            case .leftOut: [.init("effect", "left-out")]
            case .added: [.init("effect", "added")]
            case .gain(let decibels): [.init("effect", "gain"), .init("db", .number(decibels))]
            case .brightness(let brightness): [.init("effect", "brightness"), .init("brightness", .number(brightness))]
            }
        return .object([.init("part", .string(part.rawValue)), .init("rule", .string(rule.rawValue))] + rest)
    }
}

extension FeedbackChange.Effect {
    fileprivate var words: String {
        switch self {
        case .leftOut: "left out"
        case .added: "added"
        case .gain(let decibels):
            "\(Decimals.short(abs(decibels), atMost: 1)) dB \(decibels < 0 ? "softer" : "louder")"
        case .brightness: "brighter"
        }
    }
}
