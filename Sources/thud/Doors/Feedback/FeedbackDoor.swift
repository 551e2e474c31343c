import CThudBus
import CThudSystem
import Glibc
import ThudCore
import ThudCues
import ThudFeedback
import ThudHapticFormats
import ThudPatterns

/// Serves as the feedback daemon of the session bus (feedbackd's D-Bus interface `org.sigxcpu.Feedback`), so that
/// programs that use libfeedback play its theme through Thud.
final class FeedbackDoor: ServiceDoor {
    let client: ServiceClient
    private let bus: OpaquePointer
    /// The theme; nil until its cues have been rendered.
    private var theme: FeedbackTheme?
    private let first: FeedbackTheme
    private var renderer: Worker<Wanted, Rendered>?
    /// Readable after SIGHUP, at which feedbackd reads its theme again; nil on a terminal, whose end the signal means.
    private let hangUps: Int32?
    private var profile: FeedbackTheme.Profile
    private var running: [UInt32: Running] = [:]
    private var ended: [(id: UInt32, reason: Reason)] = []
    private var latestID: UInt32 = 0
    /// When the messages at hand came, and the longest that they can have waited.
    private var arrival = (read: Instant.now(), waited: Interval.zero)
    /// How many vibrations have been requested. Only the last of them is wanted.
    private var vibrations = 0
    /// Whether further messages have come. Their turn is after the requests of others.
    private var hasMessages = false
    /// Why nothing more can come over the bus; nil while it serves.
    private(set) var loss: ThudError?
    var isDone: Bool { loss != nil }

    private enum Wanted {
        /// A theme, or the one of the user's settings, which is to be read again.
        case theme(FeedbackTheme?)
        case vibration(HapticPattern, number: Int)
    }

    private enum Rendered {
        case theme(FeedbackTheme, CueLibrary)
        case vibration(CueLibrary, number: Int)
    }

    /// The feedback of an event that has not ended.
    private struct Running {
        let sender: String
        let event: String
        var cue: String
        let repeats: Bool
        let deadline: Instant?
        /// When the cue will have ended, if it is not followed by another.
        var end: Instant?
    }

    /// Why a feedback has ended, as feedbackd numbers it.
    private enum Reason: UInt32 {
        case natural, expired, explicit
        case notFound = 0xFFFF_FFFF
    }

    private static let name = "org.sigxcpu.Feedback"
    private static let vibration = "haptic/vibration"
    /// In microseconds.
    private static let busTimeout: UInt64 = 1_000_000
    /// A cue repeats no faster than this.
    private static let shortest = Interval.milliseconds(50)

    /// Takes feedbackd's name on the session bus. Calls wait there until the theme has been rendered. Throws (bad
    /// input) if there is no bus or no theme, or if feedbackd runs.
    init() throws(ThudError) {
        let settings = FeedbackdSettings()
        profile = settings.profile
        first = try FeedbackTheme(settings)
        let usual = Environment["XDG_RUNTIME_DIR"].map { "unix:path=\($0)/bus" }
        guard let address = Environment["DBUS_SESSION_BUS_ADDRESS"] ?? usual,
            let bus = thud_bus_open(address, Self.busTimeout)
        else {
            throw ThudError(.badInput, "there is no session bus; start thud in a session, or with dbus-run-session")
        }
        self.bus = bus
        client = ServiceClient(Self.name)
        hangUps = isatty(STDIN_FILENO) == 1 ? nil : thud_signal_descriptor(SIGHUP)
        let failure = thud_bus_serve_feedback(bus, calls)
        guard failure == 0 else {
            defer { thud_bus_close(bus) }
            let reason =
                failure == EEXIST ? "another program serves as feedbackd; end it first" : ThudError.words(for: failure)
            throw ThudError(.badInput, "\(Self.name) cannot be registered on the session bus: \(reason)")
        }
    }

    /// Renders the theme, and later vibrations. Drive signals are shaped for `actuator`, if there is one.
    func render(at sampleRate: Int, for actuator: ActuatorProfile?) {
        let renderer = Worker<Wanted, Rendered>(name: "thud-feedback") { Self.render($0, sampleRate, actuator) }
        renderer.post(.theme(first))
        self.renderer = renderer
    }

