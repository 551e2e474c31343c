import Testing
import ThudCore

@Suite struct EmblemTests {
    @Test func `half an emblem is mirrored into one closed outline`() {
        let half = [(0, 0), (0.5, 0.5), (0, 1)].map { Emblem.Corner(x: $0.0, y: $0.1) }
        let emblem = Emblem(mirroring: half, holes: [[.init(x: 0.2, y: 0.5), .init(x: 0.1, y: 0.6)]])
        #expect(emblem.polygons[0].map(\.x) == [0.5, 1, 0.5, 0])
        #expect(emblem.polygons[0].map(\.y) == [0, 0.5, 1, 0.5])
        #expect(emblem.polygons[1].map(\.y) == [0.5, 0.6] && emblem.polygons[2].map(\.y) == [0.6, 0.5])
        #expect(emblem.polygons[1][0].x == 0.7 && emblem.polygons[2][1].x == 0.3)
    }
}
