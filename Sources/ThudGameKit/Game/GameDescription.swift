import ThudCore

/// What the program knows about a game in general. Commands, reports, scores and tests read it from here.
package struct GameDescription: Hashable, Sendable {
    /// A way to play a game. Each has its own scores.
    package struct Mode: Hashable, Sendable {
        /// The name on the command line, for example `classic`.
        package let name: String
        package let title: String
        /// The title in English, in a game with two languages.
        package let gloss: String
        package let isScored: Bool
        /// The number of players who share a round.
        package let players: Int
        /// Whether it teaches the game. It is then offered to new players and has no variant.
        package let teaches: Bool
        /// What happens in it, in one line.
        package let abstract: String

        package init(
            _ name: String, title: String, gloss: String? = nil, isScored: Bool = true, players: Int = 1,
            teaches: Bool = false, abstract: String = ""
        ) {
            self.name = name
            self.title = title
            self.gloss = gloss ?? title
            self.isScored = isScored
            self.players = players
            self.teaches = teaches
            self.abstract = abstract
        }
    }

    /// A variant of the modes that the player turns on and off.
    package struct Variant: Hashable, Sendable {
        /// The game's option that selects it: `discreet`.
        package let option: String
        package let title: String
        package let abstract: String
        /// The value of the option that turns the variant on. Any other value turns it off.
        package let value: String

        package init(_ option: String, title: String, abstract: String, value: String = "true") {
            self.option = option
            self.title = title
            self.abstract = abstract
            self.value = value
        }
    }

    /// A duration in the rules that a developer may change.
    package struct Timing: Hashable, Sendable {
        package let name: String
        package let title: String
        package let usual: Interval
        package let range: ClosedRange<Interval>
        package let step: Interval

        package init(_ name: String, title: String, usual: Interval, range: ClosedRange<Interval>, step: Interval) {
            self.name = name
            self.title = title
            self.usual = usual
            self.range = range
            self.step = step
        }
    }

    /// The name on the command line and of the folders of sounds and decks. Its first letter is the launcher's key.
    package let name: String
    package let title: String
    /// A sentence about the game for the help.
    package let abstract: String
    /// The version of its rules and of its saved data, from 1. A saved round of a newer version is left alone.
    package let version: Int
    /// The modes, the default first. There is at least one.
    package let modes: [Mode]
    /// The deck played if none is named. nil in games without cards.
    package let usualDeck: String?
    /// Whether a round has a length that the player chooses.
    package let isTimed: Bool
    package let hasTournament: Bool
    /// Whether its words have a gloss for players who are learning them.
    package let isGlossed: Bool
    /// All cues that it may play, by name without the game's.
    package let cues: [String]
    /// The cue of a press that has no cue of its own.
    package let buttonCue: String
    /// The cue of a tournament's podium. nil in a game without tournaments.
    package let podiumCue: String?
    /// The cue of a right answer, which the bench times by default.
    package let measuredCue: String
    /// The key that triggers that cue repeatedly while a round is played. nil if no single key does.
    package let measuredKey: Character?
    /// The cue that shows that the player has been taught, so that the tutorial is not shown again. nil if there is
    /// none, or if the game itself keeps what its player has seen.
    package let tutorialCue: String?
    /// Its own options by name, as in `RoundSetup.options`.
    package let options: [String]
    /// The variant that the player turns on and off on the screen. nil if there is none.
    package let variant: Variant?
    /// The durations that a developer may change while a round runs.
    package let timings: [Timing]
    /// The words allowed in a line of a script.
    package let words: [String]
    /// Whether it can be played by moving motion sensors.
    package var takesMotion: Bool { words.contains(MotionSample.scriptWord.word) }
    /// A one-line legend of what to type on a terminal without a screen.
    package let plainLegend: String
    /// The label there of the action that starts another round.
    package let playAgain: String
    /// What a player must do before the countdown, told when there is no screen. nil if nothing is needed.
    package let readyCall: String?
    /// The name of `.prompt` moments in the journal: `card`.
    package let prompt: String
    package let unnamedPlayer: String
    /// The titles of a tournament's places, the best first. The last one applies to all further places.
    package let placeTitles: [String]

    package init<Cue: CueSet, Action: ScriptCommand>(
        name: String, title: String, abstract: String, version: Int = 1, modes: [Mode], usualDeck: String? = nil,
        isTimed: Bool = false, hasTournament: Bool = false, isGlossed: Bool = false, cues: Cue.Type, buttonCue: Cue,
        podiumCue: Cue? = nil, measuredCue: Cue, measuredKey: Character? = nil, tutorialCue: Cue? = nil,
        options: [String] = [], variant: Variant? = nil, timings: [Timing] = [], actions: Action.Type,
        plainLegend: String,
        playAgain: String = "once more", readyCall: String? = nil,
        prompt: String = "prompt", unnamedPlayer: String = "Player",
        placeTitles: [String] = ["Gold", "Silver", "Bronze", ""]
    ) {
        self.name = name
        self.title = title
        self.abstract = abstract
        self.version = version
        self.modes = modes
        self.usualDeck = usualDeck
        self.isTimed = isTimed
        self.hasTournament = hasTournament
        self.isGlossed = isGlossed
        self.cues = Cue.allCases.map(\.rawValue)
        self.buttonCue = buttonCue.rawValue
        self.podiumCue = podiumCue?.rawValue
        self.measuredCue = measuredCue.rawValue
        self.measuredKey = measuredKey
        self.tutorialCue = tutorialCue?.rawValue
        self.options = options
        self.variant = variant
        self.timings = timings
        words = SessionCommand<Action>.words
        self.plainLegend = plainLegend
        self.playAgain = playAgain
        self.readyCall = readyCall
        self.prompt = prompt
        self.unnamedPlayer = unnamedPlayer
        self.placeTitles = placeTitles
    }

    package func cue(_ name: String) -> CueName { CueName(game: self.name, name: name) }

    /// Returns the mode called `name`, or the default if that is nil. nil if there is no mode of that name.
    package func mode(_ name: String?) -> Mode? { name.map { name in modes.first { $0.name == name } } ?? modes.first }

    package var teachingMode: Mode? { modes.first(where: \.teaches) }

    /// Returns the name of a player without one, in a language of the game.
    package func unnamedPlayer(inEnglish: Bool) -> String { inEnglish && isGlossed ? "Player" : unnamedPlayer }

    /// Returns the title of a player's place. Empty if the game has none. Nobody wins without a point, so then everyone
    /// has the title of the last place.
    package func title(of standing: Standing) -> String {
        let place = standing.place == 1 && standing.score == 0 ? placeTitles.count : standing.place
        return placeTitles.isEmpty ? "" : placeTitles[min(max(place, 1), placeTitles.count) - 1]
    }
}
