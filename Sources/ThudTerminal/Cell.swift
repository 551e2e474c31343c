/// One place of a grid.
struct Cell: Hashable, Sendable {
    /// What stands here; a space behind a wide character.
    var character: Character
    /// 1, or 2 for a wide character, or 0 for the place behind one.
    var columns: UInt8
    var style: Style

    static func blank(_ style: Style) -> Cell { Cell(character: " ", columns: 1, style: style) }

    /// The two cells look the same.
    func looksLike(_ other: Cell) -> Bool {
        if self == other { return true }
        return character == " " && other.character == " " && columns == 1 && other.columns == 1
            && style.background == other.style.background
            && style.isPlainForSpaces && other.style.isPlainForSpaces
    }
}
