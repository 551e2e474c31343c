import ThudCore

/// The colours and words of the common screens in a game.
package struct Theme: Hashable, Sendable {
    package var words: ShellWords
    /// The colour of frames, marks and the game's name.
    package var accent: Colour
    /// The symbol that pictures of a result show beside the score.
    package var emblem: Emblem
    package var flashShape: FlashShape
    /// Whether the screens are light on a light terminal. Otherwise they are always dark.
    package var followsTerminal: Bool

    package enum FlashShape: Hashable, Sendable {
        case even
        /// Brightest in the middle, darker towards the edges.
        case radial
    }

    package init(
        words: ShellWords = ShellWords(), accent: Colour = Neon.red, emblem: Emblem = .none,
        flashShape: FlashShape = .even, followsTerminal: Bool = false
    ) {
        self.words = words
        self.accent = accent
        self.emblem = emblem
        self.flashShape = flashShape
        self.followsTerminal = followsTerminal
    }
}

/// A word or a sentence of the common screens; `Words.txt` and `Albanian.txt` hold the texts.
package enum ShellWord: String, Hashable, Sendable, CaseIterable {
    // The title and the menus.
    case tagline, play, start, resume, resumeSaved, startAnew, tournament, settings, help, daily, language, ownLanguage
    case englishLanguage, back, board, noScores, unknownLength, best, you, inARow, scroll, chooseMode, newHere
    case chooseDeck, choose, cards, locked, broken, own, unlockTitle, unlock, nothingBought, unlockAlso
    case whoPlays, sameName, addPlayer, startTournament, typeName, erase, tooSmall, needed, unnamedPlayer
    // The help.
    case helpKeys, helpDecks, helpLocked, helpPlayers, helpTurns, helpBoard, helpPodium, helpPause, helpResult
    case helpOpenBoard
    // The settings.
    case sound, haptics, silentSwitch, volume, loud, roundLength, reduceMotion, tutorial, gloss, developerLine
    case changeValue, on, off, follow, drive
    // From the hand-over to the podium.
    case takesThePhone, turn, handOverNote, ready, pause, clockStands, goOn, leave, quit, secondsLeft, secondLeft
    case minutesLeft, playAgain, nextPlayer, podium, highScore, saveImage, holdToLeave, pressAgainToLeave
    case pressAgainToReplace, placing
}

/// The words of the common screens, in English or in another language with their meaning in English. A game replaces
/// some by its own.
package struct ShellWords: Hashable, Sendable {
    package static let english = ShellWords(alone: PackageResources.Words_txt)
    package static let albanian = {
        var words = english
        words.read(PackageResources.Albanian_txt, isTranslation: true)
        return words
    }()

    private var phrases: [ShellWord: Phrase] = [:]
    /// How the game is played, a line each.
    private(set) var howTo: [Phrase] = []
    /// Names of places and levels in the game's own language, each with its translation into English.
    private(set) var titles: [String: String] = [:]
    /// The beginnings of notices in English, each with its translation. The rest, such as a file's name, stays. A text
    /// with `#` for numbers is a whole part of a notice.
    private var notices: [String: String] = [:]
    /// The words of the files that no screen has. The tests prove that there are none.
    package private(set) var unknown: [String] = []

    private init(alone file: [UInt8]) { read(file) }

    /// Creates the words of a game: the `common` ones, some of them replaced by those of its file.
    package init(_ file: [UInt8] = [], over common: ShellWords = .english) {
        self = common
        read(file)
    }

    /// Reads the lines of a file. A translated word without a meaning means the present one.
    private mutating func read(_ file: [UInt8], isTranslation: Bool = false) {
        for line in String(decoding: file, as: UTF8.self).split(separator: "\n") where !line.hasPrefix("#") {
            let parts = line.split(separator: " = ", maxSplits: 1).map(String.init)
            let texts = parts[1].split(separator: " | ").map(String.init)
            let (kind, name) = (parts[0].prefix { $0 != " " }, parts[0].drop { $0 != " " }.dropFirst())
            switch kind {
            case "howTo": howTo.append(Phrase(texts[0], texts.dropFirst().first ?? ""))
            case "title": titles[String(name)] = texts[0]
            case "notice": notices[String(name)] = texts[0]
            default:
                guard let word = ShellWord(rawValue: parts[0]) else {
                    unknown.append(parts[0])
                    continue
                }
                let meaning = isTranslation ? self[word].text : ""
                phrases[word] = Phrase(texts[0], texts.dropFirst().first ?? meaning)
            }
        }
    }

    /// A word is empty if only games have it.
    package subscript(word: ShellWord) -> Phrase {
        get { phrases[word] ?? Phrase("") }
        set { phrases[word] = newValue }
    }

    /// Returns the name of a place or a level.
    func title(_ name: String, inEnglish isEnglish: Bool) -> String { isEnglish ? titles[name] ?? name : name }

    /// Returns the latest score's place on its board. In the text `#` stands for the place and `%` for the number of
    /// scores.
    package func place(_ place: Int, of count: Int) -> Phrase {
        func filled(_ text: String) -> String { text.replacing("#", with: "\(place)").replacing("%", with: "\(count)") }
        return Phrase(filled(self[.placing].text), filled(self[.placing].gloss))
    }

    /// Returns a notice in the game's own language if it has one for each part between commas, or for its beginning.
    func translated(notice: String) -> String {
        let parts = notice.split(separator: ", ", omittingEmptySubsequences: false)
        let translated = parts.compactMap(translated(part:))
        if translated.count == parts.count { return translated.joined(separator: ", ") }
        let beginning = notices.first { notice.hasPrefix($0.key) }
        return beginning.map { $0.value + notice.dropFirst($0.key.count) } ?? notice
    }

    private func translated(part: Substring) -> String? {
        let numbers = part.split { !$0.isWholeNumber }
        let english = numbers.reduce(String(part)) { $0.replacing($1, with: "#", maxReplacements: 1) }
        return notices[english].map { numbers.reduce($0) { $0.replacing("#", with: $1, maxReplacements: 1) } }
    }
}

/// The colours of the screens: true black, white text without glow, neon colours on borders only.
package enum Neon {
    package static let red = Colour(0xFF3B30)
    package static let green = Colour(0x39FF14)
    package static let orange = Colour(0xFF9500)
    package static let gold = Colour(0xFFD700)
    /// The colour of second place.
    package static let silver = Colour(0xC0C0C0)
    package static let bronze = Colour(0xCD7F32)
    package static let grey = Colour(0x8E8E93)
    /// The colour of lines and rails that only separate.
    package static let faint = Colour(0x3A3A3C)
}
