import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

/// `thud listen --feedbackd`, judged by feedbackd's own `fbcli` and its default theme.
@Suite(.live) struct FeedbackdTests {
    private var surroundings: Surroundings

    init() throws {
        surroundings = try Surroundings()
        surroundings.environment["THUD_DEVICE"] = "null"
    }

    /// Runs a script on a private session bus on which `thud listen --feedbackd` with `options` plays.
    ///
    /// In the script `ask METHOD VALUE...` calls the service. `ended COUNT` waits for so many ends, and lists all that
    /// it has signalled. Input 3 never ends, because fbcli ends with its input.
    private func serving(_ script: String, options: String = "") async throws -> (output: String, told: String) {
        for (program, package) in [
            ("fbcli", "feedbackd"), ("gdbus", "libglib2.0-bin"), ("dbus-run-session", "dbus-daemon"),
        ] { _ = try findProgram(program, package: package) }
        let shell = try await surroundings.shell(
            """
            wait_until() { for try in {1..600}; do eval "$1" && return; sleep 0.05; done; echo "no $2" >&2; }
            await() { wait_until 'grep -q -- "$2" told' "$1"; }
            ask() { gdbus call -e -d org.sigxcpu.Feedback -o /org/sigxcpu/Feedback -m "$@"; }
            ended() {
                wait_until '[ $(grep -c FeedbackEnded signals) -ge $2 ]' "$1"
                sed -n 's/.*FeedbackEnded (uint32 \\(.*\\), uint32 \\(.*\\))/\\1 \\2/p' signals
            }
            thud listen --feedbackd -v \(options) </dev/null 2>told & pid=$!
            await Serving
            gdbus monitor -e -d org.sigxcpu.Feedback >signals & monitor=$!
            mkfifo held; exec 3<>held; wait_until 'grep -q "is owned by" signals' monitor
            \(script)
            kill $pid; wait $pid; kill $monitor; cat told >&2
            """, by: "dbus-run-session --", within: .seconds(150))
        return (shell.output, shell.told)
    }

    @Test func `fbcli triggers events, and learns how each ends`() async throws {
        let (output, told) = try await serving(
            """
            fbcli -E bell-terminal -w 8 <&3 >/dev/null
            fbcli -E nothing-of-that-name -w 8 <&3 >/dev/null
            fbcli -E message-new-instant -t 1 -w 8 <&3 >/dev/null
            fbcli -E phone-incoming-call -t 0 -w 1 <&3 >/dev/null
            fbcli -P quiet -E message-new-instant -w 8 <&3 >/dev/null
            ended 5
            """)
        let reasons = ["1 0", "2 4294967295", "3 1", "4 2", "5 0"]
        #expect(output.split(separator: "\n").map(String.init) == reasons, "\(output) \(told)")
        for cue in ["quiet/bell-terminal", "full/message-new-instant", "quiet/message-new-instant"] {
            #expect(told.contains(cue), "\(told)")
        }
    }

    @Test func `a service that cannot begin records nothing over an earlier recording`() async throws {
        var surroundings = surroundings
        surroundings.environment["DBUS_SESSION_BUS_ADDRESS"] = "unix:path=/nowhere"
        try surroundings.scratch.write("an earlier one", to: "kept.wav")
        let outcome = try await surroundings.thud(
            ["listen", "--feedbackd", "--record", "kept.wav"], in: surroundings.scratch.path)
        #expect(outcome.exitCode == 4 && surroundings.scratch.text(of: "kept.wav") == "an earlier one", "\(outcome)")
    }

    @Test func `a bus that ends before the service is a failure`() async throws {
        _ = try findProgram("dbus-run-session", package: "dbus-daemon")
        let shell = try await surroundings.shell(
            """
            cat >session.sh <<'END'
            { thud listen --feedbackd -v </dev/null 2>told; echo $? >code; } &
            until grep -q Serving told; do sleep 0.1; done
            END
            dbus-run-session -- bash session.sh; until [ -s code ]; do sleep 0.1; done; cat code told
            """, within: .seconds(60))
        #expect(shell.output.hasPrefix("1\n") && shell.output.contains("the session bus is gone"), "\(shell.output)")
    }

