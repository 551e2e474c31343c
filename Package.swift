// swift-tools-version: 6.2

import PackageDescription

/// The settings of every module: Swift 6, warnings are errors, `any` is written out.
let house: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .treatAllWarnings(as: .error),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("MemberImportVisibility"),
    // The packages in bench/, fuzz/ and sanitizers/ reach `package` declarations by this name. After it, SwiftPM would
    // give each package the name of its folder, so every target sets `packageAccess: false`.
    .unsafeFlags(["-package-name", "thud"]),
]

/// Modules that never touch C must also spell out every unsafe construct.
let pure: [SwiftSetting] = house + [.strictMemorySafety()]

/// Modules that process long signals, whole screens or much data, or that such modules call in their loops, are far too
/// slow unoptimised, even in tests.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"])]

/// In debug builds ArgumentParser examines a command's options again for each group of options in it, which takes up to
/// 100 ms of processor time a start, and the tests start the program thousands of times. Here the linker replaces that
/// examination, `ParsableArguments._validate`, by nothing.
let quickParser: [String] = {
    let examination = "$s14ArgumentParser17ParsableArgumentsPAAE9_validate6parentyAA8InputKeyVSg_tKFZ"
    return ["-Xlinker", "--wrap=\(examination)", "-Xlinker", "--defsym=__wrap_\(examination)=thud_nothing"]
}()

/// Declares a Debian C library as a module map and a shim.
func library(_ name: String, pkgConfig: String, package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// Declares a module of Swift, which is in the folder of its name below Sources if no other is given.
func module(
    _ name: String, _ dependencies: [Target.Dependency], in path: String? = nil, _ settings: [SwiftSetting]
) -> Target {
    .target(name: name, dependencies: dependencies, path: path, packageAccess: false, swiftSettings: settings)
}

/// Declares the tests of a module, which are in the folder of their name below Tests if no other is given.
func tests(
    _ name: String, _ dependencies: [Target.Dependency], in path: String? = nil, linkerSettings: [LinkerSetting]? = nil
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies, path: path, packageAccess: false, swiftSettings: house,
        linkerSettings: linkerSettings)
}

