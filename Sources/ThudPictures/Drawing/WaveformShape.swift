import Glibc
import ThudCore

/// A waveform as a lane can show it: the lowest and highest sample of each column, or the samples if they are fewer.
struct WaveformShape: Sendable {
    let peak: Double
    /// How many samples are not finite; they are left out.
    let broken: Int
    /// The value at the upper edge of the lane, negated at the lower edge: 1, 2 or 5 times a power of ten.
    var limit: Double
    private let samples: [Float]
    private let sampleRate: Double

    init(_ samples: [Float], sampleRate: Double) {
        self.samples = samples
        self.sampleRate = sampleRate
        var (peak, broken): (Float, Int) = (0, 0)
        for sample in samples {
            if sample.isFinite { peak = max(peak, abs(sample)) } else { broken += 1 }
        }
        self.peak = Double(peak)
        self.broken = broken
        limit = NiceNumber.atLeast(self.peak)
    }

    var seconds: Double { Double(samples.count) / sampleRate }

    func draw(in lane: Box, _ axis: TimeAxis, _ layout: PictureLayout, on surface: inout some Surface) {
        let columns = axis.right - axis.left
        let end = axis.x(seconds)
        let width = layout.length(1.2, compact: 0.8)
        if Double(samples.count) < 2 * columns {
            surface.stroke(line(in: lane, axis), .waveform, width: layout.length(2, compact: 1.2))
            return
        }
        for band in bands(from: axis.left, to: end, axis) {
            let upper = band.map { Point(x: $0.x, y: y($0.high, in: lane)) }
            let lower = band.reversed().map { Point(x: $0.x, y: y($0.low, in: lane)) }
            let outline = Path(upper + lower, closed: true)
            surface.fill(outline, .waveform)
            surface.stroke(outline, .waveform, width: width)
        }
    }

    private func y(_ sample: Float, in lane: Box) -> Double { lane.y(0.5 + 0.5 * Double(sample) / limit) }

    private func line(in lane: Box, _ axis: TimeAxis) -> Path {
        var path = Path()
        for run in samples.indices.split(whereSeparator: { !samples[$0].isFinite }) {
            path.add(Path(run.map { Point(x: axis.x(Double($0) / sampleRate), y: y(samples[$0], in: lane)) }))
        }
        return path
    }

    private struct Column {
        let x: Double
        var low: Float
        var high: Float
    }

    /// Returns runs of pixel columns. Each column reaches its left neighbour, so that steep waves stay connected.
    private func bands(from left: Double, to end: Double, _ axis: TimeAxis) -> [[Column]] {
        var bands: [[Column]] = [[]]
        for x in stride(from: left, to: end, by: 1) {
            let first = frame(at: x, axis)
            let range = first..<max(first, frame(at: x + 1, axis))
            guard var column = column(range, x) else {
                if bands[bands.count - 1].count > 0 { bands.append([]) }
                continue
            }
            if let last = bands[bands.count - 1].last {
                column.low = min(column.low, last.high)
                column.high = max(column.high, last.low)
            }
            bands[bands.count - 1].append(column)
        }
        return bands
    }

    private func frame(at x: Double, _ axis: TimeAxis) -> Int {
        min(max(0, Int((axis.time(at: x) * sampleRate).rounded())), samples.count)
    }

    private func column(_ range: Range<Int>, _ x: Double) -> Column? {
        var column: Column?
        for sample in samples[range] where sample.isFinite {
            column = Column(x: x, low: min(column?.low ?? sample, sample), high: max(column?.high ?? sample, sample))
        }
        return column
    }
}
