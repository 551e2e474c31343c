extension PrivatePipeWire {
    /// Returns the daemon's configuration: a null sink at `rate` Hz and none of the machine's own devices.
    static func daemonConfiguration(channels: Int, rate: Int) -> String {
        """
        context.properties = {
            core.daemon = true
            core.name = pipewire-0
            default.clock.rate = \(rate)
            default.clock.allowed-rates = [ \(rate) ]
            default.clock.quantum = 1024
            default.clock.min-quantum = 32
            default.clock.max-quantum = 2048
            # The stock file raises the smallest quantum to 1024 in a virtual machine.
            vm.overrides = { }
        }
        context.spa-libs = {
            audio.convert.* = audioconvert/libspa-audioconvert
            support.* = support/libspa-support
        }
        context.modules = [
            { name = libpipewire-module-rt args = { nice.level = -11 } flags = [ ifexists nofail ] }
            { name = libpipewire-module-protocol-native }
            { name = libpipewire-module-profiler }
            { name = libpipewire-module-metadata }
            { name = libpipewire-module-spa-node-factory }
            { name = libpipewire-module-client-node }
            { name = libpipewire-module-client-device }
            { name = libpipewire-module-access args = { } }
            { name = libpipewire-module-adapter }
            { name = libpipewire-module-link-factory }
            { name = libpipewire-module-session-manager }
        ]
        context.objects = [
            { factory = metadata args = { metadata.name = default } }
            { factory = adapter
              args = {
                factory.name = support.null-audio-sink
                node.name = \(sinkName)
                node.description = "Null sink"
                media.class = Audio/Sink
                object.linger = true
                audio.rate = \(rate)
                audio.position = [ \(channels == 4 ? "FL FR RL RR" : "FL FR") ]
                priority.driver = 30000
                session.suspend-timeout-seconds = 0
              } }
        ]
        """
    }

    /// WirePlumber 0.4 reads this in addition to its own policy. It keeps the default sink in memory only.
    static let sessionPolicy = """
        load_module("default-nodes", { ["use-persistent-storage"] = false, ["auto-echo-cancel"] = false })
        """

    /// ALSA's system configuration with PipeWire as the default.
    package static let alsaConfiguration = """
        </usr/share/alsa/alsa.conf>
        pcm.!default { type pipewire }
        ctl.!default { type pipewire }
        """
}
