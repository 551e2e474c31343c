import CThudALSA
import Glibc
import ThudCore

/// A note of MIDI, through the ALSA sequencer, to the program's own port or one that is named.
///
/// Anybody may subscribe to it too, for example with `aconnect thud DESTINATION`.
final class NoteStimulus: Stimulus {
    let title: String
    private let note: UInt8
    /// The name of a client or of its port, or `CLIENT:PORT`; nil for the port that belongs to the program's process.
    private let destination: String?
    /// The connection of alsa-lib, which frees it, and its port.
    private let sequencer: OpaquePointer
    private let port: UInt8

    static let usage = "a note from 0 to 127, or NOTE@PORT, such as 60@synth or 60@128:0"
    private static let velocity: UInt8 = 100

    /// - Throws: `ThudError` (usage) if `text` is no note, or (no device) if there is no sequencer.
    init(_ text: String) throws(ThudError) {
        let parts = text.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let note = parts.first.flatMap({ UInt8($0) }), note < 128, parts.count == 1 || !parts[1].isEmpty else {
            throw ThudError(.usage, "--midi takes \(Self.usage), not \(TypedText.shown(text, most: 60))")
        }
        self.note = note
        destination = parts.count == 1 ? nil : String(parts[1])
        title = "note \(note)" + (destination.map { " to \($0)" } ?? "")
        thud_alsa_silence()
        var opened: OpaquePointer?
        let code = snd_seq_open(&opened, "default", SND_SEQ_OPEN_OUTPUT, 0)
        guard code == 0, let opened else {
            throw ThudError(
                .noDevice, about: "the ALSA sequencer", errno: -code,
                "the ALSA sequencer cannot be opened: \(String(cString: snd_strerror(code))); "
                    + "load the kernel's module with `modprobe snd-seq`")
        }
        snd_seq_set_client_name(opened, "thud")
        sequencer = opened
        port = try Self.port(
            from: snd_seq_create_simple_port(
                opened, "notes", UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ),
                UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION)))
    }

    /// Returns the port's number from what alsa-lib returns: the number, or a negative `errno`.
    static func port(from code: Int32) throws(ThudError) -> UInt8 {
        if let port = UInt8(exactly: code) { return port }
        throw ThudError(
            .noDevice, about: "the ALSA sequencer", errno: -code,
            "the ALSA sequencer has no port: \(String(cString: snd_strerror(code))); close other programs that use MIDI"
        )
    }

    deinit { snd_seq_close(sequencer) }

    func obstacle(_ program: ChildProgram) -> String? {
        if isSubscribed || connect(to: program) { return nil }
        return destination.map { "no port of the ALSA sequencer that takes notes is called \($0)" }
            ?? "the program has no port of the ALSA sequencer that takes notes"
    }

    private var isSubscribed: Bool {
        var info: OpaquePointer?
        snd_seq_port_info_malloc(&info)
        defer { snd_seq_port_info_free(info) }
        return snd_seq_get_port_info(sequencer, Int32(port), info) == 0 && snd_seq_port_info_get_read_use(info) > 0
    }

    /// Subscribes the first wanted port that takes notes; returns whether there is one.
    private func connect(to program: ChildProgram) -> Bool {
        var client, info: OpaquePointer?
        snd_seq_client_info_malloc(&client)
        snd_seq_port_info_malloc(&info)
        defer { snd_seq_client_info_free(client) }
        defer { snd_seq_port_info_free(info) }
        snd_seq_client_info_set_client(client, -1)
        while snd_seq_query_next_client(sequencer, client) >= 0 {
            let number = snd_seq_client_info_get_client(client)
            snd_seq_port_info_set_client(info, number)
            snd_seq_port_info_set_port(info, -1)
            while snd_seq_query_next_port(sequencer, info) >= 0 {
                let wanted = UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
                guard snd_seq_port_info_get_capability(info) & wanted == wanted, isWanted(client, info, program) else {
                    continue
                }
                return snd_seq_connect_to(sequencer, Int32(port), number, snd_seq_port_info_get_port(info)) == 0
            }
        }
        return false
    }

    private func isWanted(_ client: OpaquePointer?, _ info: OpaquePointer?, _ program: ChildProgram) -> Bool {
        // A client of the kernel has no process.
        guard let destination else { return program.started(max(0, snd_seq_client_info_get_pid(client))) }
        return destination == "\(snd_seq_client_info_get_client(client)):\(snd_seq_port_info_get_port(info))"
            || String(cString: snd_seq_client_info_get_name(client)).contains(destination)
            || String(cString: snd_seq_port_info_get_name(info)).contains(destination)
    }

    func deliver(to program: ChildProgram) -> Instant? {
        let now = Instant.now()
        return send(isOn: true) ? now : nil
    }

    func release() { _ = send(isOn: false) }

    /// Begins or ends the note with one system call; returns whether the sequencer took it.
    private func send(isOn: Bool) -> Bool {
        var event = snd_seq_event_t()
        event.type = UInt8((isOn ? SND_SEQ_EVENT_NOTEON : SND_SEQ_EVENT_NOTEOFF).rawValue)
        event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
        event.source.port = port
        event.dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
        event.data.note = snd_seq_ev_note_t(
            channel: 0, note: note, velocity: isOn ? Self.velocity : 0, off_velocity: 0, duration: 0)
        return snd_seq_event_output_direct(sequencer, &event) >= 0
    }
}
