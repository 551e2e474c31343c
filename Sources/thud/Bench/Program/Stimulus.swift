import Glibc
import ThudCore

/// What asks a program for a sound. `ProgramOptions` has the option of each.
protocol Stimulus {
    /// Its name in a report: `key space`.
    var title: String { get }
    /// Whether the program's standard input is a pipe on which the stimulus is written, and not its terminal.
    var usesInput: Bool { get }
    /// The stimulus itself if it presses in the program's window, which then shows whether the program replies.
    var watched: WindowStimulus? { get }
    /// Finds where the program takes the stimulus; returns why it cannot be reached now, as a clause, or nil.
    func obstacle(_ program: ChildProgram) -> String?
    /// Why it is not taken once it can be reached, as a clause.
    var refusal: String { get }
    /// Delivers it once; returns the instant just before the system call that did, nil if the system did not take it.
    func deliver(to program: ChildProgram) -> Instant?
    func release()
}

extension Stimulus {
    var usesInput: Bool { false }
    var watched: WindowStimulus? { nil }
    func obstacle(_ program: ChildProgram) -> String? { nil }
    var refusal: String { "the program no longer takes what is sent to it" }
    func release() {}
}

/// A key that is typed into the program's terminal.
struct KeyStimulus: Stimulus {
    let title: String
    let name: String
    private let typed: String

    /// The keys with names: what a terminal in its usual mode gets, and X's name.
    static let names: [String: (typed: String, inWindow: String)] = [
        "space": (" ", "space"), "enter": ("\r", "Return"), "tab": ("\t", "Tab"), "escape": ("\u{1B}", "Escape"),
        "backspace": ("\u{7F}", "BackSpace"), "up": ("\u{1B}[A", "Up"), "down": ("\u{1B}[B", "Down"),
        "right": ("\u{1B}[C", "Right"), "left": ("\u{1B}[D", "Left"),
    ]
    static var usage: String { "one character, or \(names.keys.sorted().joined(separator: ", "))" }

    /// Creates a key from its name or its character, or from any key of the window that gets it; nil for anything else.
    init?(_ name: String, in window: WindowStimulus? = nil) {
        let isKey = window?.hasKey(name) ?? (name.count == 1)
        guard let text = Self.names[name.lowercased()]?.typed ?? (isKey ? name : nil) else { return nil }
        (title, self.name, typed) = ("key \(name)", name, text)
    }

    func deliver(to program: ChildProgram) -> Instant? {
        let bytes = bytes(applicationKeys: program.takesApplicationKeys)
        let now = Instant.now()
        return write(program.controller, bytes, bytes.count) == bytes.count ? now : nil
    }

    /// Returns what a terminal sends; an arrow key has another sequence if the program has asked for that.
    func bytes(applicationKeys: Bool) -> [UInt8] {
        Array((applicationKeys ? typed.replacing("\u{1B}[", with: "\u{1B}O") : typed).utf8)
    }
}

/// A line on the program's standard input.
struct LineStimulus: Stimulus {
    let text: String
    var title: String { "line \(text)" }
    var usesInput: Bool { true }

    func deliver(to program: ChildProgram) -> Instant? {
        let bytes = Array((text + "\n").utf8)
        let now = Instant.now()
        return write(program.input, bytes, bytes.count) == bytes.count ? now : nil
    }
}

/// A shell command that is started for each trigger.
struct CommandStimulus: Stimulus {
    let command: String
    var title: String { "command \(command)" }

    func deliver(to program: ChildProgram) -> Instant? { program.start(command) }
}
