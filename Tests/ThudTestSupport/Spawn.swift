import Foundation

/// Starts a program in a process group of its own, with these descriptors as its standard input, output and error.
///
/// With a `terminal`, the path of a pseudoterminal, it begins a session that this terminal controls, and reads from it.
///
/// Foundation's `Process` will not do: on Linux it takes a program for running as long as any of its children lives.
func spawn(
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
    // POSIX_SPAWN_SETSID, which glibc's headers show to GNU programs alone.
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
