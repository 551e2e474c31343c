import CThudSystem
import Glibc
import Synchronization
import ThudCore
import ThudCues
import ThudFeedback
import ThudPlayback

/// Renders cues on a thread of its own while a round runs, the latest that was asked for; what was asked for meanwhile is not
/// rendered twice.
final class CueWorkshop: Sendable {
    /// What came of a rendering.
    typealias Outcome = Result<CueLibrary, ThudError>

    private struct State {
        /// Cues that wait, by their names.
        var waiting: [String: Cue] = [:]
        var outcomes: [Outcome] = []
        var isClosed = false
    }

    /// Readable when something was rendered.
    let descriptor = thud_event_create()
    private let wake = thud_event_create()
    private let state = Mutex(State())
    private let folder: String
    private let sampleRate: Int
    private let thread = Mutex<PlainThread?>(nil)

    /// A workshop for cues whose sounds stand in `folder`, at `sampleRate` Hz.
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
        state.withLock { state in
            for cue in cues { state.waiting[cue.name] = cue }
        }
        thud_event_signal(wake)
    }

    /// What was rendered since the last call.
    func take() -> [Outcome] {
        thud_event_clear(descriptor)
        return state.withLock { state in
            defer { state.outcomes = [] }
            return state.outcomes
        }
    }

    private func work() {
        while true {
            _ = Poller([wake]).wait(until: .now() + .seconds(3_600))
            thud_event_clear(wake)
            let (cues, isClosed) = state.withLock { state in
                defer { state.waiting = [:] }
                return (Array(state.waiting.values), state.isClosed)
            }
            guard !isClosed else { return }
            guard !cues.isEmpty else { continue }
            let outcome = Outcome { () throws(ThudError) in
                try CueLibrary(cues, soundsIn: folder, sampleRate: sampleRate)
            }
            state.withLock { $0.outcomes.append(outcome) }
            thud_event_signal(descriptor)
        }
    }
}
