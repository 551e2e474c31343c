// The functions of thud.h. The compiler compares each with its declaration there, which also has its documentation.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation, AlwaysUseLowerCamelCase
public import CThudLibrary
import Glibc
import ThudCore
import ThudPlayback

@c @implementation
public func thud_open(
    _ options: UnsafePointer<thud_options>?, _ handle: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<CChar>?, _ error_size: Int
) -> CInt { open(options, isPulled: false, handle, error, error_size) }

@c @implementation
public func thud_open_pulled(
    _ options: UnsafePointer<thud_options>?, _ handle: UnsafeMutablePointer<OpaquePointer?>?,
    _ error: UnsafeMutablePointer<CChar>?, _ error_size: Int
) -> CInt { open(options, isPulled: true, handle, error, error_size) }

private func open(
    _ options: UnsafePointer<thud_options>?, isPulled: Bool, _ handle: UnsafeMutablePointer<OpaquePointer?>?,
    _ buffer: UnsafeMutablePointer<CChar>?, _ size: Int
) -> CInt {
    handle?.pointee = nil
    CText.write("", to: buffer, size: size)
    do {
        guard let handle else { throw ThudError.argument("handle is null; pass the address of a thud *") }
        let opened = Handle(try .open(options, isPulled: isPulled))
        handle.pointee = OpaquePointer(Unmanaged.passRetained(opened).toOpaque())
        return THUD_OK.rawValue
    } catch {
        CText.write("\(error)", to: buffer, size: size)
        return thud_code(error).rawValue
    }
}

@c @implementation
public func thud_close(_ handle: OpaquePointer?) {
    // In a fork there are no threads whose end could be waited for.
    guard let handle, object(handle)?.process == getpid() else { return }
    // Nothing is recorded, so stopping cannot fail.
    try? Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(handle)).takeRetainedValue().engine.stop()
}

/// Calls `body` with the object behind a handle.
private func with(_ handle: OpaquePointer?, _ body: (Handle) throws -> Int64) -> Int64 {
    object(handle)?.perform(body) ?? Int64(THUD_BAD_ARGUMENT.rawValue)
}

private func object(_ handle: OpaquePointer?) -> Handle? {
    handle.map { Unmanaged<Handle>.fromOpaque(UnsafeRawPointer($0)).takeUnretainedValue() }
}

@c @implementation
public func thud_error(_ handle: OpaquePointer?) -> UnsafePointer<CChar>? {
    if let handle = object(handle) { return UnsafePointer(handle.sentence) }
    let text: StaticString = "the handle is null; pass the one from thud_open"
    return UnsafeRawPointer(text.utf8Start).assumingMemoryBound(to: CChar.self)
}

@c @implementation
public func thud_names(
    _ handle: OpaquePointer?, _ names: UnsafeMutablePointer<UnsafePointer<CChar>?>?, _ count: Int
) -> Int64 {
    with(handle) { handle in
        let room = try UnsafeMutableBufferPointer(start: names, checking: count)
        for (index, name) in handle.names.prefix(count).enumerated() { room[index] = name }
        return Int64(handle.names.count)
    }
}

@c @implementation
public func thud_play(
    _ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ cause_ns: Int64, _ gain_db: Double
) -> Int64 {
    with(handle) { try $0.play(CText.read(name, "name"), cause: cause_ns, gain: gain_db) }
}

@c @implementation
public func thud_begin(_ handle: OpaquePointer?, _ name: UnsafePointer<CChar>?, _ cause_ns: Int64) -> Int64 {
    with(handle) { try $0.begin(CText.read(name, "name"), cause: cause_ns) }
}

@c @implementation
public func thud_turn(
    _ handle: OpaquePointer?, _ id: Int64, _ control: UInt32, _ value: Double, _ seconds: Double
) -> CInt {
    CInt(with(handle) { try $0.turn(id, control, to: value, over: seconds) })
}

@c @implementation
public func thud_end(_ handle: OpaquePointer?, _ id: Int64, _ fade_seconds: Double) -> CInt {
    CInt(with(handle) { try $0.end(id, fade: fade_seconds) })
}

@c @implementation
public func thud_stop(_ handle: OpaquePointer?) -> CInt {
    CInt(with(handle) { try $0.stop() })
}

@c @implementation
public func thud_descriptor(_ handle: OpaquePointer?) -> CInt {
    object(handle)?.engine.signal ?? THUD_BAD_ARGUMENT.rawValue
}

@c @implementation
public func thud_reports(
    _ handle: OpaquePointer?, _ reports: UnsafeMutablePointer<thud_report>?, _ count: Int
) -> Int64 {
    with(handle) { try $0.takeReports(count, into: reports) }
}

/// It takes no lock but that of `Engine.render`, which does not wait, and keeps no sentence, which would allocate.
@c @implementation
public func thud_render(
    _ handle: OpaquePointer?, _ frames: Int, _ heard_ns: Int64, _ left: UnsafeMutablePointer<Float>?,
    _ right: UnsafeMutablePointer<Float>?, _ haptic: UnsafeMutablePointer<Float>?
) -> CInt {
    guard frames >= 0, frames <= Int(THUD_MOST_FRAMES) else { return THUD_BAD_ARGUMENT.rawValue }
    // 73 years from the clock's start are enough, and no sum of such instants overflows.
    guard let handle, let left, let right, heard_ns >= 0, heard_ns <= 1 << 61 else {
        left?.update(repeating: 0, count: frames)
        right?.update(repeating: 0, count: frames)
        haptic?.update(repeating: 0, count: frames)
        return THUD_BAD_ARGUMENT.rawValue
    }
    return Unmanaged<Handle>.fromOpaque(UnsafeRawPointer(handle))._withUnsafeGuaranteedRef { handle in
        // If the engine plays to a device, it writes silence.
        handle.engine.render(
            frames, leaving: heard_ns == 0 ? nil : Instant(nanoseconds: heard_ns), left: left, right: right,
            haptic: haptic)
        return (handle.engine.isVirtual ? THUD_OK : THUD_BAD_ARGUMENT).rawValue
    }
}
