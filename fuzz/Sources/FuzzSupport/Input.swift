import ThudCore

/// Returns the input from libFuzzer as bytes.
public func bytes(_ data: UnsafePointer<UInt8>?, _ size: Int) -> [UInt8] {
    Array(UnsafeBufferPointer(start: data, count: size))
}

/// Stops the fuzzer, which keeps the input, unless the condition holds.
public func require(_ condition: Bool, _ message: @autoclosure () -> String) {
    if !condition { fatalError(message()) }
}

/// Reads something, and requires every refusal to be one line that names the file.
///
/// - Returns: nil if it was refused.
public func reading<Value>(_ file: String, _ read: @autoclosure () throws -> Value) -> Value? {
    do {
        return try read()
    } catch let error as ThudError {
        requireSentence(error, file: file)
    } catch {
        fatalError("an error of another kind: \(error)")
    }
    return nil
}

/// Requires a diagnostic to be one line of reasonable length that names the file.
public func requireSentence(_ error: ThudError, file: String) {
    let line = error.description
    require(line.hasPrefix(file) && !error.message.isEmpty, "no file or no message: \(line)")
    require(!line.contains(where: \.isNewline), "more than one line: \(line)")
    let isPlain = line.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    require(isPlain, "a control character: \(line)")
    require(line.utf8.count <= 100_000, "a message of \(line.utf8.count) bytes")
}
