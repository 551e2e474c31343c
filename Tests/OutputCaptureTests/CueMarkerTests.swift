import Testing
import ThudCore

@testable import ThudOutputCapture

@Suite struct CueMarkerTests {
    private static let markers = (0..<CueMarker.count).map { CueMarker.samples($0, overlapping: CueMarker.count) }

    private static func energy(_ samples: [Float]) -> Double { DotProduct.of(samples.span, samples.span) }

    @Test func `markers are unlike each other and unlike shifted copies of themselves`() throws {
        let silence = [Float](repeating: 0, count: CueMarker.frames)
        // All pairs would take a minute, so each is compared with itself and the next two.
        for (number, marker) in Self.markers.enumerated() {
            let filter = MatchedFilter(marker)
            for other in number..<min(number + 3, CueMarker.count) {
                let padded = silence + Self.markers[other] + silence
                let match = try #require(filter.best(in: padded, 0...2 * CueMarker.frames))
                if other == number {
                    #expect(match.confidence > 0.999 && match.rivalry < 0.2, "\(number): \(match)")
                } else {
                    #expect(match.confidence < 0.2, "\(number), \(other): \(match)")
                }
            }
        }
    }

    @Test func `a whole burst at once stays below the soft clipper's knee`() {
        var sum = [Float](repeating: 0, count: CueMarker.frames)
        for marker in Self.markers { for index in sum.indices { sum[index] += marker[index] } }
        // Beside the sound at full volume its haptics play at a third.
        #expect(sum.allSatisfy { abs(1.32 * $0) < 0.9 })
    }

    @Test func `a marker is reproducible, rises gently, and holds almost nothing below 500 Hz`() {
        let marker = CueMarker.samples(5, overlapping: CueMarker.count)
        #expect(marker == Self.markers[5])
        #expect(Self.energy(Array(marker.prefix(24))) < 0.001 * Self.energy(marker))
        // A mean over 96 frames passes what lies below 500 Hz.
        let low = marker.indices.dropLast(95).map { marker[$0..<$0 + 96].reduce(0, +) / 96 }
        #expect(Self.energy(low) < 1e-3 * Self.energy(marker))
    }

    @Test func `the fewer markers overlap, the louder each is`() {
        let (loud, soft) = (CueMarker.samples(0, overlapping: 4), Self.markers[0])
        #expect(abs((Self.energy(loud) / Self.energy(soft)).squareRoot() - 4) < 0.001)
    }
}
