import Testing
import ThudCore
import ThudPatterns

@testable import ThudHapticFormats

/// Tests of curves and wavelets, which hold the movement itself. The expected numbers are those that MPEG's reference
/// software (2024) computes from the same keyframes and bytes at 8 kHz.
@Suite("MPEG's curves and wavelets") struct MPEGMovementTests {
    @Test(arguments: [
        (CurveType.unknown, [0.4, 0.0138, -0.1218, 0.5319]), (.cubic, [0.4, 0.0138, -0.1218, 0.5319]),
        (.linear, [0.4, 0.0583, -0.1063, 0.5379]), (.akima, [0.5963, 0.0169, -0.1061, 0.0893]),
        (.bezier, [0.2885, -0.0039, -0.0893, 0.5493]), (.bspline, [0.3337, 0.0592, -0.106, 0.5442]),
    ])
    func `a curve passes its keyframes as in the reference software`(type: CurveType, wanted: [Double]) {
        let points = [(0, 0.1), (10, 0.7), (25, -0.4), (30, -0.45), (60, 0.3), (61, 0.2), (90, 0.9)].map {
            PiecewiseLinear.Point(time: Double($0) / 1e3, value: $1)
        }
        let values = type.values(at: [0.005, 0.018_75, 0.043_75, 0.075], through: points)
        // The reference software follows a B-spline in small steps.
        let tolerance = type == .bspline ? 0.001 : 0.000_06
        #expect(zip(values, wanted).allSatisfy { abs($0 - $1) < tolerance }, "\(values)")
    }

    @Test func `two keyframes are a line, one is a constant, and the ends extend`() {
        let points = [PiecewiseLinear.Point(time: 1, value: 0), .init(time: 2, value: 1)]
        for type in CurveType.allCases {
            #expect(type.values(at: [0, 1.25, 3], through: points) == [0, 0.25, 1])
            #expect(type.values(at: [0, 5], through: [points[1]]) == [1, 1])
        }
    }

    @Test(
        arguments: [
            (
                [251, 47, 241, 27, 124, 25, 254, 203],
                [
                    -0.0219, 0.3387, -0.0813, 0.0799, 0.2621, 0.1926, -0.24, -0.2244, 0.2826, -0.1832, -0.2772, 0.055,
                    0.0575, -0.5842, -0.3336, -0.0305,
                ]
            ),
            (
                [38, 160, 55, 44, 82, 38, 109, 8],
                [
                    -0.4205, -0.3564, -0.2751, -0.206, -0.1063, -0.1549, -0.1053, 0.0309, 0.0622, 0.0592, 0.0129,
                    0.4971, 0.7009, 0.3584, -0.2487, -0.2007, -0.2773, 0.2134, 0.2022, 0.7999, 0.4048, 0.4393, -0.4083,
                    -0.2502, -0.3769, -0.2808, -0.0886, -0.1542, -0.6806, -1.0, -1.0, -1.0,
                ]
            ),
            (
                [37, 25, 66],
                [
                    -0.0232, 0.1114, 0.2298, -0.1185, -0.4314, -0.0699, -0.0699, -0.0196, -0.1861, 0.0586, -0.1251,
                    0.0672, -0.1091, -0.0192, 0.0479, 0.0667,
                ]
            ),
            (
                [33, 169, 154, 1, 173, 33, 158, 181, 156, 246, 161, 94, 246, 241, 90, 29, 131, 11, 183, 206],
                [
                    -0.0116, -0.0214, -0.0215, 0.028, 0.0722, 0.061, 0.0225, -0.0602, -0.1306, -0.1117, -0.0683,
                    -0.0365, -0.0075, 0.013, 0.0235, 0.0072, -0.0052, -0.1891, -0.074, -0.107, 0.0156, -0.0111, -0.0396,
                    -0.0436, -0.0411, -0.0484, -0.0426, 0.0085, 0.066, 0.1005, 0.1224, 0.1294,
                ]
            ),
        ] as [([UInt8], [Double])])
    func `a block of any bytes decodes as in the reference software`(stream: [UInt8], wanted: [Double]) {
        let samples = WaveletBlock.samples(stream, length: wanted.count)
        #expect(zip(samples, wanted).allSatisfy { abs(min(max($0, -1), 1) - $1) < 0.000_1 }, "\(samples)")
    }

