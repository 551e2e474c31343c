import Glibc
import TestTraits
import Testing
import ThudCore
import ThudSoundFiles
import ThudTestSupport

@testable import ThudPlayback

/// Which PCMs are opened, and which errors the others cause.
@Suite struct DeviceTests {
    private func request(_ name: String) -> PCMRequest {
        var request = PCMRequest()
        request.name = name
        return request
    }

    @Test(arguments: [
        ("hw", true), ("hw:0", true), ("hw:CARD=PCH,DEV=3", true), ("plughw:0,0", true), ("surround51", true),
        ("surround71:CARD=PCH", true), ("front:0", true), ("iec958", true), ("hdmi:CARD=HDMI,DEV=1", true),
        ("oss", true), ("oss:DEVICE=/dev/dsp", true),
        ("default", false), ("null", false), ("pipewire", false), ("pulse", false), ("dmix", false),
        ("dmix:CARD=PCH", false), ("sysdefault:CARD=PCH", false), ("hwless", false), ("my-hw", false),
        ("file:/tmp/hw:0", false), ("", false),
    ])
    func `a name shows whether it excludes other programs`(name: String, isExclusive: Bool) {
        #expect(PCMName.isExclusive(name) == isExclusive)
    }

    @Test func `an open PCM's chain shows whether it excludes other programs, whatever its name`() {
        let card = "Hardware PCM card 0 'HDA Intel PCH' device 0 subdevice 0\n"
        #expect(PCMName.isExclusive(chain: "Plug PCM: Rate conversion PCM\n" + card))
        #expect(!PCMName.isExclusive(chain: "Direct Stream Mixing PCM\n" + card))
        #expect(PCMName.isExclusive(chain: "Multi PCM\nDirect Stream Mixing PCM\n" + card + card))
        #expect(PCMName.isExclusive(chain: "Plug PCM: ALSA <-> OSS PCM I/O Plugin\n"))
        #expect(!PCMName.isExclusive(chain: "ALSA <-> PipeWire PCM I/O Plugin\n"))
        #expect(!PCMName.isExclusive(chain: "Null PCM\n"))
        #expect(PCMName.isUnpaced(chain: "File PCM (file=/tmp/a.raw)\nSlave: Null PCM\n"))
        #expect(!PCMName.isUnpaced(chain: card))
    }

    @Test func `the chain shows who takes frames out of a queue that may be rewritten`() {
        let card =
            "Hardware PCM card 0 'HDA Intel PCH' device 0 subdevice 0\nIts setup is:\n  stream       : PLAYBACK\n"
        let mixer = "Direct Stream Mixing PCM\n"
        #expect(PCMName.rewinding(chain: "ALSA <-> PipeWire PCM I/O Plugin\n") == .server)
        #expect(PCMName.rewinding(chain: "ALSA <-> PulseAudio PCM I/O Plugin\n") == .none)
        for start in [
            "", "Plug PCM: ", mixer, "Plug PCM: " + mixer,
            "Plug PCM: Soft volume PCM\nControl: PCM\nmin_dB: -51\nSlave: " + mixer,
            "Plug PCM: Linear Integer <-> Linear Float conversion PCM (S32_LE)\nIts setup is:\n  x : 1\nSlave: "
                + mixer,
        ] {
            #expect(PCMName.rewinding(chain: start + card) == .device, "\(start)")
            #expect(PCMName.isMixed(chain: start + card) == start.contains(mixer))
        }
        #expect(PCMName.rewinding(chain: "Plug PCM: Rate conversion PCM (48000)\nSlave: " + mixer + card) == .none)
        #expect(PCMName.rewinding(chain: "Plug PCM: Null PCM\n") == .none)
        #expect(PCMName.rewinding(chain: "") == .none)
    }

    @Test(arguments: [Int.min, -1, 0, .max])
    func `an impossible rate or period becomes a possible one`(number: Int) throws {
        var request = request("null")
        request.sampleRate = number
        #expect(try Engine.awaiting(request).sampleRate == (number == .max ? 10_000_000 : 1))
        request.period = number
        #expect(request.period == (number == .max ? 65_536 : 1))
        let device = try ALSADevice(request)
        #expect(device.sampleRate > 0 && device.output.capacity > 0)
        device.close()
    }

    @Test(arguments: [("null", "Null PCM"), ("plug:null", "Plug PCM: "), ("file:/dev/null,raw", "File PCM ")])
    func `an open PCM reports its chain before it is set up`(name: String, start: String) throws {
        let handle = try PCMHandle(name: name)
        let chain = handle.describeChain()
        #expect(chain.hasPrefix(start) && !chain.contains("setup is"), "\(chain)")
    }

