/// One event of a pattern: a tap, a rumble, or a sound.
///
///     HapticEvent(.transient, at: 0.1, intensity: 0.8, sharpness: 0.4)
public struct HapticEvent: Hashable, Sendable {
    /// The kinds of events; raw values as in AHAP.
    public enum Kind: String, CaseIterable, Hashable, Sendable {
        /// A short tap.
        case transient = "HapticTransient"
        /// A vibration of some duration.
        case continuous = "HapticContinuous"
        /// A synthesised tone, which `Rendition` makes.
        case audioContinuous = "AudioContinuous"
        /// A sound from a file, whose pitch and brightness `Rendition` changes.
        case audioCustom = "AudioCustom"

        /// Whether the event is felt rather than heard.
        public var isHaptic: Bool { self == .transient || self == .continuous }
    }

    /// Its kind.
    public let kind: Kind

    /// When it starts, in seconds from the start of the pattern, 0 to 300.
    public let time: Double

    /// How long it lasts before its release, in seconds; nil where the file says nothing. The duration of a transient only makes
    /// the pattern longer. The duration of a sound cuts it, or adds silence to it.
    public let duration: Double?

    /// The sound file of an `AudioCustom`, relative to the pattern's own file.
    public var waveformPath: String?

    /// Whether the sound repeats for the duration.
    public var loops = false

    /// Whether attack, decay and release shape the volume of the sound.
    public var usesVolumeEnvelope = true

    private var settings: [EventParameterID: Double] = [:]

    /// An event. Times are clamped into the limits, and a negative or NaN duration counts as nil.
    public init(_ kind: Kind, at time: Double = 0, duration: Double? = nil) {
        self.kind = kind
        self.time = HapticLimits.clampStart(time)
        let longest = kind == .continuous ? HapticLimits.longestContinuous : HapticLimits.longestSound
        self.duration = duration.flatMap { $0 >= 0 ? min($0, longest) : nil }
    }

    /// A haptic event with its two parameters, each 0 to 1.
    public init(_ kind: Kind, at time: Double = 0, duration: Double? = nil, intensity: Double, sharpness: Double) {
        self.init(kind, at: time, duration: duration)
        self.intensity = intensity
        self.sharpness = sharpness
    }

    /// The value of a parameter: as set, clamped into its range, or its default.
    public subscript(id: EventParameterID) -> Double {
        get { settings[id] ?? id.defaultValue }
        set { settings[id] = id.clamp(newValue) }
    }

    /// The same event at another time and with another duration, both clamped into the limits.
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
}

extension HapticEvent {
    /// Strength, 0 to 1.
    public var intensity: Double {
        get { self[.hapticIntensity] }
        set { self[.hapticIntensity] = newValue }
    }

    /// Character, 0 (round) to 1 (crisp).
    public var sharpness: Double {
        get { self[.hapticSharpness] }
        set { self[.hapticSharpness] = newValue }
    }

    /// How slowly the event rises, 0 to 1; seconds by ``EnvelopeTime``.
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

    /// Loudness of a sound, 0 to 1, linear.
    public var volume: Double {
        get { self[.audioVolume] }
        set { self[.audioVolume] = newValue }
    }

    /// Pitch shift of a sound, -1 to 1.
    public var pitch: Double {
        get { self[.audioPitch] }
        set { self[.audioPitch] = newValue }
    }

    /// Place of a sound, -1 (left) to 1 (right).
    public var pan: Double {
        get { self[.audioPan] }
        set { self[.audioPan] = newValue }
    }

    /// Brightness of a sound, 0 to 1.
    public var brightness: Double {
        get { self[.audioBrightness] }
        set { self[.audioBrightness] = newValue }
    }
}

/// The parameters of one event. Raw values, ranges and defaults are those of Core Haptics (`CHHapticEvent.ParameterID`). Apple
/// states no defaults for intensity, sharpness, volume and pitch, so these have the values that AHAP tools agree on.
public enum EventParameterID: String, CaseIterable, Hashable, Sendable {
    /// Strength, 0 to 1; 1 where a file says nothing.
    case hapticIntensity = "HapticIntensity"
    /// Character, 0 (round, dull) to 1 (crisp, precise); 0.5 where a file says nothing.
    case hapticSharpness = "HapticSharpness"
    /// How slowly an event rises, 0 to 1; see ``EnvelopeTime``.
    case attackTime = "AttackTime"
    /// How slowly an unsustained event fades after its attack, 0 to 1.
    case decayTime = "DecayTime"
    /// How slowly an event fades after its duration, 0 to 1.
    case releaseTime = "ReleaseTime"
    /// 1 to hold the level for the duration, 0 to decay at once. Only these two values.
    case sustained = "Sustained"
    /// Loudness of a sound, 0 to 1; 1 where a file says nothing.
    case audioVolume = "AudioVolume"
    /// Pitch shift of a sound, -1 to 1; 0 where a file says nothing.
    case audioPitch = "AudioPitch"
    /// Place between left (-1) and right (1); 0 is the middle.
    case audioPan = "AudioPan"
    /// Brightness of a sound, 0 to 1; 1 leaves it as it is.
    case audioBrightness = "AudioBrightness"

    /// The range that Core Haptics accepts; other values are clamped into it.
    public var range: ClosedRange<Double> {
        switch self {
        case .audioPitch, .audioPan: -1...1
        default: 0...1
        }
    }

    /// The value of an event that does not name the parameter.
    public var defaultValue: Double {
        switch self {
        case .hapticIntensity, .sustained, .audioVolume, .audioBrightness: 1
        case .hapticSharpness: 0.5
        case .attackTime, .decayTime, .releaseTime, .audioPitch, .audioPan: 0
        }
    }

    /// Whether a change of the parameter multiplies an event's own value; otherwise it is added to it.
    public var isMultiplied: Bool { self == .hapticIntensity || self == .audioVolume }

    /// The changes that ``HapticPattern/changed(by:)`` takes: those of the dynamic parameter. Nil where there is none.
    public var changes: ClosedRange<Double>? { DynamicParameterID.allCases.first { $0.target == self }?.range }

    /// Whether events of a kind have the parameter.
    public func belongs(to kind: HapticEvent.Kind) -> Bool {
        switch self {
        case .hapticIntensity, .hapticSharpness: kind.isHaptic
        case .audioVolume, .audioPitch, .audioPan, .audioBrightness: !kind.isHaptic
        case .attackTime, .decayTime, .releaseTime, .sustained: kind != .transient
        }
    }

    /// The nearest value that the parameter accepts; the default for NaN.
    public func clamp(_ value: Double) -> Double {
        if value.isNaN { return defaultValue }
        if self == .sustained { return value < 0.5 ? 0 : 1 }
        return min(max(value, range.lowerBound), range.upperBound)
    }
}
