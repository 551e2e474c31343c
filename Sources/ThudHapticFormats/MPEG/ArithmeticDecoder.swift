/// The adaptive binary arithmetic decoder of the wavelet streams in ISO/IEC 23090-31 (`ArithDec.cpp` of MPEG's
/// reference software): ten-bit ranges and seven contexts that count their zeros. After the end all bits are 0.
struct ArithmeticDecoder {
    /// The subject of a decision; each context adapts by itself.
    enum Context: Int, CaseIterable {
        case header, sign, coefficient, set, child, grandchildren, refinement
    }

    /// The number of zeros among all decisions of a context.
    private struct Count {
        var zeros = 8
        var all = 16
    }

    private static let full = 1_024
    private static let half = 512
    private static let quarter = 256
    private let stream: [UInt8]
    private var next = 0
    private var code = 0
    private var lower = 0
    private var upper = full
    private var counts = [Count](repeating: Count(), count: Context.allCases.count)

    /// Creates a decoder at the start of a stream, whose bytes have their lowest bit first.
    init(_ stream: [UInt8]) {
        self.stream = stream
        for _ in 0..<10 { code = code << 1 + bit() }
    }

    private mutating func bit() -> Int {
        guard next < stream.count * 8 else { return 0 }
        defer { next += 1 }
        return Int(stream[next / 8] >> (next % 8)) & 1
    }

    mutating func decide(_ context: Context) -> Bool {
        let count = counts[context.rawValue]
        let zeros = (Double(count.zeros) / Double(count.all) * Double(Self.full)).rounded()
        let range = upper - lower
        let split = lower + min(max(range * Int(zeros) / Self.full, 1), range - 1)
        let isOne = code >= split
        if isOne { lower = split } else { upper = split }
        while let base = base {
            lower = (lower - base) << 1
            upper = (upper - base) << 1
            code = (code - base) << 1 + bit()
        }
        counts[context.rawValue].all += 1
        if !isOne { counts[context.rawValue].zeros += 1 }
        return isOne
    }

    /// The amount to subtract from the range before it is doubled; nil while it is wide enough.
    private var base: Int? {
        if upper <= Self.half { return 0 }
        if lower >= Self.half { return Self.half }
        return lower >= Self.quarter && upper <= Self.half + Self.quarter ? Self.quarter : nil
    }

    /// Decodes an integer of some bits, the lowest first.
    mutating func number(bits: Int) -> Int { (0..<bits).reduce(0) { $0 | (decide(.header) ? 1 << $1 : 0) } }
}
