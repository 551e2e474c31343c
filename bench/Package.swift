// swift-tools-version: 6.2

import PackageDescription

// A package of its own, so that what measures does not weigh on what is measured.
let package = Package(
    name: "bench",
    dependencies: [
        .package(name: "thud", path: ".."),
        .package(url: "https://github.com/ordo-one/benchmark", from: "1.38.1", traits: []),
    ],
    targets: [
        .executableTarget(
            name: "Thud",
            dependencies: [
                .product(name: "ThudLibraries", package: "thud"),
                .product(name: "Benchmark", package: "benchmark"),
            ],
            path: "Benchmarks/Thud",
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)],
            plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")])
    ]
)
