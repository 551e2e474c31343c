import ThudGameKit

/// What a key, a line of a script or a simulated player can do in Aria's Magic. A place on the stage is two numbers
/// from 0 to 1: from left to right, and from the back to the front.
package enum MagicAction: Hashable, Sendable {
    case event(MagicEvent)
    case express(FaceGesture)
    /// The pointer, in points of ``MagicPlayerModel/surface``, which is the stage.
    case hand(HandEvent)
}

extension MagicAction: ScriptCommand {
    package static let vocabulary: [ScriptWord<Self>] =
        ScriptWord.each(CharacterAction.allCases) { .event(.action($0)) }
        + ScriptWord.each(StageEffect.allCases) { .event(.effect($0)) }
        + ScriptWord.each(FaceGesture.allCases, Self.express)
        + (plain + placed + others).map { $0.map(Self.event) }
        + (HandEvent.pointerWords + [HandEvent.letGoWord]).map { $0.map(Self.hand) }

    private static let plain: [ScriptWord<MagicEvent>] = [
        .init("bring", .bring), .init("drop", .drop), .init("next", .next), .init("scroll-left", .scroll(-1)),
        .init("scroll-right", .scroll(1)), .init("nudge-left", .nudge(dx: -step, dy: 0)),
        .init("nudge-right", .nudge(dx: step, dy: 0)), .init("nudge-back", .nudge(dx: 0, dy: -2 * step)),
        .init("nudge-front", .nudge(dx: 0, dy: 2 * step)), .init("remove", .remove(nil)), .init("friend", .friend),
        .init("farewell", .farewell), .init("help", .panel(.help(0))), .init("options", .panel(.settings(0))),
        .init("close", .panel(nil)), .init("turn-back", .turn(-1)), .init("turn-on", .turn(1)),
        .init("choose", .choose), .init("dismiss", .dismissForGood), .init("ask-good-night", .askGoodNight),
        .init("good-night", .goodNight),
    ]

    /// How far a key moves a character, in widths of the stage.
    private static let step = 0.05

    private static let placed: [ScriptWord<MagicEvent>] = [
        at("tap") { .tap($0) }, at("double-tap") { .doubleTap($0) }, at("long-press") { .longPress($0) },
        at("grab") { .grab($0) }, at("drag") { .drag($0) }, at("remove-at") { .remove($0) },
    ]

    private static func at(
        _ word: String, _ event: @escaping @Sendable (Spot) -> MagicEvent
    ) -> ScriptWord<MagicEvent> {
        ScriptWord(word, "0..1 0..1") {
            let numbers = $0.compactMap(share)
            return numbers.count == 2 ? event(Spot(x: numbers[0], y: numbers[1])) : nil
        }
    }

    private static let others: [ScriptWord<MagicEvent>] = [
        .init("pick", names(CharacterKind.self)) { CharacterKind(rawValue: $0[0]).map { .pick($0) } },
        .init("pinch", "-4..4") { Double($0[0]).flatMap { $0.magnitude <= 4 ? .pinch($0, nil) : nil } },
        .init("row", "NUMBER") { Int($0[0]).map { .row($0) } },
        .init("face", names(FaceGesture.self) + " 0..1") { arguments in
            FaceGesture(rawValue: arguments[0]).flatMap { face in share(arguments[1]).map { .face(face, $0) } }
        },
        .init("set", names(MagicOption.self) + " VALUE") { arguments in
            MagicOption(rawValue: arguments[0]).flatMap {
                $0.values.contains(arguments[1]) ? .set($0, arguments[1]) : nil
            }
        },
    ]

    private static func names<Choice: CaseIterable & RawRepresentable<String>>(_ choices: Choice.Type) -> String {
        choices.allCases.map(\.rawValue).joined(separator: "|")
    }

    private static func share(_ text: String) -> Double? { Double(text).flatMap { (0...1).contains($0) ? $0 : nil } }
}
