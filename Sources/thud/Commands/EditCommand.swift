import ArgumentParser
import ThudCore
import ThudPatternRendering
import ThudPatterns
import ThudTerminal

struct EditCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        "edit", example: "thud edit buzz.ahap -e 'at 0.33 tap 1/.9; scale 0..0.5 intensity .8'",
        about: """
            Edit a pattern (.ahap .haptic .he) on the screen, beside its sound, or from a script. Only the text that an \
            edit touches is replaced.
            """,
        discussion: """
            On a terminal the pattern is drawn as in thud audition, with a cursor. Tab chooses an event or a point of a \
            curve, the arrows move it and change its intensity, ? explains all keys. Scripts say the same in words:

            at T tap I/S             add a tap at T seconds, with intensity and sharpness
            at T vibration D I/S     add a vibration of D seconds
            at T intensity V         add a point to the curve that acts at T; or sharpness
            delete A..B              remove haptic events from A to B; A.. and ..B are open
            scale A..B intensity X   multiply intensity, or sharpness, of what begins in A..B
            shift A..B +10ms         move events, steps and curves
            copy A..B +1s            add them a second time
            thin X                   remove points of curves at most X from a line
            set tap@T intensity X    set a value; also sharpness, duration, volume
            set intensity@T value X  set the value of a point

            delete, shift, copy and set take one thing in place of A..B: tap@T, vibration@T, sound@T, or a point, \
            intensity@T or sharpness@T; tap@T#2 is the second tap at T.

            Each edit is written to FILE.edits before the file is saved. --undo takes it back, after a restart too, unless \
            another program has saved the file since. What .haptic or .he cannot hold of an edit is said once.

            With - a pattern is read from standard input and written to standard output, without a journal: \
            thud edit - -e 'shift .. +10ms' < in.ahap > out.ahap
            """)

    @Argument(help: ArgumentHelp("Pattern to edit, or - (standard input).", valueName: "file"), completion: .file())
    var file: String

    @Option(
        name: .short, parsing: .unconditionalSingleValue,
        help: ArgumentHelp("Edits, separated by semicolons (again for more).", valueName: "script"))
    var edits: [String] = []

    @Flag(help: "Take the last edit back.") var undo = false

    @Flag(help: "Take all edits back.") var undoAll = false

    @Flag(help: "Do the edit again that was taken back last.") var redo = false

    @Option(
        name: .customLong("sounds"), "Further folder with the sounds of the pattern; may be repeated.", value: "dir")
    var soundFolders: [String] = []

    @OptionGroup var sound: SoundOptions

    func validate() throws {
        try Usage.require(
            [!edits.isEmpty, undo, undoAll, redo].count(where: \.self) <= 1,
            "name edits with -e, or one of --undo, --undo-all and --redo")
        try Usage.require(
            !isStream || !edits.isEmpty, "standard input has no screen and no journal; name the edits with -e")
        try Usage.require(
            isStream || !StandardInput.isMeant(by: file),
            "\(TypedText.shown(file)) is a pipe; direct it into standard input, and name - and the edits with -e")
        try sound.check()
        guard isScripted else { return }
        try Usage.refuse(
            [("--sounds", !soundFolders.isEmpty)] + sound.uses, "concerns the screen; without it nothing is played")
    }

    private var isStream: Bool { file == PatternOutput.standard }
    private var isScripted: Bool { !edits.isEmpty || undo || undoAll || redo }

    func run() throws {
        try SoundFolders.check(soundFolders)
        // The terminal's guard process must start before any thread.
        let terminal = isScripted || !Console.hasScreen ? nil : TerminalSession(.screen)
        guard isScripted || terminal != nil else {
            throw ThudError(.usage, "thud edit needs a screen; \(Console.screenAdvice), or name edits with -e")
        }
        let (editor, signal) =
            if let terminal { try onScreen(terminal, PatternEditor(file)) } else {
                (try EditJournal.alone(at: file, editedByScript), nil)
            }
        if editor.replacesWhole {
            Console.remark("\(file) is written as a whole, because its text cannot be changed in place")
        }
        let (count, length) = (try editor.parts().events.count, try editor.pattern().duration)
        guard !isStream else { return }
        if !editor.isSaved { Console.remark("\(file) is not saved; the next thud edit carries the edits out again") }
        Console.result(
            "\(file): \(Count.of(count, "event")), \(Decimals.fixed(length, 3)) s, "
                + "\(Count.of(editor.undoCount, "edit")) to take back")
        if let signal { Interrupts.end(by: signal) }
    }

    private func editedByScript() throws -> PatternEditor {
        var editor = try PatternEditor(file)
        if let recovery = editor.recovery { Console.remark("\(file): \(recovery)") }
        let before = editor.doneCount
        do {
            try carryOut(&editor)
            try editor.save()
        } catch {
            // A file and a pipe get all edits or none, so that the command can be repeated.
            while editor.doneCount > before, try editor.undo() {}
            while editor.doneCount < before, try editor.redo() {}
            if !isStream { try editor.save() }
            throw error
        }
        for loss in editor.losses { Console.remark("\(file): \(loss)") }
        return editor
    }

    private func carryOut(_ editor: inout PatternEditor) throws {
        // A script that cannot be understood leaves those before it undone, too.
        for edit in edits { _ = try EditScript(parsing: edit) }
        do {
            for remark in try edits.flatMap({ try editor.edit($0) }) { Console.remark("\(file): \(remark)") }
        } catch let error as ThudError where error.code == .badInput && error.subject.isEmpty {
            throw error.located(in: StandardInput.name(of: file))
        }
        if undo, try !editor.undo() { throw ThudError(.checkFailed, "\(file) has no edit to take back") }
        if redo, try !editor.redo() { throw ThudError(.checkFailed, "\(file) has no edit to do again") }
        guard undoAll, try editor.undo() else { return }
        while editor.undoCount > 0, try editor.undo() {}
        guard editor.doneCount > 0 else { return }
        let rest = Count.of(editor.doneCount, "earlier edit")
        Console.remark("\(file): \(rest) cannot be taken back, because another program has saved the file since")
    }

    private func onScreen(_ terminal: TerminalSession, _ editor: PatternEditor) throws -> (PatternEditor, Int32?) {
        var settings = AuditionSettings(startingWith: .heard, on: .ideal)
        settings.search = SoundSearch(folders: soundFolders)
        settings.take(sound)
        let subject = AuditionSubject(name: file, summary: "", source: .file(file, editor.format))
        let request = AuditionRequest(
            subjects: [subject], settings: settings, loops: 1, walks: false, watches: true, saved: nil, pictured: nil,
            sound: sound)
        let desk = try EditDesk(editor)
        let heard = desk.besideSound(try subject.load(editor.bytes))
        try sound.refuseRecording(over: subject.files(heard, settings.search))
        var shown: ScreenAudition?
        let signal = try ScreenAudition.run(request, on: terminal) { audition in
            audition.desk = desk
            audition.notice = editor.recovery ?? audition.notice
            shown = audition
        }
        return (shown?.desk?.editor ?? editor, signal)
    }
}
