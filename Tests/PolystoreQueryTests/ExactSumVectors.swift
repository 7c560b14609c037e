/// Sums and averages whose results were computed with fractions of unlimited size, as bit patterns of doubles.
enum ExactSumVectors {
    static let all: [(values: [UInt64], sum: UInt64, average: UInt64)] = [
        (
            [
                0x269e0d37f2a74de4, 0xa6a3a4506513270e, 0x128b2f330c5c7fd0,
            ], 0xa68276d1aefe0070, 0xa6689e6ce952ab40
        ),
        (
            [
                0x3031d892f902b, 0x8001db209531985d, 0x6dece81e74ef5, 0xde06c1600a35a,
                0x7b38211e20b8f, 0xd95a98d116ece, 0x121832d3ac94af,
            ], 0x2ea44aff42fc94, 0x8c139ffc9ff06
        ),
        (
            [
                0xbf4277a09a57982b, 0xbc7f3d7b58e26346,
            ], 0xbf4277a09a579925, 0xbf3277a09a579925
        ),
        (
            [
                0xbff0000000000000, 0x7fe1ccf385ebc8a0, 0xffefffffffffffff, 0x7fefffffffffffff,
                0xffee42d130773b76,
            ], 0xffd8ebbb5516e5ac, 0xffb3efc910df1e23
        ),
        (
            [
                0x3fb999999999999a, 0x3fc999999999999a, 0xbff0000000000000, 0x3ff0000000000000,
                0x8000000000000001,
            ], 0x3fd3333333333333, 0x3faeb851eb851eb9
        ),
        (
            [
                0x1012f037b64ce422, 0xf4205b4907a70c3, 0x34b9b5df9e7769b1, 0xae2eb1547f150524,
                0x6d76b07e881ed162,
            ], 0x6d76b07e881ed162, 0x6d5226cba018a782
        ),
        (
            [
                0x800ee635506bf2ef, 0xe807cec66a787, 0x8007f31c4cbd87ad, 0x80165e292e05319a,
                0x80029e8e3e7d1bfb, 0x10ce684cdd2055, 0x800afdc0e00902c7,
            ], 0x801b84e4b071031c, 0x8003ee69d0102504
        ),
        (
            [
                0x3cb37c979febb2f4, 0xbd7061c0f5ac2863, 0x3fe3743aaeeeacbc, 0x413412f93d91b870,
            ], 0x413412f9d9338de7, 0x411412f9d9338de7
        ),
        (
            [
                0x3ff0000000000000
            ], 0x3ff0000000000000, 0x3ff0000000000000
        ),
        (
            [
                0x3ff0000000000000, 0x3fb999999999999a, 0x3c90000000000000, 0x3fb999999999999a,
                0x3c90000000000000, 0x8000000000000001,
            ], 0x3ff3333333333334, 0x3fc999999999999a
        ),
        (
            [
                0xf1d69ed617f5e837, 0x795e8229451abd81, 0xaa05e11ab2715945, 0xf88080b10a3d6b2,
                0xb394fb36bb2d420f, 0xa5aa3c814f426dcb, 0xfe3b890b93f448b3,
            ], 0xfe3b890b93f448b3, 0xfe0f780d3b605316
        ),
        (
            [
                0xe42b0d269a9a5, 0x800c5867b774eb52, 0xb1aaaab2cd31e, 0xec635f0ce5835,
                0x138ca72b0537e6, 0x1e2f47e62aa0a,
            ], 0x289d62b02be5cb, 0x834763ab94c99
        ),
        (
            [
                0x3df08e386bd0561c, 0x43090551e755a3be, 0x3f84a0f9e552df60, 0x43319503011c81dc,
                0xc30a378a59b8daaa, 0x3ef69acd45a9437d, 0x3d5ea5bbe8ec4a1f,
            ], 0x43316ebbf2d01aff, 0x4303ec448336fa47
        ),
        (
            [
                0xffe1ccf385ebc8a0
            ], 0xffe1ccf385ebc8a0, 0xffe1ccf385ebc8a0
        ),
        (
            [
                0x3fc999999999999a, 0xbff0000000000000,
            ], 0xbfe999999999999a, 0xbfd999999999999a
        ),
        (
            [
                0xd4c28c2e7c26847f
            ], 0xd4c28c2e7c26847f, 0xd4c28c2e7c26847f
        ),
        (
            [
                0x8686b2eae05cf, 0x4a961010c4759, 0x800bd0ec88daf401, 0x800a321190fbbd11,
                0x8016188620203626,
            ], 0x801f09b80a3c9a10, 0x80063524ced8eb9d
        ),
        (
            [
                0xc30d39a697323e5c, 0x3f3979f90b311bd0, 0xbf4ed14515130668, 0xbda865e4b113db14,
                0x3eb4c659d1c2442c,
            ], 0xc30d39a697323e5c, 0xc2e76152128e984a
        ),
        (
            [
                0xffee42d130773b76, 0xffefffffffffffff, 0xffefffffffffffff, 0xbff0000000000000,
                0xffee42d130773b76,
            ], 0xfff0000000000000, 0xffe8e786e02fb162
        ),
        (
            [
                0xbff0000000000000, 0x3fb999999999999a, 0x3ca0000000000000, 0x3ff0000000000000,
                0x3fc999999999999a, 0x4340000000000000, 0x3ff0000000000000,
            ], 0x4340000000000001, 0x4312492492492493
        ),
        (
            [
                0x7961fd925d39d0a8, 0x1d87cec31f7296ab, 0x7cf20724d953ee26, 0xfa529ba3fe3bfada,
                0x7afb2c68774b15d7,
            ], 0x7cf20724d96f15e8, 0x7cccd83af57e8973
        ),
        (
            [
                0x2bf914fd58dbe, 0x17fd541a28f7b3, 0x878e3bd87a865, 0x162554d42fddbb,
            ], 0x2cad8efddb05c8, 0xe56c77eed82e4
        ),
        (
            [
                0xc03a447c3f373ca4, 0x4052c3df3b0a844c, 0xbe8842b5061cc8b8, 0xbe36473e7b61bd03,
                0x3efd107438ab0d11,
            ], 0x404865813d6dbd1c, 0x402384676457ca7d
        ),
        (
            [
                0xffefffffffffffff, 0x7fe1ccf385ebc8a0, 0xffe1ccf385ebc8a0, 0x7fe1ccf385ebc8a0,
                0xffefffffffffffff, 0x3ff0000000000000, 0xffee42d130773b76,
            ], 0xfff0000000000000, 0xffd5d88879deb318
        ),
        (
            [
                0x4340000000000000, 0x3c90000000000000, 0x4340000000000000, 0xbff0000000000000,
                0xbfd3333333333333, 0x3fb999999999999a, 0x3ff0000000000000,
            ], 0x4350000000000000, 0x4322492492492492
        ),
        (
            [
                0xefe09f07cefe2a1f, 0xfcf00fecb91ee9e5, 0xf47aebdd597a1ecf, 0x5d58c705f979d04a,
            ], 0xfcf00fecb91ee9e5, 0xfcd00fecb91ee9e5
        ),
        (
            [
                0x344df38703800
            ], 0x344df38703800, 0x344df38703800
        ),
        (
            [
                0xbfe59d7da9a28e80, 0xc14eafb14f460a3a, 0x3cc996ae7a92917b, 0xc26d1ce4f18ddc50,
            ], 0xc26d1cec9d7a45bf, 0xc24d1cec9d7a45bf
        ),
        (
            [
                0xfc90000000000000, 0xfc90000000000000, 0x7fee42d130773b76, 0x7c90000000000000,
                0x7fee42d130773b76, 0xffe1ccf385ebc8a0,
            ], 0x7ff0000000000000, 0x7fcc7b1f3cac7432
        ),
        (
            [
                0x1, 0x3ff0000000000000,
            ], 0x3ff0000000000000, 0x3fe0000000000000
        ),
        (
            [
                0x77216e9ee7a46309, 0xa7e6529bce76e9f4, 0x9c9011ef256badf9, 0x988af3fbd39630d6,
                0x796f74adfaf55496,
            ], 0x796f74adfaf66b80, 0x79492a24c8c522cd
        ),
        (
            [
                0xb3689effddeea, 0x118b8e8c74fc1e, 0x800074ad057a40b2, 0x80173e6cf88c422b,
                0x8010d9c01a4f44f9, 0x474bdef02090b,
            ], 0x80075603ace0e3c3, 0x800139009cd025f6
        ),
        (
            [
                0xbdda6fdd237ee170, 0xbe601e0fc1b3c5e4, 0xbeb87010965882fc, 0x42c16b567dad11a0,
                0xc1cf2ee0ba3db820, 0x416cb9fdbdd52827, 0x432a77eda3abbf13,
            ], 0x432abd9a82b2904c, 0x42fe8f8c03153733
        ),
        (
            [
                0xffefffffffffffff, 0xffefffffffffffff, 0xfc90000000000000, 0xffefffffffffffff,
                0xffe1ccf385ebc8a0,
            ], 0xfff0000000000000, 0xffe6c2971ac8c1b9
        ),
        (
            [
                0x3ff0000000000000, 0x3c90000000000000,
            ], 0x3ff0000000000000, 0x3fe0000000000000
        ),
        (
            [
                0x1ece615db9a6442e, 0xfcf31ca8e752fdf, 0xaead44b0537390e5, 0x87ddaeb784b28054,
                0x7b8444d18e317041,
            ], 0x7b8444d18e317041, 0x7b60370e0b5ac034
        ),
        (
            [
                0x8003653fc6c80e2b, 0x1d17d8f6f915f, 0x8dc8130f97058, 0x800320bac5b2e75a,
                0x11f9af73c1cd2c, 0x801c9bbfc28ee907, 0xe2f171038f0b5,
            ], 0x7b50af559e10c, 0x119dcfe7a8ddd
        ),
        (
            [
                0xbfb62ada351bd686, 0x3e103f80d3c418df, 0x434d8772c23cf12f, 0xbd3ae14739ca44d6,
                0x3f7f229dcc8e3fb8,
            ], 0x434d8772c23cf12f, 0x43279f8f01ca5a8c
        ),
        (
            [
                0xffe1ccf385ebc8a0, 0x7fee42d130773b76, 0xbff0000000000000,
            ], 0x7fd8ebbb5516e5ac, 0x7fc09d278e0f43c8
        ),
        (
            [
                0x8000000000000001, 0x3ff0000000000000, 0xbfd3333333333333, 0x3fc999999999999a,
                0x3fc999999999999a, 0x3ff0000000000000, 0x3ff0000000000000,
            ], 0x4008cccccccccccd, 0x3fdc57c57c57c57c
        ),
        (
            [
                0x23231e1ee2015522, 0x77bd891ff7b103df, 0xbf268ea03836e865,
            ], 0x77bd891ff7b103df, 0x77a3b0bffa760295
        ),
        (
            [
                0x1c515e65f42986
            ], 0x1c515e65f42986, 0x1c515e65f42986
        ),
        (
            [
                0xbf74aaeb7b4d19ec, 0x3da5b414335ec632,
            ], 0xbf74aaeb7a9f794a, 0xbf64aaeb7a9f794a
        ),
        (
            [
                0x7fee42d130773b76, 0x7fee42d130773b76, 0x7fefffffffffffff,
            ], 0x7ff0000000000000, 0x7feed736204f7cf9
        ),
        (
            [
                0x3c90000000000000, 0xbfd3333333333333, 0x1, 0x3ca0000000000000,
            ], 0xbfd3333333333330, 0xbfb3333333333330
        ),
        (
            [
                0x9fb9af5084768b8c, 0x83239ef54ba2e161, 0x10755c97f5f554ed,
            ], 0x9fb9af5084768b8c, 0x9fa11f8b02f9b25d
        ),
        (
            [
                0x801d64bffc2e6a59
            ], 0x801d64bffc2e6a59, 0x801d64bffc2e6a59
        ),
        (
            [
                0xbe15850a087f80a0, 0xbd9cfd1f3f1db180,
            ], 0xbe15a20727be9e52, 0xbe05a20727be9e52
        ),
        (
            [
                0xfc90000000000000, 0x7c90000000000000, 0xffefffffffffffff,
            ], 0xffefffffffffffff, 0xffd5555555555555
        ),
        (
            [
                0x3fb999999999999a, 0x3c90000000000000, 0xbfd3333333333333, 0x3ff0000000000000,
                0x8000000000000001,
            ], 0x3fe999999999999a, 0x3fc47ae147ae147b
        ),
        (
            [
                0xccb1c51d0eba0ea8, 0x2eefa279b02e3d8d, 0xe53169606ce193c2,
            ], 0xe53169606ce193c2, 0xe517372b3bd76fad
        ),
        (
            [
                0x1e06f544d82a53
            ], 0x1e06f544d82a53, 0x1e06f544d82a53
        ),
        (
            [
                0xbcc9a6f1010ace1d, 0xc2d10e2ca87661e8, 0xbecd0aa01817a59a, 0x3e4da74657a9659e,
                0xc1861f0e61b8f9c0, 0xbd6e0520a470140b,
            ], 0xc2d10e2d596ed4f6, 0xc2a6bd91cc93c69d
        ),
        (
            [
                0xffe1ccf385ebc8a0, 0xbff0000000000000, 0x7fefffffffffffff,
            ], 0x7fdc6618f4286ebe, 0x7fc2eebb4d7049d4
        ),
        (
            [
                0xbff0000000000000, 0x4340000000000000, 0x3c90000000000000, 0xbc90000000000000,
                0x3fc999999999999a, 0x3ff0000000000000, 0x4340000000000000,
            ], 0x4350000000000000, 0x4322492492492492
        ),
        (
            [
                0x4a65651cdbde747, 0x401d68fbfe977c56, 0x3edb92009758340,
            ], 0x401d68fbfe977c56, 0x40039b52a9ba52e4
        ),
        (
            [
                0x80102e51bbab27f6
            ], 0x80102e51bbab27f6, 0x80102e51bbab27f6
        ),
        (
            [
                0x3f9f726d2ef44c0c, 0xc15510f5c7469300,
            ], 0xc15510f5c54f6c2d, 0xc14510f5c54f6c2d
        ),
        (
            [
                0x7fefffffffffffff, 0x7fefffffffffffff, 0x7fe1ccf385ebc8a0, 0xbff0000000000000,
            ], 0x7ff0000000000000, 0x7fe4733ce17af227
        ),
        (
            [
                0xbfd3333333333333, 0xbfd3333333333333,
            ], 0xbfe3333333333333, 0xbfd3333333333333
        ),
    ]
}
