import TestTraits
import Testing
import ThudCore
import ThudTestSupport

/// What the Debian package takes from the argument parser.
@Suite(.live) struct PackagingTests {
    private let surroundings: Surroundings

    init() throws { surroundings = try Surroundings() }

    /// Runs lines of bash; returns their output and what they say about it.
    private func bash(_ lines: String) async throws -> ThudProcess.Outcome {
        let shell = try RunningProgram(
            findProgram("bash", package: "bash"), ["-c", lines], environment: surroundings.environment)
        return try await ThudProcess.outcome(of: shell, within: .seconds(60))
    }

    private func commands() async throws -> [String] {
        try await surroundings.thud(["--help"]).output.matches(of: /\n  ([a-z]+) {2,}Example:/).map { String($0.1) }
    }

    @Test func `each command has a manual page without warnings`() async throws {
        _ = try findProgram("man", package: "man-db")
        let folder = try surroundings.scratch.directory("manual")
        let outcome = try await bash(
            """
            '\(Surroundings.checkout)/scripts/man-pages' '\(try ThudProcess.path())' '\(folder)'
            cd '\(folder)'
            grep '^.SH' thud.1
            grep -F '[\\fIcommand\\fR]' thud.1
            grep 'cold.*start' thud-bench.1
            sed -n '/^kape/,/^[.]fi/p' thud-listen.1 | grep -c '^[a-z]'
            for page in *.1; do
                echo "$page"
                MANWIDTH=80 LC_ALL=C.UTF-8 man --warnings -E UTF-8 -l -Tutf8 -Z "$page" >/dev/null
            done
            """)
        #expect(outcome.errorOutput.isEmpty, "\(outcome.errorOutput)")
        #expect(outcome.output.contains(".SH ENVIRONMENT\n.SH EXIT STATUS\n"), "\(outcome.output)")
        // Without a command the program shows the games.
        #expect(outcome.output.contains(#"\fBthud\fR [\fIoptions\fR] [\fIcommand\fR]"#), "\(outcome.output)")
        // A flag and its inverse have one description, and all examples of lines stand in one table.
        #expect(outcome.output.contains(#"\fB\-\-cold\-start\fR, \fB\-\-no\-cold\-start\fR"#), "\(outcome.output)")
        #expect(outcome.output.contains("\n6\n"), "\(outcome.output)")
        for command in try await commands() + ["decks-unlock", "sounds-build"] {
            #expect(outcome.output.contains("thud-\(command).1\n"), "\(outcome.output)")
        }
    }

    @Test(arguments: [
        ("$PWD/a root", "/opt", "/opt"), ("", "~/.local", "$PWD/home dir/.local"), ("", "here", "$PWD/here"),
        ("", "$PWD/R & D|1", "$PWD/R & D|1"),
    ])
    func `an installation has units that start its program, and its removal removes nothing else`(
        destination: String, prefix: String, place: String
    ) async throws {
        let folder = try #require(SourceFile.realPath(surroundings.scratch.directory("check out")))
        let outcome = try await bash(
            """
            cp -R '\(Surroundings.checkout)'/{Makefile,packaging} '\(folder)' && cd '\(folder)'
            mkdir -p .build/release Sounds Decks Presets && cp "$(type -P true)" .build/release/thud
            mkdir R && touch R/mine
            mkdir -p .build/manual/share/man/man1 && touch .build/manual/share/man/man1/thud{,-play}.1
            # Not every shell replaces the ~ here.
            export HOME="$PWD/home dir" DESTDIR="\(destination)" PREFIX="\(prefix)"
            # In ~/.local a player's records are beside the sounds.
            records="$DESTDIR\(place)/share/thud"
            mkdir -p "$records/decks" && touch "$records/"{thud.sqlite,decks/mine.json} && chmod -R go= "$records"
            files() { find . \\( -type f -o -path './*/share/thud' \\) -printf '%m %p\\n' | sort; }
            before=$(files)
            make -o build -o manual install >&2
            ls "$DESTDIR\(place)/share/man/man1"
            cat "$DESTDIR\(place)/share/systemd/user/thud-listen."{socket,service}
            make uninstall >&2; diff <(echo "$before") <(files)
            rm -r "$records"; make -o build -o manual install >&2; stat -c %a "$records"
            make uninstall >&2; [[ ! -e $records ]] || echo left
            """)
        #expect(outcome.output.hasPrefix("thud-play.1\nthud.1\n"), "\(outcome)")
        #expect(outcome.output.contains("\nListenStream=%t/thud/listen\n"), "\(outcome)")
        let program = place.replacing("$PWD", with: folder) + "/bin/thud"
        let end = "\nExecStart=\"\(program)\" listen --socket\nStandardInput=null\n755\n"
        #expect(outcome.output.hasSuffix(end), "\(outcome)")
    }

