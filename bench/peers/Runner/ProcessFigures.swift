import Foundation
import Glibc

/// What the kernel tells about another process.
enum ProcessFigures {
    /// The processor time of a process and of those of its children that it has waited for, in seconds.
    ///
    /// The process's own comes from its clock, to the nanosecond; that of its children in the kernel's ticks.
    static func processorTime(of process: pid_t) -> Double {
        var clock = clockid_t()
        var time = timespec()
        guard clock_getcpuclockid(process, &clock) == 0, clock_gettime(clock, &time) == 0 else { return 0 }
        // Behind the name, which may hold spaces, `stat` goes on with field 3; 16 and 17 are the children's times.
        let fields = text(process, "stat").split(separator: ")").last?.split(separator: " ") ?? []
        let children = fields.count > 14 ? (Double(fields[13]) ?? 0) + (Double(fields[14]) ?? 0) : 0
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9 + children / Double(sysconf(Int32(_SC_CLK_TCK)))
    }

    /// The peak of a process's resident memory in MiB.
    static func peakMemory(of process: pid_t) -> Double {
        let line = text(process, "status").split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        let kibibytes = line?.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first
        return (kibibytes.flatMap { Double($0) } ?? 0) / 1024
    }

    private static func text(_ process: pid_t, _ name: String) -> String {
        String(decoding: FileManager.default.contents(atPath: "/proc/\(process)/\(name)") ?? Data(), as: UTF8.self)
    }
}