    /// Renders what is wanted. What cannot be rendered is remarked on and left out.
    private static func render(
        _ batch: Worker<Wanted, Rendered>.Batch, _ sampleRate: Int, _ actuator: ActuatorProfile?
    ) {
        func attempt<Value>(_ body: () throws -> Value) -> Value? {
            do {
                return try body()
            } catch {
                Console.remark("thud: \(error)")
                return nil
            }
        }
        func library(_ cue: Cue) -> CueLibrary? {
            guard !batch.isAbandoned else { return nil }
            return attempt { try CueLibrary([cue], soundsIn: "/", sampleRate: sampleRate).shaped(for: actuator) }
        }
        let last = batch.requests.lastIndex { if case .vibration = $0 { true } else { false } }
        for (index, wanted) in batch.requests.enumerated() {
            switch wanted {
            case .vibration where index != last: break
            case .vibration(let pattern, let number):
                let cues = library(FeedbackTheme.cue(vibration, pattern))
                if let cues { batch.reply(.vibration(cues, number: number)) }
            case .theme(let theme):
                guard let theme = theme ?? attempt({ try FeedbackTheme(FeedbackdSettings()) }) else { continue }
                batch.reply(.theme(theme, theme.cues.compactMap(library).reduce(into: .none) { $0.add($1) }))
            }
        }
    }

