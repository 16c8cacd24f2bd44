package typeset

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"pgregory.net/rapid"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/themed"
)

func TestAmountHasALargeWholeAndASmallFraction(t *testing.T) {
	themed.App(t, theme.Look{})
	a := NewAmount("1250.750", "LYD", theme.AmountXL)
	a.Resize(fyne.NewSize(800, 96))
	if got := uitest.Lines(a); got != "1|250|.750|LYD" {
		t.Errorf("got %q", got)
	}
	d := uitest.All[*canvas.Text](a)
	for i, want := range []float32{96, 96, 57.6, 34.56} {
		if diff := d[i].TextSize - want; diff > .01 || diff < -.01 {
			t.Errorf("%q is %v high, want %v", d[i].Text, d[i].TextSize, want)
		}
	}
	if gap := d[1].Position().X - d[0].Position().X - d[0].MinSize().Width; gap < 19 || gap > 19.4 {
		t.Errorf("thousands are %v apart", gap)
	}
}

func TestSmallAmountsAreOfOneSize(t *testing.T) {
	themed.App(t, theme.Look{})
	a := NewPlainAmount("48.000")
	a.Resize(fyne.NewSize(200, 24))
	d := uitest.All[*canvas.Text](a)
	if len(d) != 2 || d[0].TextSize != d[1].TextSize || d[0].FontSource != theme.SemiBold.Font() {
		t.Errorf("%v pieces", len(d))
	}
	if end := d[1].Position().X + d[1].MinSize().Width; end != 200 {
		t.Errorf("ends at %v", end)
	}
}

func TestCurrencyStandsLeftInArabic(t *testing.T) {
	themed.App(t, theme.Look{RTL: true})
	a := NewAmount("12.500", "د.ل", theme.AmountM)
	a.Resize(fyne.NewSize(400, 64))
	if got := uitest.Lines(a); got != "د.ل|12|.500" {
		t.Errorf("got %q", got)
	}
}

func TestGroups(t *testing.T) {
	for in, want := range map[string]string{"0": "0", "12": "12", "125": "125", "1250": "1 250", "12500": "12 500", "1234567": "1 234 567", "-1250": "-1 250", "−21": "−21", "−1250": "−1 250", "+1250": "+1 250", "": "", "-": "-"} {
		if got := strings.Join(groups(in), " "); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// Whatever the number and the room: all digits are drawn, in order, and inside.
func TestAnAmountNeverLosesADigit(t *testing.T) {
	themed.App(t, theme.Look{})
	rapid.Check(t, func(t *rapid.T) {
		number := fmt.Sprintf("%d.%03d", rapid.Int64Range(0, 1e15).Draw(t, "whole"), rapid.IntRange(0, 999).Draw(t, "fraction"))
		width := float32(rapid.IntRange(60, 900).Draw(t, "width"))
		currency := rapid.SampledFrom([]string{"", "LYD", "د.ل"}).Draw(t, "currency")
		a := NewAmount(number, currency, rapid.SampledFrom([]theme.Size{theme.AmountXL, theme.AmountM, theme.Body}).Draw(t, "size"))
		a.Resize(fyne.NewSize(width, 96))
		var digits strings.Builder
		for _, c := range uitest.All[*canvas.Text](a) {
			if x := c.Position().X; x < -.5 || x+c.MinSize().Width > width+.5 {
				t.Fatalf("%s in %v: %q at %v, %v wide", number, width, c.Text, x, c.MinSize().Width)
			}
			if !strings.ContainsFunc(c.Text, func(r rune) bool { return r == 'L' || rightToLeft(r) }) {
				digits.WriteString(c.Text)
			}
		}
		if digits.String() != number {
			t.Fatalf("%s became %s", number, digits.String())
		}
	})
}

func TestAnAmountStepsDownThroughTheScale(t *testing.T) {
	themed.App(t, theme.Look{})
	a := NewAmount("1234567.500", "LYD", theme.AmountXL)
	for width, want := range map[float32]float32{900: 96, 580: 80, 500: 64} {
		a.Resize(fyne.NewSize(width, 96))
		if got := uitest.All[*canvas.Text](a)[0].TextSize; got != want {
			t.Errorf("%v wide: %v, want %v", width, got, want)
		}
	}
}