    @Test func `libfeedback's bindings for Python trigger events and learn how each ends`() async throws {
        try surroundings.scratch.write(
            """
            import gi
            gi.require_version("Lfb", "0.0")
            from gi.repository import GLib, Lfb
            Lfb.init("org.example.judge")
            loop = GLib.MainLoop()
            for profile, name, timeout, is_ended in [
                ("full", "bell-terminal", -1, False), ("quiet", "message-new-instant", -1, False),
                ("silent", "bell-terminal", -1, False), ("full", "phone-incoming-call", 1, False),
                ("full", "phone-incoming-call", 0, True),
            ]:
                Lfb.set_feedback_profile(profile)
                event = Lfb.Event.new(name)
                event.set_timeout(timeout)
                # A program may ask for less than the profile, but gets no more.
                event.set_feedback_profile("full")
                def report(event):
                    print(profile, name, event.get_end_reason().value_nick)
                    loop.quit()
                event.connect("feedback-ended", report)
                event.trigger_feedback()
                if is_ended: GLib.timeout_add(300, event.end_feedback)
                give_up = GLib.timeout_add(30000, loop.quit)
                loop.run()
                GLib.source_remove(give_up)
            """, to: "bindings.py")
        // Debian's bindings are those of its own Python.
        let (output, told) = try await serving("/usr/bin/python3 bindings.py")
        let ends = [
            "full bell-terminal natural", "quiet message-new-instant natural", "silent bell-terminal not-found",
            "full phone-incoming-call expired", "full phone-incoming-call explicit",
        ]
        #expect(output.split(separator: "\n").map(String.init) == ends, "\(output) \(told)")
    }

    @Test func `a feedback ends with the program that wants it`() async throws {
        let (output, told) = try await serving(
            """
            fbcli -E phone-incoming-call -t 0 -w 20 <&3 >/dev/null & await phone-incoming-call; kill -9 $!
            ended 1
            """)
        #expect(output == "1 2\n", "\(output) \(told)")
    }

    @Test func `programs vibrate unless the profile is silent`() async throws {
        let (output, told) = try await serving(
            """
            ask org.sigxcpu.Feedback.Haptic.Vibrate app '@a(du) [(1.0, 100), (0.0, 50), (0.5, 100)]'; await haptic/vibration
            ask org.sigxcpu.Feedback.Haptic.Vibrate app '@a(du) []'
            ask org.freedesktop.DBus.Properties.Set org.sigxcpu.Feedback Profile '<"silent">'
            ask org.sigxcpu.Feedback.Haptic.Vibrate app '@a(du) [(1.0, 100)]'
            ask org.freedesktop.DBus.Properties.Get org.sigxcpu.Feedback Profile
            """)
        #expect(output == "(true,)\n(true,)\n()\n(false,)\n(<'silent'>,)\n", "\(output) \(told)")
    }

    @Test func `each of several vibrations soon after one another replaces the one before it`() async throws {
        let (_, told) = try await serving(
            """
            for i in {1..5}; do ask org.sigxcpu.Feedback.Haptic.Vibrate app '@a(du) [(1.0, 300)]'; done
            await haptic/vibration; sleep 0.5
            """)
        #expect(told.contains("haptic/vibration") && !told.contains("left out"), "\(told)")
    }

    @Test func `an event that vibrates soon after another one is felt`() async throws {
        let (output, told) = try await serving(
            """
            for i in {1..6}; do
                ask org.sigxcpu.Feedback.TriggerFeedback app message-new-sms "{'profile': <'quiet'>}" -- -1 & asked+=($!)
            done
            wait ${asked[@]}; ended 6
            """)
        let played = told.split(separator: "\n").filter { $0.contains("quiet/message-new-sms") }
        #expect(played.count == 6 && !told.contains("left out"), "\(output) \(told)")
    }

