import CThudLibrary
import Glibc
import Synchronization
import ThudCore
import ThudCues
import ThudFeedback
import ThudPlayback

/// What a `thud *` of C points to.
final class Handle {
    let engine: Engine
    /// The names in their order, as the texts that C receives.
    let names: [UnsafePointer<CChar>]
    /// The last failure's sentence. It is overwritten in place, so that another thread may still read it.
    let sentence = UnsafeMutablePointer<CChar>.allocate(capacity: Handle.sentenceSize)
    /// The process that opened the handle. A fork of it has the handle without its threads.
    let process = getpid()
    private let feedback: Feedback
    private let texts: [String: UnsafeMutablePointer<CChar>]
    private let lock = Mutex(())

    private static let sentenceSize = Int(THUD_ERROR_SIZE)

    init(_ feedback: Feedback) {
        self.feedback = feedback
        feedback.scheduler.mostTurns = FeedbackScheduler.fewTurns
        engine = feedback.engine
        texts = Dictionary(feedback.names.map { ($0, strdup($0)) }, uniquingKeysWith: { first, _ in first })
        names = feedback.names.compactMap { [texts] name in texts[name].map { UnsafePointer($0) } }
        sentence[0] = 0
    }

    deinit {
        for text in texts.values { free(text) }
        sentence.deallocate()
    }

    /// Calls `body` for one thread at a time. Turns an error into its code, and keeps its sentence.
    func perform(_ body: (Handle) throws -> Int64) -> Int64 {
        lock.withLock { _ in
            do {
                return try body(self)
            } catch {
                CText.write("\(error)", to: sentence, size: Handle.sentenceSize)
                return Int64(thud_code(error).rawValue)
            }
        }
    }

    func play(_ name: String, cause: Int64, gain: Double) throws(ThudError) -> Int64 {
        guard CueLine.gains.contains(gain) else {
            throw .argument("gain_db is \(gain); write -60 to 12, or 0 for the cue's own level")
        }
        return Int64(try feedback.play(name, cause: instant(cause), gain: pow(10, gain / 20)).id)
    }

    func begin(_ name: String, cause: Int64) throws(ThudError) -> Int64 {
        Int64(try feedback.begin(name, cause: instant(cause)).id)
    }

    func turn(_ id: Int64, _ number: UInt32, to value: Double, over seconds: Double) throws(ThudError) -> Int64 {
        guard LiveControl.allCases.indices.contains(Int(number)) else {
            throw .argument("unknown control \(number); write THUD_GAIN, THUD_PITCH, THUD_INTENSITY or THUD_SHARPNESS")
        }
        let control = LiveControl.allCases[Int(number)]
        guard control.values.contains(value) else {
            throw .argument("\(value) is outside the control's range; write \(Int(control.values.lowerBound)) to 1")
        }
        let cue = try lastingCue(id)
        guard cue.turn(control, to: value, over: try length(seconds)) else { throw .noRoom(for: cue) }
        return 0
    }

    func end(_ id: Int64, fade: Double) throws(ThudError) -> Int64 {
        let cue = try lastingCue(id)
        guard cue.end(fade: try length(fade)) else { throw .noRoom(for: cue) }
        return 0
    }

    func stop() throws(ThudError) -> Int64 {
        guard feedback.stop() else {
            throw ThudError(.noRoom, "not everything is stopped, because too much is requested at once; stop again")
        }
        return 0
    }

    /// Writes at most `count` reports. For the others the descriptor stays readable.
    func takeReports(_ count: Int, into reports: UnsafeMutablePointer<thud_report>?) throws(ThudError) -> Int64 {
        let room = try UnsafeMutableBufferPointer(start: reports, checking: count)
        let reports = feedback.scheduler.reports(atMost: count)
        for (index, report) in reports.enumerated() { room[index] = record(of: report) }
        return Int64(reports.count)
    }

    private func record(of report: CueReport) -> thud_report {
        let name = report.name.drop { $0 != "/" }.dropFirst()
        return thud_report(
            id: Int64(report.id), name: UnsafePointer(texts[String(name)]),
            outcome: thud_outcome(report.receipt.outcome).rawValue, reserved: 0, cause_ns: report.cause.nanoseconds,
            triggered_ns: report.triggered.nanoseconds, heard_ns: report.receipt.predicted.nanoseconds,
            frame: report.receipt.frame.index)
    }

    private func lastingCue(_ id: Int64) throws(ThudError) -> LiveCue {
        if let cue = UInt64(exactly: id).flatMap({ feedback.scheduler.live[$0] }), !cue.isEnded { return cue }
        throw ThudError(.unknownCue, "no lasting cue has the ID \(id); it has ended, or never began")
    }

    private func length(_ seconds: Double) throws(ThudError) -> Interval {
        guard (0...CueLine.longest).contains(seconds) else {
            throw .argument("\(seconds) is not a length of time; write 0 to 300 seconds")
        }
        return .seconds(seconds)
    }

    /// Returns the instant of a cause, or nil for 0. A cause in the future counts as the present.
    private func instant(_ nanoseconds: Int64) throws(ThudError) -> Instant? {
        guard nanoseconds != 0 else { return nil }
        let latest = max(engine.now, .now())
        let cause = min(max(Instant(nanoseconds: 0), Instant(nanoseconds: nanoseconds)), latest)
        guard nanoseconds > 0, latest - cause <= .seconds(CueLine.longest) else {
            throw .argument(
                "cause_ns lies more than 300 s in the past; write nanoseconds of CLOCK_MONOTONIC, or 0 for now")
        }
        return cause
    }
}

extension ThudError {
    static func argument(_ sentence: String) -> ThudError { ThudError(.badArgument, sentence) }

    static func noRoom(for cue: LiveCue) -> ThudError {
        ThudError(.noRoom, "\(cue.name) is not changed, because too much is requested at once; try again later")
    }
}

extension ThudError.Code {
    /// An argument is null or outside its range.
    static let badArgument = ThudError.Code("bad-argument", .usage)
}

extension thud_code {
    init(_ error: any Error) {
        guard let code = (error as? ThudError)?.code else {
            self = THUD_BAD_FILE
            return
        }
        self =
            switch code {
            case .notFound, .unknownCue: THUD_NOT_FOUND
            case .noRoom: THUD_NO_ROOM
            case .endsByItself: THUD_BAD_ARGUMENT
            case .system, .diskFull: THUD_SYSTEM
            default:
                switch code.fault {
                case .usage, .check: THUD_BAD_ARGUMENT
                case .device: THUD_NO_DEVICE
                case .input: THUD_BAD_FILE
                }
            }
    }
}

extension thud_outcome {
    init(_ outcome: CueOutcome) {
        self =
            switch outcome {
            case .played: THUD_PLAYED
            case .late: THUD_LATE
            case .unheard: THUD_UNHEARD
            case .refused: THUD_REFUSED
            case .cancelled: THUD_CANCELLED
            case .thinned, .locked: THUD_THINNED
            case .unknown: THUD_UNKNOWN
            }
    }
}
