import Foundation
import ThudTestSupport

@testable import ThudPlayback

/// The repository's own `Sounds/kape`.
let kapeFolder: String = {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return "/\(root)/Sounds/kape"
}()

/// A copy of `Sounds/kape` that a test can damage.
final class CopiedSounds {
    private let scratch: ScratchDirectory
    let folder: String

    init() throws {
        scratch = try ScratchDirectory(prefix: "thud-kape")
        folder = scratch.file("kape")
        try FileManager.default.copyItem(atPath: kapeFolder, toPath: folder)
    }

    func path(_ name: String) -> String { "\(folder)/\(name)" }

    func remove(_ name: String) throws { try FileManager.default.removeItem(atPath: path(name)) }

    func write(_ text: String, to name: String) throws { try scratch.write(text, to: "kape/\(name)") }
}

extension Clip {
    /// The samples of every track, as the audio thread reads them.
    var tracks: [[Float]] {
        view.tracks.indices.map { index in
            Array(UnsafeBufferPointer(start: view.tracks[index].base, count: view.tracks[index].count))
        }
    }
}
