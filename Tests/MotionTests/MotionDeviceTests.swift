import Foundation
import Testing
import ThudCore
import ThudMotion
import ThudTestSupport

/// What is no pad. That a real one is read is for `make test-hardware` to show, which has the kernel make one.
struct MotionDeviceTests {
    private func refusal(of path: String) -> ThudError? {
        do throws(ThudError) {
            _ = try MotionDevice(path: path)
            return nil
        } catch {
            return error
        }
    }

    @Test("What is not there is refused in a sentence that names it")
    func missing() throws {
        let error = try #require(refusal(of: "/dev/input/no-such-pad"))
        #expect(error.code == .noDevice)
        #expect(error.description == "/dev/input/no-such-pad cannot be read: No such file or directory")
    }

    @Test("Readings that were written down are for a script")
    func file() throws {
        let scratch = try ScratchDirectory(prefix: "thud-motion")
        let path = scratch.path + "/trace.txt"
        try Data("0.1 motion 0 1 0 0 0 0\n".utf8).write(to: URL(fileURLWithPath: path))
        let error = try #require(refusal(of: path))
        #expect(error.code == .noDevice && error.description.contains("--script"))
    }

    @Test("Devices of another kind are told apart from motion sensors", arguments: ["/dev/null", "/dev/zero", "/tmp"])
    func others(path: String) throws {
        let error = try #require(refusal(of: path))
        #expect(error.code == .noDevice)
        #expect(error.description == "\(path) is no device of the kernel's input layer, such as /dev/input/event0")
    }
}
