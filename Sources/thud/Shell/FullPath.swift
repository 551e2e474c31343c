import Glibc

/// Where a path leads to in the end, from the root on; itself where there is nothing.
func fullPath(_ path: String) -> String {
    guard let full = realpath(path, nil) else { return path }
    defer { free(full) }
    return String(cString: full)
}
