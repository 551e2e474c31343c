import Glibc

/// What a PipeWire server is told of the streams that play: their names, and the cycle that they ask for. Its plugin for ALSA has no
/// other way for it than the environment; without one it would ask for cycles of a period, and a long queue has long periods.
public enum ServerStream {
    private static let latency = "PIPEWIRE_LATENCY"
    private static let properties = "PIPEWIRE_PROPS"
    /// Somebody chose a cycle for this program, which is left alone.
    private static let isChosen = getenv(latency).map { $0.pointee != 0 } ?? false

    /// Names the streams, and makes room in the environment. To be called once before the program has a second thread: what is
    /// there may be changed later while others read it, but nothing may be added.
    public static func prepare() {
        setenv(properties, "{ node.name = thud, media.name = Thud, media.role = Game, application.id = thud }", 0)
        if !isChosen { setenv(latency, "", 1) }
    }

    /// Asks for cycles of so many frames for each stream that begins from now on; nil leaves the server what it has.
    static func ask(_ frames: Int?, rate: Int) {
        if !isChosen { setenv(latency, frames.map { "\($0)/\(rate)" } ?? "", 1) }
    }
}
