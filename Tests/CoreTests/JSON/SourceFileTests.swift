import Glibc
import Testing
import ThudCore
import ThudTestSupport

/// What writing a file leaves unchanged.
@Suite struct SourceFileWritingTests {
    private func inScratch(_ body: (_ folder: String) throws -> Void) throws {
        var name = Array("/tmp/thud-writing-XXXXXX".utf8CString)
        let made = try #require(mkdtemp(&name))
        let folder = String(cString: made)
        defer {
            for file in ["old", "middle", "link"] { unlink("\(folder)/\(file)") }
            rmdir(folder)
        }
        try body(folder)
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    @Test func `writing through a link replaces its target and keeps the link and the permissions`() throws {
        try inScratch { folder in
            try SourceFile.write(Array("one".utf8), to: "\(folder)/old")
            #expect(chmod("\(folder)/old", 0o711) == 0)
            #expect(symlink("old", "\(folder)/link") == 0)
            try SourceFile.write(Array("two".utf8), to: "\(folder)/link")
            #expect(mode("\(folder)/link") & S_IFMT == S_IFLNK)
            #expect(mode("\(folder)/old") & 0o777 == 0o711)
            #expect(try SourceFile.read("\(folder)/old") == Array("two".utf8))
        }
    }

    @Test func `writing through a dangling link creates its target, even through several links`() throws {
        try inScratch { folder in
            #expect(symlink("old", "\(folder)/middle") == 0 && symlink("\(folder)/middle", "\(folder)/link") == 0)
            try SourceFile.write(Array("one".utf8), to: "\(folder)/link")
            #expect(mode("\(folder)/link") & S_IFMT == S_IFLNK && mode("\(folder)/middle") & S_IFMT == S_IFLNK)
            #expect(try SourceFile.read("\(folder)/old") == Array("one".utf8))
            #expect(SourceFile.isSame("\(folder)/link", "\(folder)/old"))
            #expect(!SourceFile.isSame("\(folder)/link", folder))
            // Each link is relative to its own folder.
            defer { for file in ["one/middle", "one"] { remove("\(folder)/\(file)") } }
            #expect(mkdir("\(folder)/one", 0o700) == 0 && symlink("old", "\(folder)/one/middle") == 0)
            #expect(unlink("\(folder)/link") == 0 && symlink("one/middle", "\(folder)/link") == 0)
            #expect(SourceFile.target(of: "\(folder)/link") == "\(folder)/one/old")
        }
    }

    @Test func `a file of the greatest length is read, and a longer one is not`() throws {
        try inScratch { folder in
            try SourceFile.write([1, 2, 3], to: "\(folder)/old")
            #expect(try SourceFile.read("\(folder)/old", atMost: 3) == [1, 2, 3])
            let error = #expect(throws: ThudError.self) { try SourceFile.read("\(folder)/old", atMost: 2) }
            #expect(error?.code == .tooLong)
        }
    }

    @Test func `a folder is created with its parents, and existing folders stay`() throws {
        try inScratch { folder in
            defer { for made in ["one/two/three", "one/two", "one"] { rmdir("\(folder)/\(made)") } }
            try SourceFile.makeFolder("\(folder)/one/two", permissions: 0o700)
            #expect(mode("\(folder)/one") & 0o777 == 0o700 && mode("\(folder)/one/two") & 0o777 == 0o700)
            try SourceFile.makeFolder("\(folder)/one//two/three/")
            #expect(mode("\(folder)/one/two/three") & 0o700 == 0o700 && mode("\(folder)/one") & 0o777 == 0o700)
            // The mark is one character with the slash before it.
            defer { for made in ["one/\u{301}x/four", "one/\u{301}x"] { rmdir("\(folder)/\(made)") } }
            try SourceFile.makeFolder("\(folder)/one/\u{301}x/four")
            #expect(mode("\(folder)/one/\u{301}x/four") & S_IFMT == S_IFDIR)
            try SourceFile.write([1], to: "\(folder)/old")
            let error = #expect(throws: ThudError.self) { try SourceFile.makeFolder("\(folder)/old/new") }
            #expect(
                error?.description
                    == "\(folder)/old/new: the folder cannot be created: Not a directory; a file is in the way, so choose "
                    + "another path")
        }
    }

