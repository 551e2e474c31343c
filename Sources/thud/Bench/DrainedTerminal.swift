import Glibc

/// A pseudo-terminal of 120 x 40 whose other end reads all that is drawn and shows it nowhere: writing to it costs what
/// writing to a terminal costs.
final class DrainedTerminal: Sendable {
    private let controller: Int32
    private let descriptor: Int32
    private let reader: pthread_t

    /// Opens one; nil where the system has none to give.
    init?() {
        var controller: Int32 = -1
        var descriptor: Int32 = -1
        guard openpty(&controller, &descriptor, nil, nil, nil) == 0 else { return nil }
        var settings = termios()
        tcgetattr(descriptor, &settings)
        cfmakeraw(&settings)
        tcsetattr(descriptor, TCSANOW, &settings)
        var handle = pthread_t()
        let argument = UnsafeMutableRawPointer(bitPattern: Int(controller) + 1)
        guard pthread_create(&handle, nil, { DrainedTerminal.drain($0) }, argument) == 0 else {
            close(descriptor)
            close(controller)
            return nil
        }
        self.controller = controller
        self.descriptor = descriptor
        reader = handle
    }

    /// Writes all of a frame.
    func write(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// The reader meets the end of file once nobody can write any more.
    func stop() {
        close(descriptor)
        pthread_join(reader, nil)
        close(controller)
    }

    private static func drain(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        let controller = Int32(Int(bitPattern: argument) - 1)
        var block = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let count = read(controller, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return nil }
        }
    }
}
