import ThudCore

/// The two-headed eagle of Albania, the emblem of Kape.
enum Eagle {
    static let emblem = Emblem(mirroring: Emblem.polygon(half), holes: [Emblem.polygon(eye)])

    /// The outline from the necks over head, wing and claws to the tip of the tail; x is the distance from the axis.
    private static let half = neck + wing + legAndTail

    private static let neck: [(Double, Double)] = [
        (0, 0.275), (0.030, 0.220), (0.046, 0.155), (0.048, 0.105), (0.034, 0.062), (0.068, 0.066), (0.070, 0.022),
        (0.104, 0.052), (0.140, 0.056), (0.186, 0.078), (0.212, 0.128), (0.176, 0.112), (0.184, 0.140), (0.154, 0.132),
        (0.138, 0.165), (0.128, 0.205), (0.134, 0.250), (0.160, 0.275),
    ]

    private static let wing: [(Double, Double)] = [
        (0.205, 0.240), (0.242, 0.180), (0.284, 0.128), (0.330, 0.100), (0.452, 0.062), (0.398, 0.150), (0.490, 0.152),
        (0.412, 0.225), (0.500, 0.255), (0.412, 0.302), (0.488, 0.360), (0.398, 0.382), (0.460, 0.465), (0.370, 0.455),
        (0.410, 0.556), (0.325, 0.516), (0.340, 0.626), (0.272, 0.562), (0.262, 0.656), (0.214, 0.585),
    ]

    private static let legAndTail: [(Double, Double)] = [
        (0.178, 0.645), (0.232, 0.700), (0.318, 0.682), (0.272, 0.722), (0.340, 0.760), (0.262, 0.757),
        (0.282, 0.822), (0.212, 0.768), (0.155, 0.722), (0.100, 0.690),
        (0.112, 0.775), (0.190, 0.872), (0.122, 0.858), (0.132, 0.948), (0.070, 0.893), (0.058, 0.984),
        (0.022, 0.912), (0, 1),
    ]

    private static let eye: [(Double, Double)] = [(0.118, 0.086), (0.130, 0.098), (0.142, 0.086), (0.130, 0.074)]
}
