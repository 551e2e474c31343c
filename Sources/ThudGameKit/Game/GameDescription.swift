import ThudCore

/// What the program knows of a game without knowing the game: commands, reports, scores and tests read it from here.
package struct GameDescription: Hashable, Sendable {
    /// A way to play a game. Each has its own scores.
    package struct Mode: Hashable, Sendable {
        /// By which it is asked for: `classic`.
        package let name: String
        package let title: String
        package let isScored: Bool
        /// How many players share a round.
        package let players: Int
        /// Whether it teaches the game: it is offered to whoever plays for the first time, and knows no variant.
        package let teaches: Bool

        package init(_ name: String, title: String, isScored: Bool = true, players: Int = 1, teaches: Bool = false) {
            self.name = name
            self.title = title
            self.isScored = isScored
            self.players = players
            self.teaches = teaches
        }
    }

    /// A variant of the modes that the player turns on and off.
    package struct Variant: Hashable, Sendable {
        /// The option by which it is asked for, one of the game's: `discreet`.
        package let option: String
        package let title: String
        package let abstract: String
        /// The value of the option that asks for it; any other asks for the usual.
        package let value: String

        package init(_ option: String, title: String, abstract: String, value: String = "true") {
            self.option = option
            self.title = title
            self.abstract = abstract
            self.value = value
        }
    }

    /// A length of time in the rules that a developer may try out.
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

    /// By which it is asked for; also the folder in `Sounds` and `Decks`.
    package let name: String
    package let title: String
    /// What it is, in a sentence for the help.
    package let abstract: String
    /// The version of its rules and of what it saves, from 1. A saved round of a newer one is left alone.
    package let version: Int
    /// The modes, the usual one first; at least one.
    package let modes: [Mode]
    /// The deck of those who name none, in games that are played with cards; nil in all others.
    package let usualDeck: String?
    /// Whether a round has a length that the player chooses.
    package let isTimed: Bool
    /// Whether several players can take turns in a tournament.
    package let hasTournament: Bool
    /// Whether its words have a gloss for those who are learning them.
    package let isGlossed: Bool
    /// Every cue that it may ask for, by name without the game's.
    package let cues: [String]
    /// The cue of a press that has none of its own.
    package let buttonCue: String
    /// The cue of a tournament's podium; nil in a game without tournaments.
    package let podiumCue: String?
    /// The cue of a right answer, which the bench times where none is named.
    package let measuredCue: String
    /// The key that gives that cue again and again while a round is played; nil where no single key does.
    package let measuredKey: Character?
    /// The cue at which the player has been taught, so that the tutorial is not shown again; nil where there is none, and in a game
    /// that keeps by itself what its player has seen.
    package let tutorialCue: String?
    /// Its own options by name, as `RoundSetup.options` takes them.
    package let options: [String]
    /// The one of them that the player turns on and off on the screen; nil where there is none.
    package let variant: Variant?
    /// The lengths of time that a developer may try out while a round runs.
    package let timings: [Timing]
    /// The words that a line of a script may have.
    package let words: [String]
    /// Whether it can be played by moving motion sensors.
    package var takesMotion: Bool { words.contains(MotionSample.scriptWord.word) }
    /// What is typed on a terminal without a screen, in a line.
    package let plainLegend: String
    /// What the button for another round is called there.
    package let playAgain: String
    /// What a player is asked to do before a round counts down, as it is told without a screen; nil where it is nothing.
    package let readyCall: String?
    /// What `.prompt` moments are called in the journal: `card`.
    package let prompt: String
    /// The word for a player who has no name.
    package let unnamedPlayer: String
    /// The titles of the places of a tournament, the best first; the last one is that of all further places.
    package let placeTitles: [String]

    /// A description; what is left out has its usual value.
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

    /// The cue called `name`.
    package func cue(_ name: String) -> CueName { CueName(game: self.name, name: name) }

    /// The mode called `name`; the usual one where no name is given, nil where there is none of that name.
    package func mode(_ name: String?) -> Mode? { name.map { name in modes.first { $0.name == name } } ?? modes.first }

    /// The mode that teaches the game; nil where none does.
    package var teachingMode: Mode? { modes.first(where: \.teaches) }

    /// The title of a place, from 1; empty where the game gives none.
    package func title(ofPlace place: Int) -> String {
        placeTitles.isEmpty ? "" : placeTitles[min(max(place, 1), placeTitles.count) - 1]
    }
}