    @Test func `libraries that few commands need are not linked, but named to the package`() async throws {
        let outcome = try await bash(
            "\(try findProgram("readelf", package: "binutils")) -d '\(try findProduct("thud"))' | grep NEEDED")
        #expect(outcome.output.contains("[libasound.so.2]"), "\(outcome)")
        for library in ["libcairo", "liblo", "libsystemd", "libX11", "libXtst", "libXdamage"] {
            #expect(!outcome.output.contains("[\(library)."), "\(outcome.output)")
        }
        let control = try packaged("debian/control")
        let suggested = control.firstMatch(of: /Suggests: (.*)/).map { $0.1 } ?? ""
        for package in ["liblo7", "libxtst6", "libxdamage1"] { #expect(suggested.contains(package)) }
        #expect(control.contains(/Depends: .*\blibcairo2\b/))
    }

    @Test func `the desktop opens a file of each format that has an ending of its own`() throws {
        let (types, desktop, component) = try (
            packaged("thud.mime.xml"), packaged("thud-audition.desktop"), packaged("thud.metainfo.xml")
        )
        for ending in ["ahap", "haptic", "he", "hjif", "hmpg"] {
            let type = "application/x-\(ending)" + (ending == "hmpg" ? "" : "+json")
            for part in ["<mime-type type=\"\(type)\">", "<glob pattern=\"*.\(ending)\"/>"] {
                #expect(types.contains(part))
            }
            #expect(desktop.contains("\(type);") && component.contains("<mediatype>\(type)</mediatype>"), "\(type)")
        }
    }

    private func packaged(_ file: String) throws -> String {
        String(decoding: try SourceFile.read("\(Surroundings.checkout)/packaging/\(file)"), as: UTF8.self)
    }

    @Test func `bash completes every command`() async throws {
        let commands = try await commands()
        #expect(commands.contains("play"))
        #expect(try await offered(after: "").isSuperset(of: commands))
    }

    @Test(arguments: [
        ("play k", "kape"), ("tune h", "habit"), ("scores pocket --mode e", "endless"), ("new heart", "heartbeat"),
        ("why kape/corr", "kape/correct"), ("play --deck v", "vip"), ("edit cats", "cats.ahap"),
        ("convert dogs.ahap ca", "cats.ahap"), ("audition --silent --save c", "cats.ahap"), ("audition do", "dogs"),
        ("bench --json ca", "cats.ahap"), ("bench --compare ca", "cats.ahap"),
        ("audition --sounds d", "dogs"), ("play --haptics d", "drive"),
    ])
    func `bash completes names and files`(_ line: String, _ word: String) async throws {
        #expect(try await offered(after: line) == [word], "\(line)")
    }

    /// Returns what bash offers in a folder with a file and a folder, after `thud` and the beginning of a command line.
    private func offered(after line: String) async throws -> Set<String> {
        let script = try await surroundings.thud(["--generate-completion-script", "bash"]).output
        let path = try surroundings.scratch.write(script, to: "completions")
        _ = try surroundings.scratch.directory("files/dogs")
        _ = try surroundings.scratch.write("", to: "files/cats.ahap")
        let outcome = try await bash(
            """
            source '\(path)'
            cd '\(surroundings.scratch.file("files"))'
            thud() { '\(try findProduct("thud"))' "$@"; }
            COMP_LINE='thud \(line)' COMP_POINT=${#COMP_LINE}
            read -ra COMP_WORDS <<<"$COMP_LINE"
            [[ $COMP_LINE == *' ' ]] && COMP_WORDS+=('')
            COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
            _thud thud "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
            printf '%s\\n' "${COMPREPLY[@]}"
            """)
        return Set(outcome.output.split(separator: "\n").map(String.init))
    }
}
