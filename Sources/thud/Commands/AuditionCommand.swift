import ArgumentParser
import ThudCore
import ThudCues
import ThudPatterns
import ThudTerminal

struct AuditionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "audition",
        abstract: """
            Example: thud audition impact.heavy --save a.wav --picture a.svg

            Hear and see haptic patterns without a phone: by name (impact.heavy, kape/correct, all) or from files \
            (.ahap .haptic .hjif .hmpg .he .json .xml).
            """,
        discussion: """
            In a terminal the pattern is drawn as it sounds, and keys change it. Without a name all patterns can be walked \
            through there; elsewhere their names are listed.

            --lint ends with 1 where something is wrong with a file, and with 4 where it cannot be read at all. What is \
            merely a matter of style is told, but not wrong. --lint=error or --lint=warning leaves out what is less. \
            --fix writes the file anew, without what can be mended by a rule.
            """)

    @Argument(help: ArgumentHelp("Patterns by name, files, or all.", valueName: "name|file"))
    var patterns: [String] = []
    @OptionGroup var rendering: RenderingOptions

    @Option(
        parsing: .unconditional, help: ArgumentHelp("Play each so many times: 1 to 10000 (1).", valueName: "n"))
    var loop = TypedNumber(1)

    @Option(help: ArgumentHelp("Write the sound to a file, once through.", valueName: "out.wav|.flac"))
    var save: String?

    @Option(help: ArgumentHelp("Draw the pattern into a file.", valueName: "out.svg|.png")) var picture: String?

    @Flag(help: "Do not play.") var silent = false

    @Flag(help: "Play again, and write again, whenever a file is saved.") var watch = false

    @Flag(help: "Only report what is wrong with files; --lint=error, warning or style says how much.") var lint = false

    /// The value of `--lint=LEVEL`.
    @Option(help: .hidden) var lintLevel: Disposition.Severity?

    @Flag(help: "Mend what is mechanical in files, then report.") var fix = false

    @Flag(help: "A line for each pattern instead of a screen.") var plain = false

    @Flag(help: "What was played, with its figures, as JSON.") var json = false

    @OptionGroup var sound: SoundOptions

    func validate() throws {
        try sound.policy.refuseFile()
        try sound.refuseRecording(over: patterns)
        try loop.check(1...10_000, "--loop takes 1 to 10000")
        guard !(lint || fix) || (save == nil && picture == nil && !watch) else {
            throw ValidationError("--lint and --fix play nothing; leave out --save, --picture and --watch")
        }
        guard lint || lintLevel == nil else { throw ValidationError("--lint-level needs --lint") }
        guard !silent || sound.record == nil else {
            throw ValidationError(
                "--record records what is played, and --silent plays nothing; --save writes it unplayed")
        }
        guard !watch || !silent else { throw ValidationError("--watch plays again, which --silent forbids") }
        guard !watch || !json else {
            throw ValidationError("--watch goes on until it is stopped, and --json speaks at the end")
        }
        if let save { try AuditionExport.checkSound(save) }
        if let picture { try AuditionExport.checkPicture(picture) }
        try rendering.check()
    }

    func run() throws {
        // Pattern files need no shipped assets, so they play even if no assets are installed.
        let files = patterns.isEmpty ? nil : PatternShelf.files(patterns)
        let shelf = try files == nil ? PatternShelf(Assets.find()) : nil
        let subjects = try files ?? shelf?.subjects(patterns) ?? []
        if fix { try PatternFix.run(subjects) }
        if lint || fix {
            return try LintReport(subjects, rendering.search, least: lintLevel ?? .style, isJSON: json).run()
        }
        guard !subjects.isEmpty || showsScreen else { return list(shelf?.subjects ?? []) }
        let request = try request(subjects.isEmpty ? shelf?.subjects ?? [] : subjects)
        guard !request.watches || request.subjects.contains(where: { $0.path != nil }) else {
            throw ThudError(.usage, "--watch needs a file; a preset does not change")
        }
        let signal = try audition(request)
        if let signal { Interrupts.end(by: signal) }
    }

    private var showsScreen: Bool { Console.hasScreen && !plain && !silent && !json }

    private func audition(_ request: AuditionRequest) throws -> Int32? {
        // This comes first, because the terminal's guard process must start before any thread.
        let terminal = showsScreen ? TerminalSession(.screen) : nil
        try refuseRecording(request)
        try AuditionExport(request).run()
        if let terminal { return try onScreen(terminal, request) }
        guard !silent else {
            try tell(request)
            return nil
        }
        return try PlainAudition(request, isJSON: json).run()
    }

    /// Refuses to record over the patterns or the sounds that they name.
    private func refuseRecording(_ request: AuditionRequest) throws {
        guard sound.record != nil else { return }
        try sound.refuseRecording(over: request.subjects.flatMap { $0.files(try? $0.load(), request.settings.search) })
    }

    private func onScreen(_ terminal: consuming TerminalSession, _ request: AuditionRequest) throws -> Int32? {
        // An unreadable file is reported before a screen hides the error.
        if request.subjects.count == 1 { _ = try request.subjects[0].load() }
        let watch = request.watches ? try SubjectWatch(request.subjects, request.settings.search) : nil
        // A recording replaces an earlier file, so it starts only when nothing else can fail.
        let output = try SoundOutput.open(
            request.sound, withoutDevice: .silence(instead: "--save keeps a pattern's sound"))
        let interrupts = Interrupts()
        defer { Console.release() }
        Console.hold()
        var terminal = terminal
        terminal.enter()
        let player = TakePlayback(output, volume: request.volume, drives: request.drives)
        let audition = ScreenAudition(request, player: player, watch: watch, terminal: terminal, interrupts: interrupts)
        let signal = audition.run()
        try output.close()
        return signal
    }

    private func request(_ subjects: [AuditionSubject]) throws -> AuditionRequest {
        var settings = try rendering.settings()
        settings.hasSounds = sound.policy.sound != .off
        settings.hasHaptics = sound.policy.haptics != .off
        settings.balance = sound.settings().balance
        return AuditionRequest(
            subjects: subjects, settings: settings, loops: loop.value, walks: patterns.count > 1 || patterns == ["all"],
            watches: watch, saved: save, pictured: picture, sound: sound)
    }

    /// Prints the figures of each pattern without playing it.
    private func tell(_ request: AuditionRequest) throws {
        var rows: [JSONValue] = []
        for subject in request.subjects {
            let take = try AuditionTake(subject.load(), request.settings, sampleRate: AuditionExport.sampleRate)
            if let diagnostic = take.diagnostic { Console.remark("\(subject.name): \(diagnostic)") }
            if json {
                rows.append(AuditionRow.json(subject, take))
            } else {
                Console.result(AuditionRow.line(subject, take))
            }
        }
        if json { Console.result(JSONValue.array(rows).text(.pretty)) }
    }

    private func list(_ subjects: [AuditionSubject]) {
        if json {
            let rows = subjects.map {
                JSONValue.object([.init("name", .string($0.name)), .init("summary", .string($0.summary))])
            }
            return Console.result(JSONValue.array(rows).text(.pretty))
        }
        for subject in subjects { Console.result(Padding.left(subject.name, 28) + subject.summary) }
    }
}

extension Disposition.Severity: ExpressibleByArgument {}
