import ThudCore
import ThudPlayback

/// A note of MIDI, through the ALSA sequencer, to the program's own port or one that is named.
struct NoteStimulus: Stimulus {
    let note: UInt8
    /// The name of a client or of its port, or `CLIENT:PORT`; nil for the port that belongs to the program's process.
    let port: String?
    private let output: NoteOutput

    static let usage = "a note from 0 to 127, or NOTE@PORT, such as 60@synth or 60@128:0"

    var title: String { "note \(note)" + (port.map { " to \($0)" } ?? "") }

    /// Opens the sequencer.
    ///
    /// - Throws: `ThudError` (usage) if `text` is no note, or (no device) if there is no sequencer.
    init(_ text: String) throws(ThudError) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let note = parts.first.flatMap({ UInt8($0) }), note < 128, parts.count == 1 || !parts[1].isEmpty else {
            throw ThudError(.usage, "--midi takes \(Self.usage), not \(TypedText.shown(text, most: 60))")
        }
        (self.note, port) = (note, parts.count == 1 ? nil : String(parts[1]))
        output = try NoteOutput()
    }

    func obstacle(_ program: ChildProgram) -> String? {
        if output.connect(to: { matches($0, program) }) { return nil }
        return port.map { "no port of the ALSA sequencer that takes notes is called \($0)" }
            ?? "the program has no port of the ALSA sequencer that takes notes"
    }

    private func matches(_ candidate: NoteOutput.Port, _ program: ChildProgram) -> Bool {
        guard let port else { return program.started(candidate.process) }
        return candidate.address == port || candidate.clientName.contains(port) || candidate.name.contains(port)
    }

    func deliver(to program: ChildProgram) -> Instant? {
        let now = Instant.now()
        return output.send(note, isOn: true) ? now : nil
    }

    func release() { _ = output.send(note, isOn: false) }
}
