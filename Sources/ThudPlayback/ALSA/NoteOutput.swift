import CThudALSA
import Glibc
import ThudCore

/// A port of the ALSA sequencer that sends notes to other programs. Anybody may subscribe to it, for example with
/// `aconnect thud DESTINATION`.
///
///     let output = try NoteOutput()
///     if output.connect(to: { $0.clientName == "synth" }) { output.send(60, isOn: true) }
package final class NoteOutput {
    /// A port of another program that takes notes.
    package struct Port {
        /// `CLIENT:PORT`, as numbers.
        package let address: String
        package let clientName: String
        package let name: String
        /// The process of its client; 0 if the kernel has it.
        package let process: pid_t
    }

    /// The connection of alsa-lib, which frees it.
    private let sequencer: OpaquePointer
    private let port: Int32
    private static let velocity: UInt8 = 100

    /// Opens the sequencer.
    ///
    /// - Throws: `ThudError` if there is none.
    package init() throws(ThudError) {
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
        port = snd_seq_create_simple_port(
            opened, "notes", UInt32(SND_SEQ_PORT_CAP_READ | SND_SEQ_PORT_CAP_SUBS_READ),
            UInt32(SND_SEQ_PORT_TYPE_MIDI_GENERIC | SND_SEQ_PORT_TYPE_APPLICATION))
        sequencer = opened
    }

    deinit { snd_seq_close(sequencer) }

    /// Subscribes the first port that `isWanted` to the notes, unless somebody has subscribed already.
    ///
    /// - Returns: whether anybody has.
    package func connect(to isWanted: (Port) -> Bool) -> Bool {
        if isSubscribed { return true }
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
                let abilities = snd_seq_port_info_get_capability(info)
                let wanted = UInt32(SND_SEQ_PORT_CAP_WRITE | SND_SEQ_PORT_CAP_SUBS_WRITE)
                let place = snd_seq_port_info_get_port(info)
                let candidate = Port(
                    address: "\(number):\(place)", clientName: String(cString: snd_seq_client_info_get_name(client)),
                    name: String(cString: snd_seq_port_info_get_name(info)),
                    process: max(0, snd_seq_client_info_get_pid(client)))
                guard abilities & wanted == wanted, isWanted(candidate) else { continue }
                return snd_seq_connect_to(sequencer, port, number, place) == 0
            }
        }
        return false
    }

    private var isSubscribed: Bool {
        var info: OpaquePointer?
        snd_seq_port_info_malloc(&info)
        defer { snd_seq_port_info_free(info) }
        return snd_seq_get_port_info(sequencer, port, info) == 0 && snd_seq_port_info_get_read_use(info) > 0
    }

    /// Begins or ends a note on the first channel, with one system call.
    ///
    /// - Returns: whether the sequencer took it.
    package func send(_ note: UInt8, isOn: Bool) -> Bool {
        var event = snd_seq_event_t()
        event.type = UInt8((isOn ? SND_SEQ_EVENT_NOTEON : SND_SEQ_EVENT_NOTEOFF).rawValue)
        event.queue = UInt8(SND_SEQ_QUEUE_DIRECT)
        event.source.port = UInt8(port)
        event.dest.client = UInt8(SND_SEQ_ADDRESS_SUBSCRIBERS)
        event.data.note = snd_seq_ev_note_t(
            channel: 0, note: note, velocity: isOn ? Self.velocity : 0, off_velocity: 0, duration: 0)
        return snd_seq_event_output_direct(sequencer, &event) >= 0
    }
}
