import Foundation

/// Starts a program in its own process group, with these descriptors as standard input, output and error.
///
/// If `terminal` is the path of a pseudoterminal, the program begins a session that this terminal controls, and reads
/// from it.
///
/// Foundation's `Process` does not work here: on Linux it considers a program running as long as any of its children
/// live.
func spawn(
    _ path: String, _ arguments: [String], environment: [String: String], descriptors: [Int32], terminal: String? = nil
) throws -> ChildProcess {
    var environment = environment
    environment[Broom.mark] = Broom.shared.run
    return ChildProcess(
        try launch(path, arguments, environment: environment, descriptors: descriptors, terminal: terminal))
}

/// Cleans up after a test run however it ends, even by SIGKILL. It ends every program that the run started, with all
/// descendants, and removes the run's scratch directories.
///
/// A shell waits until the run's end of a pipe is closed, which the kernel does at the latest. It recognises the
/// programs by a variable in their environment, because a tmux server is not a child of the run.
final class Broom: Sendable {
    static let shared = Broom()
    static let mark = "THUD_TEST_RUN"

    /// The unique name of the run on this machine.
    let run: String
    /// The folder of its scratch directories.
    let folder: String

    private init() {
        run = "\(getpid())-\(UInt32.random(in: 0...UInt32.max))"
        folder = NSTemporaryDirectory() + "/thud-\(run)"
        let script = """
            trap '' INT TERM HUP QUIT
            read -r line
            for round in 1 2; do
                for process in /proc/[0-9]*; do
                    if grep -qsza "^\(Self.mark)=\(run)$" "$process/environ"; then kill -9 "${process#/proc/}"; fi
                done
            done 2>/dev/null
            rm -rf '\(folder)'
            """
        let pipe = Pipe()
        let ends = [pipe.fileHandleForReading, pipe.fileHandleForWriting]
        for end in ends { _ = fcntl(end.fileDescriptor, F_SETFD, FD_CLOEXEC) }
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        _ = try? launch(
            "/bin/sh", ["-c", script], environment: [:], descriptors: [ends[0].fileDescriptor, null, null])
        close(null)
        try? ends[0].close()
        // Stays open as long as this process lives.
        _ = fcntl(ends[1].fileDescriptor, F_DUPFD_CLOEXEC, 0)
    }
}

private func launch(
    _ path: String, _ arguments: [String], environment: [String: String], descriptors: [Int32], terminal: String? = nil
) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (standard, descriptor) in descriptors.enumerated() {
        posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(standard))
    }
    if let terminal { posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var all = sigset_t()
    sigemptyset(&none)
    sigfillset(&all)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    // POSIX_SPAWN_SETSID, which glibc's headers declare only for GNU programs.
    let setSession: Int32 = 0x80
    let group = terminal == nil ? Int32(POSIX_SPAWN_SETPGROUP) : setSession
    posix_spawnattr_setflags(
        &attributes, Int16(group | Int32(POSIX_SPAWN_SETSIGMASK) | Int32(POSIX_SPAWN_SETSIGDEF)))

    var argumentPointers = ([path] + arguments).map { strdup($0) } + [nil]
    var environmentPointers = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (argumentPointers + environmentPointers).forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, &attributes, &argumentPointers, &environmentPointers)
    guard code == 0 else {
        throw HarnessError(description: "Cannot start \(path): \(String(cString: strerror(code))).")
    }
    return child
}
