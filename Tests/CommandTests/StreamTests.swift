import Foundation
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// What a parent may do to the standard streams and to limits of files.
@Suite(.live) struct StreamTests {
    private let surroundings: Surroundings
    private let recording: String
    /// A round of a second, for a shell.
    private let play: String

    init() throws {
        surroundings = try Surroundings()
        recording = surroundings.scratch.file("round.wav")
        play = "'\(try ThudProcess.path())' play --bot 1 --seconds 1 --json --device null"
    }

    private func bash(_ script: String) async throws -> ThudProcess.Outcome {
        let shell = try RunningProgram(
            findProgram("bash", package: "bash"), ["-c", script], environment: surroundings.environment)
        return try await ThudProcess.outcome(of: shell, within: .seconds(60))
    }

    private func lastCue(_ json: String) throws -> String? {
        try JSONReader(Array(json.utf8), file: "the report").member("cues").elements().last?.member("cue").string()
    }

    @Test func `a reader of remarks that leaves does not end the round`() async throws {
        let outcome = try await bash("set -o pipefail; { \(play) 2>&1 >&3 | true; } 3>&1")
        #expect(outcome.exitCode == 0)
        #expect(try lastCue(outcome.output) == "kape/times-up")
    }

    @Test func `a recording that may not grow does not cost the result`() async throws {
        // In blocks of 1 KiB.
        let outcome = try await bash("ulimit -f 200; exec \(play) --record '\(recording)'")
        #expect(outcome.exitCode == 4)
        #expect(
            outcome.errorOutput.contains("thud: \(recording): cannot be written: File too large"),
            "\(outcome.errorOutput)")
        #expect(try lastCue(outcome.output) == "kape/times-up")
        #expect(try SoundFile.read(recording).channelCount == 3)
    }

    @Test func `a recording for which there is no room leaves no empty file behind`() async throws {
        let outcome = try await bash("(ulimit -f 0; \(play) --record '\(recording)'; echo $?) 2>&1 | cat")
        #expect(outcome.output.hasSuffix("\(recording): cannot be written: File too large; write a shorter sound\n4\n"))
        #expect(!FileManager.default.fileExists(atPath: recording))
    }

    @Test func `a sound is not called damaged when hardly another file may be open`() async throws {
        let convert = "'\(try ThudProcess.path())' convert '\(Surroundings.checkout)/Sounds/kape/alarm.wav' -"
        // How many a shell and the loader of libraries need besides is not known.
        let outcome = try await bash(
            """
            ulimit -n 64
            for free in 1 2 3 4; do
                (for ((i = 3; i < 64 - free; i++)); do eval "exec $i</dev/null"; done; exec \(convert))
            done
            """)
        #expect(
            outcome.errorOutput.contains("alarm.wav: cannot be read: Too many open files; close other files"),
            "\(outcome.errorOutput)")
        #expect(!outcome.errorOutput.contains("damaged"))
    }

    @Test(arguments: ["names", "scores", "audition --silent impact.heavy", "--version", "convert kape/tick -"])
    func `results for a closed standard output are an error`(command: String) async throws {
        let outcome = try await bash("exec '\(try ThudProcess.path())' \(command) >&-")
        let sentence = "thud: cannot write to standard output: Bad file descriptor"
        #expect(outcome.exitCode == 4 && outcome.errorOutput.contains(sentence), "\(outcome)")
    }

    @Test(arguments: [">&- 2>&-", "<&- >&- 2>&-"])
    func `closed streams put no remarks into the recording`(closing: String) async throws {
        let outcome = try await bash("exec \(play) --record '\(recording)' \(closing)")
        #expect(outcome.exitCode == 4)
        #expect(try SoundFile.read(recording).channelCount == 3)
        let bytes = try Data(contentsOf: URL(fileURLWithPath: recording))
        #expect(bytes.range(of: Data("kape".utf8)) == nil)
    }

    /// What a reader has taken makes room again: two mebibytes of reports may wait for it.
    @Test func `a reader that keeps up gets every report, however many there are`() async throws {
        let (_, output, told) = try await surroundings.shell(
            """
            mkfifo lines; exec 3<>lines
            thud listen --device null --json <lines >reports 2>/dev/null & pid=$!
            for batch in 7000 14000 21000; do
                yes kape/none | head -n 7000 >&3
                for try in {1..300}; do [ $(grep -c message reports) = $batch ] && break; sleep 0.1; done
            done
            kill $pid; wait $pid; grep -c message reports; grep -c dropped reports
            """)
        #expect(output == "21000\n0\n", "\(output) \(told)")
    }
}
