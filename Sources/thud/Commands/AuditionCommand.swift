import ArgumentParser
import ThudCore
import ThudPatterns
import ThudPlayback
import ThudTerminal

struct AuditionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "audition", example: "thud audition impact.heavy --save a.wav --picture a.svg",
        about: """
            Play and draw haptic patterns without a phone, by name (impact.heavy, kape/correct, kape, all), from files \
            (.ahap .haptic .hjif .hmpg .he .json .xml .hasp), folders, or - (standard input). Of a sound a pattern is made.
            """,
        discussion: """
            On a terminal the pattern is drawn as it plays, and keys change it. Without a name you browse all patterns \
            there. If there is no terminal, their names are listed.

            A sound (.wav .flac .ogg .mp3 ...) is drawn with its onsets and the pattern made of it. Arrows choose and + \
            and - turn the options of thud convert; each change is heard. s saves the pattern beside the sound, S also over \
            one that somebody edited. The command that does the same is shown, and printed at the end.

            --lint exits with 1 if a file has errors or warnings, and with 4 if a file is not a pattern. Remarks about \
            style are printed but do not fail. --lint=error and --lint=warning hide less serious remarks. --fix makes \
            the repairs that need no choice and saves the file.
            """)

    @Argument(
        help: ArgumentHelp("Pattern names, files, sounds, folders, - or all.", valueName: "name|file"),
        completion: .file())
    var patterns: [String] = []
    @OptionGroup var rendering: RenderingOptions
    @OptionGroup var comparison: ComparisonOptions

    @Option("Times to play each pattern: 1 to 10000.", number: "n") var loop = TypedNumber(1)

    @Option("Save the sound of one pass to a file.", value: "out.wav|.flac") var save: String?

    @Option("Save a picture of the pattern.", value: "out.svg|.png") var picture: String?

    @Flag(help: "Do not play.") var silent = false

    @Flag(help: "Play and save again whenever a file changes; with --silent print its figures and save.")
    var watch = false

    @Flag(help: "Check files without playing; --lint=error, warning or style sets the least level.") var lint = false

    /// The value of `--lint=LEVEL`.
    @Option(help: .hidden) var lintLevel: Disposition.Severity?

    @Flag(help: "Repair what needs no choice in files, then check them.") var fix = false

    @Flag(help: "Print a line for each pattern instead of a screen.") var plain = false

    @Flag(help: "Print the patterns and their figures as JSON.") var json = false

    @OptionGroup var sound: SoundOptions

    func validate() throws {
        try sound.check()
        try sound.refuseRecording(over: patterns)
        try loop.check(1...10_000, "--loop takes 1 to 10000")
        let outputs: [OptionUse] = [("--save", save != nil), ("--picture", picture != nil), ("--watch", watch)]
        let loops: OptionUse = ("--loop", loop.value != 1)
        if patterns.isEmpty {
            let record: OptionUse = ("--record", sound.record != nil && !showsScreen)
            try Usage.refuse(outputs + [record, loops, ("--lint", lint), ("--fix", fix)], "needs a pattern; name one")
        }
        if lint || fix {
            let uses = outputs + [loops] + rendering.uses + sound.uses
            try Usage.refuse(uses, "has no effect; --lint and --fix play nothing")
        }
        if silent { try Usage.refuse([loops] + sound.outputUses, "concerns what is heard; leave out --silent") }
        try Usage.require(lint || lintLevel == nil, "--lint-level needs --lint")
        try Usage.require(
            !watch || !json, "--watch runs until you stop it, but --json prints at the end; leave one out")
        if let save { try AuditionExport.checkSound(save) }
        if let picture { try AuditionExport.checkPicture(picture) }
        if let file = BenchFiles.shared(among: [save, picture, sound.record].compactMap(\.self)) {
            throw ValidationError("two outputs would go to \(file); choose a file for each")
        }
        try rendering.check()
        try comparison.check(
            patterns, hasOutput: plain || silent || json || lint || fix || save != nil || picture != nil)
    }

    func run() throws {
        try SoundFolders.check(rendering.soundFolders)
        let subjects = try PatternShelf.subjects(of: patterns)
        if fix { try PatternFix.run(subjects) }
        if lint || fix {
            return try LintReport(
                subjects: subjects, search: rendering.search, least: lintLevel ?? .style, isJSON: json
            ).run()
        }
        let shelf = try patterns.isEmpty ? PatternShelf(Assets.find()).subjects : []
        guard !patterns.isEmpty || showsScreen else { return list(shelf) }
        let request = try request(patterns.isEmpty ? shelf : subjects)
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
        try AuditionExport(request: request).run()
        if let terminal { return try onScreen(terminal, request) }
        guard !comparison.ab else { throw ThudError(.usage, "--ab needs a screen; \(Console.screenAdvice)") }
        return try PlainAudition(request, isJSON: json).run()
    }

    /// Refuses to record over the patterns or the sounds that they name.
    private func refuseRecording(_ request: AuditionRequest) throws {
        guard sound.record != nil else { return }
        try sound.refuseRecording(over: request.subjects.flatMap { $0.files(try? $0.load(), request.settings.search) })
    }

    /// Browses all patterns on a terminal that the launcher has taken over.
    func browse(on terminal: TerminalSession) throws -> Int32? {
        try onScreen(terminal, request(PatternShelf(Assets.find()).subjects), isFromLauncher: true)
    }

    private func onScreen(
        _ terminal: TerminalSession, _ request: AuditionRequest, isFromLauncher: Bool = false
    ) throws -> Int32? {
        // A recording replaces an earlier file, so both patterns are read before it starts.
        for subject in request.subjects where comparison.ab {
            _ = try AuditionTake.sounds(of: subject.load(), request.settings, sampleRate: PCMRequest().sampleRate)
        }
        var shown: ScreenAudition?
        let signal = try ScreenAudition.run(request, on: terminal) { audition in
            audition.isFromLauncher = isFromLauncher
            shown = audition
            guard comparison.ab else { return }
            audition.isLooping = true
            audition.comparison = try Comparison(
                request, isMatched: !comparison.asIs, trials: comparison.trials?.value ?? 10,
                seed: comparison.seed?.value ?? .random(in: 0...UInt64.max), sampleRate: audition.player.sampleRate)
        }
        // Leaving ends a blind test, too.
        _ = shown?.comparison?.endTest()
        for report in shown?.comparison?.reports ?? [] { Console.result("Blind test: \(report)") }
        for command in shown?.closeSounds() ?? [] { Console.result(command) }
        return signal
    }

    private func request(_ subjects: [AuditionSubject]) throws -> AuditionRequest {
        var settings = try rendering.settings()
        settings.take(sound)
        return AuditionRequest(
            subjects: subjects, settings: settings, loops: loop.value,
            walks: !comparison.ab && subjects.count > 1 && !patterns.isEmpty,
            watches: watch, saved: save, pictured: picture, sound: sound, isSilent: silent)
    }

    private func list(_ subjects: [AuditionSubject]) {
        Console.result(
            isJSON: json,
            .array(subjects.map { ["name": .string($0.name), "summary": .string($0.summary)] }),
            subjects.map { Padding.left($0.name, 28) + $0.summary })
    }
}

extension Disposition.Severity: ExpressibleByArgument {}
