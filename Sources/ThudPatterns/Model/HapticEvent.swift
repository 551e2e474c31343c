import ThudCore

/// One event of a pattern: a tap, a rumble or a sound.
///
///     HapticEvent(.transient, at: 0.1, intensity: 0.8, sharpness: 0.4)
public struct HapticEvent: Hashable, Sendable {
    /// The kinds of events. The raw values are those of AHAP.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A short tap.
        case transient = "HapticTransient"
        /// A vibration with a duration.
        case continuous = "HapticContinuous"
        /// A synthesized tone, which `Rendition` renders.
        case audioContinuous = "AudioContinuous"
        /// A sound from a file, whose pitch and brightness `Rendition` changes.
        case audioCustom = "AudioCustom"

        /// Whether the event is felt rather than heard.
        public var isHaptic: Bool { self == .transient || self == .continuous }
    }

    /// What kind of event this is.
    public let kind: Kind
    /// The start in seconds from the start of the pattern, 0 to 300.
    public let time: Double
    /// How long the event lasts before its release, in seconds; nil if the file does not say. The duration of a
    /// transient only makes the pattern longer. The duration of a sound cuts it, or adds silence to it.
    public let duration: Double?
    /// How long a vibration lasts before its release, in seconds. One without a duration lasts as long as it may.
    package var lasting: Double { duration.flatMap { $0 > 0 ? $0 : nil } ?? HapticLimits.longestContinuous }
    /// The sound file of an `AudioCustom`, relative to the pattern's own file.
    public var waveformPath: String?
    /// Whether the sound repeats for the duration.
    public var loops = false
    /// Whether attack, decay and release shape the volume of the sound.
    public var usesVolumeEnvelope = true
    private var settings: [EventParameterID: Double] = [:]

    /// Creates an event. Times are clamped to the limits, and a negative or NaN duration becomes nil.
    public init(_ kind: Kind, at time: Double = 0, duration: Double? = nil) {
        self.kind = kind
        self.time = HapticLimits.clampStart(time)
        let longest = kind == .continuous ? HapticLimits.longestContinuous : HapticLimits.longestSound
        self.duration = duration.flatMap { $0 >= 0 ? min($0, longest) : nil }
    }

    /// Creates a haptic event with its two parameters, each 0 to 1.
    public init(_ kind: Kind, at time: Double = 0, duration: Double? = nil, intensity: Double, sharpness: Double) {
        self.init(kind, at: time, duration: duration)
        self.intensity = intensity
        self.sharpness = sharpness
    }

    /// The value of a parameter: the one that was set, clamped to its range, or else its default.
    public subscript(id: EventParameterID) -> Double {
        get { settings[id] ?? id.defaultValue }
        set { settings[id] = id.clamp(newValue) }
    }

    /// Returns the same event with another start and another duration, both clamped to the limits.
    public func moved(to time: Double, lasting duration: Double?) -> HapticEvent {
        var moved = HapticEvent(kind, at: time, duration: duration)
        moved.waveformPath = waveformPath
        moved.loops = loops
        moved.usesVolumeEnvelope = usesVolumeEnvelope
        moved.settings = settings
        return moved
    }

    /// The parameters that were set, in the fixed order of ``EventParameterID``.
    public var setParameters: [(id: EventParameterID, value: Double)] {
        EventParameterID.allCases.compactMap { id in settings[id].map { (id, $0) } }
    }

    /// The strength, 0 to 1.
    public var intensity: Double {
        get { self[.hapticIntensity] }
        set { self[.hapticIntensity] = newValue }
    }

    /// The character, 0 (round) to 1 (crisp).
    public var sharpness: Double {
        get { self[.hapticSharpness] }
        set { self[.hapticSharpness] = newValue }
    }

    /// How slowly the event rises, 0 to 1; see ``EnvelopeTime`` for seconds.
    public var attackTime: Double {
        get { self[.attackTime] }
        set { self[.attackTime] = newValue }
    }

    /// How slowly an unsustained event fades, 0 to 1.
    public var decayTime: Double {
        get { self[.decayTime] }
        set { self[.decayTime] = newValue }
    }

    /// How slowly the event fades after its duration, 0 to 1.
    public var releaseTime: Double {
        get { self[.releaseTime] }
        set { self[.releaseTime] = newValue }
    }

    /// Whether the level holds for the duration.
    public var isSustained: Bool {
        get { self[.sustained] == 1 }
        set { self[.sustained] = newValue ? 1 : 0 }
    }

    /// The loudness of a sound, 0 to 1, linear.
    public var volume: Double {
        get { self[.audioVolume] }
        set { self[.audioVolume] = newValue }
    }

    /// The pitch shift of a sound, -1 to 1.
    public var pitch: Double {
        get { self[.audioPitch] }
        set { self[.audioPitch] = newValue }
    }

    /// The position of a sound, -1 (left) to 1 (right).
    public var pan: Double {
        get { self[.audioPan] }
        set { self[.audioPan] = newValue }
    }

    /// The brightness of a sound, 0 to 1.
    public var brightness: Double {
        get { self[.audioBrightness] }
        set { self[.audioBrightness] = newValue }
    }
}

