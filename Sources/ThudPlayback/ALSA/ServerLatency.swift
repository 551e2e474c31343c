import Glibc

/// The cycle for which a PipeWire server is asked. Its plugin for ALSA would ask for one of a period, but a long queue has long
/// periods; the environment says it better.
public enum ServerLatency {
    private static let name = "PIPEWIRE_LATENCY"
    /// Somebody chose a cycle for this program, which is left alone.
    private static let isChosen = getenv(name).map { $0.pointee != 0 } ?? false

    /// Makes room in the environment. To be called once before the program has a second thread: what is there may be changed
    /// later while others read it, but nothing may be added.
    public static func prepare() {
        guard !isChosen else { return }
        setenv(name, "", 1)
    }

    /// Asks for cycles of so many frames for each stream that begins from now on; nil leaves the server what it has.
    static func ask(_ frames: Int?, rate: Int) {
        guard !isChosen else { return }
        setenv(name, frames.map { "\($0)/\(rate)" } ?? "", 1)
    }
}
