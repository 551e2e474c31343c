// swift-tools-version: 6.2

import PackageDescription

/// What every module is held to: Swift 6, warnings are errors, `any` written out.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// Modules that never touch C also have every unsafe construct spelt out.
let pure: [SwiftSetting] = house + [.strictMemorySafety()]

let package = Package(
    name: "thud",
    products: [
        .executable(name: "thud", targets: ["thud"]),
        // What the benchmarks measure, which are a package of their own.
        .library(
            name: "ThudLibraries",
            targets: ["Cues", "Feedback", "Games", "Haptics", "Motion", "Playback", "Terminal", "Timebase"]),
        // The bench's own sound server and recorder are those of the tests.
        .library(name: "ThudTestSupport", targets: ["TestSupport"]),
        .executable(name: "sound-probe", targets: ["sound-probe"]),
        // What the fuzzers feed.
        .library(
            name: "ThudParsers",
            targets: [
                "Games", "HapticFormats", "Haptics", "JSONText", "Renditions", "SoundFiles", "Terminal",
                "Transcription",
            ]),
    ],
    traits: [
        .trait(
            name: "RealtimeSanitizer",
            description: "Bracket the render path so that RealtimeSanitizer judges it; link with -fsanitize=realtime.")
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // C libraries, as module maps and shims.
        .systemLibrary(name: "CALSA", pkgConfig: "alsa", providers: [.apt(["libasound2-dev"])]),
        .systemLibrary(name: "CSndFile", pkgConfig: "sndfile", providers: [.apt(["libsndfile1-dev"])]),
        .systemLibrary(name: "CSoxr", pkgConfig: "soxr", providers: [.apt(["libsoxr-dev"])]),
        .systemLibrary(name: "CEbur128", pkgConfig: "libebur128", providers: [.apt(["libebur128-dev"])]),
        .systemLibrary(name: "CFreeType", pkgConfig: "freetype2", providers: [.apt(["libfreetype-dev"])]),
        .systemLibrary(name: "CCairo", pkgConfig: "cairo", providers: [.apt(["libcairo2-dev"])]),
        .target(name: "CTerminal", cSettings: [.define("_GNU_SOURCE")]),
        .target(
            name: "CRealtime",
            cSettings: [.define("_GNU_SOURCE"), .define("THUD_RTSAN", .when(traits: ["RealtimeSanitizer"]))]),

        // The house, from the ground up: each module imports only what stands above it.
        .target(name: "JSONText", swiftSettings: pure),
        .target(name: "Wording", swiftSettings: pure),
        .target(name: "Timebase", dependencies: ["CRealtime"], swiftSettings: house),
        .target(name: "Haptics", dependencies: ["JSONText"], swiftSettings: pure),
        .target(name: "HapticFormats", dependencies: ["Haptics", "JSONText"], swiftSettings: pure),
        .target(name: "Pictures", dependencies: ["CCairo", "Haptics", "Wording"], swiftSettings: house),
        .target(name: "SoundFiles", dependencies: ["CSndFile", "CSoxr"], swiftSettings: house),
        .target(name: "Renditions", dependencies: ["Haptics", "SoundFiles"], swiftSettings: pure),
        .target(name: "Transcription", dependencies: ["Haptics", "SoundFiles"], swiftSettings: pure),
        .target(name: "SoundRecipes", dependencies: ["CEbur128", "SoundFiles"], swiftSettings: house),
        .target(
            name: "Playback", dependencies: ["CALSA", "CRealtime", "Timebase", "SoundFiles"], swiftSettings: house),
        .target(
            name: "Loopback", dependencies: ["CALSA", "CRealtime", "Playback", "Timebase"],
            // Correlating a minute of sound is far too slow unoptimised.
            swiftSettings: house + [.unsafeFlags(["-O"])]),
        .target(name: "Cues", dependencies: ["Haptics", "JSONText"], swiftSettings: pure),
        .target(
            name: "Feedback", dependencies: ["Cues", "Haptics", "Renditions", "SoundFiles", "Playback", "Timebase"],
            swiftSettings: pure),
        .target(
            name: "Latency",
            dependencies: ["Timebase", .product(name: "Histogram", package: "hdrhistogram-swift")],
            swiftSettings: pure),
        .target(
            name: "BenchReports",
            dependencies: [
                "JSONText", "Latency", "Timebase", "Wording",
                .product(name: "Histogram", package: "hdrhistogram-swift"),
            ],
            swiftSettings: pure),
        .target(name: "Motion", dependencies: ["Timebase"], swiftSettings: pure),
        .target(name: "Terminal", dependencies: ["CTerminal"], swiftSettings: pure),
        .target(name: "Lettering", dependencies: ["CFreeType"], swiftSettings: house),
        .target(name: "Games", dependencies: ["JSONText", "Motion", "Timebase"], swiftSettings: pure),
        .target(
            name: "Records", dependencies: ["Cues", "Games", .product(name: "GRDB", package: "GRDB.swift")],
            swiftSettings: pure),
        .target(
            name: "Screens",
            dependencies: [
                "Cues", "Games", "Haptics", "Latency", "Lettering", "Motion", "Records", "Terminal", "Timebase",
                "Wording",
            ],
            swiftSettings: pure),
        .executableTarget(
            name: "thud",
            dependencies: [
                "BenchReports", "CRealtime", "Cues", "Feedback", "Games", "HapticFormats", "Haptics", "JSONText",
                "Latency",
                "Lettering", "Loopback", "Motion", "Pictures", "Playback", "Records", "Renditions", "Screens",
                "SoundFiles",
                "SoundRecipes", "Terminal", "Timebase", "Transcription", "Wording",
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ],
            swiftSettings: house),

        // Tests: one target a module, then the whole against a private sound server.
        .target(
            name: "TestSupport", dependencies: ["Timebase"], path: "Tests/TestSupport",
            // Correlating a recording is far too slow unoptimised.
            swiftSettings: house + [.unsafeFlags(["-O"])]),
        .target(name: "TestTraits", dependencies: ["TestSupport"], path: "Tests/TestTraits", swiftSettings: house),
        .target(
            name: "BenchSamples", dependencies: ["BenchReports", "Motion", "Timebase"], path: "Tests/BenchSamples",
            swiftSettings: house),
        .executableTarget(
            name: "sound-probe", dependencies: ["CALSA", "TestSupport", "Timebase"], path: "Tests/SoundProbe",
            swiftSettings: house),
        .executableTarget(
            name: "records-probe", dependencies: ["Games", "Records", "Timebase"], path: "Tests/RecordsProbe",
            swiftSettings: house),
        .executableTarget(
            name: "screen-pictures", dependencies: ["Games", "Haptics", "Lettering", "Screens", "Terminal"],
            path: "Tests/ScreenPictures", swiftSettings: house),
        .executableTarget(
            name: "terminal-probe", dependencies: ["Terminal"], path: "Tests/TerminalProbe", swiftSettings: house),
        .executableTarget(
            name: "pattern-pictures", dependencies: ["Haptics", "JSONText", "Pictures"], path: "Tests/PatternPictures",
            swiftSettings: house),
        .testTarget(
            name: "RealtimeSanitizerTests", dependencies: ["CRealtime", "Playback", "TestSupport", "Timebase"],
            swiftSettings: house),
        .testTarget(name: "JSONTextTests", dependencies: ["JSONText"], swiftSettings: house),
        .testTarget(name: "WordingTests", dependencies: ["Wording"], swiftSettings: house),
        .testTarget(name: "TimebaseTests", dependencies: ["Timebase"], swiftSettings: house),
        .testTarget(name: "HapticsTests", dependencies: ["Haptics", "JSONText", "Motion"], swiftSettings: house),
        .testTarget(
            name: "HapticFormatsTests", dependencies: ["HapticFormats", "Haptics", "JSONText", "Motion"],
            swiftSettings: house),
        .testTarget(name: "PicturesTests", dependencies: ["CCairo", "Haptics", "Pictures"], swiftSettings: house),
        .testTarget(
            name: "GalleryTests", dependencies: ["Haptics", "Pictures", "TestSupport", "TestTraits", "Timebase"],
            swiftSettings: house),
        .testTarget(
            name: "TranscriptionTests", dependencies: ["Haptics", "SoundFiles", "Transcription"], swiftSettings: house),
        .testTarget(name: "SoundFilesTests", dependencies: ["SoundFiles"], swiftSettings: house),
        .testTarget(
            name: "RenditionsTests", dependencies: ["Haptics", "Motion", "Renditions", "SoundFiles"],
            swiftSettings: house),
        .testTarget(
            name: "SoundRecipesTests", dependencies: ["SoundRecipes", "SoundFiles"], swiftSettings: house),
        .testTarget(
            name: "PlaybackTests", dependencies: ["Playback", "SoundFiles", "TestSupport", "TestTraits", "Timebase"],
            swiftSettings: house),
        .testTarget(name: "CuesTests", dependencies: ["Cues", "Haptics"], swiftSettings: house),
        .testTarget(
            name: "FeedbackTests",
            dependencies: [
                "Feedback", "Cues", "Haptics", "JSONText", "Playback", "Renditions", "SoundFiles", "TestSupport",
                "TestTraits", "Timebase",
            ],
            swiftSettings: house),
        .testTarget(name: "LatencyTests", dependencies: ["Latency", "Timebase"], swiftSettings: house),
        .testTarget(
            name: "LoopbackTests", dependencies: ["Loopback", "Motion", "SoundFiles", "Timebase"], swiftSettings: house),
        .testTarget(
            name: "BenchReportsTests",
            dependencies: ["BenchReports", "BenchSamples", "JSONText", "Motion", "Timebase"],
            swiftSettings: house),
        .testTarget(
            name: "BenchPageTests", dependencies: ["BenchReports", "BenchSamples", "TestTraits", "Timebase"],
            swiftSettings: house),
        .testTarget(name: "MotionTests", dependencies: ["Motion", "Timebase"], swiftSettings: house),
        .testTarget(
            name: "GamesTests", dependencies: ["Games", "JSONText", "Motion", "TestSupport", "Timebase"],
            swiftSettings: house),
        .testTarget(
            name: "TerminalTests",
            dependencies: ["CTerminal", "Motion", "Terminal", "TestSupport", "Timebase", "terminal-probe"],
            swiftSettings: house),
        .testTarget(name: "LetteringTests", dependencies: ["Lettering", "Motion"], swiftSettings: house),
        .testTarget(
            name: "RecordsTests",
            dependencies: [
                "Cues", "Games", "Motion", "Records", "TestSupport", "Timebase", "records-probe",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            swiftSettings: house),
        .testTarget(
            name: "ScreensTests",
            dependencies: [
                "Cues", "Games", "Haptics", "Latency", "Lettering", "Motion", "Records", "Screens", "Terminal",
                "Timebase",
            ],
            swiftSettings: house),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "BenchReports", "TestSupport", "TestTraits", "thud", "Games", "Haptics", "JSONText", "Motion",
                "Records", "SoundFiles", "Timebase",
            ],
            swiftSettings: house),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "BenchReports", "TestSupport", "TestTraits", "thud", "sound-probe", "Cues", "Haptics", "JSONText",
                "SoundFiles", "Timebase",
            ],
            swiftSettings: house),
    ]
)