    @Test func `an empty block is silent, and any bytes are a block`() {
        #expect(WaveletBlock.samples([], length: 512) == [Double](repeating: 0, count: 512))
        var dice = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            let stream = (0..<Int.random(in: 1...90, using: &dice)).map { _ in UInt8.random(in: 0...255, using: &dice) }
            let length = 1 << Int.random(in: 4...10, using: &dice)
            let samples = WaveletBlock.samples(stream, length: length)
            #expect(samples.count == length && samples.allSatisfy(\.isFinite))
        }
        #expect([0, 8, 15, 24, 16_384, -16].filter(WaveletBlock.isLength) == [])
    }

    /// Returns a channel whose curve peaks every 5 ms and fades in and out, from 0.1 s on.
    private func channel(_ type: String, gain: Double = 1) -> String {
        let frames = (0...100).map { index in
            let fade = Double(min(index, 100 - index, 20)) / 20
            return "{\"relative_position\": \(index * 5), \"amplitude_modulation\": "
                + "\((index.isMultiple(of: 2) ? 0.3 : -0.3) * fade)}"
        }
        return """
            {"gain": \(gain), "bands": [{"band_type": "Curve", "curve_type": "\(type)", "effects": [
             {"position": 100, "keyframes": [\(frames.joined(separator: ","))]}]}]}
            """
    }

    private func file(_ channels: [String], exponent: Int = 0) -> String {
        """
        {"perceptions": [{"perception_modality": "Vibrotactile", "perception_unit_exponent": \(exponent),
         "channels": [\(channels.joined(separator: ","))]}]}
        """
    }

    /// The slopes between such keyframes exceed the largest number there is.
    @Test(arguments: ["Akima", "Bezier", "Bspline", "Cubic", "Linear"])
    func `a spline through absurdly high keyframes is read`(type: String) throws {
        let frames = (0...60).map { index in
            let high = (20..<40).contains(index) ? 1.7e308 : 0.3
            let amplitude = index.isMultiple(of: 2) ? high : -high
            return #"{"relative_position": \#(index * 5), "amplitude_modulation": \#(amplitude)}"#
        }
        let effect = #"{"position": 0, "keyframes": [\#(frames.joined(separator: ","))]}"#
        let band = #"{"band_type": "Curve", "curve_type": "\#(type)", "effects": [\#(effect)]}"#
        let pattern = try read(file([#"{"bands": [\#(band)]}"#]), .hjif).pattern
        #expect(abs(pattern.duration - 0.3) < 0.03)
        #expect(HapticRenderer(sampleRate: 8_000).drive(pattern).allSatisfy { abs($0) <= 1 })
    }

    @Test func `an amplitude beyond all numbers is reported in words`() throws {
        let frame = #"{"relative_position": 0, "amplitude_modulation": 1e308, "frequency_modulation": 100}"#
        let band = #"{"band_type": "Transient", "effects": [{"position": 0, "keyframes": [\#(frame)]}]}"#
        let read = try read(file([#"{"gain": 10, "bands": [\#(band)]}"#]), .hjif)
        #expect(read.pattern.events.map(\.intensity) == [1])
        let messages = read.diagnostics.map(\.message)
        #expect(messages == ["an amplitude of a billion or more times full; read as full"])
    }

    @Test(arguments: ["Cubic", "Akima", "Unknown"])
    func `a curve is felt as the vibration that it draws, with a report`(type: String) throws {
        let read = try read(file([channel(type)]), .hjif)
        #expect(read.diagnostics.map(\.disposition) == [.changed])
        #expect(read.diagnostics[0].message.contains("a curve describes the movement itself; read as a vibration"))
        let evaluation = HapticEvaluation(read.pattern)
        for time in [0.25, 0.35, 0.45] {
            let intensity = evaluation.intensity(at: time)
            // These curves have slightly more energy than a sine.
            #expect((0.29...0.33).contains(intensity * intensity * DriveLaw.continuousGain), "\(time)")
            let hertz = DriveLaw.frequency(sharpness: evaluation.sharpness(at: time) ?? 0)
            #expect(abs(hertz - 100) < 8, "\(hertz)")
        }
        #expect(evaluation.intensity(at: 0.11) < 0.4 && abs(read.pattern.duration - 0.6) < 0.02)
        let drive = HapticRenderer(sampleRate: 8_000).drive(read.pattern)[2_000..<3_600]
        let square = drive.reduce(0) { $0 + Double($1) * Double($1) } / Double(drive.count)
        #expect(abs((2 * square).squareRoot() - 0.31) < 0.02)
    }

    @Test func `gain and unit apply to a movement too, and excess is clamped`() throws {
        let plain = HapticEvaluation(try read(file([channel("Cubic")]), .hjif).pattern).intensity(at: 0.35)
        let scaled = try read(file([channel("Cubic", gain: 5)], exponent: -1), .hjif)
        #expect(abs(HapticEvaluation(scaled.pattern).intensity(at: 0.35) / plain - 0.5.squareRoot()) < 0.02)
        let loud = try read(file([channel("Cubic", gain: 3)]), .hjif)
        #expect(HapticEvaluation(loud.pattern).intensity(at: 0.35) > 0.985)
        #expect(loud.diagnostics.contains { $0.disposition == .clamped && $0.message.contains("read as full") })
    }

    /// Returns blocks of 64 samples that all have the same stream.
    private func wavelets(_ blocks: Int, length: Int = 8, extra: String = "") -> String {
        let effect = "{\"position\": 0, \"wavelet_stream\": \"BAdRJmQBAAQ\"}"
        let effects = Array(repeating: effect, count: blocks).joined(separator: ",")
        return """
            {"perceptions": [{"channels": [{"bands": [{"band_type": "WaveletWave", "block_length": \(length),
             "upper_frequency_limit": 8000, "effects": [\(effects)]}\(extra)]}]}]}
            """
    }

    @Test func `wavelet blocks follow each other and are felt, with a report`() throws {
        let read = try read(wavelets(50), .hjif)
        #expect(read.diagnostics.contains { $0.message.contains("wavelets describe the movement itself; read as") })
        #expect(abs(read.pattern.duration - 0.4) < 0.02)
        #expect(HapticEvaluation(read.pattern).intensity(at: 0.2) > 0.1)
        // Together with a wave in another band they form one vibration.
        let wave = """
            , {"band_type": "VectorialWave", "effects": [{"position": 0, "keyframes": [
             {"amplitude_modulation": 0.1}, {"relative_position": 400}]}]}
            """
        let both = try PatternFormat.hjif.read(Array(wavelets(50, extra: wave).utf8), file: "b")
        #expect(both.diagnostics.contains { $0.message.contains("effects overlap from 0 to 0.") })
        #expect(
            HapticEvaluation(both.pattern).intensity(at: 0.2) > HapticEvaluation(read.pattern).intensity(at: 0.2))
    }

    @Test func `the length of a block is in the file's ticks`() throws {
        let half = wavelets(50, length: 16).replacing("{\"perceptions\"", with: "{\"timescale\": 2000, \"perceptions\"")
        #expect(try read(half, .hjif).pattern == read(wavelets(50), .hjif).pattern)
        // Whole ticks need not be whole samples.
        #expect(HMPGReader.kind(3, 16, 999, timescale: 1_000) == .wavelet(block: 16, rate: 999))
    }

    @Test func `wrong block lengths, invalid letters and too much movement are errors`() {
        #expect(lint(wavelets(2, length: 9), .hjif)[0].contains("a block of 72 samples is not a power of two"))
        #expect(lint(wavelets(1).replacing("BAdR", with: "BA R"), .hjif).last?.contains("expected Base64") == true)
        #expect(lint(wavelets(40_000), .hjif).last?.contains("is later than 300 s") == true)
        let long = channel("Linear").replacing("\"relative_position\": 500", with: "\"relative_position\": 290000")
        #expect(
            lint(file(Array(repeating: long, count: 5)), .hjif).last?.contains(
                "at most 2400 s of curves and wavelets are read") == true)
        // Two short parts far apart also span a long movement.
        let ends = [0, 299_000].map {
            "{\"position\": \($0), \"keyframes\": [{\"amplitude_modulation\": 0.3}, {\"relative_position\": 9}]}"
        }
        let band = "{\"bands\": [{\"band_type\": \"Curve\", \"effects\": [\(ends.joined(separator: ","))]}]}"
        #expect(lint(file(Array(repeating: band, count: 9)), .hjif).last?.contains("at most 2400 s of") == true)
    }
}
