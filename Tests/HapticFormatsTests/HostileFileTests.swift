import Foundation
import Testing
import ThudCore
import ThudHapticFormats
import ThudPatterns

@Suite("Hostile files") struct HostileFileTests {
    /// The formats of text but AHAP, whose reader has tests of its own.
    static let others = PatternFormat.allCases.filter { $0 != .ahap && $0 != .hmpg }

    /// Whether a text becomes a pattern that renders and can be written, or one error sentence.
    private func survives(_ bytes: [UInt8], _ format: PatternFormat) -> Bool {
        do throws(ThudError) {
            let pattern = try format.read(bytes, file: "x").pattern
            guard pattern.duration <= 400 else { return false }
            for other in PatternFormat.allCases {
                let text = other.write(pattern).text
                if text.contains("null") || text.contains("nan") { return false }
            }
            return true
        } catch {
            return !error.message.isEmpty && !error.message.hasSuffix(".")
        }
    }

    @Test(arguments: others)
    func `thousands of mutations give a pattern or one error sentence`(format: PatternFormat) throws {
        let whole = Array(format.write(composed(11, overlapping: false)).text.replacing("  ", with: "").utf8)
        let pieces = [
            "1e308", "-1", "1e-320", "[", "]", "{", "}", "\"", "null", "true", "9999999999999999999", ",", ":",
        ]
        var dice = SeededGenerator(seed: 7)
        for round in 0..<250 {
            var bytes = whole
            for _ in 0...Int.random(in: 0...2, using: &dice) {
                let place = Int.random(in: 0..<bytes.count, using: &dice)
                switch Int.random(in: 0..<4, using: &dice) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &dice)
                case 1: bytes.remove(at: place)
                case 2: bytes.insert(contentsOf: (pieces.randomElement(using: &dice) ?? "").utf8, at: place)
                default: bytes.removeSubrange(place..<min(bytes.count, place + 20))
                }
            }
            #expect(survives(bytes, format), "round \(round): \(String(decoding: bytes, as: UTF8.self))")
        }
    }

    @Test(arguments: [
        (["<a ", "a", "='' ", "/>"], "x:1:1: an element has too many attributes"),
        (["<a>", "<b", " c=''/>", "</a>"], "x:1:1854959: more than 131072 elements"),
        (["", "<a", ">", ""], "x:1:71: elements are nested too deeply"),
    ])
    func `a million attributes or elements of XML are refused`(parts: [String], sentence: String) {
        let middle = (0..<1_000_000).map { "\(parts[1])\($0)\(parts[2])" }.joined()
        let bytes = Array((parts[0] + middle + parts[3]).utf8)
        let error = #expect(throws: ThudError.self) { try PatternFormat.androidXML.read(bytes, file: "x") }
        #expect(error?.description == sentence)
    }

    @Test(arguments: others)
    func `every number may be replaced by an absurd one`(format: PatternFormat) throws {
        let text = format.write(composed(12, overlapping: false)).text
        var dice = SeededGenerator(seed: 3)
        for absurd in ["1e308", "-1e308", "-0", "1e-320", "1e999", "\"1\"", "null", "[]"] {
            var isNumber = false
            var places: [String.Index] = []
            for index in text.indices {
                let now = text[index].isNumber
                if now, !isNumber { places.append(index) }
                isNumber = now || (isNumber && ".-e".contains(text[index]))
            }
            for place in places.shuffled(using: &dice).prefix(6) {
                let end = text[place...].firstIndex { !($0.isNumber || ".-e".contains($0)) } ?? text.endIndex
                let changed = text.replacingCharacters(place..<end, with: absurd)
                #expect(survives(Array(changed.utf8), format), "\(absurd) in \(changed)")
            }
        }
    }

    @Test(arguments: others)
    func `deep nesting, broken JSON and wrong roots give one error`(format: PatternFormat) {
        // For the web's vibrate, a number and an empty list are valid.
        let roots = format.fileExtension == "json" ? ["[[]]", "\"7\"", "true"] : ["[]", "7"]
        let deep = String(repeating: "[", count: 100_000)
        for text in ["", "null", "{", deep, "{\"Pattern\":" + deep] + roots {
            #expect(lint(text, format).count == 1, "\(text.prefix(20))")
        }
    }

    @Test(
        arguments: PatternFormat.allCases.filter { $0 != .hmpg },
        [String.Encoding.utf16, .utf16LittleEndian, .utf16BigEndian])
    func `UTF-16 is named in the error`(format: PatternFormat, encoding: String.Encoding) throws {
        let text = format.write(composed(1, overlapping: false)).text
        let bytes = Array(try #require(text.data(using: encoding)))
        let said = format.lint(bytes, file: "a").map(\.description)
        #expect(
            said.count == 1 && said[0].hasPrefix("a:1:1: ") && said[0].contains("UTF-16; save it as UTF-8"), "\(said)")
    }

    /// Programs write null for an unknown time. Reading it as 0 would give another time.
    @Test(arguments: [
        (
            #"{"Pattern": [{"Event": {"Time": null, "EventType": "HapticTransient"}}]}"#, PatternFormat.ahap,
            "Event.Time: "
        ),
        (
            #"{"Pattern": [{"Event": {"Time": 0, "EventDuration": null, "EventType": "HapticContinuous"}}]}"#, .ahap,
            "Event.EventDuration: "
        ),
        (
            #"{"Pattern": [{"Parameter": {"Time": null, "ParameterID": "HapticIntensityControl", "ParameterValue": 1}}]}"#,
            .ahap, "Parameter.Time: "
        ),
        (
            #"{"version": {"major": 1}, "signals": {"continuous": {"envelopes": {"amplitude": [{"time": null, "amplitude": 1}]}}}}"#,
            .haptic, "amplitude[0].time: "
        ),
        (
            #"{"Pattern": [{"Event": {"Type": "transient", "RelativeTime": null, "Parameters": {"Intensity": 1, "Frequency": 1}}}]}"#,
            .he, "Event.RelativeTime: "
        ),
        (
            #"{"PatternList": [{"AbsoluteTime": null, "Pattern": []}]}"#, .he, "PatternList[0].AbsoluteTime: "
        ),
        (
            #"{"Pattern": [{"Event": {"Type": "continuous", "Duration": null, "Parameters": {"Intensity": 1, "Frequency": 1}}}]}"#,
            .he, "Event.Duration: "
        ),
        (
            #"{"perceptions": [{"channels": [{"bands": [{"band_type": "Transient", "effects": [{"position": null, "keyframes": [{}]}]}]}]}]}"#,
            .hjif, "effects[0].position: "
        ),
        (#"{"timings": [5, null]}"#, .android, "timings[1]: "),
    ])
    func `a time of null is refused at its place`(text: String, format: PatternFormat, place: String) {
        let said = lint(text, format).last ?? ""
        #expect(said.contains(place) && said.contains("found null"), "\(said)")
    }

    @Test(arguments: [
        (PatternFormat.haptic, "at most 16384 amplitude points are read from one file; split it into several"),
        (.hjif, "at most 16384 keyframes are read from one file; split it into several"),
        (.he, "at most 8192 transient events are read from one file; split it into several"),
        (.android, "at most 16384 timings are read from one file; split it into several"),
    ])
    func `too many elements of one kind are an error`(format: PatternFormat, sentence: String) {
        func many(_ element: String) -> String { Array(repeating: element, count: 17_000).joined(separator: ",") }
        let text =
            switch format {
            case .haptic:
                "{\"version\":{\"major\":1},\"signals\":{\"continuous\":{\"envelopes\":{\"amplitude\":["
                    + many("{\"time\":1,\"amplitude\":1}") + "]}}}}"
            case .hjif:
                "{\"perceptions\":[{\"channels\":[{\"bands\":[{\"band_type\":\"Transient\",\"effects\":[{\"position\":0,"
                    + "\"keyframes\":[" + many("{}") + "]}]}]}]}]}"
            case .he:
                "{\"Pattern\":["
                    + many("{\"Event\":{\"Type\":\"transient\",\"Parameters\":{\"Intensity\":1,\"Frequency\":1}}}")
                    + "]}"
            default: "{\"timings\":[" + many("1") + "]}"
            }
        #expect(lint(text, format).last?.hasSuffix(sentence) == true)
    }

    /// A `.haptic` file may have as many points of strength and of frequency, and its `.he` file has both in one curve.
    @Test func `a curve of many points is read`() throws {
        let point = "{\"Time\":0,\"Intensity\":1,\"Frequency\":0}"
        func text(_ count: Int) -> String {
            "{\"Pattern\":[{\"Event\":{\"Type\":\"continuous\",\"Duration\":100,\"Parameters\":{\"Intensity\":50,\"Frequency\":50,"
                + "\"Curve\":[" + Array(repeating: point, count: count).joined(separator: ",") + "]}}}]}"
        }
        #expect(try read(text(32_768), .he).pattern.events.count == 1)
        #expect(lint(text(32_769), .he).last?.contains("at most 32768 curve points are read") == true)
    }

    @Test func `vibrations of hours in total are joined into one if they overlap`() {
        let event =
            "{\"Event\":{\"Type\":\"continuous\",\"Duration\":30000,\"Parameters\":{\"Intensity\":1,\"Frequency\":1}}}"
        let text = "{\"Pattern\":[" + Array(repeating: event, count: 121).joined(separator: ",") + "]}"
        #expect(lint(text, .he).contains { $0.contains("events overlap from 0 to 30 s") })
    }

    /// Hundreds of events overlap under a curve of many points, and are joined coarsely but within bounds.
    @Test func `many overlapping vibrations are written within bounds`() throws {
        let points = (0..<1_000).map { ParameterCurve.Point(time: Double($0) / 5e3, value: Double($0 % 7) / 7) }
        let pattern = HapticPattern(
            (0..<200).map {
                HapticEvent(.continuous, at: Double($0) / 1e5, duration: 0.2, intensity: 0.5, sharpness: 0)
            },
            curves: [ParameterCurve(.hapticIntensity, at: 0, points: points)])
        let written = PatternFormat.haptic.write(pattern)
        #expect(written.text.utf8.count < 2 << 20)
        #expect(try !read(written.text, .haptic).pattern.events.isEmpty)
    }

    @Test func `overlapping vibrations of more than 8000 points are thinned, with a report`() {
        let points = (0..<8_200).map { ParameterCurve.Point(time: Double($0) / 1e3, value: Double($0 % 2)) }
        let vibrations = [0, 0.1].map { HapticEvent(.continuous, at: $0, duration: 8, intensity: 1, sharpness: $0) }
        let pattern = HapticPattern(vibrations, curves: [ParameterCurve(.hapticIntensity, at: 0, points: points)])
        let losses = PatternFormat.haptic.write(pattern).losses
        #expect(losses.contains { $0.contains("too many points to be joined exactly") }, "\(losses)")
        let effects = [0, 1].map { first in
            let frames = (0..<4_100).map {
                "{\"relative_position\": \(2 * $0 + first), \"amplitude_modulation\": \(0.1 + Double($0 % 2) / 9)}"
            }
            return "{\"position\": 0, \"keyframes\": [\(frames.joined(separator: ", "))]}"
        }
        let text =
            "{\"perceptions\": [{\"channels\": [{\"bands\": [{\"band_type\": \"VectorialWave\", \"effects\": ["
            + effects.joined(separator: ", ") + "]}]}]}]}"
        let said = lint(text, .hjif)
        #expect(said.contains { $0.contains("overlapping effects have too many points") }, "\(said)")
    }
}

extension String {
    fileprivate func replacingCharacters(_ range: Range<String.Index>, with text: String) -> String {
        String(self[..<range.lowerBound]) + text + String(self[range.upperBound...])
    }
}
