import Foundation
import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// `thud convert --watch`: converts again what is saved, until a signal.
@Suite(.live) struct WatchedConversionTests {
    private let surroundings: Surroundings
    private var scratch: ScratchDirectory { surroundings.scratch }

    init() throws { surroundings = try Surroundings() }

    private func save(_ time: Double, to name: String) throws {
        try scratch.write(
            #"{"Version": 1, "Pattern": [{"Event": {"Time": \#(time), "EventType": "HapticTransient"}}]}"#, to: name)
    }

    private func watching(_ arguments: String..., body: (RunningProgram) async throws -> Void) async throws {
        try await ThudProcess.running(
            ["convert"] + arguments + ["--watch", "--silent"], environment: surroundings.environment, body)
    }

    private func lines(_ thud: RunningProgram) -> [Substring] { thud.output.split(separator: "\n") }

    @Test func `a file is converted again when it is saved, and a broken one is reported`() async throws {
        try save(0.1, to: "a.ahap")
        let (input, output) = (scratch.file("a.ahap"), scratch.file("a.he"))
        try await watching(input, output) { thud in
            try await thud.waitForOutput("a.he: 1 event, 0.1", within: .seconds(15))
            try save(0.3, to: "a.ahap")
            try await thud.waitForOutput("a.he: 1 event, 0.3", within: .seconds(15))
            try scratch.write("{", to: "a.ahap")
            try await thud.waitForErrorOutput("a.ahap:1:", within: .seconds(15))
            try save(0.5, to: "a.ahap")
            try await thud.waitForOutput("a.he: 1 event, 0.5", within: .seconds(15))
            #expect(lines(thud).count == 3)
            // An output that somebody has edited is left alone.
            try scratch.write("{}", to: "a.he")
            try save(0.7, to: "a.ahap")
            try await thud.waitForErrorOutput("--force overwrites it", within: .seconds(15))
            #expect(scratch.text(of: "a.he") == "{}")
            try FileManager.default.removeItem(atPath: input)
            try await thud.waitForErrorOutput("a.ahap was deleted", within: .seconds(15))
            #expect(thud.isRunning)
        }
    }

    @Test func `a folder's files are converted again one by one, with new ones in new folders`() async throws {
        for folder in ["in", "in/ui"] { _ = try scratch.directory(folder) }
        for name in ["in/a.ahap", "in/ui/b.ahap", "in/c.ahap"] { try save(0.1, to: name) }
        try scratch.write("{", to: "in/broken.ahap")
        try await watching(scratch.file("in/"), scratch.file("out"), "--to", "he,xml") { thud in
            try await thud.waitForOutput("3 converted, 0 unchanged, 0 left out, 1 unreadable", within: .seconds(15))
            try scratch.write("{}", to: "out/a.he")
            try save(0.2, to: "in/a.ahap")
            try await thud.waitForErrorOutput("--force overwrites it", within: .seconds(15))
            try await thud.waitForOutput("a.ahap: xml\n", within: .seconds(15))
            let first = lines(thud).count
            try save(0.2, to: "in/ui/b.ahap")
            try await thud.waitForOutput("ui/b.ahap: he, xml\n", after: first, within: .seconds(15))
            _ = try scratch.directory("in/new")
            try save(0.2, to: "in/new/d.ahap")
            try await thud.waitForOutput("new/d.ahap: he, xml\n", after: first, within: .seconds(15))
            try save(0.2, to: "in/new/e.ahap")
            try await thud.waitForOutput("new/e.ahap: he, xml\n", after: first, within: .seconds(15))
            try FileManager.default.removeItem(atPath: scratch.file("in/c.ahap"))
            try await thud.waitForErrorOutput("/in/c.ahap was deleted", within: .seconds(15))
            try save(0.4, to: "in/c.ahap")
            try await thud.waitForOutput("c.ahap: he, xml\n", after: first, within: .seconds(15))
            #expect(lines(thud).dropFirst(first).allSatisfy { !$0.hasPrefix("a.ahap") })
            for report in [/broken\.ahap/, /--force overwrites it/] {
                #expect(thud.errorOutput.matches(of: report).count == 1, "\(thud.errorOutput)")
            }
            #expect(FileManager.default.fileExists(atPath: scratch.file("out/new/d.he")))
        }
    }

    @Test func `an empty folder is watched for its first file`() async throws {
        _ = try scratch.directory("in")
        try await watching(scratch.file("in"), scratch.file("out"), "--to", "he") { thud in
            try await thud.waitForErrorOutput("there are no patterns or sounds", within: .seconds(15))
            try save(0.1, to: "in/a.ahap")
            try await thud.waitForOutput("a.ahap: he\n", within: .seconds(15))
        }
    }

    @Test func `a folder that is deleted and made again is converted again`() async throws {
        for folder in ["in", "new"] { _ = try scratch.directory(folder) }
        for name in ["in/a.ahap", "in/b.ahap", "new/a.ahap", "new/d.ahap"] { try save(0.1, to: name) }
        try scratch.write("{", to: "in/e.ahap")
        for name in ["new/b.ahap", "new/e.ahap"] { try save(0.5, to: name) }
        // A link to nothing stands for a file that cannot be read because the folder is being deleted.
        let missing = scratch.file("missing")
        try FileManager.default.createSymbolicLink(atPath: scratch.file("in/d.ahap"), withDestinationPath: missing)
        let (first, output) = (scratch.file("in"), scratch.file("out"))
        try await watching(first, output, "--to", "he") { thud in
            try await thud.waitForOutput("out: 2 converted", within: .seconds(15))
            let before = lines(thud).count
            try FileManager.default.removeItem(atPath: first)
            try await thud.waitForErrorOutput("b.ahap was deleted", within: .seconds(15))
            try FileManager.default.moveItem(atPath: scratch.file("new"), toPath: first)
            try await thud.waitForOutput("b.ahap: he\n", after: before, within: .seconds(15))
            try await thud.waitForOutput("d.ahap: he\n", after: before, within: .seconds(15))
            try await thud.waitForOutput("e.ahap: he\n", after: before, within: .seconds(15))
            try save(0.7, to: "in/c.ahap")
            try await thud.waitForOutput("c.ahap: he\n", after: before, within: .seconds(15))
            #expect(lines(thud).count == before + 4, "\(thud.output)")
        }
    }

    @Test(arguments: [
        ["impact.heavy", "b.he", "--watch"], ["a.ahap", "-", "--watch"], ["a.ahap", "--check", "apple", "--watch"],
        ["a.ahap", "b.he", "--silent"],
    ])
    func `watching what does not change is refused in one sentence`(arguments: [String]) async throws {
        try save(0.1, to: "a.ahap")
        let outcome = try await surroundings.thud(["convert"] + arguments, in: scratch.path)
        #expect(outcome.exitCode == 2 && outcome.errorOutput.split(separator: "\n").count == 1, "\(outcome)")
    }
}

extension RunningProgram {
    /// Waits for a text after the first `lines` lines of the output.
    fileprivate func waitForOutput(_ text: String, after lines: Int, within limit: Interval) async throws {
        try await poll("\(text) after line \(lines)", within: limit) {
            output.split(separator: "\n", omittingEmptySubsequences: false).dropFirst(lines).joined(separator: "\n")
                .contains(text)
        }
    }
}
