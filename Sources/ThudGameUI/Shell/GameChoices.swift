import ThudGameKit

/// A player's choices in a game, kept for the next start in addition to the preferences that all games share.
package struct GameChoices: Hashable, Sendable {
    /// The mode chosen last. nil before the first choice.
    package internal(set) var mode: String?
    package internal(set) var isVariantOn: Bool
    /// Whether the teaching mode need no longer be offered, because it was finished or another mode was chosen.
    package internal(set) var isTaught: Bool

    /// The keys and values under which the choices are kept. The variant is kept under its option.
    static let modeKey = "mode"
    static let lessonKey = "tutorial"
    static let on = "on"
    static let off = "off"
    static let done = "done"
    static let declined = "declined"

    /// Reads the choices from everything the game has kept. Unknown values count as never chosen.
    package init(_ kept: [String: String], of game: GameDescription) {
        mode = kept[Self.modeKey].flatMap { game.mode($0)?.name }
        isVariantOn = game.variant.map { kept[$0.option] == Self.on } ?? false
        isTaught = game.teachingMode == nil || [Self.done, Self.declined].contains(kept[Self.lessonKey])
    }

    /// Returns the options of a round: those `given`, overridden by the choices.
    package func options(over given: [String: String], of game: GameDescription) -> [String: String] {
        guard let variant = game.variant else { return given }
        var options = given
        options[variant.option] = isVariantOn ? variant.value : nil
        return options
    }

    /// Returns what to keep after a round in `mode` has ended. nil if nothing changed.
    package mutating func finish(mode: String, of game: GameDescription) -> (key: String, value: String)? {
        guard !isTaught, game.teachingMode?.name == mode else { return nil }
        isTaught = true
        return (Self.lessonKey, Self.done)
    }
}
