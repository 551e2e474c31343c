import ThudGameKit

/// The language of the person's locale, as far as games have it.
enum SystemLanguage {
    /// `follow` if the locale names a language that no game has. The C locale says nothing about the person, so games
    /// speak their own language then.
    static var preferred: Preferences.Language {
        let locale = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { Environment[$0] }.first ?? "C"
        let language = locale.prefix { $0 != "_" && $0 != "." && $0 != "@" }
        switch language {
        case "sq", "C", "POSIX": return .own
        case "en": return .english
        default: return .follow
        }
    }
}
