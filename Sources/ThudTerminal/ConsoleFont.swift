import CThudSystem

/// The characters of a Linux console. Its usual font has those of IBM's PC: halves of a cell but no quarters, double
/// lines but no thick ones, and few signs. Those of Debian lack the halves, too, and have only shades of a cell.
package struct ConsoleFont: Sendable {
    /// The characters of the font; empty if they are unknown.
    private let known: Set<Character>

    private static let usual = table([
        ("▖▗▘▝▚▞▙▟▛▜", "▄▄▀▀▌▐████"),
        ("▁▂▃▅▆▇▏▎▍▋▊▉▕", "__▄▄██│▌▌███│"),
        ("━┃┏┓┗┛╭╮╰╯╵", "═║╔╗╚╝┌┐└┘│"),
        ("▸◂▴▾▶◀▽↵↷↻⇥⌫", "►◄▲▼►◄v┘»@↔<"),
        ("★✦❄◆●⊙◎◉⊘▪▨≋", "***♦•○◘◙/■▒≈"),
        ("✓✗✕×…–−“”", "√xxx.--\"\""),
    ])
    private static let plainer = table([("▖▗▘▝▄▀▌▐▓", "░░░░▒▒▒▒█"), ("►◄○◘◙√↔♪☺", "><oo•v→**")])

    private static func table(_ pairs: [(String, String)]) -> [Character: Character] {
        pairs.reduce(into: [:]) { table, pair in table.merge(zip(pair.0, pair.1)) { first, _ in first } }
    }

    init(_ known: Set<Character>) { self.known = known }

    /// Reads the font of a console. Behind another descriptor, as over a network, the usual one is assumed.
    package init(terminal descriptor: Int32) {
        let codes = unsafe [UInt16](unsafeUninitializedCapacity: thud_most_console_characters) { room, count in
            count = Int(unsafe thud_console_characters(descriptor, room.baseAddress))
        }
        self.init(Set(codes.compactMap { Unicode.Scalar($0).map(Character.init) }))
    }

    /// Returns the character that the console shows in place of one that it lacks.
    func shown(_ character: Character) -> Character {
        let shown = Self.usual[character] ?? character
        if character.isASCII || known.isEmpty || known.contains(shown) { return shown }
        return Self.plainer[character] ?? Self.plainer[shown] ?? shown
    }
}
