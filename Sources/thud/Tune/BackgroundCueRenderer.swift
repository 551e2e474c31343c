import CThudSystem
import Glibc
import Synchronization
import ThudCore
import ThudCues
import ThudFeedback
import ThudPlayback

/// Reads and renders cues on a thread of its own while a round runs. Of a cue that is asked for several times meanwhile only the
/// latest is rendered, and a folder is read once for all that was saved in it meanwhile.
final class BackgroundCueRenderer: Sendable {
    /// What came of a request.
    enum Outcome: Sendable {
        /// Cues that were asked for, or why they cannot be rendered.
        case rendered(Result<CueLibrary, ThudError>)
        /// The folder as it is by now.
        case read(Reading)
    }

    /// What the folder holds.
    struct Reading: Sendable {
        /// The number under which the reading was asked for.
        let number: Int
        /// Its patterns; nil where they cannot be read.
        let cues: TunedCues?
        /// The files that they consist of, the sounds too.
        let files: [String]
        /// All of its cues, or why they cannot be read or rendered.
        let library: Result<CueLibrary, ThudError>
    }

    private struct State {
        /// Cues that wait, by their names.
        var waiting: [String: Cue] = [:]
        /// What is turned in a folder that waits to be read, and the number of the reading.
        var unread: (cues: TunedCues, number: Int)?
        var outcomes: [Outcome] = []
        var isClosed = false
    }

    /// Readable when there is an outcome.
    let descriptor = thud_event_create()
    private let wake = thud_event_create()
    private let state = Mutex(State())
    private let folder: String
    private let sampleRate: Int
    private let thread = Mutex<PlainThread?>(nil)

    /// A renderer of cues whose sounds stand in `folder`, at `sampleRate` Hz.
    init(folder: String, sampleRate: Int) {
        self.folder = folder
        self.sampleRate = sampleRate
        let thread = PlainThread(name: "thud-tune") { [self] in work() }
        self.thread.withLock { $0 = thread }
    }

    deinit {
        close(descriptor)
        close(wake)
    }

    /// Ends the thread, with what it renders at present. To be called once.
    func stop() {
        state.withLock { $0.isClosed = true }
        thud_event_signal(wake)
        thread.withLock { $0 }?.join()
    }

    /// Has cues be rendered.
    func render(_ cues: [Cue]) {
        guard !cues.isEmpty else { return }
        state.withLock { state in
            for cue in cues { state.waiting[cue.name] = cue }
        }
        thud_event_signal(wake)
    }

    /// Has the folder of `cues` be read again, with what is turned of them, and all of it be rendered.
    func read(_ cues: TunedCues, number: Int) {
        state.withLock { $0.unread = (cues, number) }
        thud_event_signal(wake)
    }

    /// The outcomes since the last call, in the order in which they came.
    func take() -> [Outcome] {
        thud_event_clear(descriptor)
        return state.withLock { state in
            defer { state.outcomes = [] }
            return state.outcomes
        }
    }

    private func work() {
        while true {
            _ = thud_wait_readable(wake, -1)
            thud_event_clear(wake)
            let (cues, unread, isClosed) = state.withLock { state in
                defer { (state.waiting, state.unread) = ([:], nil) }
                return (Array(state.waiting.values), state.unread, state.isClosed)
            }
            guard !isClosed else { return }
            // In this order, so that what was turned before the folder was to be read does not come out after it.
            if !cues.isEmpty { tell(.rendered(library(of: cues))) }
            if let unread { tell(.read(reading(of: unread.cues, number: unread.number))) }
        }
    }

    private func tell(_ outcome: Outcome) {
        state.withLock { $0.outcomes.append(outcome) }
        thud_event_signal(descriptor)
    }

    private func library(of cues: [Cue]) -> Result<CueLibrary, ThudError> {
        Result { () throws(ThudError) in
            try CueLibrary(cues, soundsIn: folder, sampleRate: sampleRate)
        }
    }

    private func reading(of cues: TunedCues, number: Int) -> Reading {
        do throws(ThudError) {
            let (read, made) = try cues.reread()
            return Reading(number: number, cues: read, files: read.files(of: made), library: library(of: made))
        } catch {
            return Reading(number: number, cues: nil, files: [], library: .failure(error))
        }
    }
}
