import Glibc

/// How long the machine's processors have been idle and running since it started. Work at a low priority counts as
/// idle, because it gives way to a test at once.
struct ProcessorTime {
    let idle: Double
    let total: Double

    /// - Parameter text: the beginning of `/proc/stat`. Its second number is the time of work at a low priority, the
    ///   fourth is idle time.
    init?(_ text: String) {
        let fields = text.prefix { $0 != "\n" }.split(separator: " ").dropFirst().prefix(8).compactMap { Double($0) }
        guard text.hasPrefix("cpu "), fields.count > 3 else { return nil }
        (idle, total) = (fields[1] + fields[3], fields.reduce(0, +))
    }

    /// Returns the time now, or nil on a system that does not report it.
    static func now() -> ProcessorTime? {
        guard let file = fopen("/proc/stat", "re") else { return nil }
        defer { fclose(file) }
        var line = [UInt8](repeating: 0, count: 256)
        let count = fread(&line, 1, line.count, file)
        return ProcessorTime(String(decoding: line.prefix(count), as: UTF8.self))
    }

    /// Returns the idle share of the time since `before`, or nil if no time has passed.
    func idleShare(since before: ProcessorTime) -> Double? {
        total > before.total ? (idle - before.idle) / (total - before.total) : nil
    }
}
