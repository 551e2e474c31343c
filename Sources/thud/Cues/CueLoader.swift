import ThudCore
import ThudFeedback
import ThudPatterns

/// Loads the cues of all games and of folders of one's own in parts in the background, so that the first cues can be
/// played early.
final class CueLoader {
    /// An answer of the background thread.
    enum Part: Sendable {
        case cues(CueLibrary)
        /// A file of one's own is broken, which costs only its cue.
        case broken(ThudError)
        /// A folder has no cues, or a name that an earlier one has.
        case remark(ThudError)
        /// A shipped cue is broken or missing, so nothing more is loaded.
        case failed(any Error)
        case complete
    }

    /// Loads at the posted sample rate.
    let worker: Worker<Int, Part>

    /// - Parameters:
    ///   - assets: The shipped cues; nil loads only the folders.
    ///   - folders: Folders of one's own, which are loaded first. Of cues with the same name the first counts.
    ///   - actuator: What the drive signals are shaped for; nil for the neutral ones.
    init(_ assets: Assets?, folders: [String], sampleRate: Int, actuator: ActuatorProfile? = nil) {
        worker = Worker(name: "thud-cues") { batch in
            var names: Set<String> = []
            var repeated: [String] = []
            func give(_ library: CueLibrary) -> Bool {
                let found = Set(library.cues.keys)
                repeated += found.intersection(names)
                batch.reply(.cues(library.without(names).shaped(for: actuator)))
                names.formUnion(found)
                return !batch.isAbandoned
            }
            do {
                for folder in folders {
                    repeated = []
                    var isEmpty = true
                    do {
                        try CueLibrary.load(folder: folder, sampleRate: batch.requests[0]) { error in
                            isEmpty = false
                            batch.reply(.broken(error))
                        } each: { library in
                            isEmpty = false
                            return give(library)
                        }
                        if isEmpty { batch.reply(.remark(CueLibrary.nothing(in: folder))) }
                    } catch let error as ThudError {
                        batch.reply(.broken(error))
                    }
                    guard let name = repeated.min() else { continue }
                    let cues = Count.of(repeated.count, "cue is", "cues are")
                    let words = "\(folder): \(cues) left out, because an earlier folder has \(name), too"
                    batch.reply(.remark(ThudError(.badInput, words)))
                }
                try assets?.loadCues(sampleRate: batch.requests[0], each: give)
                batch.reply(.complete)
            } catch {
                batch.reply(.failed(error))
            }
        }
        worker.post(sampleRate)
    }

    /// Waits until everything is loaded; throws if a shipped cue is broken or missing. Call it once.
    func finish() throws {
        worker.finish()
        for case .failed(let error) in worker.replies { throw error }
    }
}
