// swift-tools-version: 6.2

import PackageDescription

// The API documentation of the products. It is a package of its own, so that packages that depend on Thud do not fetch
// DocC's plugin.
let package = Package(
    name: "documentation",
    dependencies: [
        .package(name: "thud", path: "..", traits: []),
        .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"),
    ],
    targets: [
        .target(
            name: "Documentation",
            dependencies: [
                .product(name: "ThudEngine", package: "thud"), .product(name: "ThudFeedback", package: "thud"),
                .product(name: "ThudHaptics", package: "thud"),
            ])
    ]
)
