import Glibc

/// The server's state as PipeWire's own tools report it. Every value is nil or false if the tools are missing or no
/// server answers.
struct SoundServer {
    /// The forced quantum in frames; 0 if none is forced.
    let forcedQuantum: Int?
    /// The sample rate of the graph, in hertz.
    let rate: Int?
    let isBluetooth: Bool

    var answers: Bool { forcedQuantum != nil || rate != nil }

    /// The command that stops forcing the quantum.
    static let unforcing = "pw-metadata -n settings 0 clock.force-quantum 0"

    init() {
        let settings = CommandOutput.of("pw-metadata -n settings 0")
        forcedQuantum = SoundServer.setting("clock.force-quantum", in: settings)
        rate =
            SoundServer.setting("clock.force-rate", in: settings).flatMap { $0 > 0 ? $0 : nil }
            ?? SoundServer.setting("clock.rate", in: settings)
        isBluetooth = CommandOutput.of("wpctl inspect @DEFAULT_AUDIO_SINK@").contains("bluez")
    }

    /// Returns a number from the output of `pw-metadata`: `update: id:0 key:'clock.rate' value:'48000' type:''`.
    static func setting(_ key: String, in text: String) -> Int? {
        let line = text.split(separator: "\n").first { $0.contains("key:'\(key)'") }
        return line?.split(separator: "value:'").dropFirst().first.flatMap { Int($0.prefix { $0 != "'" }) }
    }
}
