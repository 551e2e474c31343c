public import ThudCore

/// How the common screens look and speak in a game.
public struct Theme: Hashable, Sendable {
    /// The words of the common screens.
    public var words: ShellWords
    /// The colour of frames, marks and the game's name.
    public var accent: Colour

    /// A theme; English in red where nothing else is said.
    public init(words: ShellWords = ShellWords(), accent: Colour = Neon.red) {
        self.words = words
        self.accent = accent
    }
}

/// The words of the common screens: English, where a game does not have its own.
public struct ShellWords: Hashable, Sendable {
    /// English words.
    public init() {}

    // The title and the menus.
    public var tagline = Phrase("")
    public var play = Phrase("PLAY")
    public var resume = Phrase("GO ON WITH YOUR ROUND")
    public var startAnew = Phrase("Start anew")
    public var tournament = Phrase("Tournament")
    public var settings = Phrase("Settings")
    public var english = Phrase("English")
    public var back = Phrase("Back")
    public var chooseMode = Phrase("What shall it be?")
    public var chooseDeck = Phrase("Choose a deck")
    public var choose = Phrase("Choose")
    public var cards = Phrase("cards")
    public var locked = Phrase("Locked")
    public var broken = Phrase("Broken")
    public var own = Phrase("Yours")
    public var unlockTitle = Phrase("Under lock and key")
    public var unlock = Phrase("UNLOCK")
    public var nothingBought = Phrase("Free: nothing is ever bought here.")
    public var unlockAlso = Phrase("Or in a terminal: thud decks unlock")
    public var whoPlays = Phrase("Who plays?")
    public var addPlayer = Phrase("+ Add a player")
    public var startTournament = Phrase("READY!")
    public var typeName = Phrase("Type a name")
    public var erase = Phrase("Erase")
    public var tooSmall = Phrase("The terminal is too small")
    public var needed = Phrase("needed:")
    /// What a player is called who has no name, before a number.
    public var unnamedPlayer = "Player"

    // The settings.
    public var sound = Phrase("Sounds")
    public var haptics = Phrase("Haptics")
    public var silentSwitch = Phrase("Silent switch")
    public var volume = Phrase("Volume")
    public var loud = Phrase("Party: louder")
    public var roundLength = Phrase("Round")
    public var reduceMotion = Phrase("Reduce Motion")
    public var tutorial = Phrase("Tutorial at the start")
    public var gloss = Phrase("English gloss")
    public var developerLine = Phrase("Developer's line")
    public var changeValue = Phrase("Change")
    public var on = Phrase("ON")
    public var off = Phrase("OFF")
    public var follow = Phrase("AS THE SYSTEM")
    public var drive = Phrase("DRIVE SIGNAL")

    // From the hand-over to the podium.
    public var takesThePhone = Phrase("The next player is")
    public var turn = Phrase("Turn")
    public var handOverNote = Phrase("Nothing counts until you press the button.")
    public var ready = Phrase("READY!")
    public var pause = Phrase("Paused")
    public var clockStands = Phrase("Time stands still.")
    public var goOn = Phrase("GO ON")
    public var leave = Phrase("Leave")
    public var secondsLeft = Phrase("seconds left")
    public var playAgain = Phrase("ONCE MORE")
    public var nextPlayer = Phrase("NEXT")
    public var podium = Phrase("THE PODIUM")
    public var highScore = Phrase("NEW HIGH SCORE!")
    public var holdToLeave = Phrase("Hold to leave")
    public var pressAgainToLeave = Phrase("Press q again to leave")
}
