package theme

// Size is a size of type in units: one for the usual size class, one for the small one. Both grow with the text scale.
type Size struct{ usual, small float32 }

// Fixed is a size outside the scale, the same in both size classes.
func Fixed(units float32) Size { return Size{units, units} }

// The scale of type. Caption is the smallest that anybody is asked to read. Key is for the digits of a key, Instruction
// for what to do at an end, Word for the one word of an end, AmountS to AmountXL for amounts by screen: route, code,
// ends, sale.
var (
	Caption     = Fixed(15)
	Label       = Fixed(16)
	Nav         = Fixed(17)
	Body        = Fixed(18)
	Lead        = Fixed(22)
	Title       = Fixed(28)
	Key         = Fixed(36)
	Instruction = Size{36, 28}
	AmountS     = Fixed(48)
	AmountM     = Size{64, 56}
	AmountL     = Size{88, 64}
	AmountXL    = Size{96, 80}
	Word        = Size{120, 88}
	Customer    = Fixed(176)
)

// Units is the size in the current size class and text scale.
func (s Size) Units() float32 { return s.Base() * scale() }

// Base is the size in the current size class before the text scale: for what must not grow, such as a digit on a key
// whose height is given.
func (s Size) Base() float32 {
	if Now().Small {
		return s.small
	}
	return s.usual
}

func scale() float32 { return max(Now().TextScale, 1) }

// IconSide is the side of an icon that stands beside words: it grows with them, by
// half at most, since the words come first. Larger ones have their size.
func IconSide(units float32) float32 {
	if units > largestBeside {
		return units
	}
	return units * min(scale(), 1.5)
}

const largestBeside = 48

// The rhythm. S5 and S6 shrink in the small size class.
const (
	S1 float32 = 4
	S2 float32 = 8
	S3 float32 = 12
	S4 float32 = 16
	S7 float32 = 48
)

// S5 is the padding of the work area and of cards, and the gap between them: 24, small 16.
func S5() float32 { return pick(24, 16) }

// S6 is the padding of dialogs: 32, small 24.
func S6() float32 { return pick(32, 24) }

// Shape and heights in units.
const (
	Radius       float32 = 12
	RadiusSmall  float32 = 8
	RadiusCap    float32 = 6
	RadiusChip   float32 = 24
	Frame        float32 = 16 // the hatched frame of an end
	FrameSolid   float32 = 12 // the solid frame of an end
	HatchStripe  float32 = 10 // one stripe of the hatch, measured across it
	RibbonHeight float32 = 28
	BarHeight    float32 = 52
	Target       float32 = 56 // the smallest thing to touch
	ChipHeight   float32 = 48
	RowHeight    float32 = 56
	PrimaryHigh  float32 = 72
	PhoneWidth   float32 = 300
)

// SidebarWidth is the width of the sidebar of sales: 232, small 96.
func SidebarWidth() float32 { return pick(232, 96) }

// ResultIcon is the side of the icon of an end: 200, small 144.
func ResultIcon() float32 { return pick(200, 144) }

// Border is the thickness of lines: 1, in high contrast 2.
func Border() float32 {
	if Now().Variant == Contrast {
		return 2
	}
	return 1
}

// FocusRing is the thickness of the ring around what has the focus: 3, in high contrast 4. It stands outside by
// FocusGap.
func FocusRing() float32 {
	if Now().Variant == Contrast {
		return 4
	}
	return 3
}

// FocusGap is the distance between a widget and its focus ring.
const FocusGap float32 = 2

func pick(usual, small float32) float32 {
	if Now().Small {
		return small
	}
	return usual
}
