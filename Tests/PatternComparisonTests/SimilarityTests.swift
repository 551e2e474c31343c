import Glibc
import Testing
import ThudPatternComparison

@Suite("ST-SIM and SPQI are those of vibromaf 0.0.8") struct SimilarityTests {
    /// A decaying tone, and the same weaker and with noise. The noise is a linear congruence of 32 bits.
    private func signals(_ number: Int) -> (reference: [Float], distorted: [Float]) {
        var state = UInt32(number + 1)
        let level = 0.001 * pow(4, Double(number % 4))
        let reference = (0..<1024 + 300 * number).map { index -> Float in
            let time = Double(index) / 8000
            return Float(0.5 * sin(2 * .pi * Double(40 + 11 * number) * time) * exp(-3 * time))
        }
        let distorted = reference.map { value -> Float in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Float(Double(value) * 0.8 + level * (Double(state) / 4_294_967_296 - 0.5))
        }
        return (reference, distorted)
    }

    /// Computed by the package itself.
    private static let expected = [
        (0.9952193314818515, 0.2068646387445753), (0.9965063333479415, 0.20711479623763537),
        (0.9920528179492321, 0.21216649314760036), (0.9971852890550836, 0.1514359602672204),
        (0.9951215874620352, 0.20774144662465022), (0.9934316831207995, 0.2080869178455787),
        (1.001143234892449, 0.20835503525829435), (0.9931642546237981, 0.19653685900316262),
    ]

    @Test(arguments: 0..<8) func `both measures agree to a millionth`(number: Int) throws {
        let (reference, distorted) = signals(number)
        let similarity = try #require(VibrotactileSimilarity(distorted, to: reference))
        #expect(abs(similarity.stSim - Self.expected[number].0) < 1e-6, "\(similarity)")
        #expect(abs(similarity.spqi - Self.expected[number].1) < 1e-6, "\(similarity)")
    }

    @Test(arguments: [1, 2, 5]) func `the end of a signal that fills no block counts in neither`(number: Int) throws {
        let (reference, distorted) = signals(number)
        #expect(SignalComparison(reference, distorted).similarity == VibrotactileSimilarity(distorted, to: reference))
    }

    @Test func `equal signals are alike, and those that cannot be compared have no figure`() {
        let (reference, _) = signals(0)
        #expect(VibrotactileSimilarity(reference, to: reference).map { [$0.stSim, $0.spqi] } == [1, 1])
        #expect(VibrotactileSimilarity(reference.map { -$0 }, to: reference)?.stSim == 0)
        #expect(SignalComparison([], []).similarity?.spqi == 1 && SignalComparison([0.5], [-0.5]).similarity != nil)
        #expect(VibrotactileSimilarity([], to: reference) == nil)
        #expect(VibrotactileSimilarity([Float](repeating: 0, count: 511), to: .init(repeating: 1, count: 511)) == nil)
        let silence = [Float](repeating: 0, count: reference.count)
        let against = VibrotactileSimilarity(silence, to: reference)
        #expect(against.map { $0.stSim.isFinite && $0.spqi.isFinite && $0.stSim < 0.1 } == true, "\(against as Any)")
    }
}
