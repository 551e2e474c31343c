import Testing
import ThudCore

/// The two parts of a path.
@Suite struct SourceFilePathTests {
    @Test(arguments: [
        ("a.ahap", ".", "a.ahap"), ("./a.ahap", ".", "a.ahap"), ("kape/a.ahap", "kape", "a.ahap"),
        ("../x/a.ahap", "../x", "a.ahap"), ("/a.ahap", "/", "a.ahap"), ("/x/y/a.ahap", "/x/y", "a.ahap"),
    ])
    func `a path is its folder and its name`(path: String, folder: String, name: String) {
        #expect(SourceFile.folder(of: path) == folder)
        #expect(SourceFile.name(of: path) == name)
    }
}
