import Testing

@testable import ThudPictures

@Suite("The time axis") struct TimeAxisTests {
    private func axis(_ seconds: Double) -> TimeAxis {
        TimeAxis(seconds: seconds, in: Box(left: 0, top: 0, right: 1_000, bottom: 100), inset: 0)
    }

    @Test(
        arguments: [
            (0.001, ["0", "0.2", "0.4", "0.6", "0.8", "1 ms"]), (0.095, ["0", "20", "40", "60", "80 ms"]),
            (1, ["0", "200", "400", "600", "800", "1000 ms"]), (1.25, ["0", "0.2", "0.4", "0.6", "0.8", "1", "1.2 s"]),
            (300, ["0", "50", "100", "150", "200", "250", "300 s"]), (0, ["0", "200", "400", "600", "800", "1000 ms"]),
        ] as [(Double, [String])])
    func `has round ticks, the last with the unit`(seconds: Double, labels: [String]) {
        #expect(axis(seconds).ticks(every: 150).map(\.label) == labels)
    }

    @Test(arguments: [0.001, 0.3, 1, 17, 330]) func `has its ticks at their times`(seconds: Double) {
        let axis = axis(seconds)
        for tick in axis.ticks(every: 110) {
            let number = Double(tick.label.split(separator: " ")[0]) ?? .nan
            #expect(abs(tick.x - axis.x(seconds > 1 ? number : number / 1_000)) < 0.01)
            #expect(abs(axis.x(axis.time(at: tick.x)) - tick.x) < 1e-6)
        }
    }
}

@Suite("Times in words") struct PictureTextTests {
    @Test(arguments: [(0, "0 ms"), (0.000_95, "0.95 ms"), (0.0351, "35.1 ms"), (0.954, "954 ms"), (1.234, "1.23 s")])
    func `have a suitable unit`(seconds: Double, text: String) { #expect(PictureText.time(seconds) == text) }
}
