/// Decodes a block of wavelet coefficients to the movement that it codes, as in ISO/IEC 23090-31 and MPEG's reference
/// software (`Spiht_Dec.cpp`, `WaveletDecoder.cpp`): set partitioning in hierarchical trees (Said, Pearlman 1996) in
/// one dimension, arithmetic coding, and the biorthogonal wavelet 9/7 of Cohen, Daubechies and Feauveau (1992).
enum WaveletBlock {
    /// Whether a block can have this many samples: a power of two that has room for a tree.
    static func isLength(_ length: Int) -> Bool { (16...8_192).contains(length) && length & (length - 1) == 0 }

    /// Returns the movement of a block as `length` samples; see ``isLength(_:)``.
    static func samples(_ stream: [UInt8], length: Int) -> [Double] {
        var decoder = ArithmeticDecoder(stream)
        let planes = decoder.number(bits: 4)
        // The largest coefficient is coded in 128ths below 1, and in eighths from 1 on.
        let isLarge = decoder.decide(.header)
        let number = Double(decoder.number(bits: 7))
        let largest = isLarge ? number / 8 + 1 : number / 128
        guard largest > 0 else { return [Double](repeating: 0, count: length) }
        var tree = CoefficientTree(length)
        for plane in (0...planes).reversed() { tree.read(plane, &decoder) }
        let scale = largest / Double(1 << planes)
        return synthesis(tree.coefficients.map { Double($0) * scale })
    }

    // MARK: - Synthesis

    /// The middle and one side of the two symmetric analysis filters.
    private static let lowPass = [
        0.852698679009404, 0.377402855612654, -0.110624404418423, -0.023849465019380, 0.037828455506995,
    ]
    private static let highPass = [-0.788485616405665, 0.418092273222212, 0.040689417609559, -0.064538882628938]

    /// Each synthesis filter is the other analysis filter with every second sign changed.
    private static let synthesisLowPass = highPass.enumerated().map { $0.isMultiple(of: 2) ? -$1 : $1 }
    private static let synthesisHighPass = lowPass.enumerated().map { $0.isMultiple(of: 2) ? -$1 : $1 }

    /// Returns the samples of coefficients, which have the coarsest band of four first.
    private static func synthesis(_ coefficients: [Double]) -> [Double] {
        var samples = coefficients
        var length = 8
        while length <= coefficients.count {
            var low = [Double](repeating: 0, count: length)
            var high = low
            for index in 0..<length / 2 {
                low[2 * index] = samples[index]
                high[2 * index + 1] = samples[length / 2 + index]
            }
            for index in 0..<length {
                samples[index] =
                    filtered(low, synthesisLowPass, at: index) + filtered(high, synthesisHighPass, at: index)
            }
            length *= 2
        }
        return samples
    }

    /// Applies a symmetric filter at one sample, with the signal mirrored at both ends.
    private static func filtered(_ signal: [Double], _ filter: [Double], at index: Int) -> Double {
        let last = signal.count - 1
        var sum = signal[index] * filter[0]
        for distance in 1..<filter.count {
            let after = index + distance
            sum += filter[distance] * (signal[abs(index - distance)] + signal[after > last ? 2 * last - after : after])
        }
        return sum
    }
}

/// The coefficients of a block while they are read, one bit plane at a time. The two children of a coefficient are at
/// twice its index. The first eight coefficients are roots, of which the last four have children.
private struct CoefficientTree {
    private struct Branch {
        let root: Int
        /// Whether the branch covers only what lies below the root's children.
        let isBelowChildren: Bool
    }

    private(set) var coefficients: [Int]
    /// Coefficients that were 0 in each plane so far.
    private var insignificant = Array(0..<8)
    /// Coefficients that were not 0 in some plane.
    private var significant: [Int] = []
    /// Branches in which all coefficients were 0 in each plane so far.
    private var branches = (4..<8).map { Branch(root: $0, isBelowChildren: false) }

    init(_ length: Int) { coefficients = [Int](repeating: 0, count: length) }

    mutating func read(_ plane: Int, _ decoder: inout ArithmeticDecoder) {
        let known = significant.count
        let value = 1 << plane
        var remaining: [Int] = []
        for place in insignificant {
            if decoder.decide(.coefficient) { begin(place, value, &decoder) } else { remaining.append(place) }
        }
        insignificant = remaining
        readBranches(value, &decoder)
        for place in significant[..<known] where decoder.decide(.refinement) {
            coefficients[place] += coefficients[place] < 0 ? -value : value
        }
    }

    private mutating func begin(_ place: Int, _ value: Int, _ decoder: inout ArithmeticDecoder) {
        coefficients[place] = decoder.decide(.sign) ? value : -value
        significant.append(place)
    }

    private mutating func readBranches(_ value: Int, _ decoder: inout ArithmeticDecoder) {
        var waiting = branches
        var remaining: [Branch] = []
        var index = 0
        // Branches found on the way are read in the same plane.
        while index < waiting.count {
            let branch = waiting[index]
            index += 1
            guard decoder.decide(branch.isBelowChildren ? .grandchildren : .set) else {
                remaining.append(branch)
                continue
            }
            let children = [2 * branch.root, 2 * branch.root + 1]
            if branch.isBelowChildren {
                waiting += children.map { Branch(root: $0, isBelowChildren: false) }
                continue
            }
            for child in children {
                if decoder.decide(.child) { begin(child, value, &decoder) } else { insignificant.append(child) }
            }
            if 4 * branch.root + 3 < coefficients.count {
                waiting.append(Branch(root: branch.root, isBelowChildren: true))
            }
        }
        branches = remaining
    }
}
