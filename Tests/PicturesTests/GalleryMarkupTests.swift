import Foundation
import Testing
import ThudPatterns

@testable import ThudPictures

@Suite("A gallery's page") struct GalleryMarkupTests {
    private func page(_ entry: GalleryEntry) throws -> String {
        var gallery = Gallery(title: entry.name)
        try gallery.add(entry)
        return String(decoding: gallery.html, as: UTF8.self)
    }

    private func page(name: String, description: String = "", metric: String = "1 ms") throws -> String {
        let pattern = HapticPattern([tap(0)])
        let entry = GalleryEntry(
            name: name, description: description, picture: picture(pattern, title: name),
            metrics: [(metric, metric)], audio: GalleryAudio(left: [0, 0.5, -0.5], sampleRate: 48_000))
        return try page(entry)
    }

    @Test func `requests nothing from any server`() throws {
        let page = try page(name: "kape/correct")
        #expect(!page.contains("//www") && !page.contains("http:") && !page.contains("https:"))
        #expect(page.contains("default-src 'none'"))
    }

    @Test(arguments: ["</script><script>alert(1)</script>", "\" onfocus=\"alert(1)", "'><img src=x onerror=alert(1)>"])
    func `lets no name, description or metric become markup`(text: String) throws {
        let plain = try page(name: "x", description: "x", metric: "x")
        let hostile = try page(name: text, description: text, metric: text)
        for sign in ["<", ">", "\""] as [Character] {
            // A slash in a name wraps its folder in a span and a place to break: two tags and one more.
            let extra = text.contains("/") && sign != "\"" ? 3 : 0
            #expect(hostile.count { $0 == sign } == plain.count { $0 == sign } + extra, "\(sign)")
        }
    }

    @Test func `writes negative numbers with a minus sign`() throws {
        #expect(try page(name: "x", metric: "-34.1 dB").contains("<dd>\u{2212}34.1 dB</dd>"))
    }

    @Test func `says at which time of its picture the sound starts`() throws {
        let pattern = HapticPattern([vibration(0, 1)])
        let audio = GalleryAudio(left: Array(repeating: 0.5, count: 500), sampleRate: 1_000)
        let part = GalleryEntry(name: "part", picture: picture(pattern), audio: audio, from: 0.2)
        #expect(try page(part).contains("data-first=\"0.2\""))
        #expect(try page(name: "whole").contains("data-first=\"0\""))
    }

    @Test func `carries sounds as base64`() throws {
        let audio = GalleryAudio(left: Array(repeating: 0.5, count: 500), sampleRate: 8_000)
        let part = GalleryEntry(name: "part", picture: picture(HapticPattern([vibration(0, 1)])), audio: audio)
        let html = try page(part)
        #expect(html.contains("data:audio/wav;base64,\(Data(audio.wav).base64EncodedString())\""))
    }

    @Test func `carries sounds as 16-bit WAV`() {
        let audio = GalleryAudio(left: [0, 1, -2, .nan], right: [0.5], sampleRate: 44_100)
        let numbers = audio.wav.withUnsafeBytes { bytes in
            (0..<bytes.count / 2).map {
                Int16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * $0, as: Int16.self))
            }
        }
        #expect(Array(audio.wav.prefix(4)) == Array("RIFF".utf8) && audio.wav.count == 44 + 16)
        #expect(numbers[11] == 2 && numbers[12] == Int16(truncatingIfNeeded: 44_100) && numbers[17] == 16)
        #expect(Array(numbers[22...]) == [0, 16_384, 32_767, 0, -32_767, 0, 0, 0])
        #expect(abs(audio.seconds - 4.0 / 44_100) < 1e-12)
        #expect(GalleryAudio(left: [], sampleRate: -5).wav.count == 44)
    }
}
