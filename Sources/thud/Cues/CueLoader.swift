import CThudSystem
import Glibc
import Synchronization
import ThudFeedback
import ThudPlayback

/// Loads the cues of all games on a thread of its own, part by part, so that a device is opened and the first cues are given
/// meanwhile.
final class CueLoader: Sendable {
    private struct State {
        var libraries: [CueLibrary] = []
        /// Set once nothing more comes.
        var outcome: Result<Void, any Error>?
        /// Nobody waits for the rest.
        var isAbandoned = false
    }

    private let state = Mutex(State())
    /// Readable when there is something to take.
    let descriptor = thud_event_create()
    private let thread = Mutex<PlainThread?>(nil)

    /// Starts to load at `sampleRate` Hz.
    init(_ assets: Assets, sampleRate: Int) {
        let thread = PlainThread(name: "thud-cues") { [self] in
            let outcome = Result { try assets.loadCues(sampleRate: sampleRate, each: keep) }
            state.withLock { $0.outcome = outcome }
            thud_event_signal(descriptor)
        }
        self.thread.withLock { $0 = thread }
    }

    deinit { close(descriptor) }

    /// Waits until all is loaded. To be called once.
    ///
    /// - Throws: `ThudError` where a cue is broken or missing.
    func finish() throws {
        thread.withLock { $0 }?.join()
        try state.withLock { try $0.outcome?.get() }
    }

    /// What has been loaded since the last call, and whether nothing more comes.
    ///
    /// - Throws: `ThudError` where a cue is broken or missing.
    func take() throws -> (libraries: [CueLibrary], isComplete: Bool) {
        thud_event_clear(descriptor)
        return try state.withLock { state in
            try state.outcome?.get()
            defer { state.libraries = [] }
            return (state.libraries, state.outcome != nil)
        }
    }

    /// Ends with the part that is being loaded.
    func abandon() { state.withLock { $0.isAbandoned = true } }

    /// Keeps a library for whoever takes it; false where nobody will.
    private func keep(_ library: CueLibrary) -> Bool {
        let isWanted = state.withLock { state in
            state.libraries.append(library)
            return !state.isAbandoned
        }
        thud_event_signal(descriptor)
        return isWanted
    }
}
