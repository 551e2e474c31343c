import Testing
import ThudCore

@Suite struct SeededGeneratorTests {
    @Test func `SplitMix64 gives its published sequence`() {
        var generator = SeededGenerator(seed: 1_234_567)
        let published: [UInt64] = [
            6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
            4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
        ]
        #expect(published.indices.map { _ in generator.next() } == published)
    }

    @Test func `bell numbers have mean 0 and deviation 1`() {
        var generator = SeededGenerator(seed: 1)
        let numbers = (0..<20_000).map { _ in generator.bell() }
        let mean = numbers.reduce(0, +) / 20_000
        let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / 20_000
        #expect(abs(mean) < 0.03)
        #expect(abs(variance - 1) < 0.05)
    }

    @Test func `an index below a bound reaches every value and no other`() {
        var generator = SeededGenerator(seed: 2)
        #expect(Set((0..<200).map { _ in generator.index(below: 5) }) == [0, 1, 2, 3, 4])
        #expect(generator.index(below: 0) == 0)
        #expect(generator.index(below: -3) == 0)
    }

    @Test func `shuffling keeps every element and depends only on the seed`() {
        var first = SeededGenerator(seed: 3)
        var second = SeededGenerator(seed: 3)
        let shuffled = first.shuffled(Array(0..<50))
        #expect(shuffled == second.shuffled(Array(0..<50)))
        #expect(shuffled != Array(0..<50))
        #expect(shuffled.sorted() == Array(0..<50))
        #expect(Set((0..<20).map { _ in first.shuffled([0, 1]) }) == [[0, 1], [1, 0]])
    }
}
