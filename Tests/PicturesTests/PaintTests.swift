import Glibc
import Testing
import ThudCore

@testable import ThudPictures

/// The contrast of two colours by WCAG 2.2, 1 to 21.
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
    func `of words can be read on the paper`(theme: PictureTheme, paint: Paint) {
        let ratio = contrast(paint.colour(theme), Paint.paper.colour(theme))
        #expect(ratio >= 4.5, "\(ratio)")
    }
}
