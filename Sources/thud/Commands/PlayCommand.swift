import ArgumentParser
import ThudCore
import ThudGameKit
import ThudGameUI
import ThudGames
import ThudMotion
import ThudTerminal

struct PlayCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "play", example: "thud play kape --deck gurbet --seconds 30",
        about: "Play a round of a game with sound.",
        discussion: """
            The screen shows the keys. A person plays with the saved settings and the mode chosen last; options override \
            them. Without a terminal a simulated player plays. Exits with 1 if a device played and a cue was not heard or \
            came later than 50 ms; after a person's round only with --json.
            """)

    @Argument(
        help: ArgumentHelp("Game to play: \(Games.names.joined(separator: ", ")).", valueName: "game"),
        completion: .named("game"))
    var game = Games.usual.description.name

    @Option(Games.modeHelp, value: "mode") var mode: String?

    @Option("Deck: mix (default), ushqim, gurbet, vip, one of your own, or a file.", value: "deck") var deck: String?

    @Option("Seconds of a timed round: 1 to 3600 (default: 60).", number: "n") var seconds: TypedNumber<Double>?

    @Option("Play a tournament of 2 to 5 players, or a match of 2.", value: "a,b,...") var players: String?

    @Option("Let a simulated player play; the same seed, 0 to 2^64 - 1, plays the same round.", number: "seed")
    var bot: TypedNumber<UInt64>?

    @Option("Read inputs from a file or - (standard input), one `SECONDS NAME` a line.", value: "file")
    var script: String?

    @Option("Seed for the cards, 0 to 2^64 - 1, to deal the same ones again (default: random).", number: "seed")
    var seed: TypedNumber<UInt64>?

    @Option("Use a pad's motion sensors beside the keys; auto finds a pad.", value: "auto|device") var motion: String?

    @Option(
        parsing: .unconditional,
        help: ArgumentHelp(
            "Axes of the pad that point right, up and to you, such as -y,z,-x (default: x,y,z).", valueName: "axes"))
    var motionAxes: String?

    @Flag(help: "Use only the nine discreet gestures, in games that have them.") var discreet = false

    @Option("Complete an action by holding or by a single press, in games that offer both.", value: "hold|single")
    var activation: Activation?

    /// How a player performs an action that takes time.
    enum Activation: String, ExpressibleByArgument, CaseIterable { case hold, single }

    @Flag(help: "Continue the interrupted round.")
    var resume = false

    @Option(
        help: ArgumentHelp(
            """
            Real time, or a virtual clock that plays a simulated round in about a second without a device. With it, the same \
            seed records the same bytes. (default: live; virtual for a simulated player without device and screen)
            """, valueName: "live|virtual"))
    var clock: Clock?

    enum Clock: String, ExpressibleByArgument, CaseIterable { case live, virtual }

    @Flag(help: "Show below the round how each cue was played and by which rules; with --plain as lines.")
    var panel = false

    @Flag(help: "Print a line for each event instead of a screen.")
    var plain = false

    @Flag(help: "Print score, cues with their times, and latencies as JSON at the end.")
    var json = false
    @OptionGroup var sound: SoundOptions
    @OptionGroup var driven: ActuatorOptions

    func validate() throws {
        try sound.check(actuator: driven.actuator)
        let game = try Games.chosen(game).description
        try game.check(mode: mode, seconds: seconds)
        try Usage.require(deck == nil || game.usualDeck != nil, "\(game.name) has no cards; leave out --deck")
        for option in gameOptions.keys.sorted() where !game.options.contains(option) {
            throw ValidationError("\(game.name) has no such choice; leave out --\(option)")
        }
        if players != nil {
            try refusePlayers(game)
            try refuseEqualNames(game)
        }
        try Usage.refuseEmpty([
            ("--deck", "a deck's name or file", deck), ("--mode", "a mode's name", mode),
            ("--script", "a file", script), ("--motion", "auto or a device", motion),
        ])
        try sound.refuseRecording(over: [script, deck])
        try Usage.require(bot == nil || script == nil, "--bot and --script cannot play together; choose one")
        try Usage.require(bot == nil || seed == nil, "--bot sets the seed of the cards; leave out --seed")
        try Usage.require(
            !resume || [bot?.text, seconds?.text, script, players, deck, mode].allSatisfy({ $0 == nil }),
            "--resume continues the saved round; leave out --bot, --script, --players, --deck, --mode and --seconds")
        try refuseVirtual()
        try refuseMotion(game)
    }

    /// Refuses --players if the number of names is wrong or the game has no place for them.
    private func refusePlayers(_ game: GameDescription) throws(ValidationError) {
        if game.hasTournament {
            guard !Tournament.rivals.contains(names.count) else { return }
            throw ValidationError(
                "a tournament has \(Tournament.rivals.lowerBound) to \(Tournament.rivals.upperBound) players, "
                    + "not \(names.count)")
        }
        let matches = game.modes.filter { $0.players > 1 }
        try Usage.require(!matches.isEmpty, "\(game.name) is for one player; leave out --players")
        guard let mode = game.mode(mode), mode.players > 1 else {
            let names = matches.map(\.name).joined(separator: " or ")
            throw ValidationError("--players needs a match; add --mode \(names)")
        }
        try Usage.require(names.count == mode.players, "a match has \(mode.players) players, not \(names.count)")
    }

    /// Refuses names that nobody can tell apart in the standings.
    private func refuseEqualNames(_ game: GameDescription) throws(ValidationError) {
        // Players without a name get one in the language of the round.
        for unnamed in [false, true].map(game.unnamedPlayer(inEnglish:)) {
            guard let twin = PlayerName.twin(in: names, unnamed: unnamed) else { continue }
            let name = PlayerName.shown(names, unnamed: unnamed)[twin]
            throw ValidationError("two players are called \(name); give each a different name")
        }
    }

    private func refuseVirtual() throws(ValidationError) {
        guard clock == .virtual else { return }
        try Usage.require(
            (sound.output.device ?? "null" == "null") && sound.hapticsDevice == nil,
            "--clock virtual uses no device; leave out --device and --haptics-device")
        let further = sound.uses.filter { ["--exclusive", "--period", "--latency"].contains($0.name) }
        try Usage.refuse(further, "concerns a device; leave out --clock virtual")
        try Usage.require(!resume, "--resume needs real time; leave out --clock virtual")
    }

    /// Refuses --motion in games without movements, and axes that are not valid.
    private func refuseMotion(_ game: GameDescription) throws(ValidationError) {
        guard motion != nil else {
            try Usage.require(motionAxes == nil, "--motion-axes needs --motion")
            return
        }
        try Usage.require(game.takesMotion, "\(game.name) uses no motion sensors; leave out --motion")
        try Usage.require(bot == nil && script == nil, "--motion is for a person; leave out --bot and --script")
        if let motionAxes, MotionAxes(motionAxes) == nil {
            throw ValidationError(
                "--motion-axes takes x, y and z in any rotation without mirroring, such as -y,z,-x, "
                    + "not \(TypedText.shown(motionAxes))")
        }
    }

    func run() throws {
        // This check comes before the remark that a simulated player plays.
        if resume, !Console.isInteractive {
            throw ThudError(.usage, "--resume continues a person's round; run it in a terminal")
        }
        if motion != nil, !Console.isInteractive {
            throw ThudError(.usage, "--motion is for a person; run it in a terminal")
        }
        let request = try request()
        let outcome = try play(request)
        if let signal = outcome.signal { Interrupts.end(by: signal) }
        // A person who plays wants no failing exit code, but scripts, simulated players and readers of the JSON do.
        if let failure = outcome.failure, json || !request.player.isPerson { throw failure }
    }

    /// Plays on a screen if there is one, else prints lines.
    private func play(_ request: PlayRequest) throws -> PlayOutcome {
        // This comes first, because the terminal's guard process must start before any thread.
        if Console.hasScreen, !plain, clock != .virtual, let terminal = TerminalSession(.screen) {
            return try ScreenPlay(request: request).run(on: terminal)
        }
        return try PlainPlay(request: request).run()
    }

    func request() throws -> PlayRequest {
        let player = try player()
        guard clock != .virtual || !player.isPerson else {
            throw ThudError(.usage, "--clock virtual needs a simulated player; add --bot or --script")
        }
        let game = try Games.chosen(game)
        let hasTournament = game.description.hasTournament
        return PlayRequest(
            game: game, mode: mode, deck: deck, player: player, seed: (bot ?? seed)?.value,
            seconds: seconds?.value,
            // The players of a tournament who have no name get one in the language of the round.
            players: hasTournament ? names.map { PlayerName.cleaned($0, atMost: PlayerName.longest) } : [],
            match: hasTournament ? [] : PlayerName.shown(names, unnamed: game.description.unnamedPlayer),
            gameOptions: gameOptions, motion: try motionDevice(), isResuming: resume, hasPanel: panel, isJSON: json,
            sound: sound, actuator: try driven.profile(), clock: roundClock(for: player))
    }

    /// Returns what keeps the time. A person plays in real time, even without a device.
    private func roundClock(for player: Performer) -> RoundClock {
        switch clock {
        case .live: .live
        case .virtual: .virtual
        case nil: player.isPerson ? .live : .virtualWithoutDevice
        }
    }

    /// Returns the requested motion sensors; nil if none are requested.
    private func motionDevice() throws(ThudError) -> MotionDevice? {
        guard let motion else { return nil }
        let axes = motionAxes.flatMap(MotionAxes.init) ?? .pad
        return motion == "auto" ? try .first(axes: axes) : try MotionDevice(path: motion, axes: axes)
    }

    /// The given game options, by the game's own names for them.
    private var gameOptions: [String: String] {
        var options = activation.map { ["activation": $0.rawValue] } ?? [:]
        if discreet { options["discreet"] = "true" }
        return options
    }

    private var names: [String] {
        players.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) } ?? []
    }

    private func player() throws -> Performer {
        if let script {
            let words = String(decoding: try StandardInput.read(script), as: UTF8.self)
            let file = StandardInput.name(of: script)
            try Games.chosen(game).check(script: words, file: file)
            return .script(text: words, file: file)
        }
        if bot != nil { return .bot(rounds: 1) }
        if Console.isInteractive { return .person }
        Console.remark("No terminal is attached, so a simulated player plays (--bot \(PlayRequest.standIn)).")
        return .bot(rounds: 1)
    }
}
