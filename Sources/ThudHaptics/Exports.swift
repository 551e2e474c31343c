// Haptic patterns, their files and their sound, by `import ThudHaptics`.
@_exported public import ThudCore
@_exported public import ThudHapticFormats
@_exported public import ThudPatternRendering
@_exported public import ThudPatterns
