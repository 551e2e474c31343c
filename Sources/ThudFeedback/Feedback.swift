public import ThudCore
public import ThudCues
public import ThudPlayback

/// Plays the cues of a folder: the short way to give a program sound and haptics.
///
///     let feedback = try Feedback(folder: "Sounds/mine")
///     try feedback.play("bump")
///     let hum = try feedback.begin("hum")
///     hum.turn(.intensity, to: 0.8, over: .seconds(0.2))
///     hum.end()
///     for report in feedback.reports() { print(report) }
///
/// The folder holds AHAP files with the sounds they name, bare sounds, and perhaps a `catalog.json` (see `CueCatalog`).
/// A file's name without its ending is the cue's name. Everything is loaded and rendered once, so `play` reads no file.
///
/// Make all calls from one thread at a time, for example in one actor: an instance is not `Sendable`. None of them
/// blocks. If no device can be opened, a clock keeps time, cues are reported as `unheard`, and a device that appears
/// later is used. ``FeedbackScheduler`` is the layer below, with exact instants and a haptics device of its own.
public final class Feedback {
    /// The engine that plays.
    public let engine: Engine
    /// The layer below, for cues at exact instants and for settings that change.
    public let scheduler: FeedbackScheduler
    /// The names of all cues, sorted: the names that ``play(_:cause:at:gain:)`` takes.
    public let names: [String]
    private let library: CueLibrary
    /// What comes before a cue's name in its full name, `mine/`.
    private let prefix: String

    /// Opens a device and loads a folder.
    ///
    /// - Parameters:
    ///   - folder: the path of the cues.
    ///   - request: the PCM, and how soon it plays; the default device, shared with other programs, unless given.
    ///   - settings: volume, and what is on. To drive actuators, channels 3 and 4 are requested unless `request` has a
    ///     haptic route.
    /// - Throws: `ThudError` if the folder holds no cue or a broken one; it names the file, the line and the remedy.
    ///   Also if no PCM is called so, it would shut out every other program, or its loudspeakers would play the drive
    ///   signal.
    public convenience init(
        folder: String, through request: PCMRequest = PCMRequest(), settings: FeedbackSettings = FeedbackSettings()
    ) throws {
        var request = request
        if settings.haptics == .drive, request.haptics == .none { request.haptics = .furtherChannels }
        let engine: Engine
        do {
            engine = try Engine.playing(through: request)
        } catch let error as ThudError where error.code.fault == .device && Self.canWait(for: request, after: error) {
            engine = try Engine.awaiting(request)
        }
        try self.init(folder: folder, on: engine, settings: settings)
    }

    /// Returns whether time can mend an error. A misspelt name stays unknown, and permission stays missing.
    private static func canWait(for request: PCMRequest, after error: ThudError) -> Bool {
        switch error.code {
        case .exclusive, .downmix: false
        case .unknownDevice: request.name == PCMRequest().name
        default: true
        }
    }

    /// Plays a folder on an engine: on `Engine.virtual` for tests, whose time moves by
    /// `engine.advance(to:)` and which records the same bytes each time. An engine serves one instance; a second one
    /// would take the reports of the first.
    ///
    /// - Throws: as ``init(folder:through:settings:)``.
    public init(folder: String, on engine: Engine, settings: FeedbackSettings = FeedbackSettings()) throws {
        let library = try CueLibrary(folder: folder, sampleRate: engine.sampleRate)
        guard let first = library.cues.keys.first else { throw CueLibrary.nothing(in: folder) }
        let prefix = String(first.prefix { $0 != "/" }) + "/"
        self.engine = engine
        self.library = library
        self.prefix = prefix
        names = library.cues.keys.map { String($0.dropFirst(prefix.count)) }.sorted()
        scheduler = FeedbackScheduler(engine: engine, library: library, settings: settings)
        // A program need not ask for reports.
        scheduler.mostComplete = 2_048
    }

    /// A descriptor that is readable while reports wait, for `poll`.
    public var signal: Int32 { engine.signal }

