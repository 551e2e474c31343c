import Testing
import ThudCore

private func points(_ points: (Double, Double)...) -> [PiecewiseLinear.Point] {
    points.map { .init(time: $0.0, value: $0.1) }
}

@Suite("A piecewise-linear function") struct PiecewiseLinearTests {
    @Test func `it consists of straight lines and steps, and its end values hold`() throws {
        let curve = try #require(PiecewiseLinear(points((1, 0), (3, 1), (3, 0.5), (4, 0.5))))
        #expect([0, 1, 2, 3, 3.5, 9].map(curve.value(at:)) == [0, 0, 0.5, 0.5, 0.5, 0.5])
        #expect([1, 2, 3].map(curve.value(before:)) == [0, 0.5, 1])
        #expect(PiecewiseLinear([]) == nil)
    }

    @Test func `points may come in any order, and points at the same time keep theirs`() throws {
        let curve = try #require(PiecewiseLinear(points((2, 1), (1, 3), (2, 4), (0, 0))))
        #expect(curve.points == points((0, 0), (1, 3), (2, 1), (2, 4)))
    }

    @Test func `parts have a point at each end, unless it only repeats its neighbour`() throws {
        let curve = try #require(PiecewiseLinear(points((1, 0), (2, 1), (3, 1))))
        #expect(curve.clipped(from: 1.5, to: 4).points == points((1.5, 0.5), (2, 1), (3, 1), (4, 1)))
        #expect(curve.restricted(from: 0, to: 4) == curve)
        #expect(curve.count(from: 1, to: 2) == 2)
    }

    @Test func `clamping and the magnitude add corners at the crossings`() throws {
        let curve = try #require(PiecewiseLinear(points((0, -1), (1, 3))))
        #expect(curve.clamped(to: 0...1).points == points((0, 0), (0.25, 0), (0.5, 1), (1, 1)))
        #expect(curve.magnitude.points == points((0, 1), (0.25, 0), (1, 3)))
    }

    @Test func `points that fall together on a grid leave the first and the last, and thinning keeps the end`() throws {
        let curve = try #require(PiecewiseLinear(points((0, 0), (1, 1), (1.1, 2), (1.2, 3), (2, 4), (3, 5))))
        #expect(curve.onGrid { $0.rounded() }.points == points((0, 0), (1, 1), (1, 3), (2, 4), (3, 5)))
        #expect(curve.thinned(by: 4).points == points((0, 0), (2, 4), (3, 5)))
    }

    @Test func `the product of two ramps follows their parabola`() throws {
        let ramp = try #require(PiecewiseLinear(points((0, 0), (1, 1))))
        #expect([0.25, 0.5, 0.75].map(ramp.multiplied(by: ramp).value(at:)) == [0.0625, 0.25, 0.5625])
    }

    @Test func `adjacent spans above 0 are joined`() throws {
        let curve = try #require(PiecewiseLinear(points((0, 0), (1, 0), (2, 1), (3, 1), (3, 0), (5, 0))))
        #expect(curve.spansAboveZero == [1...3])
        #expect(PiecewiseLinear(constant: 1, from: 0, to: 1).spansAboveZero == [0...Double.infinity])
    }

    /// Tick values come from one walk, single values from a search.
    @Test func `ticks have the values of their middles, and a product multiplies values`() throws {
        var random = SeededGenerator(seed: 24)
        for _ in 0..<1_000 {
            func curve() -> PiecewiseLinear? {
                PiecewiseLinear(
                    (0...random.index(below: 12)).map { _ in
                        // Some points coincide, and some lie in the middle of a tick.
                        .init(time: Double(random.index(below: 40)) / 8, value: random.between(-1, 1))
                    })
            }
            let (one, other) = (try #require(curve()), try #require(curve()))
            let step = [0.25, 0.1, 0.03][random.index(below: 3)]
            let middles = (0..<100).map { (Double($0) + 0.5) * step }
            #expect(one.values(every: step, count: 100) == middles.map(one.value(at:)))
            let product = one.multiplied(by: other)
            for time in product.points.map(\.time) where time < one.end {
                #expect(abs(product.value(at: time) - one.value(at: time) * other.value(at: time)) < 1e-12)
            }
        }
    }

    @Test func `a fit stays within the tolerance of every sample`() throws {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<100 {
            var value = 0.5
            let samples = (0..<200).map { index in
                value = min(max(value + random.between(-0.1, 0.1), 0), 1)
                return PiecewiseLinear.Point(time: Double(index) / 200, value: value)
            }
            let fit = try #require(PiecewiseLinear(fitting: samples, tolerance: 0.05, decimals: 4))
            #expect(fit.points.count < 150)
            #expect(samples.allSatisfy { abs(fit.value(at: $0.time) - $0.value) <= 0.05 })
            #expect(fit.points.allSatisfy { (0...1).contains($0.value) && $0.value.rounded(decimals: 4) == $0.value })
        }
    }

    @Test func `a fit does not overshoot at a bend`() throws {
        let samples = (0..<100).map { PiecewiseLinear.Point(time: Double($0), value: min(0.01 * Double($0), 0.5)) }
        let fit = try #require(PiecewiseLinear(fitting: samples, tolerance: 0.05, decimals: 4))
        #expect(fit.points.count <= 4 && fit.points.allSatisfy { $0.value <= 0.5 })
    }
}

@Suite("Rounding and searching") struct RoundingTests {
    @Test func `rounding leaves no trail of digits and no -0`() {
        #expect((0.1 + 0.2).rounded(decimals: 3) == 0.3)
        #expect((-1e-9).wholeMicroseconds.sign == .plus)
        #expect(Double.infinity.rounded(decimals: 2) == .infinity)
    }

    @Test func `the partition point is the first index from which a condition holds`() {
        let numbers = [1, 3, 3, 7]
        #expect([0, 1, 3, 7, 9].map { least in numbers.partitionPoint { $0 >= least } } == [0, 0, 1, 3, 4])
        #expect([Int]().partitionPoint { _ in true } == 0)
    }
}
