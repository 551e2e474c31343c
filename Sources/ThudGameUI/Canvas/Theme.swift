import ThudCore

/// The colours and words of the common screens in a game.
package struct Theme: Hashable, Sendable {
    package var words: ShellWords
    /// The colour of frames, marks and the game's name.
    package var accent: Colour
    /// The symbol that pictures of a result show beside the score.
    package var emblem: Emblem
    package var flashShape: FlashShape
    /// How the game is played, a line each.
    package var help: [Phrase]
    /// Whether the screens are light on a light terminal. Otherwise they are always dark.
    package var followsTerminal: Bool

    /// How a flash lights the screen.
    package enum FlashShape: Hashable, Sendable {
        case even
        /// Brightest in the middle, darker towards the edges.
        case radial
    }

    package init(
        words: ShellWords = ShellWords(), accent: Colour = Neon.red, emblem: Emblem = .none,
        flashShape: FlashShape = .even, help: [Phrase] = [], followsTerminal: Bool = false
    ) {
        self.words = words
        self.accent = accent
        self.emblem = emblem
        self.flashShape = flashShape
        self.help = help
        self.followsTerminal = followsTerminal
    }
}

/// The words of the common screens. A game replaces those that it has in its own language; the rest are English.
package struct ShellWords: Hashable, Sendable {
    package init() {}

    // The title and the menus.
    package var tagline = Phrase("")
    package var play = Phrase("PLAY")
    package var resume = Phrase("RESUME ROUND")
    package var startAnew = Phrase("New round")
    package var tournament = Phrase("Tournament")
    package var settings = Phrase("Settings")
    package var help = Phrase("Help")
    package var daily = Phrase("Today's round")
    package var language = Phrase("Language")
    /// The names of the two languages, the game's own first.
    package var ownLanguage = Phrase("")
    package var englishLanguage = Phrase("English")
    package var back = Phrase("Back")
    package var board = Phrase("Leaderboard")
    package var noScores = Phrase("No score yet.")
    package var unknownLength = Phrase("length unknown")
    package var best = Phrase("best")
    package var you = Phrase("you")
    package var inARow = Phrase("in a row")
    package var scroll = Phrase("Scroll")
    package var chooseMode = Phrase("Choose a mode")
    package var newHere = Phrase("New here? Try the tutorial.")
    package var chooseDeck = Phrase("Choose a deck")
    package var choose = Phrase("Choose")
    package var cards = Phrase("cards")
    package var locked = Phrase("Locked")
    package var broken = Phrase("Broken")
    package var own = Phrase("Yours")
    package var unlockTitle = Phrase("Locked deck")
    package var unlock = Phrase("UNLOCK")
    package var nothingBought = Phrase("Free: there is nothing to buy.")
    package var unlockAlso = Phrase("Or in a terminal: thud decks unlock")
    package var whoPlays = Phrase("Who plays?")
    package var addPlayer = Phrase("+ Add a player")
    package var startTournament = Phrase("READY!")
    package var typeName = Phrase("Type a name")
    package var erase = Phrase("Erase")
    package var tooSmall = Phrase("The terminal is too small")
    package var needed = Phrase("needed:")
    /// The name of a player without one, followed by a number.
    package var unnamedPlayer = Phrase("Player")

    // The help.
    package var helpKeys = Phrase("arrows or mouse: choose · ↵: go on · s: settings · q: leave · ?: this page")
    package var helpDecks = Phrase(
        "▲ is easy, ▲▲▲ is hard. The figures say how many cards you have seen; new ones come first.")
    package var helpLocked = Phrase("A locked deck opens with a press. Nothing costs anything.")
    package var helpPlayers = Phrase(
        "Type a name and press ↓ for the next one. Every player plays a round of the same length.")
    package var helpTurns = Phrase(
        "Turns: the player whose name is shown takes the device and presses ↵. Nothing counts before.")
    package var helpBoard = Phrase("Every mode and every length has its own board. ▸ marks the latest score.")
    package var helpPodium = Phrase("More points win; of equal points, the better share of right answers.")
    package var helpPause = Phrase("Your time stands still until you press ↵.")
    package var helpResult = Phrase("↵ plays again, i saves a picture, l opens the board.")

    // The settings.
    package var sound = Phrase("Sounds")
    package var haptics = Phrase("Haptics")
    package var silentSwitch = Phrase("Silent switch")
    package var volume = Phrase("Volume")
    package var loud = Phrase("Party mode (louder)")
    package var roundLength = Phrase("Round")
    package var reduceMotion = Phrase("Reduce Motion")
    package var tutorial = Phrase("Show the tutorial")
    package var gloss = Phrase("English gloss")
    package var developerLine = Phrase("Developer stats")
    package var changeValue = Phrase("Change")
    package var on = Phrase("ON")
    package var off = Phrase("OFF")
    package var follow = Phrase("FOLLOW SYSTEM")
    package var drive = Phrase("DRIVE SIGNAL")

    // From the hand-over to the podium.
    package var takesThePhone = Phrase("Up next:")
    package var turn = Phrase("Turn")
    package var handOverNote = Phrase("Nothing counts until you press the button.")
    package var ready = Phrase("READY!")
    package var pause = Phrase("Paused")
    package var clockStands = Phrase("Your time is safe.")
    package var goOn = Phrase("CONTINUE")
    package var leave = Phrase("Menu")
    package var quit = Phrase("Quit")
    package var secondsLeft = Phrase("seconds left")
    package var playAgain = Phrase("PLAY AGAIN")
    package var nextPlayer = Phrase("UP NEXT")
    package var podium = Phrase("THE PODIUM")
    package var highScore = Phrase("NEW HIGH SCORE!")
    package var saveImage = Phrase("Image")
    package var holdToLeave = Phrase("Hold to leave")
    package var pressAgainToLeave = Phrase("Press q again to leave")

    /// The latest score's place on its board: `#` stands for the place and `%` for the number of scores.
    package var placing = Phrase("Place # of %")
    /// Names of places and levels in the game's own language, each with its translation into English.
    package var titles: [String: String] = [:]
    /// The beginnings of notices in English, each with its translation. The rest, such as a file's name, stays.
    package var notices: [String: String] = [:]

    package func place(_ place: Int, of count: Int) -> Phrase {
        func filled(_ text: String) -> String { text.replacing("#", with: "\(place)").replacing("%", with: "\(count)") }
        return Phrase(filled(placing.text), filled(placing.gloss))
    }

    /// Returns a notice in the game's own language, if it has one for it.
    func translated(notice: String) -> String {
        guard let (english, own) = notices.first(where: { notice.hasPrefix($0.key) }) else { return notice }
        return own + notice.dropFirst(english.count)
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
