import ThudCore

/// A haptic experience as ISO/IEC 23090-31 knows it, from a `.hjif` or a `.hmpg` file. Positions are in ticks. Every part
/// knows its place in the file, for what there is to say about it.
struct MPEGExperience {
    let place: any Place
    /// Ticks a second.
    let timescale: Double
    /// Empty where there is none.
    let date: String
    /// Empty where there is none.
    let description: String
    var perceptions: [MPEGPerception]
}

/// What one sense is to feel.
struct MPEGPerception {
    let place: any Place
    /// The sense, by the name that the standard gives it; nil where the file does not say.
    let modality: String?
    /// All amplitudes are multiples of this power of ten.
    let exponent: Int
    var library: [Int: MPEGEffect] = [:]
    var channels: [MPEGChannel] = []
}

/// What one actuator is to do.
struct MPEGChannel {
    let place: any Place
    let gain: Double
    /// How much the channel counts where channels are mixed; 1 for a whole part.
    let weight: Double
    /// The places on the body, a bit each; 0 where the file does not say.
    let bodyPartMask: Int
    var bands: [MPEGBand] = []
}

/// The effects of one kind within limits of frequency.
struct MPEGBand {
    enum Kind: Hashable {
        /// Short bursts.
        case transient
        /// A periodic signal whose amplitude and frequency the keyframes give.
        case wave
        /// The movement itself, drawn through the keyframes.
        case curve(CurveType)
        /// The movement itself, in blocks of wavelet coefficients: samples a block, samples a second.
        case wavelet(block: Int, rate: Int)
        /// Something else.
        case unknown
    }

    let place: any Place
    let kind: Kind
    var effects: [MPEGEffect] = []
}

/// Something that is felt from a position on.
struct MPEGEffect {
    enum Kind {
        case basis
        /// The effect of the library that has this number.
        case reference(Int)
        case composite([MPEGEffect])
        /// Something else.
        case unknown
    }

    let place: any Place
    let kind: Kind
    let position: Double
    /// Radians.
    var phase = 0.0
    var signal = MPEGSignal.sine
    var keyframes: [MPEGKeyframe] = []
    /// The coefficients of a block of wavelets.
    var stream: [UInt8] = []
}

/// A point of an effect's envelope.
struct MPEGKeyframe {
    let place: any Place
    /// Ticks after the effect's position.
    let position: Double
    let amplitude: Double?
    /// Hertz.
    let frequency: Double?
}

/// The periodic signals, in the order of their codes.
enum MPEGSignal: String, CaseIterable {
    case sine = "Sine"
    case square = "Square"
    case triangle = "Triangle"
    case sawToothUp = "SawToothUp"
    case sawToothDown = "SawToothDown"

    /// How strong the sine of the base frequency is in a signal of amplitude 1, by its Fourier series.
    var fundamental: Double {
        switch self {
        case .sine: 1
        case .square: 4 / .pi
        case .triangle: 8 / (.pi * .pi)
        case .sawToothUp, .sawToothDown: 2 / .pi
        }
    }
}

/// The senses by their names, in the order of their codes.
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

    /// All names that MPEG's reference software takes for what an actuator that vibrates can serve.
    static let vibrating: Set<String> = [
        vibrotactile.rawValue, "Vibration", texture.rawValue, "VibrotactileTexture", "Texture", other.rawValue,
    ]

    /// The name of a sense by its code.
    static func name(_ code: Int) -> String {
        allCases.indices.contains(code) ? allCases[code].rawValue : "number \(code)"
    }

    /// Whether a position is one in space, so that the data is not cut into units of time (`IOStream.cpp`).
    var isSpatial: Bool { self == .texture || self == .stiffness || self == .friction }
}
