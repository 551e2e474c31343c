/// How many colours a terminal has.
public enum ColourDepth: String, Hashable, Sendable, CaseIterable {
    /// None, or none are wanted: light on dark, and reversed where a background is the lighter part.
    case none
    /// The sixteen of ANSI.
    case sixteen
    /// The cube and the greys of xterm.
    case indexed
    /// 24 bits.
    case full

    /// What the environment tells: NO_COLOR (no-color.org) set to anything but nothing, COLORTERM, TERM.
    public init(environment: (String) -> String?) {
        let terminal = environment("TERM") ?? ""
        if environment("NO_COLOR")?.isEmpty == false || terminal == "dumb" || terminal.hasSuffix("-m") {
            self = .none
        } else if ["truecolor", "24bit"].contains(environment("COLORTERM") ?? "") || terminal.hasSuffix("-direct") {
            self = .full
        } else if ["kitty", "foot", "alacritty", "wezterm", "ghostty"].contains(where: terminal.contains) {
            self = .full
        } else {
            self = terminal.contains("256color") ? .indexed : .sixteen
        }
    }
}
