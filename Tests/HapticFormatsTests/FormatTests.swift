import Testing
import ThudHapticFormats
import ThudHaptics

@Suite("Formats by their files") struct FormatTests {
    @Test(arguments: [
        ("a.ahap", PatternFormat.ahap), ("x/y.HAPTIC", .haptic), ("/tmp.d/b.hjif", .hjif), ("b.he", .he),
        ("effect.json", .android),
    ])
    func `the extension names the format, in either case`(path: String, format: PatternFormat) {
        #expect(PatternFormat(path: path) == format)
    }

    @Test(arguments: ["", "ahap", ".ahap", "a.wav", "a.ahap/", "dir.he/file", "a.", "a.android"])
    func `other files have none`(path: String) {
        #expect(PatternFormat(path: path) == nil)
    }

    @Test func `AHAP goes through as it is`() throws {
        let pattern = composed(3, overlapping: true)
        let text = PatternFormat.ahap.write(pattern).text
        #expect(text == AHAP.text(pattern))
        #expect(try read(text, .ahap).pattern == AHAP.read(Array(text.utf8), file: ""))
        let odd = text.replacing("\"Version\"", with: "\"Colour\": 1, \"Version\"")
        #expect(try read(odd, .ahap).diagnostics == AHAP.lint(Array(odd.utf8), file: "a.ahap"))
        #expect(lint(odd, .ahap).count == 1)
    }

    @Test func `taps of every other format come through an AHAP pattern's curves unchanged`() throws {
        let pattern = composed(5, overlapping: false)
        for format in [PatternFormat.haptic, .hjif, .he] {
            let back = try read(format.write(pattern).text, format).pattern
            let (before, after) = (HapticEvaluation(pattern), HapticEvaluation(back))
            let taps = pattern.events.filter { $0.kind == .transient }.sorted { $0.time < $1.time }
            let same = back.events.filter { $0.kind == .transient }
            #expect(taps.count == same.count)
            for (one, other) in zip(taps, same) {
                let (wanted, got) = (
                    before.intensity(of: one, at: one.time), after.intensity(of: other, at: other.time)
                )
                #expect(abs(wanted - got) < 0.006, "\(format) at \(one.time)")
            }
        }
    }
}
