import Glibc
import Testing
import ThudCore
import ThudTextRaster

struct TypefaceTests {
    private func failure(_ path: String) throws -> ThudError {
        try #require(throws: ThudError.self) { _ = try Typeface(path: path) }
    }

    @Test func `a missing file is named together with what to install`() throws {
        let error = try failure("/nowhere/letters.ttf")
        #expect(error.code == .unreadable)
        #expect(
            "\(error)" == "cannot use the font /nowhere/letters.ttf: no such file; install fonts-dejavu-core")
    }

    @Test func `a file that is not a typeface is refused`() throws {
        #expect(try failure("/proc/self/status").code == .notATypeface)
        #expect(try failure("/").code == .notATypeface)
        #expect(try failure("").code == .unreadable)
    }

    @Test func `damaged typefaces are refused or harmless`() throws {
        let usual = try #require(fopen("/usr/share/fonts/truetype/dejavu/DejaVuSans-Bold.ttf", "r"))
        defer { fclose(usual) }
        var bytes = [UInt8](repeating: 0, count: 1_000_000)
        bytes.removeLast(bytes.count - fread(&bytes, 1, bytes.count, usual))
        var random = SeededGenerator(seed: 99)
        var refused = 0
        for round in 0..<40 {
            var damaged = bytes
            for _ in 0..<200 {
                damaged[Int.random(in: 0..<damaged.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            // In the table directory, or cut off.
            if round % 4 == 1 { damaged[Int.random(in: 0..<300, using: &random)] ^= 0x55 }
            if round % 4 == 2 { damaged.removeLast(Int.random(in: 1..<damaged.count, using: &random)) }
            try withFile(damaged) { path in
                guard let typeface = try? Typeface(path: path) else { return refused += 1 }
                _ = typeface.raster("Shqipëri ÇAJ", columns: 76, rows: 14)
            }
        }
        #expect((1..<40).contains(refused))
    }

    private func withFile(_ bytes: [UInt8], _ body: (String) throws -> Void) throws {
        let file = try #require(tmpfile())
        defer { fclose(file) }
        try #require(fwrite(bytes, 1, bytes.count, file) == bytes.count && fflush(file) == 0)
        try body("/proc/self/fd/\(fileno(file))")
    }
}
