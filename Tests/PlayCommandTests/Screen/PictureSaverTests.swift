import Testing
import ThudCore
import ThudPictures
import ThudTestSupport

@testable import thud

/// The file names of saved pictures.
@Suite struct PictureSaverTests {
    private let scratch: ScratchDirectory
    private static let picture = ResultPicture(
        title: "KAPE!", heading: "", .podium([]), accent: .white, date: "2026-11-24")

    init() throws { scratch = try ScratchDirectory(prefix: "thud-saver") }

    private func saved(_ count: Int = 1, as name: String) -> [String] {
        let saver = PictureSaver()
        for _ in 0..<count { saver.save(Self.picture, as: name) }
        return saver.finish()
    }

    @Test func `simultaneous pictures are written one after the other, without overwriting`() throws {
        let name = scratch.file("kape")
        try scratch.write("mine", to: "kape-2.png")
        #expect(saved(3, as: name) == ["", "-3", "-4"].map { "Saved \(name)\($0).png" })
        #expect(scratch.text(of: "kape-2.png") == "mine")
        let first = try SourceFile.read("\(name).png")
        #expect(try first == Self.picture.png() && first == SourceFile.read("\(name)-4.png"))
    }

    @Test func `the error says so if all names of a day are taken`() throws {
        let name = scratch.file("kape")
        try scratch.write("", to: "kape.png")
        for number in 2...PictureSaver.most { try scratch.write("", to: "kape-\(number).png") }
        #expect(
            saved(as: name) == [
                "the picture was not saved: \(name).png to \(name)-999.png exist already; move some away"
            ])
    }

    @Test func `a missing folder is reported`() {
        let name = scratch.file("none/kape")
        #expect(
            saved(as: name) == [
                "the picture was not saved: \(name).png: cannot be written: No such file or directory; "
                    + "create its folder first, or choose another"
            ])
    }
}
