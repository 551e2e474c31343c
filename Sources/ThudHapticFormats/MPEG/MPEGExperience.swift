/// A haptic experience in the terms of ISO/IEC 23090-31, from a `.hjif` or `.hmpg` file. Positions are in ticks,
/// `timescale` in ticks per second. Missing texts are empty. Every part has its place, for diagnostics.
struct MPEGExperience {
    let place: any Place
    let timescale: Double
    let date: String
    let description: String
    var perceptions: [MPEGPerception]
}

struct MPEGPerception {
    let place: any Place
    /// The modality, by its name in the standard; nil if the file does not state it.
    let modality: String?
    /// The power of ten by which all amplitudes are multiplied.
    let exponent: Int
    var library: [Int: MPEGEffect] = [:]
    var channels: [MPEGChannel] = []
}

/// The effects for one actuator.
struct MPEGChannel {
    let place: any Place
    let gain: Double
    /// The weight of the channel in a mix; 1 is full weight.
    let weight: Double
    /// The body parts, one bit each; 0 if the file does not state them.
    let bodyPartMask: Int
    var bands: [MPEGBand] = []
}

/// The effects of one kind within frequency limits.
struct MPEGBand {
    enum Kind: Hashable {
        /// Short bursts.
        case transient
        /// A periodic signal with the keyframes' amplitude and frequency.
        case wave
        /// The movement itself, drawn through the keyframes.
        case curve(CurveType)
        /// The movement itself, in blocks of wavelet coefficients: samples per block, samples per second.
        case wavelet(block: Int, rate: Int)
        case unknown
    }

    let place: any Place
    let kind: Kind
    var effects: [MPEGEffect] = []
}

struct MPEGEffect {
    enum Kind {
        case basis
        case reference(Int)
        case composite([MPEGEffect])
        case unknown
    }

    let place: any Place
    let kind: Kind
    let position: Double
    /// In radians.
    var phase = 0.0
    var signal = MPEGSignal.sine
    var keyframes: [MPEGKeyframe] = []
    /// The coefficients of a wavelet block.
    var stream: [UInt8] = []
}

/// A keyframe: ticks after the effect's position, an amplitude, and a frequency in hertz.
struct MPEGKeyframe {
    let place: any Place
    let position: Double
    let amplitude: Double?
    let frequency: Double?
}

/// The periodic signals, in the order of their codes.
enum MPEGSignal: String, CaseIterable {
    case sine = "Sine"
    case square = "Square"
    case triangle = "Triangle"
    case sawToothUp = "SawToothUp"
    case sawToothDown = "SawToothDown"

    /// The strength of the fundamental sine in a signal of amplitude 1, by its Fourier series.
    var fundamental: Double {
        switch self {
        case .sine: 1
        case .square: 4 / .pi
        case .triangle: 8 / (.pi * .pi)
        case .sawToothUp, .sawToothDown: 2 / .pi
        }
    }
}

/// The modalities by name, in the order of their codes.
enum MPEGModality: String, CaseIterable {
    case other = "Other"
    case pressure = "Pressure"
    case acceleration = "Acceleration"
    case velocity = "Velocity"
    case position = "Position"
    case temperature = "Temperature"
    case vibrotactile = "Vibrotactile"
    case water = "Water"
    case wind = "Wind"
    case force = "Force"
    case texture = "Vibrotactile Texture"
    case stiffness = "Stiffness"
    case friction = "Friction"
    case electrotactile = "Electrotactile"

    /// All names that MPEG's reference software accepts for modalities that a vibrating actuator can play.
    static let vibrating: Set<String> = [
        vibrotactile.rawValue, "Vibration", texture.rawValue, "VibrotactileTexture", "Texture", other.rawValue,
    ]

    /// Returns the name of a modality by its code.
    static func name(_ code: Int) -> String {
        allCases.indices.contains(code) ? allCases[code].rawValue : "number \(code)"
    }

    /// Whether positions are spatial, so that the data are not cut into time units (`IOStream.cpp`).
    var isSpatial: Bool { self == .texture || self == .stiffness || self == .friction }
}
