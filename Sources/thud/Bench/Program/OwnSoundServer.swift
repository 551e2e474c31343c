import Glibc
import ThudCore
import ThudPlayback

/// A sound server for a machine without one: PipeWire with a null sink, and WirePlumber to connect streams. It serves
/// only this process and the programs that it starts, and ends with its owner.
///
/// Only variables of PipeWire and PulseAudio and ALSA's configuration change, so a program still finds its settings.
final class OwnSoundServer {
    private let folder: String
    private let interrupts: Interrupts
    private var processes: [ServerProcess] = []

    /// Starts the server; throws if PipeWire or WirePlumber is missing or does not start. Call it before this process
    /// has a second thread. A signal makes it return at once.
    init(_ interrupts: Interrupts) throws(ThudError) {
        self.interrupts = interrupts
        // pipewire-pulse would describe the streams of its clients as those of this process.
        ServerStream.withdraw()
        var template = Array("/tmp/thud-server-XXXXXX".utf8CString)
        guard let made = mkdtemp(&template) else { throw .system("cannot create a folder in /tmp") }
        folder = String(cString: made)
        try write(Self.configuration, to: "server.conf")
        try write(
            "</usr/share/alsa/alsa.conf>\npcm.!default { type pipewire }\nctl.!default { type pipewire }\n",
            to: "asoundrc")
        setenv("PIPEWIRE_RUNTIME_DIR", folder, 1)
        // It may name a server elsewhere.
        unsetenv("PIPEWIRE_REMOTE")
        setenv("ALSA_CONFIG_PATH", "\(folder)/asoundrc", 1)
        try start(["pipewire", "-c", "\(folder)/server.conf"])
        try wait(for: "PipeWire") { PipeWireServer.ask() != nil }
        // WirePlumber 0.4 selects a part of itself by configuration file, 0.5 by profile. It alone gets the private
        // folder for its settings. There the older one reads that it must choose a default sink.
        for part in ["/wireplumber", "/wireplumber/policy.lua.d"] { mkdir(folder + part, 0o700) }
        try write("load_module(\"default-nodes\", {})\n", to: "wireplumber/policy.lua.d/80-private.lua")
        let isOlder = access("/usr/share/wireplumber/policy.conf", R_OK) == 0
        try start(
            ["wireplumber"] + (isOlder ? ["-c", "policy.conf"] : ["--profile=policy"]),
            settings: ["XDG_CONFIG_HOME=\(folder)", "XDG_STATE_HOME=\(folder)"])
        try wait(for: "WirePlumber") { PipeWireServer.ask()?.defaultSink != nil }
        try startPulse()
    }

    /// Serves PulseAudio's programs too, if pipewire-pulse is installed.
    private func startPulse() throws(ThudError) {
        guard ServerProcess.isInstalled("pipewire-pulse") else { return }
        try write(Self.clientConfiguration, to: "pulse.conf")
        try start(["pipewire-pulse", "-c", "\(folder)/pulse.conf"], settings: ["PULSE_RUNTIME_PATH=\(folder)"])
        setenv("PULSE_SERVER", "unix:\(folder)/native", 1)
        try wait(for: "pipewire-pulse") { access("\(self.folder)/native", R_OK) == 0 }
    }

    deinit {
        // The last one ends first.
        while processes.popLast() != nil {}
        let (process, code) = ChildProgram.spawn(["rm", "-rf", folder])
        if code == 0 { waitpid(process, nil, 0) }
    }

    private func write(_ text: String, to name: String) throws(ThudError) {
        try SourceFile.write(Array(text.utf8), to: "\(folder)/\(name)")
    }

    private func start(_ command: [String], settings: [String] = []) throws(ThudError) {
        processes.append(try ServerProcess(command, settings: settings, packages: "pipewire and wireplumber"))
    }

    private func wait(for name: String, until isReady: () -> Bool) throws(ThudError) {
        let end = Instant.now() + ServerProcess.timeout
        while !isReady(), interrupts.received == nil {
            guard Instant.now() < end else { throw ServerProcess.late(name) }
            usleep(50_000)
        }
    }

    /// The stock file raises the smallest quantum in a virtual machine here too.
    private static let clientConfiguration = """
        \(loading("protocol-native", "client-node", "adapter", "metadata", "protocol-pulse"))
        pulse.properties = { server.address = [ "unix:native" ] }
        """

    private static let configuration = """
        context.properties = {
            core.daemon = true, core.name = pipewire-0, default.clock.rate = 48000
            default.clock.min-quantum = 32, default.clock.max-quantum = 2048
            # The stock file raises the smallest quantum to 1024 in a virtual machine.
            vm.overrides = { }
        }
        \(loading(
            "protocol-native", "metadata", "spa-node-factory", "client-node", "client-device", "access", "adapter",
            "link-factory", "session-manager"))
        context.objects = [
            { factory = metadata args = { metadata.name = default } }
            { factory = adapter
              args = {
                factory.name = support.null-audio-sink, node.name = thud-sink, media.class = Audio/Sink
                object.linger = true, audio.position = [ FL FR ], priority.driver = 30000
                session.suspend-timeout-seconds = 0
              } }
        ]
        """

    /// Returns the part of a configuration that loads PipeWire's modules.
    private static func loading(_ modules: String...) -> String {
        """
        context.spa-libs = {
            audio.convert.* = audioconvert/libspa-audioconvert, support.* = support/libspa-support
        }
        context.modules = [
            { name = libpipewire-module-rt args = { nice.level = -11 } flags = [ ifexists nofail ] }
            \(modules.map { "{ name = libpipewire-module-\($0) }" }.joined(separator: " "))
        ]
        """
    }
}
