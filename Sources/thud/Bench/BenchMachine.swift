import Glibc
import ThudCore
import ThudPlayback
import ThudReports

/// The machine on which a bench ran, as far as it can be told.
enum BenchMachine {
    /// Processor, system, priority, device.
    static func facts(_ health: EngineHealth) -> [BenchFact] {
        let facts: [(String, String?)] = [
            ("processor", processor()),
            ("cores", "\(sysconf(Int32(_SC_NPROCESSORS_ONLN)))"),
            ("system", system()),
            ("governor", line("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor")),
            ("real-time priority", health.isRealtime ? "SCHED_FIFO" : "none"),
            ("device", health.device),
            ("thud", Thud.version),
        ]
        return facts.compactMap { name, value in value.map { BenchFact(name, $0) } }
    }

    private static func processor() -> String? {
        // The kernel gives these files no size; they are read as they come.
        guard let text = text("/proc/cpuinfo") else { return nil }
        let model = text.split(separator: "\n").first { $0.hasPrefix("model name") }
        return model?.split(separator: ":").last.map { $0.drop { $0 == " " } }.map(String.init)
    }

    private static func system() -> String? {
        var name = utsname()
        guard uname(&name) == 0 else { return nil }
        func text<Field>(_ field: Field) -> String {
            withUnsafeBytes(of: field) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
        }
        return "\(text(name.sysname)) \(text(name.release)) \(text(name.machine))"
    }

    private static func line(_ path: String) -> String? {
        text(path)?.split(whereSeparator: \.isNewline).first.map(String.init)
    }

    private static func text(_ path: String) -> String? {
        (try? SourceFile.read(path)).map { String(decoding: $0, as: UTF8.self) }
    }
}