    @Test func `the sound and the vibration of an event start together, also when they repeat`() async throws {
        _ = try surroundings.scratch.directory("config/feedbackd/themes")
        _ = try surroundings.scratch.directory("data/sounds/freedesktop/stereo")
        let sound = #"{"event-name": "knock", "type": "Sound", "effect": "knock-twice"}"#
        let rumble = #"{"event-name": "knock", "type": "VibraRumble", "duration": 100}"#
        try surroundings.scratch.write(
            #"{"name": "default", "profiles": [{"name": "full", "feedbacks": [\#(sound)]}, "#
                + #"{"name": "quiet", "feedbacks": [\#(rumble)]}]}"#,
            to: "config/feedbackd/themes/default.json")
        try SoundFile.write(
            Sound(sampleRate: 48_000, channels: [(0..<9_600).map { $0 < 4_800 ? 0.5 : 0 }]),
            to: surroundings.scratch.file("data/sounds/freedesktop/stereo/knock.wav"))
        let (_, told) = try await serving(
            "fbcli -E knock -t 1 -w 5 <&3 >/dev/null", options: "--record knock.wav")
        let recording = try SoundFile.read(surroundings.scratch.file("knock.wav"))
        let starts = [0, 2].map { channel in
            let samples = recording.channels[channel]
            let loud = samples.indices.filter { abs(samples[$0]) > 1e-3 }
            return loud.enumerated().filter { $0.offset == 0 || $0.element > loud[$0.offset - 1] + 2_400 }.map(
                \.element)
        }
        #expect(starts[0].count >= 2 && starts[0].count == starts[1].count, "\(starts) \(told)")
        #expect(zip(starts[0], starts[1]).allSatisfy { abs($0 - $1) <= 48 }, "\(starts)")
    }

