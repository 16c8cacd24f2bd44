package theme

import "image/color"

// Colour names a colour by its meaning. What it looks like depends on the current variant.
type Colour int

// Ground is the page, Card what lies on it, Sunken what is pressed in. Edge is the border of something to fill in.
// Ghost is for words of what is off alone. Each state has an ink and a tint to put under it. Practice, Paper and Ink
// look the same in every variant: yellow must mean practice everywhere, and a code must stay black on white to be
// scanned.
const (
	Transparent Colour = iota
	Ground
	Card
	Sunken
	Line
	Edge
	Text
	Muted
	Ghost
	Inverse
	OnInverse
	Scrim
	Primary
	OnPrimary
	PrimaryTint
	PrimaryDeep
	Waiting
	WaitingTint
	Paid
	OnPaid
	PaidTint
	Failed
	FailedTint
	Unknown
	UnknownTint
	UnknownGap
	Expired
	ExpiredTint
	Practice
	OnPractice
	Paper
	Ink
	Alert
	colourCount
)

type palette [colourCount]color.NRGBA

// NRGBA is the colour in the current variant.
func (c Colour) NRGBA() color.NRGBA { return c.In(Now().Variant) }

// In is the colour in a given variant. A colour without a name is transparent.
func (c Colour) In(v Variant) color.NRGBA {
	if c <= Transparent || c >= colourCount {
		return color.NRGBA{}
	}
	switch v {
	case Dark:
		return dark[c]
	case Contrast:
		return contrast[c]
	default:
		return light[c]
	}
}

func hex(rgb uint32) color.NRGBA {
	return color.NRGBA{R: uint8(rgb >> 16), G: uint8(rgb >> 8), B: uint8(rgb), A: 0xff}
}

var light = palette{
	Ground: hex(0xF4F6F9), Card: hex(0xFFFFFF), Sunken: hex(0xE9EDF3),
	Line: hex(0xD9DEE6), Edge: hex(0x7C8798),
	Text: hex(0x16191D), Muted: hex(0x4A5260), Ghost: hex(0x7B8697),
	Inverse: hex(0x16191D), OnInverse: hex(0xFFFFFF), Scrim: {R: 22, G: 25, B: 29, A: 153},
	Primary: hex(0x0B57D0), OnPrimary: hex(0xFFFFFF), PrimaryTint: hex(0xE1EBFB), PrimaryDeep: hex(0x073B8F),
	Waiting: hex(0x7A4B00), WaitingTint: hex(0xFFF0D1),
	Paid: hex(0x0A6B34), OnPaid: hex(0xFFFFFF), PaidTint: hex(0xDFF2E7),
	Failed: hex(0xB3141B), FailedTint: hex(0xFCE6E6),
	Unknown: hex(0x6B2FA0), UnknownTint: hex(0xF1E7F9), UnknownGap: hex(0xFFFFFF),
	Expired: hex(0x4A5260), ExpiredTint: hex(0xE9EDF3),
	Practice: hex(0xFFC400), OnPractice: hex(0x16191D),
	Paper: hex(0xFFFFFF), Ink: hex(0x000000), Alert: hex(0xFFC400),
}

var dark = palette{
	Ground: hex(0x0B0F14), Card: hex(0x1A2029), Sunken: hex(0x262E3A),
	Line: hex(0x2C3440), Edge: hex(0x7A869A),
	Text: hex(0xF2F4F7), Muted: hex(0xB3BBC7), Ghost: hex(0x6E798B),
	Inverse: hex(0xF2F4F7), OnInverse: hex(0x0B0F14), Scrim: {A: 168},
	Primary: hex(0x8AB4F8), OnPrimary: hex(0x0B0F14), PrimaryTint: hex(0x1E3050), PrimaryDeep: hex(0xC4D9FC),
	Waiting: hex(0xFFC25C), WaitingTint: hex(0x3A2C0F),
	Paid: hex(0x5FD38D), OnPaid: hex(0x0B0F14), PaidTint: hex(0x12351F),
	Failed: hex(0xFF8A84), FailedTint: hex(0x42191B),
	Unknown: hex(0xD3A4FF), UnknownTint: hex(0x332347), UnknownGap: hex(0x0B0F14),
	Expired: hex(0xB3BBC7), ExpiredTint: hex(0x262E3A),
	Practice: hex(0xFFC400), OnPractice: hex(0x16191D),
	Paper: hex(0xFFFFFF), Ink: hex(0x000000), Alert: hex(0x7A4B00),
}

var contrast = palette{
	Ground: hex(0xFFFFFF), Card: hex(0xFFFFFF), Sunken: hex(0xFFFFFF),
	Line: hex(0x000000), Edge: hex(0x000000),
	Text: hex(0x000000), Muted: hex(0x000000), Ghost: hex(0x595959),
	Inverse: hex(0x000000), OnInverse: hex(0xFFFFFF), Scrim: {A: 204},
	Primary: hex(0x0033A0), OnPrimary: hex(0xFFFFFF), PrimaryTint: hex(0xFFFFFF), PrimaryDeep: hex(0x00184D),
	Waiting: hex(0x5C3700), WaitingTint: hex(0xFFFFFF),
	Paid: hex(0x00521F), OnPaid: hex(0xFFFFFF), PaidTint: hex(0xFFFFFF),
	Failed: hex(0x8F0008), FailedTint: hex(0xFFFFFF),
	Unknown: hex(0x4A0E80), UnknownTint: hex(0xFFFFFF), UnknownGap: hex(0xFFFFFF),
	Expired: hex(0x000000), ExpiredTint: hex(0xFFFFFF),
	Practice: hex(0xFFC400), OnPractice: hex(0x16191D),
	Paper: hex(0xFFFFFF), Ink: hex(0x000000), Alert: hex(0xFFC400),
}
