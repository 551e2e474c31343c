import ThudCore
import ThudHaptics
import ThudPatternRendering
import ThudPictures

/// A picture of a pattern, as a file.
enum PictureFile {
    /// What it is, by its name.
    enum Kind: String {
        case svg, png

        init?(path: String) {
            guard let dot = path.lastIndex(of: ".") else { return nil }
            self.init(rawValue: path[path.index(after: dot)...].lowercased())
        }
    }

    /// Draws a take into the file at `path`, light or dark, as whoever looks at it prefers; a PNG is light.
    ///
    /// - Throws: `SourceError` where it cannot be written, `CommandError` where it cannot be drawn.
    static func write(_ subject: AuditionSubject, _ take: AuditionTake, to path: String) throws {
        let picture = picture(of: subject, take)
        let bytes: [UInt8]
        do throws(PictureError) {
            bytes = Kind(path: path) == .png ? try picture.png() : picture.svg()
        } catch {
            throw CommandError(.failed, "\(path): \(error)")
        }
        try SourceFile.write(bytes, to: path)
        Console.remark("Drew \(path)")
    }

    /// The picture of a take.
    static func picture(of subject: AuditionSubject, _ take: AuditionTake) -> PatternPicture {
        PatternPicture(
            title: subject.name, pattern: take.drawn, waveform: take.whole, sampleRate: take.sampleRate,
            waveformName: take.rendering.name, controls: take.controls, part: take.part)
    }
}
