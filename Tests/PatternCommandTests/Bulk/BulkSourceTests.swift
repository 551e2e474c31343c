import Foundation
import Testing
import ThudCore
import ThudTestSupport

@testable import thud

@Suite struct BulkManifestTests {
    @Test func `a file that was left out does not stand for another of its name`() {
        var earlier = BulkManifest.Earlier()
        earlier.add([.init(source: "a.ahap", hash: "1"), .init(source: "a.ahap", leftOut: "a.ahap has the same name")])
        #expect(earlier.entries["a.ahap"]?.hash == "1")
    }

    @Test func `what another version converted is converted again, and may be replaced`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-bulk")
        let output = BulkManifest.Output(file: "a.he", format: "he", hash: "2")
        let entry = BulkManifest.Entry(source: "a.ahap", hash: "1", outputs: [output])
        let text = String(decoding: BulkManifest(settings: [], entries: [entry], others: [:]).bytes, as: UTF8.self)
        for (version, count) in [(Thud.version, 1), ("0.0.1", 0)] {
            let path = try scratch.write(text.replacing(Thud.version, with: version), to: "manifest.json")
            let earlier = try BulkManifest.earlier(in: path, [])
            #expect(earlier.entries.count == count && earlier.hashes == ["a.he": "2"], "\(version)")
        }
    }
}

@Suite struct BulkSourceTests {
    @Test func `a folder that cannot be read costs only itself`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-bulk")
        let folder = try scratch.directory("in")
        try scratch.write(#"{"Version": 1, "Pattern": []}"#, to: "in/tap.ahap")
        // Its path is as long as a path can be, so that the one of its contents is too long.
        let room = Int(PATH_MAX) - 2 - folder.utf8.count
        let depth = (room - 1) / 201
        let above = String(repeating: String(repeating: "x", count: 200) + "/", count: depth)
        let inner = above + String(repeating: "y", count: room - 201 * depth)
        try FileManager.default.createDirectory(atPath: "\(folder)/\(inner)", withIntermediateDirectories: true)
        let sources = try BulkSource.all(of: [folder], but: scratch.file("out"), after: BulkManifest.Earlier())
        #expect(sources.map(\.name) == ["tap.ahap", "\(inner)/"])
        guard case .broken(_, let error) = sources.last?.content else { throw ThudError(.system, "it was read") }
        #expect(error.message.contains("cannot be listed"), "\(error)")
        #expect(FolderFiles.folders(from: folder, but: scratch.file("out")).count == 1 + depth)
    }

    @Test func `of two files with one name the first counts`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-bulk")
        let files = try ["x/tap.ahap", "y/tap.ahap"].map { name in
            _ = try scratch.directory(String(name.prefix(1)))
            return try scratch.write(#"{"Version": 1, "Pattern": []}"#, to: name)
        }
        let sources = try BulkSource.all(of: files, but: scratch.file("out"), after: BulkManifest.Earlier())
        #expect(sources.map(\.isLeftOut) == [false, true])
    }
}
