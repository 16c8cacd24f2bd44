package theme

import (
	"testing"

	"sanduq/ui/uitest"

	"fyne.io/fyne/v2"
	stock "fyne.io/fyne/v2/theme"
)

func TestWordsCanBeReadOnTheirGround(t *testing.T) {
	least := map[Variant]float64{Light: 5.3, Dark: 6.3, Contrast: 9.4}
	pairs := []struct{ ink, ground Colour }{
		{Text, Ground}, {Text, Card}, {Text, Sunken}, {Muted, Ground}, {Muted, Card}, {Muted, Sunken}, {OnInverse, Inverse},
		{OnPrimary, Primary}, {Primary, PrimaryTint}, {Primary, Card}, {Waiting, Ground}, {Waiting, Card}, {Paid, Ground}, {Paid, Card},
		{OnPaid, Paid}, {Failed, Ground}, {Failed, Card}, {Unknown, Ground}, {Unknown, Card}, {Expired, Card}, {OnPractice, Practice},
		{Waiting, PrimaryTint}, {Unknown, PrimaryTint}, {Text, PrimaryTint}, {Muted, PrimaryTint}, {Ink, Paper},
	}
	for _, v := range Variants() {
		for _, p := range pairs {
			if r := uitest.Contrast(p.ink.In(v), p.ground.In(v)); r < least[v]-.05 {
				t.Errorf("%v: colour %d on %d has a contrast of %.1f", v, p.ink, p.ground, r)
			}
		}
		if r := uitest.Contrast(Edge.In(v), Card.In(v)); r < 3 {
			t.Errorf("%v: the border of a field has a contrast of %.1f", v, r)
		}
	}
}

func TestEveryNameHasAColourInEveryVariant(t *testing.T) {
	for _, v := range Variants() {
		for c := Transparent + 1; c < colourCount; c++ {
			if c.In(v).A == 0 {
				t.Errorf("%v: colour %d is missing", v, c)
			}
		}
		if Transparent.In(v).A != 0 || colourCount.In(v).A != 0 {
			t.Errorf("%v: a colour without a name is drawn", v)
		}
	}
}

func TestYellowMeansPracticeInEveryVariant(t *testing.T) {
	for _, c := range []Colour{Practice, OnPractice, Paper, Ink} {
		if c.In(Light) != c.In(Dark) || c.In(Light) != c.In(Contrast) {
			t.Errorf("colour %d differs between variants", c)
		}
	}
	for _, v := range Variants() {
		if Paid.In(v) == Practice.In(v) {
			t.Errorf("%v: paid looks like practice", v)
		}
	}
}

func TestSizesFollowClassAndScale(t *testing.T) {
	t.Cleanup(func() { Use(Look{}) })
	for _, x := range []struct {
		look Look
		size Size
		want float32
	}{
		{Look{}, Body, 18}, {Look{TextScale: 2}, Body, 36}, {Look{TextScale: 9}, Body, 36}, {Look{TextScale: .1}, Body, 18},
		{Look{Small: true}, Body, 18}, {Look{}, AmountXL, 96}, {Look{Small: true}, AmountXL, 80}, {Look{Small: true}, Word, 88},
		{Look{Small: true, TextScale: 1.5}, AmountM, 84}, {Look{}, Fixed(34), 34},
	} {
		Use(x.look)
		if got := x.size.Units(); got != x.want {
			t.Errorf("%+v: %v, want %v", x.look, got, x.want)
		}
	}
	Use(Look{Small: true, Variant: Contrast})
	if S5() != 16 || SidebarWidth() != 96 || Border() != 2 || FocusRing() != 4 {
		t.Error("the small class or high contrast changes no measures")
	}
}

func TestVariantsSurviveSettings(t *testing.T) {
	for _, v := range Variants() {
		if ParseVariant(v.String()) != v {
			t.Errorf("%v is not read back", v)
		}
	}
	if ParseVariant("pink") != Light {
		t.Error("an unknown variant is not light")
	}
}

func TestTheFaceIsReallyUsed(t *testing.T) {
	uitest.OwnApp(t)
	for w := Regular; w <= Bold; w++ {
		one, base := Measure("1", w, 100)
		eight, _ := Measure("8888", w, 100)
		if one != 60 || eight != 240 {
			t.Errorf("weight %d: digits are not equal cells of 0.6 em: %v %v", w, one, eight)
		}
		if base < 105 || base > 112 {
			t.Errorf("weight %d: ascent %v", w, base)
		}
	}
	regular, _ := Measure("Charge", Regular, 100)
	bold, _ := Measure("Charge", Bold, 100)
	if regular == bold {
		t.Error("Bold measures like Regular")
	}
	if arabic, _ := Measure("صندوق", Regular, 100); arabic < 100 || arabic > 400 {
		t.Errorf("Arabic is not shaped: %v", arabic)
	}
	if Weight(99).Font() != Regular.Font() {
		t.Error("an unknown weight has no face")
	}
}

// TestALookIsNoNewTheme: Fyne would forget the fonts, read them again and keep both.
func TestALookIsNoNewTheme(t *testing.T) {
	a := uitest.OwnApp(t)
	Apply(a, Look{Variant: Dark})
	t.Cleanup(func() { Use(Look{}) })
	told := 0
	a.Settings().AddListener(func(fyne.Settings) { told++ })
	th := a.Settings().Theme()
	for _, l := range []Look{{Variant: Dark, Small: true}, {Variant: Contrast, Small: true}, {TextScale: 2}, {RTL: true}} {
		Apply(a, l)
		if a.Settings().Theme() != th || told != 0 {
			t.Errorf("another theme for %+v, of which Fyne was told %d times", l, told)
		}
		if got := th.Color(stock.ColorNameBackground, stock.VariantLight); got != Ground.In(l.Variant) {
			t.Errorf("ground %v for %+v", got, l)
		}
	}
}

func TestStockWidgetsGetTheLook(t *testing.T) {
	a := uitest.OwnApp(t)
	Apply(a, Look{Variant: Dark})
	t.Cleanup(func() { Use(Look{}) })
	th := a.Settings().Theme()
	if got := th.Color(stock.ColorNameBackground, stock.VariantLight); got != Ground.In(Dark) {
		t.Errorf("ground %v", got)
	}
	for name := range names {
		if got := th.Color(name, stock.VariantLight); got != names[name].In(Dark) {
			t.Errorf("%s: %v", name, got)
		}
	}
	if th.Font(fyne.TextStyle{Bold: true}) != SemiBold.Font() || th.Font(fyne.TextStyle{}) != Regular.Font() {
		t.Error("another face")
	}
	if th.Size(stock.SizeNameText) != 18 || th.Size(stock.SizeNameCaptionText) != 15 {
		t.Error("another size")
	}
	if th.Icon(stock.IconNameCancel) == nil || th.Size(stock.SizeNameWindowTitleBarHeight) == 0 {
		t.Error("what we do not set is missing")
	}
}