/// The parameters of one event. Raw values, ranges and defaults are those of Core Haptics
/// (`CHHapticEvent.ParameterID`). Apple states no defaults for intensity, sharpness, volume and pitch, so these use
/// the values that AHAP tools agree on.
public enum EventParameterID: String, CaseIterable, Hashable, Sendable {
    /// The strength, 0 to 1; 1 if a file does not set it.
    case hapticIntensity = "HapticIntensity"
    /// The character, 0 (round, dull) to 1 (crisp, precise); 0.5 if a file does not set it.
    case hapticSharpness = "HapticSharpness"
    /// How slowly an event rises, 0 to 1; see ``EnvelopeTime``.
    case attackTime = "AttackTime"
    /// How slowly an unsustained event fades after its attack, 0 to 1.
    case decayTime = "DecayTime"
    /// How slowly an event fades after its duration, 0 to 1.
    case releaseTime = "ReleaseTime"
    /// 1 to hold the level for the duration, 0 to decay at once. No other value is allowed.
    case sustained = "Sustained"
    /// The loudness of a sound, 0 to 1; 1 if a file does not set it.
    case audioVolume = "AudioVolume"
    /// The pitch shift of a sound, -1 to 1; 0 if a file does not set it.
    case audioPitch = "AudioPitch"
    /// The position between left (-1) and right (1); 0 is the middle.
    case audioPan = "AudioPan"
    /// The brightness of a sound, 0 to 1; 1 leaves it unchanged.
    case audioBrightness = "AudioBrightness"

    /// The range that Core Haptics accepts. Other values are clamped to it.
    public var range: ClosedRange<Double> { self == .audioPitch || self == .audioPan ? -1...1 : 0...1 }

    /// The value for an event that does not set the parameter.
    public var defaultValue: Double {
        switch self {
        case .hapticIntensity, .sustained, .audioVolume, .audioBrightness: 1
        case .hapticSharpness: 0.5
        case .attackTime, .decayTime, .releaseTime, .audioPitch, .audioPan: 0
        }
    }

    /// Whether a change multiplies an event's own value rather than being added to it.
    public var isMultiplied: Bool { self == .hapticIntensity || self == .audioVolume }
    /// The changes that ``HapticPattern/changed(by:)`` accepts: those of the dynamic parameter; nil if there is none.
    public var changes: ClosedRange<Double>? { DynamicParameterID.allCases.first { $0.target == self }?.range }

    /// Returns whether events of a kind have the parameter. A tap is too short for an envelope.
    public func belongs(to kind: HapticEvent.Kind) -> Bool {
        switch self {
        case .hapticIntensity, .hapticSharpness: kind.isHaptic
        case .audioVolume, .audioPitch, .audioPan, .audioBrightness: !kind.isHaptic
        case .attackTime, .decayTime, .releaseTime, .sustained: kind != .transient
        }
    }

    /// Returns the nearest value that the parameter accepts, or the default for NaN.
    public func clamp(_ value: Double) -> Double {
        if value.isNaN { return defaultValue }
        if self == .sustained { return value < 0.5 ? 0 : 1 }
        return value.clamped(to: range)
    }
}
