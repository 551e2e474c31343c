/// The beginning of something in a sound.
public struct Onset: Hashable, Sendable {
    /// When the attack begins, in seconds from the start of the sound.
    public let time: Double

    /// The amplitude of a sine with the energy of the 20 ms from there on, linear; 1 is full scale.
    public let level: Double

    /// The mean frequency of the same 20 ms, weighted by power, in hertz.
    public let centroid: Double
}
