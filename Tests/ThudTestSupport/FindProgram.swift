import Foundation

/// Returns the full path of a program on the search path.
///
/// A missing program fails the test with the name of its Debian package, because a test that skips itself proves
/// nothing.
package func findProgram(_ name: String, package: String) throws -> String {
    let directories = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin"
    for directory in directories.split(separator: ":") {
        let path = "\(directory)/\(name)"
        if isProgram(path) { return path }
    }
    throw MissingDependency(description: "This test needs “\(name)”: install it with “apt-get install \(package)”.")
}

/// Returns the full path of a program that this package builds, next to the test bundle.
package func findProduct(_ name: String) throws -> String {
    // The test bundle or its runner is in the build directory, at most two levels below the products.
    var directory = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL.deletingLastPathComponent()
    for argument in CommandLine.arguments where argument.hasSuffix(".xctest") {
        directory = URL(fileURLWithPath: argument).standardizedFileURL.deletingLastPathComponent()
    }
    let path = directory.appendingPathComponent(name).path
    guard isProgram(path) else {
        throw MissingDependency(description: "“\(name)” is not at \(path): run “swift build” first.")
    }
    return path
}

/// Returns whether this is an executable file. Folders are excluded, because their execute bit means something else.
private func isProgram(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
    return isThere && !isFolder.boolValue && FileManager.default.isExecutableFile(atPath: path)
}
