// Cues on the engine, by `import ThudFeedback`.
@_exported public import ThudCore
@_exported public import ThudCues
@_exported public import ThudPatterns
@_exported public import ThudPlayback
@_exported public import ThudSoundFiles