/// Declares a program in C that tests of the bench measure.
func answering(_ name: String, _ libraries: [String]) -> Target {
    .executableTarget(
        name: name, path: "Tests/AnswerProgram", sources: ["\(name).c"],
        cSettings: [.unsafeFlags(["-O2", "-Wall", "-Wextra", "-Werror"])],
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// The games, each in a folder below Sources/Games. Only the registry names them; tests, pictures and benchmarks use
/// some as examples.
let games = ["Kape", "Pocket", "Habit", "Magic"]

/// Returns the name of a game's module.
func moduleName(of game: String) -> String { "Thud\(game)" }

/// Returns the words and the drawings of a game, which become part of the program.
func texts(of game: String) -> [Resource] {
    let people = ["everyone", "sparkle", "luna", "rosie", "crystal", "willow"]
    let names = ["Words"] + (game == "Magic" ? people.map { "Art/\($0)" } : [])
    return names.map { .embedInCode("\($0).txt") }
}

/// Declares a product of another package, which only the program and the reports need. A package that depends on Thud
/// with `traits: []` does not fetch it.
func product(_ name: String, of package: String) -> Target.Dependency {
    .product(name: name, package: package, condition: .when(traits: ["Program"]))
}

let histogram = product("Histogram", of: "hdrhistogram-swift")
let database = product("GRDB", of: "GRDB.swift")
let arguments = product("ArgumentParser", of: "swift-argument-parser")

let package = Package(
    name: "thud",
    products: [
        .executable(name: "thud", targets: ["thud"]),
        // The modules that the benchmarks measure; they are a separate package.
        .library(
            name: "ThudLibraries",
            targets: [
                "ThudCore", "ThudCues", "ThudFeedback", "ThudGameKit", "ThudPatterns", "ThudKape", "ThudPlayback",
                "ThudReports", "ThudTerminal",
            ]),
        // For other programs, each with one import of its own name: haptic patterns and their files, the engine that
        // plays clips, and cues of sound and haptics on that engine. None of them needs another package.
        .library(
            name: "ThudHaptics",
            targets: ["ThudCore", "ThudHapticFormats", "ThudHaptics", "ThudPatternRendering", "ThudPatterns"]),
        .library(
            name: "ThudEngine", targets: ["ThudEngine", "CThudSystem", "ThudCore", "ThudPlayback", "ThudSoundFiles"]),
        .library(
            name: "ThudFeedback",
            targets: [
                "ThudCore", "ThudCues", "ThudFeedback", "ThudPatterns", "ThudPatternRendering", "ThudPlayback",
                "ThudSoundFiles",
            ]),
        // The same for programs in C and everything that can call it; scripts/library makes libthud.so of it.
        .library(name: "thud-c", type: .dynamic, targets: ["ThudC"]),
        // The benchmarks use the sound server and the recorder of the tests.
        .library(name: "ThudTestSupport", targets: ["ThudTestSupport"]),
        .library(name: "DetectorTrials", targets: ["DetectorTrials"]),
        .library(name: "ThudTestTraits", targets: ["ScriptedPCM", "TestTraits", "ThudTestSupport"]),
        .executable(name: "sound-probe", targets: ["sound-probe"]),
        // Preloaded into the programs that the tests run.
        .library(name: "AbsurdClock", type: .dynamic, targets: ["AbsurdClock"]),
        .library(name: "CallGuard", type: .dynamic, targets: ["CallGuard"]),
        .library(name: "HangingMixer", type: .dynamic, targets: ["HangingMixer"]),
        .library(name: "RealtimeJudge", type: .dynamic, targets: ["RealtimeJudge"]),
        .library(name: "SetsEnvironment", type: .dynamic, targets: ["SetsEnvironment"]),
        // The parsers that the fuzzers feed.
        .library(
            name: "ThudParsers",
            targets: [
                "ThudAudioToHaptics", "ThudCore", "ThudCues", "ThudGameKit", "ThudHapticFormats", "ThudPatterns",
                "ThudInput", "ThudKape", "ThudPatternRendering", "ThudSoundFiles", "ThudTerminal",
            ]),
    ],
    traits: [
        .trait(name: "Program", description: "The program, its records and reports; the other products do without."),
        .default(enabledTraits: ["Program"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        library("CThudALSA", pkgConfig: "alsa", package: "libasound2-dev"),
        library("CThudSndFile", pkgConfig: "sndfile", package: "libsndfile1-dev"),
        library("CThudVorbis", pkgConfig: "vorbisenc", package: "libvorbis-dev"),
        library("CThudExpat", pkgConfig: "expat", package: "libexpat1-dev"),
        library("CThudEvdev", pkgConfig: "libevdev", package: "libevdev-dev"),
        library("CThudSoxr", pkgConfig: "soxr", package: "libsoxr-dev"),
        library("CThudEbur128", pkgConfig: "libebur128", package: "libebur128-dev"),
        library("CThudFreeType", pkgConfig: "freetype2", package: "libfreetype-dev"),
        // The header of the library for C, whose functions are in ThudC.
        .systemLibrary(name: "CThudLibrary"),
        // It needs only the header of libsystemd, and loads the library on demand.
        .target(name: "CThudBus"),
        // The same for pictures, X11 and OSC: they need only the headers of cairo, libX11 and liblo.
        .target(name: "CThudCairo"),
        .target(name: "CThudX11"),
        .target(name: "CThudLO"),
        .target(
            name: "CThudSystem",
            cSettings: [.define("_GNU_SOURCE"), .define("THUD_RTSAN", .when(configuration: .debug))]),

        // Thud's modules from the bottom up: each module imports only those above it in this list.
        module("ThudCore", ["CThudSystem"], pure + optimised),
        module("ThudPatterns", ["ThudCore"], pure + optimised),
        module("ThudHapticFormats", ["CThudExpat", "ThudCore", "ThudPatterns"], pure),
        module("ThudPatternComparison", ["ThudCore", "ThudPatterns"], pure + optimised),
        .target(
            name: "ThudPictures", dependencies: ["CThudCairo", "ThudCore", "ThudPatterns"],
            resources: ["css", "html", "js"].map { .embedInCode("Gallery/gallery.\($0)") }, packageAccess: false,
            swiftSettings: house),
        module("ThudSoundFiles", ["CThudSndFile", "CThudSoxr", "CThudVorbis", "ThudCore"], house + optimised),
        module("ThudPatternRendering", ["ThudCore", "ThudPatterns", "ThudSoundFiles"], pure + optimised),
        module("ThudAudioToHaptics", ["ThudCore", "ThudPatterns", "ThudSoundFiles"], pure + optimised),
        module("ThudSoundRecipes", ["CThudEbur128", "ThudCore", "ThudSoundFiles"], house + optimised),
        module(
            "ThudPlayback", ["CThudALSA", "CThudBus", "CThudSystem", "ThudCore", "ThudSoundFiles"], house + optimised),
        module("ThudOutputCapture", ["CThudALSA", "CThudSystem", "ThudCore", "ThudPlayback"], house + optimised),
        module("ThudCues", ["ThudCore", "ThudPatterns"], pure + optimised),
        module(
            "ThudFeedback",
            ["ThudCore", "ThudCues", "ThudPatterns", "ThudPatternRendering", "ThudPlayback", "ThudSoundFiles"], pure),
        // The modules that other programs import, which only export others.
        module("ThudHaptics", ["ThudCore", "ThudHapticFormats", "ThudPatternRendering", "ThudPatterns"], pure),
        module("ThudEngine", ["ThudCore", "ThudPlayback", "ThudSoundFiles"], pure),
        module(
            "ThudC", ["CThudLibrary", "ThudCore", "ThudCues", "ThudFeedback", "ThudPlayback"], house),
        module("ThudReports", ["ThudCore", "ThudTerminal", histogram], pure),
        module("ThudInput", ["ThudCore"], pure + optimised),
        module("ThudTerminal", ["CThudSystem", "ThudCore", "ThudInput"], pure + optimised),
        module("ThudTextRaster", ["CThudFreeType", "ThudCore"], house + optimised),
        module("ThudGameKit", ["ThudCore", "ThudCues", "ThudInput"], pure + optimised),
        module("ThudMotion", ["CThudEvdev", "ThudCore", "ThudGameKit"], pure),
        module("ThudRecords", ["ThudCore", "ThudGameKit", database], pure),
        .target(
            name: "ThudGameUI",
            dependencies: ["ThudCore", "ThudCues", "ThudGameKit", "ThudInput", "ThudTerminal", "ThudTextRaster"],
            resources: [.embedInCode("Albanian.txt"), .embedInCode("Words.txt")], packageAccess: false,
            swiftSettings: pure),
        module("ThudPatternView", ["ThudCore", "ThudGameUI", "ThudPatterns", "ThudTerminal", "ThudTextRaster"], pure),

        .executableTarget(
            name: "thud",
            dependencies: [
                "CThudALSA", "CThudBus", "CThudLO", "CThudSystem", "CThudX11", "ThudAudioToHaptics", "ThudCore",
                "ThudCues", "ThudFeedback", "ThudGameKit", "ThudGameUI", "ThudGames", "ThudHapticFormats",
                "ThudPatterns", "ThudInput", "ThudMotion", "ThudOutputCapture", "ThudPatternComparison",
                "ThudPatternRendering", "ThudPictures", "ThudPlayback", "ThudRecords", "ThudReports", "ThudPatternView",
                "ThudSoundFiles", "ThudSoundRecipes", "ThudTerminal", arguments,
            ], packageAccess: false, swiftSettings: house,
            linkerSettings: [.unsafeFlags(quickParser, .when(configuration: .debug))]),

        // Tests: one target per module, then the whole program with a private sound server.
        module("ThudTestSupport", ["CThudSystem", "ThudCore"], in: "Tests/ThudTestSupport", house + optimised),
        .target(name: "AbsurdClock", path: "Tests/AbsurdClock"),
        .target(name: "CallGuard", path: "Tests/CallGuard"),
        .target(name: "HangingMixer", path: "Tests/HangingMixer"),
        .target(name: "VirtualPad", path: "Tests/VirtualPad"),
        .target(name: "RealtimeJudge", path: "Tests/RealtimeJudge", cSettings: [.define("_GNU_SOURCE")]),
        .target(name: "ScriptedPCM", path: "Tests/ScriptedPCM", linkerSettings: [.linkedLibrary("asound")]),
        .target(name: "SetsEnvironment", path: "Tests/SetsEnvironment"),
        answering("answer", ["asound", "m"]),
        answering("window", ["X11"]),
        module("TestTraits", ["ThudCore", "ThudTestSupport"], in: "Tests/TestTraits", house),
        module("BenchSamples", ["ThudCore", "ThudReports"], in: "Tests/BenchSamples", house),
        module("DetectorTrials", ["ThudCore", "ThudGameKit"], in: "Tests/DetectorTrials", house),
        .executableTarget(
            name: "sound-probe", dependencies: ["CThudALSA", "CThudSystem", "ThudCore", "ThudTestSupport"],
            path: "Tests/SoundProbe", packageAccess: false, swiftSettings: house),
        .executableTarget(
            name: "live-probe",
            dependencies: ["ThudCore", "ThudCues", "ThudFeedback", "ThudPatterns", "ThudPlayback", "ThudTestSupport"],
            path: "Tests/LiveProbe", packageAccess: false, swiftSettings: house),
        // No test may depend on it, because anything that does is linked with RealtimeSanitizer too.
        .executableTarget(
            name: "realtime-probe", dependencies: ["CThudSystem", "ThudCore", "ThudPlayback", "ThudTestSupport"],
            path: "Tests/RealtimeProbe", packageAccess: false, swiftSettings: house,
            linkerSettings: [.unsafeFlags(["-Xclang-linker", "-fsanitize=realtime"])]),
        .executableTarget(
            name: "hardware-checks",
            dependencies: ["CThudALSA", "ThudCore", "ThudGameKit", "ThudTestSupport", "VirtualPad"],
            path: "Tests/Hardware/Checks", packageAccess: false, swiftSettings: house),
        .executableTarget(
            name: "test-probe",
            dependencies: ["ThudCore", "ThudGameKit", "ThudKape", "ThudRecords", "ThudTerminal", "ThudTestSupport"],
            path: "Tests/TestProbe", packageAccess: false, swiftSettings: house),
        module(
            "CueSounds", ["ThudCore", "ThudCues", "ThudPatterns", "ThudPatternRendering", "ThudSoundFiles"],
            in: "Tests/CueSounds", house + optimised),
        .executableTarget(
            name: "pictures",
            dependencies: [
                "CueSounds", "ThudCore", "ThudCues", "ThudFeedback", "ThudGameKit", "ThudGameUI", "ThudGames",
                "ThudHabit", "ThudPatterns", "ThudKape", "ThudPictures", "ThudPlayback", "ThudRecords",
                "ThudPatternView", "ThudSoundFiles", "ThudSoundRecipes", "ThudTerminal", "ThudTextRaster",
            ],
            path: "Tests/Pictures", packageAccess: false, swiftSettings: house),
        tests("AudioToHapticsTests", ["ThudAudioToHaptics", "ThudCore", "ThudPatterns", "ThudSoundFiles"]),
        tests(
            "BrowserTests",
            [
                "BenchSamples", "TestTraits", "ThudCore", "ThudPatterns", "ThudPictures", "ThudReports",
                "ThudTestSupport",
            ]),
        // The command line. What is for designers and for players are modules of their own, which compile side by side.
        tests(
            "CommandTests",
            [
                "BenchSamples", "TestTraits", "thud", "ThudCore", "ThudFeedback", "ThudGames", "ThudPlayback",
                "ThudRecords", "ThudReports", "ThudSoundFiles", "ThudTestSupport", arguments,
            ]),
        tests("CoreTests", ["ThudCore", "ThudTestSupport"]),
        tests("CuesTests", ["ThudCore", "ThudCues", "ThudPatterns"]),
        tests(
            "FeedbackTests",
            [
                "TestTraits", "ThudCore", "ThudCues", "ThudFeedback", "ThudPatterns", "ThudPatternRendering",
                "ThudPlayback", "ThudSoundFiles", "ThudTestSupport",
            ]),
        tests("GameKitTests", ["DetectorTrials", "ThudCore", "ThudGameKit", "ThudInput"]),
        tests("GameUITests", ["ThudCore", "ThudGameKit", "ThudGameUI", "ThudInput", "ThudTerminal"]),
        tests("HapticFormatsTests", ["ThudCore", "ThudHapticFormats", "ThudPatterns"]),
        tests(
            "IntegrationTests",
            [
                "CueSounds", "answer", "live-probe", "sound-probe", "test-probe", "TestTraits", "thud", "ThudCore",
                "ThudCues", "ThudGameKit", "ThudGameUI", "ThudGames", "ThudPatterns", "ThudPatternRendering",
                "ThudReports", "ThudSoundFiles", "ThudTestSupport", "window",
            ]),
        tests(
            "HabitTests",
            [
                "TestTraits", "ThudCore", "ThudCues", "ThudFeedback", "ThudGameKit", "ThudGameUI", "ThudHabit",
                "ThudPatterns", "ThudInput", "ThudPlayback", "ThudSoundFiles", "ThudTerminal", "ThudTestSupport",
                "ThudTextRaster",
            ], in: "Tests/Games/HabitTests"),
        tests(
            "KapeTests",
            [
                "ThudCore", "ThudCues", "ThudGameKit", "ThudGameUI", "ThudInput", "ThudKape", "ThudRecords",
                "ThudTerminal", "ThudTestSupport",
            ], in: "Tests/Games/KapeTests"),
        tests(
            "MagicTests",
            [
                "ThudCore", "ThudCues", "ThudGameKit", "ThudGameUI", "ThudPatterns", "ThudInput", "ThudMagic",
                "ThudTerminal", "ThudTextRaster",
            ], in: "Tests/Games/MagicTests"),
        tests("MotionTests", ["ThudCore", "ThudGameKit", "ThudMotion", "ThudTestSupport"]),
        tests("OutputCaptureTests", ["ThudCore", "ThudOutputCapture", "ThudPlayback", "ThudTestSupport"]),
        tests(
            "PatternCommandTests",
            [
                "TestTraits", "thud", "ThudCore", "ThudFeedback", "ThudGameUI", "ThudHapticFormats", "ThudInput",
                "ThudPatterns", "ThudSoundFiles", "ThudTestSupport", arguments,
            ]),
        tests("PatternComparisonTests", ["ThudCore", "ThudPatternComparison", "ThudPatterns"]),
        tests(
            "PatternRenderingTests",
            ["CThudSndFile", "ThudCore", "ThudPatterns", "ThudPatternRendering", "ThudSoundFiles"]),
        tests("PatternsTests", ["ThudCore", "ThudPatterns"]),
        tests(
            "PicturesTests",
            [
                "CThudCairo", "ThudCore", "ThudGameKit", "ThudGameUI", "ThudPatterns", "ThudPictures", "ThudTerminal",
                "ThudTextRaster", "pictures",
            ], linkerSettings: [.linkedLibrary("cairo")]),
        tests(
            "PlayCommandTests",
            [
                "TestTraits", "thud", "ThudCore", "ThudCues", "ThudFeedback", "ThudGameKit", "ThudGameUI", "ThudGames",
                "ThudInput", "ThudKape", "ThudMagic", "ThudPatterns", "ThudPictures", "ThudPlayback", "ThudPocket",
                "ThudRecords", "ThudReports", "ThudSoundFiles", "ThudTerminal", "ThudTestSupport",
            ]),
        tests(
            "PlaybackTests",
            ["CThudALSA", "ScriptedPCM", "TestTraits", "ThudCore", "ThudPlayback", "ThudSoundFiles", "ThudTestSupport"]),
        tests(
            "PocketTests",
            ["ThudCore", "ThudGameKit", "ThudGameUI", "ThudInput", "ThudPocket", "ThudRecords", "ThudTerminal"],
            in: "Tests/Games/PocketTests"),
        tests(
            "RecordsTests",
            [
                "test-probe", "TestTraits", "ThudCore", "ThudCues", "ThudGameKit", "ThudGames", "ThudKape",
                "ThudRecords", "ThudTestSupport", database,
            ]),
        tests("ReportsTests", ["BenchSamples", "ThudCore", "ThudReports"]),
        tests("PatternViewTests", ["ThudCore", "ThudGameUI", "ThudPatterns", "ThudPatternView", "ThudTerminal"]),
        tests("SoundFilesTests", ["CallGuard", "ThudCore", "ThudSoundFiles", "ThudTestSupport"]),
        tests(
            "SoundRecipesTests",
            ["CueSounds", "ThudCore", "ThudCues", "ThudPatterns", "ThudSoundFiles", "ThudSoundRecipes"]),
        tests(
            "TerminalTests",
            ["CThudSystem", "test-probe", "TestTraits", "ThudCore", "ThudInput", "ThudTerminal", "ThudTestSupport"]),
        tests("TestTraitsTests", ["TestTraits", "ThudCore", "ThudTestSupport"]),
        tests("TextRasterTests", ["ThudCore", "ThudTextRaster"]),
    ]
        + games.map {
            .target(
                name: moduleName(of: $0),
                dependencies: ["ThudCore", "ThudGameKit", "ThudGameUI", "ThudInput", "ThudTerminal", "ThudTextRaster"],
                path: "Sources/Games/\($0)", resources: texts(of: $0), packageAccess: false,
                swiftSettings: pure)
        } + [
            .target(
                name: "ThudGames",
                dependencies: ["ThudGameKit", "ThudGameUI"] + games.map { .byName(name: moduleName(of: $0)) },
                path: "Sources/Games/Registry", packageAccess: false, swiftSettings: pure)
        ]
)
