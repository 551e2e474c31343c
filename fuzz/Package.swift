// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .enableUpcomingFeature("MemberImportVisibility"),
    // This name gives access to the `package` declarations of Thud.
    .unsafeFlags(["-package-name", "thud"]),
]
let thud = Target.Dependency.product(name: "ThudParsers", package: "thud")

/// One fuzzer for each parser of outside input, and for its rendering: `fuzz-NAME` in Sources, with its seeds in
/// corpus/NAME of the archive.
let parsers = [
    "actuator", "ahap", "android", "cues", "deck", "edit", "haptic", "he", "hjif", "hmpg", "json", "keys",
    "rendition", "script", "sound", "vibration",
]

// A separate package, because everything in it, including Thud's modules, is built with -sanitize=fuzzer; `fuzz/run`
// does so.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "thud", path: "..", traits: [])],
    targets: [.target(name: "FuzzSupport", dependencies: [thud], packageAccess: false, swiftSettings: settings)]
        + parsers.map { parser in
            .executableTarget(
                name: "fuzz-\(parser)", dependencies: ["FuzzSupport", thud],
                // libFuzzer provides `main`.
                packageAccess: false, swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
        }
)
