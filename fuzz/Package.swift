// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .enableUpcomingFeature("MemberImportVisibility"),
    // What is `package` in the house is reached from here too.
    .unsafeFlags(["-package-name", "thud"]),
]
let thud = Target.Dependency.product(name: "ThudParsers", package: "thud")

/// One a parser that takes what comes from outside, and what is rendered of it: `fuzz-NAME` in Sources, its seeds in
/// corpus/NAME of the archive.
let parsers = [
    "actuator", "ahap", "android", "cues", "deck", "haptic", "he", "hjif", "hmpg", "json", "keys", "rendition",
    "script", "sound", "vibration",
]

// A package of its own, for all of it, Thud's modules too, is built with -sanitize=fuzzer; `fuzz/run` does so.
let package = Package(
    name: "fuzz",
    dependencies: [.package(name: "thud", path: "..")],
    targets: [.target(name: "FuzzSupport", dependencies: [thud], packageAccess: false, swiftSettings: settings)]
        + parsers.map { parser in
            .executableTarget(
                name: "fuzz-\(parser)", dependencies: ["FuzzSupport", thud],
                // libFuzzer brings `main`.
                packageAccess: false, swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
        }
)