    @Test(.live, arguments: [("hw:CARD=PCH,DEV=0", nil), ("file:/dev/null,raw", "Plug PCM: "), ("null", "Plug PCM: ")])
    func `advice to convert works if pasted into a shell`(name: String, start: String?) async throws {
        let shell = try RunningProgram(
            findProgram("bash", package: "bash"), ["-c", "printf '%s\\n' \(PCMName.converting(name))"])
        #expect(try await shell.end(within: .seconds(20)).exitCode == 0)
        let words = shell.output.split(separator: "\n").map(String.init)
        try #require(words == ["--device", "plug:'\(name)'"])
        // alsa-lib takes the word for a PCM behind the plugin; one without a card cannot be opened.
        guard let start else { return }
        #expect(try PCMHandle(name: words[1]).describeChain().hasPrefix(start))
    }

    @Test(arguments: ["hw:0", "plughw:0,0", "surround51"])
    func `a card is not taken exclusively without permission`(name: String) throws {
        let error = try #require(throws: ThudError.self) { try Engine.playing(through: request(name)) }
        #expect(error.code == .exclusive && error.subject == name)
        // A program that uses the library has no options.
        #expect(error.description.contains(name) && !error.description.contains("--"))
    }

    @Test func `latency after the card's own position counts towards a cue's latency`() throws {
        for name in ["hw:31", "plughw:31,0", "front:CARD=Nobody,DEV=0"] {
            let error = try #require(throws: ThudError.self) { try Engine.playing(through: request(name)) }
            #expect(error.errno == ENODEV)
            #expect(error.description.hasPrefix("there is no sound card for \(name); "))
        }
        #expect(PCMName.card(of: "hw:PCH,3") == "PCH" && PCMName.card(of: "surround51") == "0")
        #expect(PCMName.card(of: "default") == nil)
    }

    @Test func `a missing device is unknown, and the sentence says where to look`() throws {
        let error = try #require(throws: ThudError.self) { try Engine.playing(through: request("no-such-pcm")) }
        #expect(error.code == .unknownDevice && error.subject == "no-such-pcm")
        #expect(error.description.contains("no-such-pcm") && error.description.contains("thud devices"))
    }

    /// It fails if the recording's thread does not run for two seconds.
    @Test(.live) func `voices through a real PCM play and are recorded on their frames`() throws {
        let scratch = try ScratchDirectory(prefix: "thud-null")
        let path = scratch.file("all.wav")
        let engine = try Engine.playing(through: request("null"), recordingTo: path)
        #expect(engine.sampleRate == 48_000 && engine.health.device.contains("null"))
        let click: [Float] = [0.5, -0.25, 0.125]
        var routing = Routing.silent
        routing[0, .haptic] = 1
        try #require(
            engine.play(VoiceRequest(id: 3, clip: Clip(tracks: [click]), routing: routing, triggered: .now())))
        var receipts: [Receipt] = []
        try holdOn("the receipt", within: RunningEngine.patience) {
            receipts += engine.receipts()
            return !receipts.isEmpty && engine.voiceCount == 0
        }
        #expect(engine.events().isEmpty && engine.health.xruns == 0 && engine.health.deviceLosses == 0)
        try engine.stop()
        let receipt = try #require(receipts.first)
        #expect(receipt.outcome == .played && receipt.predicted > receipt.triggered)
        try expectAlone(click, at: receipt.frame, in: SoundFile.read(path).channels[2])
    }

    @Test func `an engine reports how much its device's buffer holds`() throws {
        var long = request("null")
        long.period = 4096
        let engine = try Engine.playing(through: long)
        #expect(engine.buffered == Interval(frames: 8192, at: 48_000))
        try engine.stop()
    }

    @Test func `a stream with a separate haptic signal has four channels`() throws {
        var four = request("null")
        four.haptics = .furtherChannels
        let device = try ALSADevice(four)
        #expect(device.summary.contains("4 channels"))
        device.close()
    }
}

@Suite struct SystemMuteTests {
    private let on = SystemMute.Channel()
    private let off = SystemMute.Channel(isOn: false)
    private let down = SystemMute.Channel(isDown: true)

    @Test func `a system is muted if every channel is off or at zero`() {
        #expect(SystemMute.isMuted(channels: [off]))
        #expect(SystemMute.isMuted(channels: [off, off]))
        #expect(SystemMute.isMuted(channels: [down, off]))
    }

    @Test func `a system is not muted if one channel sounds`() {
        #expect(!SystemMute.isMuted(channels: [off, on]))
        #expect(!SystemMute.isMuted(channels: [on, down]))
        #expect(!SystemMute.isMuted(channels: []))
    }

    @Test func `a mute that nobody follows any more has no thread, even if it waits for a mixer`() async throws {
        func threads() throws -> Int {
            try SourceFile.names(in: "/proc/self/task", endingIn: "").count { number in
                (try? SourceFile.read("/proc/self/task/\(number)/comm")) == Array("thud-mute\n".utf8)
            }
        }
        let mute = SystemMute()
        try await poll("the thread of a mute", within: .seconds(30)) { try threads() > 0 }
        _ = consume mute
        try await poll("the end of that thread", within: .seconds(30)) { try threads() == 0 }
    }
}