    /// Plays a cue as soon as possible, or at an exact instant.
    ///
    /// - Parameters:
    ///   - name: the cue's name, with or without the folder's.
    ///   - cause: the instant of the event that the cue answers; the present unless given. Latency counts from it. A
    ///     future instant counts as the present. A virtual engine has a time of its own, `engine.now`, and
    ///     `Instant.now()` is refused.
    ///   - due: the instant at which it is heard; as soon as possible unless given. Without a cause, latency counts
    ///     from it. To keep the distances of several cues exact, use ``FeedbackScheduler``.
    ///   - gain: how much louder the sound is and how much stronger the haptics are, as a factor. Less than 0 counts
    ///     as 0, and more than 4 as 4.
    /// - Returns: the handle, whose `id` its report carries.
    /// - Throws: `ThudError` with the code `unknownCue` if no cue has that name, `noRoom` if too much is requested at
    ///   once or the engine was stopped, or `otherClock` if the cause is no instant of a virtual engine.
    @discardableResult
    public func play(
        _ name: String, cause: Instant? = nil, at due: Instant? = nil, gain: Double = 1
    ) throws(ThudError) -> CueHandle {
        let (cue, now) = (try found(name), engine.now)
        let cause = try checked(cause, now) ?? due ?? now
        let handle =
            if let due {
                scheduler.schedule(cue.name, cause: cause, due: due, by: scheduler.clocks, gain: gain)
            } else {
                scheduler.trigger(cue.name, cause: cause, now: now, gain: gain)
            }
        guard let handle else { throw Self.noRoom(name) }
        return handle
    }

    /// Begins a cue that lasts until it is ended: one with `"lasts"` in the catalog.
    ///
    /// - Parameters:
    ///   - name: as for ``play(_:cause:at:gain:)``.
    ///   - cause: as for ``play(_:cause:at:gain:)``.
    ///   - due: as for ``play(_:cause:at:gain:)``.
    /// - Throws: as ``play(_:cause:at:gain:)``, and `ThudError` with the code `endsByItself` if the cue does not last.
    public func begin(_ name: String, cause: Instant? = nil, at due: Instant? = nil) throws(ThudError) -> LiveCue {
        let cue = try found(name)
        guard cue.lasts != nil else {
            throw ThudError(
                .endsByItself, about: name,
                "\(name) ends by itself; play it, or give it \"lasts\" in \(CueFolder.catalogName)")
        }
        let now = engine.now
        let cause = try checked(cause, now) ?? due ?? now
        guard let live = scheduler.begin(cue.name, cause: cause, at: due, now: now) else { throw Self.noRoom(name) }
        return live
    }

    /// Silences everything with a fade of 5 ms, as soon as a cue could begin, cues that last included. Cancels what is
    /// to come.
    ///
    /// - Returns: false if too much is requested at once. Another call then stops the rest.
    @discardableResult
    public func stop() -> Bool {
        let (now, lost) = (engine.now, scheduler.lostTriggers)
        scheduler.silence(now: now)
        scheduler.endAll(fade: .zero, now: now)
        return scheduler.lostTriggers == lost
    }

    /// The reports on cues that have become complete since the last call. Each cue gets one report. At least the last
    /// 2,048 are kept.
    public func reports() -> [CueReport] { scheduler.reports() }

    /// The cue called `name` or, in full, `folder/name`.
    private func found(_ name: String) throws(ThudError) -> Cue {
        if let prepared = library.cues[prefix + name] ?? library.cues[name] { return prepared.cue }
        let short = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
        let question = NearestName.question(short, among: names, atMost: 3)
        throw ThudError(.unknownCue, about: name, "unknown cue \(TypedText.shown(name))\(question)")
    }

    /// Returns the instant of a cause, if one is given.
    private func checked(_ cause: Instant?, _ now: Instant) throws(ThudError) -> Instant? {
        guard let cause else { return nil }
        guard engine.hasOwnTime, cause > now else { return min(cause, max(now, .now())) }
        throw ThudError(
            .otherClock, "the cause, \(cause), lies after the virtual engine's time, \(now); take it from engine.now")
    }

    private static func noRoom(_ name: String) -> ThudError {
        ThudError(
            .noRoom, about: name,
            "cannot play \(name): the engine was stopped, or too many cues are requested at once; try again later")
    }
}

extension ThudError.Code {
    /// No cue has that name.
    public static let unknownCue = ThudError.Code("unknown-cue")
    /// The cue ends by itself and cannot be begun.
    public static let endsByItself = ThudError.Code("ends-by-itself")
    /// An instant is not from the engine's clock.
    public static let otherClock = ThudError.Code("other-clock", .usage)
    /// The engine cannot take more at once, or was stopped.
    public static let noRoom = ThudError.Code("no-room", .check)
}

extension CueReport: CustomStringConvertible {
    /// One readable line: `mine/bump played, 1.2 ms after its cause`.
    public var description: String {
        guard receipt.outcome.isHeard else { return "\(name) \(receipt.outcome)" }
        return "\(name) \(receipt.outcome), \(sinceCause) after its cause"
    }
}
