import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudHaptics

/// Turns the cues of a game while it is played, follows the files that they are designed in, and saves what was turned.
final class CueTuner {
    private(set) var cues: TunedCues
    /// Goes up whenever other cues are played.
    private(set) var edition = 0
    private let target: String
    private let workshop: CueWorkshop
    private let watch: FileWatch

    /// A tuner of the cues in `folder`, for a stream of `sampleRate` Hz, that saves into `target`.
    ///
    /// - Throws: `ThudError` where the cues cannot be read.
    init(folder: String, sampleRate: Int, savingInto target: String) throws(ThudError) {
        cues = try TunedCues(folder: folder)
        self.target = target
        watch = try FileWatch()
        watch.add(["\(folder)/catalog.json"])
        workshop = CueWorkshop(folder: folder, sampleRate: sampleRate)
    }

    deinit { workshop.stop() }

    /// Readable when there is something to collect.
    var descriptors: [Int32] { [workshop.descriptor, watch.descriptor] }

    /// Turns a knob of a pattern by some steps.
    ///
    /// - Returns: why it is not turned; nil where it is.
    func turn(_ knob: PatternTuning.Knob, by steps: Int, of name: String) -> String? {
        do throws(ThudError) {
            guard try cues.turn(knob, by: steps, of: name) else { return "\(name): \(knob.limit)" }
            try workshop.render(cues.cues(of: [name]))
            return nil
        } catch {
            return error.description
        }
    }

    /// Has a pattern be as it was designed.
    func restore(_ name: String) {
        guard cues.restore(name), let designed = try? cues.cues(of: [name]) else { return }
        workshop.render(designed)
    }

    /// The name of a cue that is made of a pattern: its first variant, where it has any.
    func cue(of name: String) -> String? { (try? cues.cues(of: [name]))?.map(\.name).min() }

    /// Writes what is turned, timings in a file of their own, and tells what was written or why not.
    func save(_ timings: TriedTimings) -> String {
        do throws(ThudError) {
            try Self.make(folder: target)
            var files = try cues.save(into: target)
            if let bytes = timings.file {
                try SourceFile.write(bytes, to: "\(target)/\(TriedTimings.fileName)")
                files.append(TriedTimings.fileName)
            }
            guard !files.isEmpty else { return "nothing is turned, so there is nothing to save" }
            return "saved \(files.joined(separator: ", ")) in \(target)"
        } catch {
            return "not saved: \(error)"
        }
    }

    /// Has a scheduler play what was rendered meanwhile, and what was saved in the folder.
    ///
    /// - Returns: what went wrong, and what was saved by others.
    func collect(into scheduler: FeedbackScheduler) -> [String] {
        var remarks: [String] = []
        for outcome in workshop.take() {
            switch outcome {
            case .success(let library):
                scheduler.add(library)
                edition += 1
            case .failure(let error): remarks.append(error.description)
            }
        }
        if !watch.saved().isEmpty { remarks += reread() }
        return remarks
    }

    private func reread() -> [String] {
        do throws(ThudError) {
            let read = try cues.reread()
            // What was saved from here is what is played already.
            guard read != cues else { return [] }
            cues = read
            try workshop.render(cues.cues(of: cues.names))
            return ["the cues in \(cues.folder) were read again"]
        } catch {
            return [error.description]
        }
    }

    private static func make(folder: String) throws(ThudError) {
        var path = folder.hasPrefix("/") ? "" : "."
        for part in folder.split(separator: "/") {
            path += "/\(part)"
            guard mkdir(path, 0o777) == 0 || errno == EEXIST else {
                throw SourceFile.failure(folder, "cannot be made")
            }
        }
    }
}

extension PatternTuning.Knob {
    /// Why it may not be turned any further.
    fileprivate var limit: String {
        switch self {
        case .volume: "a file cannot say louder or softer than this, or there is no sound"
        case .pitch: "a sound goes up or down by an octave at the most"
        case .intensity: "haptics are as strong or as weak as a file can say"
        case .sharpness: "haptics are as crisp or as round as a file can say"
        case .delay: "only a cue with both can have its haptics come later than its sound, or sooner"
        }
    }
}
