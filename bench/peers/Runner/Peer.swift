/// A program that plays the click by the protocol of sources/peer.h.
struct Peer {
    /// The name in the table.
    let name: String
    /// What it does and with which settings, for the table.
    let settings: String
    /// Its file below bench/.build/peers, or nil for Thud.
    let program: String?
    /// The arguments after the path of the click.
    var arguments: [String] = []
    /// Variables that are added to the server's environment.
    var environment: [String: String] = [:]
    /// Whether each click is a separate process, so that nothing can be idle.
    var isSpawned = false

    /// Thud, with which the others are compared.
    static let thud = Peer(name: "Thud", settings: "--latency low", program: nil, arguments: ["low"])
    /// Thud with other settings.
    static let otherThuds = [
        Peer(name: "Thud, gentle", settings: "--latency gentle", program: nil, arguments: ["gentle"]),
        Peer(name: "Thud, steady", settings: "--latency steady", program: nil, arguments: ["steady"]),
    ]

    /// Returns all others in running order; each requests the lowest latency that it can sustain.
    ///
    /// - Parameter sources: the folder of their sources.
    static func others(sources: String) -> [Peer] {
        [
            Peer(name: "ALSA loop 128", settings: "snd_pcm_writei, 128 x 2", program: "alsa", arguments: ["128"]),
            Peer(name: "ALSA loop 64", settings: "snd_pcm_writei, 64 x 2", program: "alsa", arguments: ["64"]),
            Peer(
                name: "SDL2_mixer 64", settings: "Mix_PlayChannel, PipeWire, 64", program: "sdl-mixer",
                arguments: ["64"], environment: ["SDL_AUDIODRIVER": "pipewire"]),
            Peer(
                name: "SDL2_mixer 2048", settings: "Mix_PlayChannel, 2048 as in its examples",
                program: "sdl-mixer", arguments: ["2048"]),
            Peer(
                name: "OpenAL Soft", settings: "alSourcePlay, ALSA 64 x 2", program: "openal",
                environment: ["ALSOFT_CONF": sources + "/openal.conf"]),
            Peer(name: "PortAudio", settings: "callback, ALSA 64", program: "portaudio", arguments: ["64"]),
            Peer(name: "miniaudio", settings: "ma_sound_start, ALSA 64", program: "miniaudio", arguments: ["64"]),
            Peer(name: "libcanberra", settings: "ca_context_play, cached, Pulse", program: "canberra"),
            Peer(
                name: "aplay", settings: "a process a sound", program: "spawned", arguments: ["aplay", "-q"],
                isSpawned: true),
            Peer(
                name: "pw-play", settings: "a process a sound", program: "spawned", arguments: ["pw-play"],
                isSpawned: true),
            Peer(
                name: "JACK client", settings: "callback, pipewire-jack 64", program: "jack",
                environment: [
                    "LD_LIBRARY_PATH": "/usr/$LIB/pipewire-0.3/jack", "PIPEWIRE_LATENCY": "64/48000",
                ]),
            Peer(name: "pw_stream", settings: "callback, PipeWire 64", program: "pw-stream", arguments: ["64"]),
        ]
    }

    /// Returns the named ones of the others, or all if there are no names; nil if a name is unknown.
    static func others(sources: String, named names: some Collection<String>) -> [Peer]? {
        let all = others(sources: sources)
        guard names.allSatisfy({ name in all.contains { $0.name == name } }) else { return nil }
        return names.isEmpty ? all : all.filter { names.contains($0.name) }
    }
}