    @Test func `a file is created only if nothing exists there, not even a dangling link`() throws {
        try inScratch { folder in
            #expect(symlink("middle", "\(folder)/link") == 0)
            let isMade = try ["old", "old", "link"].map { name in
                try SourceFile.create("\(folder)/\(name)", with: Array(name.utf8))
            }
            #expect(isMade == [true, false, false])
            #expect(try SourceFile.read("\(folder)/old") == Array("old".utf8))
            #expect(!SourceFile.exists("\(folder)/middle"))
            let error = #expect(throws: ThudError.self) {
                _ = try SourceFile.create("\(folder)/none/old", with: [1])
            }
            let problem = "cannot be written: No such file or directory; create its folder first, or choose another"
            #expect(error?.description == "\(folder)/none/old: \(problem)")
        }
    }

    @Test func `a file may have the longest name, even if a character would be cut`() throws {
        try inScratch { folder in
            for name in [String(repeating: "a", count: 255), "a" + String(repeating: "ë", count: 127)] {
                defer { unlink("\(folder)/\(name)") }
                for content: [UInt8] in [[1], [2]] { try SourceFile.write(content, to: "\(folder)/\(name)") }
                #expect(try SourceFile.read("\(folder)/\(name)") == [2])
            }
        }
    }

    @Test func `nothing exists under a name that is longer than any file's`() {
        #expect(!SourceFile.exists("/" + String(repeating: "a", count: 256)))
    }

    @Test func `a full disk is reported`() {
        #expect(throws: ThudError.self) { try SourceFile.write([1], to: "/dev/full") }
    }

    @Test func `a line for which the disk has too little room is not appended in part`() async {
        // Runs in a separate process, whose files may have ten bytes.
        await promptly {
            await #expect(processExitsWith: .success) {
                var name = Array("/tmp/thud-writing-XXXXXX".utf8CString)
                let file = mkstemp(&name)
                let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
                defer { unlink(path) }
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 10, rlim_max: .max)
                try #require(file >= 0 && setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
                try SourceFile.append(Array("one\n".utf8), to: path)
                #expect(throws: ThudError.self) { try SourceFile.append(Array("a longer one\n".utf8), to: path) }
                try SourceFile.append(Array("two\n".utf8), to: path)
                #expect(try SourceFile.read(path) == Array("one\ntwo\n".utf8))
                unlink(path)
                #expect(throws: ThudError.self) { try SourceFile.append(Array("a longer one\n".utf8), to: path) }
                #expect(!SourceFile.exists(path))
            }
        }
    }
}

/// The parts of a path.
@Suite struct SourceFilePathTests {
    @Test(arguments: [
        ("a.ahap", ".", "a.ahap"), ("./a.ahap", ".", "a.ahap"), ("kape/a.ahap", "kape", "a.ahap"),
        ("../x/a.ahap", "../x", "a.ahap"), ("/a.ahap", "/", "a.ahap"), ("/x/y/a.ahap", "/x/y", "a.ahap"),
        ("x/\u{301}a", "x", "\u{301}a"),
    ])
    func `a path consists of its folder and its name`(path: String, folder: String, name: String) {
        #expect(SourceFile.folder(of: path) == folder)
        #expect(SourceFile.name(of: path) == name)
    }

    @Test(arguments: [
        ("a.ahap", "a", "ahap"), ("/x.d/b.c.WAV", "/x.d/b.c", "wav"), ("a.", "a", ""), ("x.d/a", "x.d/a", nil),
        (".ahap", ".ahap", "ahap"), ("x/.ahap", "x/.ahap", "ahap"), ("a.ahap/", "a.ahap/", nil), ("", "", nil),
        ("a.d/\u{301}b.ahap", "a.d/\u{301}b", "ahap"),
    ])
    func `the ending of a name follows its last dot`(path: String, rest: String, ending: String?) {
        #expect(SourceFile.withoutEnding(path) == rest)
        #expect(SourceFile.ending(of: path) == ending)
    }

    @Test(arguments: [
        (EACCES, ThudError.Access.read, "check the permission to read it"),
        (EACCES, .list, "check the permission to read it"),
        (EACCES, .write, "check the permission to write it"), (ENOTDIR, .list, "choose a folder"),
        (ENOTDIR, .read, "a file is in the way, so choose another path"), (ENOENT, .read, "check the path"),
        (ENOENT, .write, "create its folder first, or choose another"),
    ])
    func `the advice depends on what was wanted`(number: Int32, access: ThudError.Access, advice: String) {
        #expect(ThudError.advice(for: number, access) == advice)
    }

    @Test func `a socket's path has a limit in bytes, not in letters`() {
        let path = "/tmp/" + String(repeating: "ë", count: 60)
        let error = #expect(throws: ThudError.self) { try UnixSocket.listen(at: path) }
        #expect(error?.message == "\(path) is longer than 107 bytes, the most for a socket")
    }

    @Test func `what is no file is not the system's fault, and another one helps`() throws {
        let error = try #require(throws: ThudError.self) { try SourceFile.read("/dev/zero") }
        #expect(error.code == .badInput)
        #expect(error.description == "/dev/zero: cannot be read: it is not a regular file; choose another")
    }
}
