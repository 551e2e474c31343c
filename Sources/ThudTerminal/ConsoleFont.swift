/// The characters of a Linux console. Its usual font has those of IBM's PC: halves of a cell but no quarters, double
/// lines but no thick ones, and few signs.
enum ConsoleFont {
    private static let substitutes = [
        ("▖▗▘▝▚▞▙▟▛▜", "▄▄▀▀▌▐████"),
        ("▁▂▃▅▆▇▏▎▍▋▊▉▕", "__▄▄██│▌▌███│"),
        ("━┃┏┓┗┛╭╮╰╯╵", "═║╔╗╚╝┌┐└┘│"),
        ("▸◂▴▾▶◀▽↵↷↻⇥⌫", "►◄▲▼►◄v┘»@↔<"),
        ("★✦❄◆●⊙◎◉⊘▪▨≋", "***♦•○◘◙/■▒≈"),
        ("✓✗✕×…–−“”", "√xxx.--\"\""),
    ].reduce(into: [:]) { (known: inout [Character: Character], pair: (String, String)) in
        known.merge(zip(pair.0, pair.1)) { first, _ in first }
    }

    /// Returns the character that such a console shows in place of one that it lacks.
    static func shown(_ character: Character) -> Character { substitutes[character] ?? character }
}
