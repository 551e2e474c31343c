import CThudSystem

/// Memory that the audio thread may access at any time without waiting for the kernel. Its pages are mapped from the
/// start, and locked as far as the system allows it (RLIMIT_MEMLOCK).
enum LockedMemory {
    /// Allocates zeroed memory for `capacity` elements, to be released with `free`. It traps if there is not enough.
    static func allocate<Element: BitwiseCopyable>(of: Element.Type, capacity: Int) -> UnsafeMutablePointer<Element> {
        let bytes = size(of: Element.self, capacity: capacity)
        guard let memory = thud_memory_create(bytes) else {
            preconditionFailure("cannot allocate \(bytes) bytes of memory")
        }
        return memory.bindMemory(to: Element.self, capacity: capacity)
    }

    /// Releases memory that `allocate` returned for the same `capacity`.
    static func free<Element: BitwiseCopyable>(_ memory: UnsafeMutablePointer<Element>, capacity: Int) {
        thud_memory_free(memory, size(of: Element.self, capacity: capacity))
    }

    private static func size<Element>(of: Element.Type, capacity: Int) -> Int {
        max(1, capacity) * MemoryLayout<Element>.stride
    }
}

/// A gap that separates the fields of different threads into different cache lines, so that one thread's writes do not
/// slow down another's accesses. It is two lines long, because processors fetch lines in pairs.
struct CacheLineGap: BitwiseCopyable { private let bytes = [16 of UInt64](repeating: 0) }