    private var calls: thud_feedback_calls {
        return thud_feedback_calls(
            context: Unmanaged.passUnretained(self).toOpaque(),
            trigger: { context, sender, event, profile, timeout in
                guard let sender, let event else { return 0 }
                let hint = profile.flatMap { FeedbackTheme.Profile(name: String(cString: $0)) }
                return FeedbackDoor.at(context).trigger(
                    String(cString: event), for: String(cString: sender), hint, timeout: timeout)
            },
            end: { context, id in FeedbackDoor.at(context).stop(id, .explicit) },
            vibrate: { context, amplitudes, milliseconds, count in
                let parts = (0..<count).map { (amplitudes?[$0] ?? 0, Double(milliseconds?[$0] ?? 0)) }
                return FeedbackDoor.at(context).vibrate(parts)
            },
            profile: { FeedbackDoor.at($0).profile.rawValue },
            set_profile: { context, name in
                guard let profile = name.flatMap({ FeedbackTheme.Profile(name: String(cString: $0)) }) else {
                    return false
                }
                FeedbackDoor.at(context).change(to: profile)
                return true
            },
            gone: { context, sender in
                let (door, sender) = (FeedbackDoor.at(context), sender.map { String(cString: $0) })
                for (id, one) in door.running where one.sender == sender { door.stop(id, .explicit) }
            })
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> FeedbackDoor {
        guard let context else { preconditionFailure("every call has a context") }
        return Unmanaged.fromOpaque(context).takeUnretainedValue()
    }

    // MARK: The door

    var clients: [ServiceClient] { [client] }

    func register(in loop: EventLoop, for service: CueService) {
        guard !isDone else { return }
        // Until the requests of the messages before are taken, the bus keeps what comes.
        let isOpen = theme != nil && client.lines.isEmpty
        let descriptors = [renderer?.descriptor, hangUps, isOpen ? thud_bus_descriptor(bus) : nil]
        let next = isOpen && hasMessages ? loop.now : nil
        let deadline = running.values.reduce(next) { .earlier($0, .earlier($1.end, $1.deadline)) }
        loop.wait(.lines, for: descriptors.compactMap(\.self), until: deadline) { [self] _ in handle(for: service) }
    }

    private func handle(for service: CueService) {
        takeRendered(for: service)
        takeHangUp()
        guard !isDone, theme != nil else { return }
        arrival = (.now(), service.longestWait)
        let end = arrival.read + CueService.longestTurn
        var left: Int32 = 1
        while left > 0, client.lines.isEmpty, Instant.now() < end {
            left = thud_bus_handle(bus)
            service.takeLines(of: client)
        }
        hasMessages = left > 0
        if left < 0 {
            loss = ThudError(.checkFailed, "the service lost the session bus, on which programs request feedback")
            for id in running.keys { stop(id, .explicit) }
            Console.remark("thud: the session bus is gone")
        }
        settle(for: service)
    }

    func settle(for service: CueService) {
        service.takeLines(of: client)
        let end = Instant.now() + CueService.longestTurn
        while case let reports = client.takeReports(), !reports.isEmpty {
            for report in reports { take(report, service) }
            if Instant.now() < end { service.takeLines(of: client) }
        }
        let now = Instant.now()
        for (id, one) in running {
            if let deadline = one.deadline, deadline <= now {
                stop(id, .expired)
            } else if let end = one.end, end <= now {
                finish(id, .natural)
            }
        }
        service.takeLines(of: client)
        for (id, reason) in ended { thud_bus_feedback_ended(bus, id, reason.rawValue) }
        ended = []
    }

    func close(by deadline: Instant) {
        renderer?.abandon()
        thud_bus_close(bus)
    }

    private func takeRendered(for service: CueService) {
        for rendered in renderer?.take() ?? [] {
            switch rendered {
            case .theme(let theme, let library):
                self.theme = theme
                service.add(library)
            case .vibration(let library, let number):
                service.add(library)
                if number == vibrations { request(.play(Self.vibration, gain: 1, tag: Self.vibration)) }
            }
        }
    }

    private func takeHangUp() {
        var signal = [UInt8](repeating: 0, count: 128)
        guard let hangUps, Glibc.read(hangUps, &signal, signal.count) > 0 else { return }
        renderer?.post(.theme(nil))
    }

    private func request(_ verb: CueLine.Verb, at instant: Instant? = nil, of id: UInt32 = 0) {
        let line = CueLine(verb, at: instant.map { .at($0) }, number: Int(id))
        client.lines.append(.init(result: .success(line), read: arrival.read, waited: arrival.waited, isEarly: false))
    }

    // MARK: Feedback

    private func trigger(_ event: String, for sender: String, _ hint: FeedbackTheme.Profile?, timeout: Int32) -> UInt32
    {
        latestID = latestID == .max ? 1 : latestID + 1
        let level = min(profile.rawValue, hint?.rawValue ?? profile.rawValue)
        guard let wanted = FeedbackTheme.Profile(rawValue: level), let cue = theme?.cue(for: event, wanted) else {
            ended.append((latestID, .notFound))
            return latestID
        }
        running[latestID] = Running(
            sender: sender, event: event, cue: cue, repeats: timeout >= 0,
            deadline: timeout > 0 ? arrival.read + .seconds(Double(timeout)) : nil)
        request(.play(cue, gain: 1, tag: "\(latestID)"), of: latestID)
        return latestID
    }

    /// Changes the profile. What repeats goes on with the parts that a lower profile leaves; what does not, ends.
    private func change(to profile: FeedbackTheme.Profile) {
        let isLower = profile.rawValue < self.profile.rawValue
        self.profile = profile
        for (id, one) in running where isLower {
            let cue = theme?.cue(for: one.event, profile)
            if cue == one.cue { continue }
            guard let cue, one.repeats else {
                stop(id, .explicit)
                continue
            }
            request(.cancel(tag: "\(id)"))
            running[id]?.cue = cue
            request(.play(cue, gain: 1, tag: "\(id)"), of: id)
        }
    }

    private func stop(_ id: UInt32, _ reason: Reason) {
        guard running[id] != nil else { return }
        request(.cancel(tag: "\(id)"))
        finish(id, reason)
    }

    private func finish(_ id: UInt32, _ reason: Reason) {
        if running.removeValue(forKey: id) != nil { ended.append((id, reason)) }
    }

    /// Vibrates instead of the vibration before; without parts, ends it. Returns whether the profile allows it.
    private func vibrate(_ parts: [(Double, Double)]) -> Bool {
        guard profile != .silent else { return false }
        request(.cancel(tag: Self.vibration))
        let pattern = VibraFile.pulses(parts.map { (min(max($0.0, 0), 1), min($0.1, 10_000)) })
        vibrations += 1
        if !pattern.events.isEmpty { renderer?.post(.vibration(pattern, number: vibrations)) }
        return true
    }

    private func take(_ report: ServiceReport, _ service: CueService) {
        if let trouble = report.trouble {
            Console.remark("thud: \(trouble)")
            finish(UInt32(trouble.place.line), .natural)
        } else if case .cue(let report, let tag, _, _) = report, report.receipt.outcome != .cancelled,
            let id = tag.flatMap({ UInt32($0) })
        {
            started(id, report, service)
        }
    }

    /// A cue has begun, so its end is known. What repeats begins again there, on the next frame.
    private func started(_ id: UInt32, _ report: CueReport, _ service: CueService) {
        // A change of the profile may have cut this cue, and requested another one.
        guard let one = running[id], one.cue == report.name else { return }
        let length = Interval.seconds(service.seconds(of: one.cue) ?? 0)
        let end = (report.receipt.outcome.isHeard ? report.receipt.predicted : .now()) + max(length, Self.shortest)
        if one.repeats, one.deadline.map({ end < $0 }) ?? true {
            request(.play(one.cue, gain: 1, tag: "\(id)"), at: end, of: id)
        } else {
            running[id]?.end = end
        }
    }
}
