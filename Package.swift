// swift-tools-version: 6.2

import PackageDescription

/// What every module is held to: Swift 6, warnings are errors, `any` written out.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // The packages in bench/ and fuzz/ reach what is `package` by the same name, whatever the folder of the checkout is called.
    .unsafeFlags(["-package-name", "thud"]),
]

/// Modules that never touch C also have every unsafe construct spelt out.
let pure: [SwiftSetting] = house + [.strictMemorySafety()]

/// Modules that work through long signals or much data are far too slow unoptimised, in tests too.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"])]

/// A C library of Debian's as a module map and a shim.
func library(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// The games: a folder each below Sources/Games, which nothing but the registry names; tests, pictures and benchmarks take some as
/// examples.
let games = ["Kape", "Pocket", "Habit", "Magic"]

/// The module of a game.
func module(_ game: String) -> String { "Thud\(game)" }

let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let database = Target.Dependency.product(name: "GRDB", package: "GRDB.swift")
let arguments = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

let package = Package(
    name: "thud",
    products: [
        .executable(name: "thud", targets: ["thud"]),
        // What the benchmarks measure, which are a package of their own.
        .library(
            name: "ThudLibraries",
            targets: [
                "ThudCore", "ThudCues", "ThudFeedback", "ThudGameKit", "ThudHaptics", "ThudKape", "ThudPlayback",
                "ThudReports", "ThudTerminal",
            ]),
        // For other programs: haptic patterns and their files; the engine that plays clips; and cues, of sound and haptics, on that
        // engine. None of them needs another package.
        .library(
            name: "ThudHaptics", targets: ["ThudCore", "ThudHapticFormats", "ThudHaptics", "ThudPatternRendering"]),
        .library(name: "ThudEngine", targets: ["CThudSystem", "ThudCore", "ThudPlayback", "ThudSoundFiles"]),
        .library(
            name: "ThudFeedback",
            targets: [
                "ThudCore", "ThudCues", "ThudFeedback", "ThudHaptics", "ThudPatternRendering", "ThudPlayback",
                "ThudSoundFiles",
            ]),
        // The bench's own sound server and recorder are those of the tests.
        .library(name: "ThudTestSupport", targets: ["ThudTestSupport"]),
        .library(name: "DetectorTrials", targets: ["DetectorTrials"]),
        .library(name: "ThudTestTraits", targets: ["TestTraits", "ThudTestSupport"]),
        .executable(name: "sound-probe", targets: ["sound-probe"]),
        // Preloaded into the programs that the tests run.
        .library(name: "CloseGuard", type: .dynamic, targets: ["CloseGuard"]),
        .library(name: "RealtimeJudge", type: .dynamic, targets: ["RealtimeJudge"]),
        // What the fuzzers feed.
        .library(
            name: "ThudParsers",
            targets: [
                "ThudAudioToHaptics", "ThudCore", "ThudCues", "ThudGameKit", "ThudHapticFormats", "ThudHaptics",
                "ThudInput",
                "ThudKape", "ThudPatternRendering", "ThudSoundFiles", "ThudTerminal",
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
        library("CThudALSA", pkgConfig: "alsa", package: "libasound2-dev"),
        library("CThudSndFile", pkgConfig: "sndfile", package: "libsndfile1-dev"),
        library("CThudSoxr", pkgConfig: "soxr", package: "libsoxr-dev"),
        library("CThudEbur128", pkgConfig: "libebur128", package: "libebur128-dev"),
        library("CThudFreeType", pkgConfig: "freetype2", package: "libfreetype-dev"),
        library("CThudCairo", pkgConfig: "cairo", package: "libcairo2-dev"),
        .target(
            name: "CThudSystem",
            cSettings: [.define("_GNU_SOURCE"), .define("THUD_RTSAN", .when(traits: ["RealtimeSanitizer"]))]),

        // The house, from the ground up: each module imports only what stands above it.
        .target(name: "ThudCore", dependencies: ["CThudSystem"], swiftSettings: pure),
        .target(name: "ThudHaptics", dependencies: ["ThudCore"], swiftSettings: pure + optimised),
        .target(name: "ThudHapticFormats", dependencies: ["ThudCore", "ThudHaptics"], swiftSettings: pure),
        .target(
            name: "ThudPictures", dependencies: ["CThudCairo", "ThudCore", "ThudHaptics"],
            swiftSettings: house + optimised),
        .target(
            name: "ThudSoundFiles", dependencies: ["CThudSndFile", "CThudSoxr", "ThudCore"],
            swiftSettings: house + optimised),
        .target(
            name: "ThudPatternRendering", dependencies: ["ThudCore", "ThudHaptics", "ThudSoundFiles"],
            swiftSettings: pure + optimised),
        .target(
            name: "ThudAudioToHaptics", dependencies: ["ThudCore", "ThudHaptics", "ThudSoundFiles"],
            swiftSettings: pure + optimised),
        .target(
            name: "ThudSoundRecipes", dependencies: ["CThudEbur128", "ThudCore", "ThudSoundFiles"],
            swiftSettings: house + optimised
        ),
        .target(
            name: "ThudPlayback", dependencies: ["CThudALSA", "CThudSystem", "ThudCore", "ThudSoundFiles"],
            swiftSettings: house),
        .target(
            name: "ThudOutputCapture", dependencies: ["CThudALSA", "CThudSystem", "ThudCore", "ThudPlayback"],
            swiftSettings: house + optimised),
        .target(name: "ThudCues", dependencies: ["ThudCore", "ThudHaptics"], swiftSettings: pure),
        .target(
            name: "ThudFeedback",
            dependencies: [
                "ThudCore", "ThudCues", "ThudHaptics", "ThudPatternRendering", "ThudPlayback", "ThudSoundFiles",
            ], swiftSettings: pure),
        .target(name: "ThudReports", dependencies: ["ThudCore", histogram], swiftSettings: pure + optimised),
        .target(name: "ThudInput", dependencies: ["ThudCore"], swiftSettings: pure + optimised),
        .target(name: "ThudTerminal", dependencies: ["CThudSystem", "ThudCore", "ThudInput"], swiftSettings: pure),
        .target(name: "ThudTextRaster", dependencies: ["CThudFreeType", "ThudCore"], swiftSettings: house),
        .target(
            name: "ThudGameKit", dependencies: ["ThudCore", "ThudCues", "ThudInput"], swiftSettings: pure + optimised),
        .target(
            name: "ThudMotion", dependencies: ["CThudSystem", "ThudCore", "ThudGameKit"], swiftSettings: pure),
        .target(
            name: "ThudRecords", dependencies: ["ThudCore", "ThudGameKit", database], swiftSettings: pure),
        .target(
            name: "ThudGameUI",
            dependencies: ["ThudCore", "ThudCues", "ThudGameKit", "ThudInput", "ThudTerminal", "ThudTextRaster"],
            swiftSettings: pure),
        .target(
            name: "ThudPatternView",
            dependencies: ["ThudCore", "ThudGameUI", "ThudHaptics", "ThudTerminal", "ThudTextRaster"],
            swiftSettings: pure),

        .executableTarget(
            name: "thud",
            dependencies: [
                "CThudSystem", "ThudAudioToHaptics", "ThudCore", "ThudCues", "ThudFeedback", "ThudGameKit",
                "ThudGameUI", "ThudGames", "ThudHapticFormats", "ThudHaptics", "ThudInput", "ThudMotion",
                "ThudOutputCapture",
                "ThudPatternRendering", "ThudPictures", "ThudPlayback", "ThudRecords", "ThudReports", "ThudPatternView",
                "ThudSoundFiles", "ThudSoundRecipes", "ThudTerminal", arguments,
            ], swiftSettings: house),

        // Tests: one target a module, then the whole against a private sound server.
        .target(
            name: "ThudTestSupport", dependencies: ["CThudSystem", "ThudCore"], path: "Tests/ThudTestSupport",
            swiftSettings: house + optimised),
        .target(name: "CloseGuard", path: "Tests/CloseGuard"),
        .target(name: "VirtualPad", path: "Tests/VirtualPad"),
        .target(name: "RealtimeJudge", path: "Tests/RealtimeJudge", cSettings: [.define("_GNU_SOURCE")]),
        .target(
            name: "TestTraits", dependencies: ["ThudCore", "ThudTestSupport"], path: "Tests/TestTraits",
            swiftSettings: house),
        .target(
            name: "BenchSamples", dependencies: ["ThudCore", "ThudReports"], path: "Tests/BenchSamples",
            swiftSettings: house),
        .target(
            name: "DetectorTrials", dependencies: ["ThudCore", "ThudGameKit"], path: "Tests/DetectorTrials",
            swiftSettings: house),
        .executableTarget(
            name: "sound-probe", dependencies: ["CThudALSA", "CThudSystem", "ThudCore", "ThudTestSupport"],
            path: "Tests/SoundProbe",
            swiftSettings: house),
        .executableTarget(
            name: "live-probe",
            dependencies: ["ThudCore", "ThudCues", "ThudFeedback", "ThudHaptics", "ThudPlayback", "ThudTestSupport"],
            path: "Tests/LiveProbe", swiftSettings: house),
        .executableTarget(
            name: "hardware-checks",
            dependencies: ["CThudALSA", "ThudCore", "ThudGameKit", "ThudTestSupport", "VirtualPad"],
            path: "Tests/Hardware/Checks", swiftSettings: house),
        .executableTarget(
            name: "test-probe",
            dependencies: ["ThudCore", "ThudGameKit", "ThudKape", "ThudRecords", "ThudTerminal", "ThudTestSupport"],
            path: "Tests/TestProbe", swiftSettings: house),
        .target(
            name: "CueSounds",
            dependencies: ["ThudCore", "ThudCues", "ThudHaptics", "ThudPatternRendering", "ThudSoundFiles"],
            path: "Tests/CueSounds", swiftSettings: house + optimised),
        .executableTarget(
            name: "pictures",
            dependencies: [
                "CueSounds", "ThudCore", "ThudCues", "ThudFeedback", "ThudGameKit", "ThudGameUI", "ThudGames",
                "ThudHabit", "ThudHaptics", "ThudKape", "ThudPictures", "ThudPlayback", "ThudRecords",
                "ThudPatternView",
                "ThudSoundFiles", "ThudSoundRecipes", "ThudTerminal", "ThudTextRaster",
            ],
            path: "Tests/Pictures", swiftSettings: house),
        .testTarget(
            name: "AudioToHapticsTests",
            dependencies: ["ThudAudioToHaptics", "ThudCore", "ThudHaptics", "ThudSoundFiles"],
            swiftSettings: house),
        .testTarget(
            name: "BrowserTests",
            dependencies: [
                "BenchSamples", "TestTraits", "ThudCore", "ThudHaptics", "ThudPictures", "ThudReports",
                "ThudTestSupport",
            ], swiftSettings: house),
        .testTarget(
            name: "CommandTests",
            dependencies: [
                "BenchSamples", "TestTraits", "thud", "ThudCore", "ThudCues", "ThudFeedback", "ThudGameKit",
                "ThudGameUI", "ThudGames", "ThudHaptics", "ThudInput", "ThudKape", "ThudMagic", "ThudPictures",
                "ThudPlayback",
                "ThudPocket", "ThudRecords", "ThudReports", "ThudSoundFiles", "ThudTerminal", "ThudTestSupport",
                arguments,
            ], swiftSettings: house),
        .testTarget(name: "CoreTests", dependencies: ["ThudCore"], swiftSettings: house),
        .testTarget(name: "CuesTests", dependencies: ["ThudCore", "ThudCues", "ThudHaptics"], swiftSettings: house),
        .testTarget(
            name: "FeedbackTests",
            dependencies: [
                "TestTraits", "ThudCore", "ThudCues", "ThudFeedback", "ThudHaptics", "ThudPatternRendering",
                "ThudPlayback", "ThudSoundFiles", "ThudTestSupport",
            ], swiftSettings: house),
        .testTarget(
            name: "GameKitTests", dependencies: ["DetectorTrials", "ThudCore", "ThudGameKit", "ThudInput"],
            swiftSettings: house),
        .testTarget(
            name: "GameUITests",
            dependencies: ["ThudCore", "ThudGameKit", "ThudGameUI", "ThudInput", "ThudTerminal"], swiftSettings: house
        ),
        .testTarget(
            name: "HapticFormatsTests", dependencies: ["ThudCore", "ThudHapticFormats", "ThudHaptics"],
            swiftSettings: house),
        .testTarget(
            name: "HapticsTests", dependencies: ["ThudCore", "ThudHaptics"], swiftSettings: house + optimised),
        .testTarget(
            name: "IntegrationTests",
            dependencies: [
                "CueSounds", "live-probe", "sound-probe", "test-probe", "TestTraits", "thud", "ThudCore", "ThudCues",
                "ThudGameKit", "ThudGameUI", "ThudGames", "ThudHaptics", "ThudPatternRendering", "ThudReports",
                "ThudSoundFiles", "ThudTestSupport",
            ], swiftSettings: house),
        .testTarget(
            name: "HabitTests",
            dependencies: [
                "TestTraits", "ThudCore", "ThudCues", "ThudFeedback", "ThudGameKit", "ThudGameUI", "ThudHabit",
                "ThudHaptics", "ThudInput", "ThudPlayback", "ThudSoundFiles", "ThudTerminal", "ThudTestSupport",
                "ThudTextRaster",
            ], path: "Tests/Games/HabitTests", swiftSettings: house + optimised),
        .testTarget(
            name: "KapeTests",
            dependencies: [
                "ThudCore", "ThudCues", "ThudGameKit", "ThudGameUI", "ThudInput", "ThudKape", "ThudRecords",
                "ThudTerminal", "ThudTestSupport",
            ], path: "Tests/Games/KapeTests", swiftSettings: house),
        .testTarget(
            name: "MagicTests",
            dependencies: [
                "ThudCore", "ThudCues", "ThudGameKit", "ThudGameUI", "ThudHaptics", "ThudInput", "ThudMagic",
                "ThudTerminal", "ThudTextRaster",
            ], path: "Tests/Games/MagicTests", swiftSettings: house),
        .testTarget(
            name: "MotionTests", dependencies: ["ThudCore", "ThudGameKit", "ThudMotion", "ThudTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "OutputCaptureTests", dependencies: ["ThudCore", "ThudOutputCapture", "ThudPlayback"],
            swiftSettings: house + optimised),
        .testTarget(
            name: "PatternRenderingTests",
            dependencies: ["CThudSndFile", "ThudCore", "ThudHaptics", "ThudPatternRendering", "ThudSoundFiles"],
            swiftSettings: house + optimised),
        .testTarget(
            name: "PicturesTests",
            dependencies: [
                "CThudCairo", "ThudCore", "ThudGameKit", "ThudGameUI", "ThudHaptics", "ThudPictures", "ThudTerminal",
                "ThudTextRaster",
                "pictures",
            ],
            swiftSettings: house),
        .testTarget(
            name: "PlaybackTests",
            dependencies: ["CThudALSA", "TestTraits", "ThudCore", "ThudPlayback", "ThudSoundFiles", "ThudTestSupport"],
            swiftSettings: house),
        .testTarget(
            name: "PocketTests",
            dependencies: [
                "ThudCore", "ThudGameKit", "ThudGameUI", "ThudInput", "ThudPocket", "ThudRecords", "ThudTerminal",
            ],
            path: "Tests/Games/PocketTests", swiftSettings: house),
        .testTarget(
            name: "RecordsTests",
            dependencies: [
                "test-probe", "TestTraits", "ThudCore", "ThudCues", "ThudGameKit", "ThudKape", "ThudRecords",
                "ThudTestSupport", database,
            ], swiftSettings: house),
        .testTarget(
            name: "ReportsTests", dependencies: ["BenchSamples", "ThudCore", "ThudReports"], swiftSettings: house),
        .testTarget(
            name: "PatternViewTests",
            dependencies: ["ThudCore", "ThudHaptics", "ThudPatternView", "ThudTerminal"], swiftSettings: house),
        .testTarget(
            name: "SoundFilesTests", dependencies: ["CloseGuard", "ThudCore", "ThudSoundFiles"],
            swiftSettings: house),
        .testTarget(
            name: "SoundRecipesTests",
            dependencies: [
                "CueSounds", "ThudCore", "ThudCues", "ThudHaptics", "ThudSoundFiles", "ThudSoundRecipes",
            ],
            swiftSettings: house + optimised),
        .testTarget(
            name: "TerminalTests",
            dependencies: [
                "CThudSystem", "test-probe", "TestTraits", "ThudCore", "ThudInput", "ThudTerminal", "ThudTestSupport",
            ],
            swiftSettings: house),
        .testTarget(
            name: "TestTraitsTests", dependencies: ["TestTraits", "ThudCore", "ThudTestSupport"], swiftSettings: house),
        .testTarget(name: "TextRasterTests", dependencies: ["ThudCore", "ThudTextRaster"], swiftSettings: house),
    ]
        + games.map {
            .target(
                name: module($0),
                dependencies: ["ThudCore", "ThudGameKit", "ThudGameUI", "ThudInput", "ThudTerminal", "ThudTextRaster"],
                path: "Sources/Games/\($0)", swiftSettings: pure + optimised)
        } + [
            .target(
                name: "ThudGames",
                dependencies: ["ThudCore", "ThudGameKit", "ThudGameUI"] + games.map { .byName(name: module($0)) },
                path: "Sources/Games/Registry", swiftSettings: pure)
        ]
)
