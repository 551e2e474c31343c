import Glibc
import ThudCore

/// A blind test of whether two patterns can be told apart: in each trial X is one of the two, and the listener says
/// which (ABX; Clark, "High-resolution subjective testing using a double-blind comparator", JAES 30, 1982).
struct ABXTest: Hashable {
    /// What can be heard during a trial.
    enum Choice: String, Hashable {
        case a = "A"
        case b = "B"
        case x = "X"
    }

    let trials: Int
    private(set) var answered = 0
    private(set) var right = 0
    var heard = Choice.x
    private var random: SeededGenerator
    /// Which pattern X is in this trial: 0 is A, 1 is B.
    private var hidden: Int

    /// How many trials a test may have.
    static let lengths = 1...100

    init(trials: Int, seed: UInt64) {
        self.trials = trials
        random = SeededGenerator(seed: seed)
        hidden = random.index(below: 2)
    }

    var isOver: Bool { answered == trials }

    /// The pattern that is heard: 0 is A, 1 is B.
    var place: Int {
        switch heard {
        case .a: 0
        case .b: 1
        case .x: hidden
        }
    }

    /// Takes the answer that X is the pattern at `place`, and begins the next trial.
    mutating func answer(_ place: Int) {
        guard !isOver else { return }
        answered += 1
        if place == hidden { right += 1 }
        (hidden, heard) = (random.index(below: 2), .x)
    }

    /// The probability that guessing gives at least as many right answers: the upper tail of the binomial distribution
    /// with one half.
    var p: Double { Self.tail(right, of: answered) }

    static func tail(_ right: Int, of answered: Int) -> Double {
        var ways = 1.0
        var sum = 0.0
        // From all right downwards, C(n, k - 1) = C(n, k) · k / (n - k + 1).
        for count in stride(from: answered, through: max(0, right), by: -1) {
            sum += ways
            ways = ways * Double(count) / Double(answered - count + 1)
        }
        return sum / pow(2, Double(answered))
    }

    var report: String { "\(right) of \(answered) right, p = \(Decimals.fixed(p, p < 0.001 ? 6 : 3)) by guessing" }
}
