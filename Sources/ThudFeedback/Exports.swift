// Re-exports what a program needs to play cues on the engine, so that `import ThudFeedback` is enough.
@_exported public import ThudCore
@_exported public import ThudCues
@_exported public import ThudPatterns
@_exported public import ThudPlayback
@_exported public import ThudSoundFiles
