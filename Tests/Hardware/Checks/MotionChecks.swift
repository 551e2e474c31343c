import Foundation
import ThudCore
import ThudGameKit
import ThudTestSupport

/// Checks of motion sensors in the kernel's input layer. The kernel simulates them, because a guest has no pad.
func motionChecks(_ guest: Guest) async throws -> [Check] {
    for module in ["evdev", "uinput"] { try await guest.load(module) }
    let stick = try Pad("Checked Pad", isSensors: false)
    let sensors = try Pad("Checked Pad Motion Sensors", isSensors: true)
    return [
        Check(claim: "the node of a pad's sticks is refused, and so is one that is not there") {
            for (path, words) in [
                (try stick.node(), "has no motion sensors"), ("/dev/input/event99", "No such file or directory"),
            ] {
                let round = try guest.playMoved(["--motion", path])
                let status = try await round.status()
                try require(status == 3 && round.text.contains(words), "it ended with \(status): \(round.text)")
            }
            return "exit code 3 and a sentence each"
        },
        Check(claim: "a head that wears sensors begins a round, answers right and passes") {
            let head = Wearer(sensors)
            let round = try guest.playMoved(["--motion", "auto"])
            try await round.wait(for: "Playing with the motion sensors of Checked Pad Motion Sensors")
            try await round.teach(head)
            head.perform(.nod)
            try await round.wait(for: "right, 1")
            // The head returns before it tilts again.
            try await Task.sleep(for: .seconds(2))
            head.perform(.tiltBack)
            try await round.wait(for: "kape/pass")
            try await round.leave()
            return "two tilts, two answers, with \(head.count) readings"
        },
        Check(claim: "readings that overflow while the program stands still are left out, and the next tilt counts") {
            let head = Wearer(sensors)
            let round = try guest.playMoved(["--motion", try sensors.node(), "--json"])
            try await round.teach(head)
            let thud = try round.program()
            kill(thud, SIGSTOP)
            try await Task.sleep(for: .seconds(3))
            kill(thud, SIGCONT)
            try await Task.sleep(for: .seconds(1))
            head.perform(.nod)
            try await round.wait(for: "right, 1")
            try await round.leave(reporting: "lost readings of Checked Pad Motion Sensors")
            return "the kernel keeps far fewer than the \(head.count) readings"
        },
        Check(claim: "sensors that are unplugged pause the round, which goes on by the keys") {
            let lost = try Pad("Lost Pad", isSensors: true)
            let head = Wearer(lost)
            let round = try guest.playMoved(["--motion", try lost.node(), "--json"])
            try await round.teach(head)
            head.stop()
            lost.unplug()
            try await round.wait(for: "Lost Pad was unplugged")
            try await round.wait(for: "paused")
            try await round.type(" ")
            try await Task.sleep(for: .seconds(5))
            try await round.type("j")
            try await round.wait(for: "right, 1")
            try await round.leave(reporting: "Lost Pad was unplugged")
            return "paused, and a key answered"
        },
    ]
}

extension Guest {
    /// Starts a person's round of Kape in a terminal, without sound.
    fileprivate func playMoved(_ arguments: [String]) throws -> MovedRound {
        try MovedRound(["play", "kape", "--plain", "-v", "--seconds", "60", "--device", "null"] + arguments)
    }
}

/// A round in its own terminal.
private final class MovedRound {
    private let terminal: PseudoTerminal
    private let status = "/tmp/status-\(UInt32.random(in: 0 ... .max))"

    init(_ arguments: [String]) throws {
        terminal = try PseudoTerminal(columns: 120, rows: 40)
        let command = ([try findProduct("thud")] + arguments).joined(separator: " ")
        let environment = ProcessInfo.processInfo.environment
        try terminal.start("\(command); echo $? >\(status)", environment: environment, in: "/tmp")
    }

    /// The whole output.
    var text: String { String(decoding: terminal.output, as: UTF8.self) }

    func wait(for words: String) async throws { try await terminal.wait(for: words, within: .seconds(20)) }

    func type(_ keys: String) async throws { try await terminal.type(keys) }

    /// Moves a head as the round asks, until its first card appears.
    func teach(_ head: Wearer) async throws {
        head.perform(.raise)
        try await Task.sleep(for: .milliseconds(2_500))
        // The very first round asks for a nod before it begins.
        if !text.contains("kape/tick") { head.perform(.nod) }
        try await wait(for: "card:")
    }

    /// Returns the process ID.
    func program() throws -> pid_t {
        for entry in try FileManager.default.contentsOfDirectory(atPath: "/proc") {
            guard let number = pid_t(entry),
                let name = try? String(contentsOfFile: "/proc/\(entry)/comm", encoding: .utf8), name == "thud\n"
            else { continue }
            return number
        }
        throw Refuted(description: "no thud runs: \(text)")
    }

    /// Leaves the round, as a person does.
    func leave() async throws {
        try await type("q")
        try await wait(for: "press q again to leave the round")
        try await type("q")
        let ending = try await status()
        try require(ending == 0, "it ended with \(ending): \(text)")
    }

    /// Leaves a round that reports as JSON, with an event that begins with `event`. An emulated guest misses budgets.
    func leave(reporting event: String) async throws {
        try await type("q")
        try await wait(for: "press q again to leave the round")
        try await type("q")
        try await wait(for: "\"\(event)")
        _ = try await status()
    }

    /// Returns the exit status.
    func status() async throws -> Int {
        var ending: Int?
        try await poll("the end: \(text)", within: .seconds(30)) {
            ending = (try? String(contentsOfFile: status, encoding: .utf8)).flatMap {
                Int($0.trimmingCharacters(in: .whitespacesAndNewlines))
            }
            return ending != nil
        }
        return ending ?? -1
    }
}
