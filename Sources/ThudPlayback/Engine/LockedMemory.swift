import CThudSystem

/// Memory that the audio thread may touch at any time without waiting for the kernel: its pages are there from the beginning, and
/// are locked there as far as the system allows it (RLIMIT_MEMLOCK).
enum LockedMemory {
    /// Room for `capacity` elements, all of whose bytes are zero; `free` gives it back.
    ///
    /// - Precondition: there is so much memory.
    static func allocate<Element: BitwiseCopyable>(of: Element.Type, capacity: Int) -> UnsafeMutablePointer<Element> {
        let bytes = size(of: Element.self, capacity: capacity)
        guard let memory = thud_memory_create(bytes) else {
            preconditionFailure("\(bytes) bytes of memory are not to be had")
        }
        return memory.bindMemory(to: Element.self, capacity: capacity)
    }

    /// Gives back what `allocate` returned for as many elements.
    static func free<Element: BitwiseCopyable>(_ memory: UnsafeMutablePointer<Element>, capacity: Int) {
        thud_memory_free(memory, size(of: Element.self, capacity: capacity))
    }

    private static func size<Element>(of: Element.Type, capacity: Int) -> Int {
        max(1, capacity) * MemoryLayout<Element>.stride
    }
}

/// Keeps what one thread writes on another cache line than what stands before it, so that no thread waits for a line that another
/// one has just written. Two lines long, because processors fetch lines in pairs.
struct CacheLineGap: BitwiseCopyable {
    private let bytes = [16 of UInt64](repeating: 0)
}
