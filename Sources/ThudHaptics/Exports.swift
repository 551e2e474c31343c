// Re-exports haptic patterns, their file formats and their rendering, so that `import ThudHaptics` is enough.
@_exported public import ThudCore
@_exported public import ThudHapticFormats
@_exported public import ThudPatternRendering
@_exported public import ThudPatterns
