/// SplitMix64: the same seed gives the same numbers on every machine and in every version.
///
/// The algorithm and its three constants are those of Steele, Lea and Flood, "Fast Splittable Pseudorandom Number
/// Generators" (OOPSLA 2014). The standard library may change how it uses a generator. Anything that must replay
/// identically therefore draws through the methods here. Not for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable, Hashable, Codable {
    private var state: UInt64

    /// Creates a generator whose sequence depends on `seed` alone; every value is a good seed.
    public init(seed: UInt64) { state = seed }

    /// Returns the next 64 bits.
    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z &>> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z &>> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z &>> 31)
    }

    /// Returns a number from 0 up to but not including 1, in steps of 2⁻⁵³.
    public mutating func unit() -> Double { Double(next() &>> 11) * 0x1p-53 }

    /// Returns a number between `low` and `high`, uniformly distributed.
    public mutating func between(_ low: Double, _ high: Double) -> Double { low + (high - low) * unit() }

    /// Returns a number in `range`, uniformly distributed.
    package mutating func between(_ range: ClosedRange<Double>) -> Double {
        between(range.lowerBound, range.upperBound)
    }

    /// Returns true with the given probability, 0...1.
    public mutating func chance(_ probability: Double) -> Bool { unit() < probability }

    /// Returns a whole number from 0 up to but not including `bound`; 0 if `bound` is not positive.
    ///
    /// It multiplies and keeps the high word; the bias is below `bound` / 2⁶⁴.
    public mutating func index(below bound: Int) -> Int {
        guard bound > 0 else { return 0 }
        return Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Returns one of the elements, of which there is at least one.
    package mutating func pick<Element>(_ elements: [Element]) -> Element { elements[index(below: elements.count)] }

    /// Returns a bell-shaped number with mean 0 and standard deviation 1, never beyond ±3.5.
    ///
    /// The sum of four 16-bit uniforms (Irwin-Hall, variance 4/12), scaled by √3, takes one draw and no logarithm. That
    /// is close enough to a sensor's noise.
    public mutating func bell() -> Double {
        let bits = next()
        let sum = (bits & 0xFFFF) &+ (bits &>> 16 & 0xFFFF) &+ (bits &>> 32 & 0xFFFF) &+ (bits &>> 48)
        return (Double(sum) / 65_536 - 2) * 1.732_050_807_568_877_2
    }

    /// Returns the elements in a random order (Fisher and Yates).
    public mutating func shuffled<Element>(_ elements: [Element]) -> [Element] {
        var result = elements
        var last = result.count - 1
        while last > 0 {
            result.swapAt(last, index(below: last + 1))
            last -= 1
        }
        return result
    }

    /// Returns an independent generator, seeded from this one.
    public mutating func split() -> SeededGenerator { SeededGenerator(seed: next()) }
}
