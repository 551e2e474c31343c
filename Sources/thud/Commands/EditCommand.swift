import ArgumentParser
import ThudCore
import ThudPatterns

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "edit",
        abstract: """
            Example: thud edit buzz.ahap -e 'at 0.33 tap 1/.9; scale 0..0.5 intensity .8'

            Edit a pattern (.ahap .haptic .he) from a script. Only the text that an edit touches is replaced.
            """,
        discussion: """
            at T tap I/S             add a tap at T seconds, with intensity and sharpness
            at T vibration D I/S     add a vibration of D seconds
            delete A..B              remove the haptic events that begin between A and B; A.. and ..B are open
            scale A..B intensity X   multiply intensity, or sharpness
            shift A..B +10ms         move events, steps and curves
            thin X                   remove points of curves that stray at most X from a line

            Each edit is written to FILE.edits before the file is saved. --undo takes it back, after a restart too, unless \
            another program has saved the file since.
            """)

    @Argument(help: ArgumentHelp("Pattern to edit.", valueName: "file"))
    var file: String

    @Option(
        name: .short, parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Edits, separated by semicolons (again for more).", valueName: "script"))
    var edits: [String] = []

    @Flag(help: "Take the last edit back.") var undo = false

    @Flag(help: "Take all edits back.") var undoAll = false

    @Flag(help: "Do the edit again that was taken back last.") var redo = false

    func validate() throws {
        guard [!edits.isEmpty, undo, undoAll, redo].count(where: \.self) == 1 else {
            throw ValidationError("name edits with -e, or one of --undo, --undo-all and --redo")
        }
    }

    func run() throws {
        var editor = try PatternEditor(file)
        for script in edits { try editor.edit(script) }
        if undo, try !editor.undo() { throw ThudError(.checkFailed, "\(file) has no edit to take back") }
        if redo, try !editor.redo() { throw ThudError(.checkFailed, "\(file) has no edit to do again") }
        while undoAll, try editor.undo() {}
        let pattern = try editor.pattern()
        Console.result(
            "\(file): \(Count.of(pattern.events.count, "event")), \(Decimals.fixed(pattern.duration, 3)) s, "
                + "\(Count.of(editor.doneCount, "edit")) to take back")
    }
}
