// DocC documents the products of the package above; this target only names them.
import ThudEngine
import ThudFeedback
import ThudHaptics
