import ThudGameKit

/// What a player has chosen in a game and finds again with the next start, beside the preferences that all games share.
package struct GameChoices: Hashable, Sendable {
    /// The mode that was chosen last; nil before the first.
    package internal(set) var mode: String?
    package internal(set) var isVariantOn: Bool
    /// Whether the mode that teaches the game need not be offered any more: it was done, or another one was chosen.
    package internal(set) var isTaught: Bool

    /// Under which each is kept; the variant under its option.
    static let modeKey = "mode"
    static let lessonKey = "tutorial"
    static let on = "on"
    static let off = "off"
    static let done = "done"
    static let declined = "declined"

    /// The choices among all that the game has kept; what is not known counts as never chosen.
    package init(_ kept: [String: String], of game: GameDescription) {
        mode = kept[Self.modeKey].flatMap { game.mode($0)?.name }
        isVariantOn = game.variant.map { kept[$0.option] == Self.on } ?? false
        isTaught = game.teachingMode == nil || [Self.done, Self.declined].contains(kept[Self.lessonKey])
    }

    /// The options of a round that follow from them, beside those that were `given`.
    package func options(over given: [String: String], of game: GameDescription) -> [String: String] {
        guard let variant = game.variant else { return given }
        var options = given
        options[variant.option] = isVariantOn ? variant.value : nil
        return options
    }

    /// What is to be kept after a round in `mode` has come to its end; nil where that is nothing new.
    package mutating func finish(mode: String, of game: GameDescription) -> (key: String, value: String)? {
        guard !isTaught, game.teachingMode?.name == mode else { return nil }
        isTaught = true
        return (Self.lessonKey, Self.done)
    }
}
