import ArgumentParser
import ThudCore
import ThudPatternComparison
import ThudPatterns
import ThudPictures

struct DiffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "diff", example: "thud diff old.ahap new.haptic",
        about: """
            Compare two patterns, or sounds with a haptic channel: what changed, by how much, and whether it is felt.
            """,
        discussion: """
            Differences are in milliseconds, decibels and just-noticeable differences (JND): 24 ms, 2.2 dB, 18 % of \
            frequency. The exit code is 0 below 1 JND and 1 otherwise, as with diff.

            For git: git config diff.haptics.command "thud diff --git", and in .gitattributes: *.ahap diff=haptics
            """)

    @Argument(
        help: ArgumentHelp("The first and the second pattern: names or files of any format.", valueName: "a b"),
        completion: .file())
    var files: [String] = []

    @Flag(help: "Print the differences as JSON.") var json = false

    @Option("Draw both patterns, the first above the second.", value: "out.svg|.png") var picture: String?

    @Flag(help: "Take the arguments with which git calls a diff command; always exit with 0.") var git = false

    /// How many arguments git gives: for a file that is not merged, for two versions of one, and for a renamed one.
    private static let countsOfGit = [1, 7, 9]

    func validate() throws {
        guard git ? Self.countsOfGit.contains(files.count) : files.count == 2 else {
            let wanted = git ? "--git takes the arguments of git, which are 1, 7 or 9" : "name two patterns"
            throw ValidationError("\(wanted), not \(files.count)")
        }
        if let picture { try AuditionExport.checkPicture(picture) }
    }

    func run() throws {
        guard git else {
            let report = try compare(files[0], files[1])
            if report.comparison.largest >= 1 { throw ThudError(.checkFailed, report.verdict) }
            if !json { Console.result(report.verdict) }
            return
        }
        if !json { Console.result("haptics of \(files[0])" + (files.count == 9 ? ", now \(files[7])" : "")) }
        guard files.count > 1 else { return tell("not merged yet") }
        // If a command fails, git shows no further file.
        do {
            let report = try compare(files[1], files[4])
            if !json { Console.result(report.verdict) }
        } catch let error as ThudError {
            tell("\(error)")
        }
    }

    private func tell(_ problem: String) {
        Console.result(isJSON: json, ["file": .string(files[0]), "problem": .string(problem)], [problem])
    }

    private func compare(_ first: String, _ second: String) throws -> DiffReport {
        let subjects = try [DiffSubject(first), DiffSubject(second)]
        let comparison = PatternComparison(
            subjects[0].pattern, subjects[1].pattern,
            signals: SignalComparison(subjects[0].signal, subjects[1].signal))
        let report = DiffReport(comparison: comparison, names: (first, second))
        Console.result(isJSON: json, report.json, report.lines)
        if let picture { try draw(subjects, to: picture) }
        return report
    }

    private func draw(_ subjects: [DiffSubject], to path: String) throws {
        guard !files.contains(where: { SourceFile.isSame($0, path) }) else {
            throw ThudError(.usage, "\(path) is one of the patterns; name another file to write")
        }
        let pictures = subjects.map { subject in
            PatternPicture(
                title: subject.name, pattern: subject.pattern ?? HapticPattern(), waveform: subject.signal,
                sampleRate: SignalComparison.sampleRate, waveformName: Rendering.drive.name)
        }
        let pair = PicturePair(pictures[0], pictures[1])
        try SourceFile.write(PictureFile.Kind(path: path) == .png ? pair.png() : pair.svg(), to: path)
        Console.remark("Drew \(path)")
    }
}
