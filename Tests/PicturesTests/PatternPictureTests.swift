import Glibc
import Testing
import ThudCore
import ThudPatterns

@testable import ThudPictures

@Suite("A picture of a pattern") struct PatternPictureTests {
    @Test func `is well-formed and describes its contents in words`() throws {
        let pattern = HapticPattern([tap(0), tap(0.1), vibration(0.2, 0.3), sound(0, 0.4, "ping.wav")])
        let svg = try ReadSVG(picture(pattern, title: "kape/correct"))
        #expect(svg.isWellFormed)
        #expect(svg.texts("title") == ["kape/correct"])
        #expect(svg.texts("desc").first?.hasPrefix("2 taps, 1 vibration, 1 sound, 50") == true)
        for words in ["kape/correct", "Intensity", "Sharpness", "Sounds", "ping.wav", "Waveform, heard", "500 ms"] {
            #expect(svg.texts().contains(words), "\(words)")
        }
    }

    @Test func `has the time axis and the scale of the picture it is compared with`() throws {
        func picture(_ seconds: Double, level: Float) -> PatternPicture {
            PatternPicture(
                title: "", pattern: HapticPattern([tap(0), tap(seconds)]),
                waveform: [Float](repeating: level, count: 80), sampleRate: 8_000, waveformName: "drive")
        }
        let pair = PicturePair(picture(0.02, level: 0.9), picture(0.5, level: 0.09))
        let text = String(decoding: try pair.svg(), as: UTF8.self)
        for label in [">300<", ">−1<"] { #expect(text.ranges(of: label).count == 2, "\(label)") }
    }

    @Test func `places taps at their time and height`() throws {
        let svg = try ReadSVG(picture(HapticPattern([tap(0, 0, 1), tap(0.25, 0.5, 0), tap(1, 1, 0.5)])))
        let intensities = svg.dots("f-intensity").suffix(3).map { $0 }
        let whole = intensities[2].x - intensities[0].x
        #expect(whole > 900)
        #expect(abs((intensities[1].x - intensities[0].x) / whole - 0.25) < 0.001)
        let height = intensities[0].y - intensities[2].y
        #expect(height > 100)
        #expect(abs((intensities[0].y - intensities[1].y) / height - 0.5) < 0.005)
        let sharpnesses = svg.dots("f-sharpness").suffix(3).map { $0 }
        #expect(sharpnesses.map(\.x) == intensities.map(\.x))
        #expect(sharpnesses[0].y < sharpnesses[2].y && sharpnesses[2].y < sharpnesses[1].y)
    }

    @Test func `shows the effect of live controls`() throws {
        let pattern = HapticPattern([tap(0, 1, 0.5), tap(1, 0.5, 0.5)])
        func heights(_ controls: LiveControls) throws -> [Double] {
            let picture = PatternPicture(
                title: "", pattern: pattern, waveform: [], sampleRate: 8_000, waveformName: "heard", controls: controls)
            let svg = try ReadSVG(picture)
            return svg.dots("f-intensity").suffix(2).map(\.y) + svg.dots("f-sharpness").suffix(2).map(\.y)
        }
        let plain = try heights(LiveControls())
        let turned = try heights(LiveControls(intensity: 0.5, sharpness: 0.25))
        // At half its strength the first is as high as the second was. Both are also sharper.
        #expect(abs(turned[0] - plain[1]) < 0.01)
        #expect(turned[2] < plain[2] - 10 && turned[3] < plain[3] - 10)
    }

    @Test func `shows the effect of curves on a vibration`() throws {
        let curve = ParameterCurve(
            .hapticIntensity, at: 0, points: [.init(time: 0, value: 0), .init(time: 1, value: 1)])
        let svg = try ReadSVG(picture(HapticPattern([vibration(0, 1)], curves: [curve])))
        let line = try #require(svg.paths("s-intensity").max { $0.count < $1.count })
        #expect(line.count > 300)
        #expect(zip(line, line.dropFirst()).allSatisfy { $0.x < $1.x && $0.y >= $1.y })
        #expect(svg.texts().contains { $0.contains("dashed: a factor") })
        #expect(svg.texts().contains("×1"))
        let level = try ReadSVG(picture(HapticPattern([vibration(0, 1)])))
        #expect(level.texts().allSatisfy { !$0.contains("dashed") && $0 != "×1" })
    }

    @Test(arguments: [1, 60]) func `shows the peak of a curve between two columns`(vibrations: Int) throws {
        let curve = ParameterCurve(
            .hapticIntensity, at: 10,
            points: [(0, 0.2), (0.004, 1), (0.008, 0.2)].map { .init(time: $0.0, value: $0.1) })
        let pattern = HapticPattern(
            (0..<vibrations).map { _ in vibration(0, 20) },
            parameters: [DynamicParameter(.hapticIntensity, at: 0, value: 0.2)], curves: [curve])
        let svg = try ReadSVG(picture(pattern, waveform: []))
        for paint in ["s-intensity", "s-ink"] {
            let line = try #require(svg.paths(paint).max { $0.count < $1.count })
            let heights = line.map(\.y)
            let (top, bottom) = (try #require(heights.min()), try #require(heights.max()))
            #expect(bottom - top > 100, "\(paint): \(line)")
            let peak = try #require(line.first { $0.y == top })
            #expect(abs((peak.x - line[0].x) / (line[line.count - 1].x - line[0].x) - 0.5) < 0.002)
        }
    }

    @Test func `shows the length of the pattern, however long its waveform rings on`() throws {
        let ringing = Array(repeating: Float(0.5), count: 2_000)
        let svg = try ReadSVG(picture(HapticPattern([vibration(0, 0.2)]), waveform: ringing))
        #expect(svg.texts().contains("200 ms"))
        #expect(svg.texts("desc").first?.hasPrefix("1 vibration, 200 ms;") == true)
    }

    @Test func `veils the parts that are not played`() throws {
        func veils(
            _ part: ClosedRange<Double>?, _ pattern: HapticPattern = HapticPattern([vibration(0, 1)])
        ) throws -> [[(x: Double, y: Double)]] {
            let picture = PatternPicture(
                title: "", pattern: pattern, waveform: [], sampleRate: 8_000, waveformName: "heard", part: part)
            return try Array(ReadSVG(picture).paths("f-paper").dropFirst())
        }
        #expect(try veils(nil).isEmpty)
        // The axis of a picture is 1,048 wide.
        let widths = try veils(0.25...0.5).map { ($0.map(\.x).max() ?? 0) - ($0.map(\.x).min() ?? 0) }
        #expect(widths.count == 6)
        #expect(widths.allSatisfy { abs($0 - 276) < 2 || abs($0 - 538) < 2 }, "\(widths)")
        #expect(try veils(-5...(-4)).count == 6 && veils(7...9).count == 6)
        #expect(try veils(0.25...0.5, HapticPattern([vibration(0, 1), sound(0, 1, "a.wav")])).count == 8)
    }

    @Test func `draws a step upright`() throws {
        let pattern = HapticPattern(
            [vibration(0, 2)], parameters: [DynamicParameter(.hapticIntensity, at: 1.0007, value: 0.3)])
        let svg = try ReadSVG(picture(pattern, waveform: []))
        for paint in ["s-intensity", "s-ink"] {
            let line = try #require(svg.paths(paint).max { $0.count < $1.count })
            #expect(line.count == 4)
            #expect(zip(line, line.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y }, "\(line)")
        }
    }

    @Test func `scales the waveform to its peak and names that in decibels`() throws {
        let wave: [Float] = [0, 0.03, -0.04, .nan, .infinity, 0]
        let digital = try ReadSVG(picture(HapticPattern([tap(0)]), waveform: wave))
        #expect(digital.texts().contains { $0.hasSuffix("peak −28 dBFS, 2 samples are not numbers") })
        let one = try ReadSVG(picture(HapticPattern([tap(0)]), waveform: [0, .nan, 0.5]))
        #expect(one.texts().contains { $0.hasSuffix(", 1 sample is not a number") })
        #expect(digital.texts().contains("0.05") && digital.texts().contains("−0.05"))
        let huge = try ReadSVG(picture(HapticPattern([tap(0)]), waveform: [.greatestFiniteMagnitude, -1]))
        #expect(huge.isWellFormed)
        let half = try ReadSVG(picture(HapticPattern([tap(0)]), waveform: [0, 0.5]))
        #expect(half.texts().contains { $0.hasSuffix("peak −6 dBFS") })
        let gap = [0.1, .nan, 0.1].flatMap { [Float](repeating: $0, count: 16_000) }
        #expect(try ReadSVG(picture(HapticPattern([tap(0)]), waveform: gap)).paths("f-waveform").count == 2)
    }

    @Test func `keeps the last label of the time axis inside`() throws {
        let second = [Float](repeating: 0.1, count: 8_000)
        let svg = try ReadSVG(picture(HapticPattern([tap(0)]), waveform: second, size: .card))
        let label = try #require(svg.elements.first { $0.name == "text" && $0.text == "1000 ms" })
        let (x, size) = (label.attributes["x"].flatMap(Double.init), label.attributes["font-size"].flatMap(Double.init))
        let width = try TextMeasure().width(label.text, TextStyle(size: #require(size), paint: .muted))
        #expect(try #require(x) + width / 2 <= PictureSize.card.width)
    }

    @Test func `cuts long names and escapes markup`() throws {
        let title = String(repeating: "<b a='\"&\u{0}\u{FFFE}\n日本 العربية 👩‍👩‍👧 ", count: 200)
        let svg = try ReadSVG(picture(HapticPattern([sound(0, nil, title)]), title: title))
        #expect(svg.isWellFormed)
        let heading = try #require(svg.texts().first { $0.hasPrefix("<b a='") && $0.hasSuffix("…") })
        let style = TextStyle(size: 32, paint: .ink, isBold: true)
        #expect(try (400...1_060).contains(TextMeasure().width(heading, style)))
        #expect(!svg.elements.contains { $0.name == "b" })
    }

    @Test func `draws a sound to the end of its release`() throws {
        var fading = sound(0, 0.5, "fading.wav")
        fading.releaseTime = 1
        let svg = try ReadSVG(picture(HapticPattern([fading, tap(2)]), waveform: []))
        let bar = try #require(svg.paths("f-sound").filter { $0.count == 4 }.max { $0[1].x < $1[1].x })
        let whole = svg.dots("f-intensity").map(\.x).max() ?? 0
        let end = 0.5 + EnvelopeTime.seconds(1)
        #expect(abs((bar[1].x - bar[0].x) / (whole - bar[0].x) - min(end, 2) / 2) < 0.01)
    }

    @Test func `counts the sounds that have no room`() throws {
        let sounds = (0..<12).map { sound(0.01 * Double($0), 5, "ricochet-\($0).wav") }
        let svg = try ReadSVG(picture(HapticPattern(sounds)))
        #expect(svg.texts().filter { $0.hasPrefix("ricochet") }.count == 3)
        #expect(svg.texts().contains("and 9 more"))
    }

    /// In the log, a name is enough: some of the patterns take megabytes.
    struct Extreme: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let pattern: HapticPattern

        init(_ name: String, _ pattern: HapticPattern) { (testDescription, self.pattern) = (name, pattern) }
    }

    static let extremes = [
        Extreme("nothing", HapticPattern()),
        Extreme("a millisecond", HapticPattern([vibration(0, 0.001)])),
        Extreme("the last moment", HapticPattern([tap(300), vibration(300, 30)])),
        Extreme("no duration", HapticPattern([HapticEvent(.audioContinuous), HapticEvent(.audioCustom)])),
        Extreme("all at once", HapticPattern((0..<16_384).map { vibration(0, 0.2, Double($0 % 100) / 100) })),
        Extreme(
            "as many as may be",
            HapticPattern(
                (0..<16_384).map { index in
                    let time = Double(index) * 300 / 16_384
                    return index % 2 == 0 ? tap(time, Double(index % 7) / 7) : vibration(time, 0.2)
                })
        ),
    ]

    @Test(arguments: extremes) func `survives`(extreme: Extreme) throws {
        let sizes = [
            PictureSize.full, .card, PictureSize(width: 120, height: 120), PictureSize(width: 2_400, height: 120),
        ]
        for size in sizes {
            let drawn = picture(extreme.pattern, waveform: [0, .nan, 1], size: size, theme: .dark)
            let bytes = try drawn.svg()
            #expect(ReadSVG(bytes).isWellFormed)
            // The size of a picture depends on its pixels, not on its pattern.
            #expect(Double(bytes.count) < 10_000 + 330 * drawn.size.width, "\(bytes.count) bytes, \(drawn.size.width)")
            #expect(try ReadPNG(drawn.png(scale: 0.25)) != nil)
        }
    }

    @Test func `looks the same as a PNG, at its scale and in its colours`() throws {
        let pattern = HapticPattern([tap(0, 0.5), tap(1, 1)])
        let dot = try #require(ReadSVG(picture(pattern)).dots("f-intensity").dropFirst().first)
        for (theme, paper, red) in [(PictureTheme.light, 0xFFFFFF, 0xD6241A), (.dark, 0x000000, 0xFF3B30)]
            as [(_, UInt32, UInt32)]
        {
            let png = try #require(try ReadPNG(picture(pattern, theme: theme).png()))
            #expect(png.width == 2_400 && png.height == 1_350)
            #expect(png.pixel(0, 0) == paper)
            #expect(png.pixel(Int(2 * dot.x), Int(2 * dot.y)) == red)
            // Two stems, two dots, the legend's and the heading; no area.
            #expect((2_000...8_000).contains(png.count(red)))
        }
        let small = try #require(try ReadPNG(picture(pattern, size: .card).png()))
        #expect(small.width == 800 && small.height == 520)
    }

    @Test func `throws an error if cairo cannot hold it`() throws {
        let error = try #require(throws: ThudError.self) {
            _ = try CairoSurface(.full, scale: 1_000, theme: .light)
        }
        #expect(error.description.contains("too big"))
    }

    @Test func `follows the reader's colours only if requested`() throws {
        func style(_ theme: PictureTheme) throws -> String {
            try ReadSVG(picture(HapticPattern([tap(0)]), theme: theme)).texts("style").joined()
        }
        #expect(try style(.automatic).contains("@media (prefers-color-scheme:dark)"))
        #expect(try !style(.light).contains("@media") && !style(.light).contains("#FF3B30"))
        #expect(try !style(.dark).contains("@media") && style(.dark).contains("#FF3B30"))
    }
}

/// Returns the contrast of two colours by WCAG 2.2, 1 to 21.
private func contrast(_ one: Colour, _ other: Colour) -> Double {
    func luminance(_ colour: Colour) -> Double {
        zip([colour.red, colour.green, colour.blue], [0.2126, 0.7152, 0.0722]).reduce(0) { sum, part in
            let value = Double(part.0) / 255
            return sum + part.1 * (value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4))
        }
    }
    let (bright, dim) = (max(luminance(one), luminance(other)), min(luminance(one), luminance(other)))
    return (bright + 0.05) / (dim + 0.05)
}

@Suite("Colours") struct PaintTests {
    @Test(arguments: [PictureTheme.light, .dark], [Paint.ink, .muted, .intensity, .sharpness, .waveform, .sound])
    func `of words are readable on the paper`(theme: PictureTheme, paint: Paint) {
        let ratio = contrast(paint.colour(theme), Paint.paper.colour(theme))
        #expect(ratio >= 4.5, "\(ratio)")
    }
}