    @Test func `a name that another program has is one sentence`() async throws {
        let (output, told) = try await serving("thud listen --feedbackd </dev/null 2>&1; echo $?")
        #expect(
            output.contains("another program serves as feedbackd") && output.hasSuffix("\n4\n"), "\(output) \(told)")
    }

    /// A script in Python that triggers each event of feedbackd's default theme in each profile, and compares the parts
    /// of what plays with those that the theme and the installed sounds have.
    private static let everyEvent = """
        import json, os, re, subprocess, time
        theme = json.load(open("/usr/share/feedbackd/themes/default.json"))
        levels = ["silent", "quiet", "full"]
        def is_installed(name):
            while name:
                files = [f"/usr/share/sounds/freedesktop/stereo/{name}.{ending}" for ending in ("oga", "ogg", "wav")]
                if any(map(os.path.exists, files)): return True
                name = name.rpartition("-")[0]
            return False
        wanted = {}
        for profile in theme["profiles"]:
            for feedback in profile["feedbacks"]:
                kind, event = feedback["type"], feedback["event-name"]
                for level in levels:
                    parts = wanted.setdefault((event, level), set())
                    if levels.index(level) < levels.index(profile["name"]): continue
                    if kind == "Sound" and is_installed(feedback["effect"]): parts.add("sound")
                    if kind.startswith("Vibra"): parts.add("haptics")
        names = {}
        while not any(name.startswith("quiet/") for name in names):
            answer = subprocess.check_output(["thud", "send", "--socket", "here", "--json", "names"])
            names = {name["name"]: name for name in json.loads(answer.splitlines()[-1])["names"]}
        events = sorted({event for event, _ in wanted})
        for level in levels:
            before = len(open("told").read())
            def told(): return open("told").read()[before:]
            running = []
            for event in events:
                running.append(subprocess.Popen(["fbcli", "-P", level, "-E", event, "-w", "30"], stdin=3,
                                                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
                # Vibrations close together are thinned, so each waits for the one before it.
                end = time.monotonic() + 10
                while wanted[event, level] and f"/{event}  " not in told() and time.monotonic() < end: time.sleep(0.02)
                if level == "quiet": running[-1].wait()
                time.sleep(0.1)
            for one in running: one.wait()
            played = re.findall("(?:full|quiet|silent)/[a-z-]+", told())
            for event in events:
                got = {part for name in played if name.split("/")[1] == event
                       for part in ("sound", "haptics") if names[name][part]}
                if got != wanted[event, level]: print(level, event, got, wanted[event, level])
        empty = sum(not parts for parts in wanted.values())
        print(len(events), "events,", empty, "without a part")
        """

    @Test func `each event of the default theme has the right parts in each profile, and ends`() async throws {
        try surroundings.scratch.write(Self.everyEvent, to: "judge.py")
        let (output, told) = try await serving(
            "python3 judge.py | tee judged; ended $((3 * $(tail -1 judged | cut -d' ' -f1))) | cut -d' ' -f2 | sort | uniq -c",
            options: "--socket=here")
        let lines = output.split(separator: "\n").map { $0.split(separator: " ").joined(separator: " ") }
        let summary = try #require(
            lines.first?.firstMatch(of: /(\d+) events, (\d+) without a part/), "\(output) \(told)")
        let (events, empty) = (try #require(Int(summary.1)), try #require(Int(summary.2)))
        #expect(events >= 20 && empty > 0 && empty < events * 3)
        // The reasons are 0 for what was heard out, and -1 for what the theme does not have.
        #expect(!told.contains("left out"), "\(told)")
        #expect(lines.dropFirst() == ["\(events * 3 - empty) 0", "\(empty) 4294967295"], "\(output) \(told)")
    }

    /// Writes a theme with vibrations in the profile `quiet`.
    private func writeTheme(_ name: String, parent: String?, _ events: [String], in folder: String) throws {
        _ = try surroundings.scratch.directory("\(folder)/feedbackd/themes")
        let feedbacks = events.map {
            #"{"event-name": "\#($0)", "type": "VibraPattern", "magnitudes": [1], "durations": [60]}"#
        }
        let parent = parent.map { #""parent-name": "\#($0)", "# } ?? ""
        try surroundings.scratch.write(
            #"{"name": "\#(name)", \#(parent)"profiles": [{"name": "quiet", "feedbacks": ["#
                + feedbacks.joined(separator: ", ") + "]}]}",
            to: "\(folder)/feedbackd/themes/\(name).json")
    }

    /// Makes feedbackd's settings those of a file, as `gsettings` reads it.
    private func withSettings(_ text: String) throws -> Self {
        _ = try surroundings.scratch.directory("config/glib-2.0/settings")
        try surroundings.scratch.write(text, to: "config/glib-2.0/settings/keyfile")
        var other = self
        other.surroundings.environment["GSETTINGS_BACKEND"] = "keyfile"
        return other
    }

    @Test func `the theme and the profile are those of the settings, with its parents, and SIGHUP reads it again`()
        async throws
    {
        try writeTheme("mine", parent: "base", ["knock"], in: "config")
        try writeTheme("base", parent: "default", ["base-event"], in: "data")
        let chosen = try withSettings("[org/sigxcpu/feedbackd]\ntheme='mine'\nprofile='quiet'\n")
        let (output, told) = try await chosen.serving(
            """
            for event in knock base-event bell-terminal; do fbcli -E $event -w 8 <&3 >/dev/null; done; ended 3
            sed -i s/knock/changed/ config/feedbackd/themes/mine.json
            kill -HUP $pid
            for i in {1..40}; do
                fbcli -E changed -w 8 <&3 >/dev/null; grep -q quiet/changed told && break; sleep 0.5
            done
            fbcli -E knock -w 8 <&3 >/dev/null; ended $((4 + i)) | tail -1 | cut -d' ' -f2
            ask org.freedesktop.DBus.Properties.Get org.sigxcpu.Feedback Profile
            """)
        let reasons = ["1 0", "2 0", "3 0", "4294967295", "(<'quiet'>,)"]
        #expect(output.split(separator: "\n").map(String.init) == reasons, "\(output) \(told)")
        for cue in ["quiet/knock", "quiet/base-event", "quiet/bell-terminal", "quiet/changed"] {
            #expect(told.contains(cue), "\(told)")
        }
    }

    @Test func `a hint of another type counts as absent`() async throws {
        let (output, told) = try await serving(
            """
            ask org.sigxcpu.Feedback.TriggerFeedback app bell-terminal "{'profile': <5>, 'other': <[1, 2]>}" -- -1
            await bell-terminal
            """)
        #expect(output == "(uint32 1,)\n" && !told.contains("no bell"), "\(output) \(told)")
    }

    @Test func `FEEDBACK_THEME names a file, and a theme that is its own parent is one sentence`() async throws {
        try writeTheme("mine", parent: nil, ["knock"], in: "elsewhere")
        try writeTheme("circle", parent: "circle", [], in: "config")
        let (output, told) = try await serving(
            """
            kill $pid; wait $pid; : >told
            FEEDBACK_THEME=config/feedbackd/themes/circle.json thud listen --feedbackd </dev/null 2>&1; echo $?
            FEEDBACK_THEME=elsewhere/feedbackd/themes/mine.json thud listen --feedbackd -v </dev/null 2>told & pid=$!
            await Serving
            for event in knock bell-terminal; do fbcli -E $event -w 8 <&3 >/dev/null; done; ended 2
            """)
        #expect(output.contains("a theme has more than 10 parents, or is its own parent\n4\n"), "\(output) \(told)")
        #expect(output.hasSuffix("1 0\n2 4294967295\n"), "\(output) \(told)")
    }

    @Test func `a sound comes from the chosen sound theme, or one that it inherits from, even in a circle`()
        async throws
    {
        for (theme, parent, sound) in [
            ("own", "other", "knock"), ("other", "own", "bell-window"), ("other", "own", "hush"),
        ] {
            _ = try surroundings.scratch.directory("data/sounds/\(theme)/two")
            try surroundings.scratch.write(
                "[Sound Theme]\nName=x\nInherits=\(parent)\nDirectories=two\n\n[two]\nOutputProfile=stereo\n",
                to: "data/sounds/\(theme)/index.theme")
            try SoundFile.write(
                Sound(sampleRate: 48_000, channels: [[Float](repeating: 0.5, count: 480)]),
                to: surroundings.scratch.file("data/sounds/\(theme)/two/\(sound).wav"))
        }
        // A theme leaves a sound out by such a file.
        try surroundings.scratch.write("", to: "data/sounds/own/two/hush.disabled")
        _ = try surroundings.scratch.directory("config/feedbackd/themes")
        let feedbacks = ["knock-twice", "bell-window-system", "bell", "nothing", "hush"].map {
            #"{"event-name": "\#($0)", "type": "Sound", "effect": "\#($0)"}"#
        }
        try surroundings.scratch.write(
            #"{"name": "default", "profiles": [{"name": "full", "feedbacks": ["#
                + feedbacks.joined(separator: ", ") + "]}]}", to: "config/feedbackd/themes/default.json")
        var chosen = try withSettings("[org/gnome/desktop/sound]\ntheme-name='own'\n")
        chosen.surroundings.environment["XDG_CURRENT_DESKTOP"] = "GNOME"
        let (output, told) = try await chosen.serving(
            """
            for event in knock-twice bell-window-system bell nothing hush; do fbcli -E $event -w 8 <&3 >/dev/null; done
            ended 5
            thud send --socket here --json names | tr '{' '\n' | grep full/ | cut -d, -f1,3
            """, options: "--socket=here")
        // The bell is one of the freedesktop theme.
        #expect(output.hasPrefix("1 0\n2 0\n3 0\n4 4294967295\n5 4294967295\n"), "\(output) \(told)")
        for name in ["knock-twice", "bell-window-system"] {
            #expect(output.contains(#""name":"full/\#(name)","seconds":0.01"#), "\(output) \(told)")
        }
    }

    @Test func `a lower profile leaves a feedback the parts that it has, and ends it without any`() async throws {
        let (output, told) = try await serving(
            """
            fbcli -E phone-incoming-call -t 0 -w 20 <&3 >/dev/null & await full/phone-incoming-call
            lower() { ask org.freedesktop.DBus.Properties.Set org.sigxcpu.Feedback Profile "<'$1'>"; }
            lower quiet; await quiet/phone-incoming-call; sleep 0.3; ended 0
            lower silent; ended 1
            """)
        #expect(output == "()\n()\n1 2\n", "\(output) \(told)")
    }

    @Test func `a profile that becomes lower at the start does not double what repeats`() async throws {
        _ = try surroundings.scratch.directory("config/feedbackd/themes")
        try surroundings.scratch.write(
            #"{"name": "default", "profiles": [{"name": "full", "feedbacks": ["#
                + #"{"event-name": "knock", "type": "Sound", "effect": "message-new-instant"}]}, "#
                + #"{"name": "quiet", "feedbacks": [{"event-name": "knock", "type": "VibraRumble", "duration": 100}]}]}"#,
            to: "config/feedbackd/themes/default.json")
        let (_, told) = try await serving(
            """
            kill -STOP $pid; fbcli -E knock -t 0 -w 20 <&3 >/dev/null & sleep 0.5
            ask org.freedesktop.DBus.Properties.Set org.sigxcpu.Feedback Profile "<'quiet'>" & sleep 0.5
            kill -CONT $pid; wait_until '[ $(grep -c quiet/knock told) -ge 6 ]' repetitions
            """)
        #expect(told.contains("quiet/knock") && !told.contains("left out"), "\(told)")
    }
}
