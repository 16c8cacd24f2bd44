package graphic

import (
	"image"
	"image/color"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
	encoder "github.com/skip2/go-qrcode"

	"sanduq/assets"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/themed"
)

func code(t *testing.T, content string) [][]bool {
	t.Helper()
	q, err := encoder.New(content, encoder.Medium)
	if err != nil {
		t.Fatal(err)
	}
	q.DisableBorder = true
	return q.Bitmap()
}

func TestACodeCanBeReadInEveryTheme(t *testing.T) {
	const content = "00020101021226580014ly.example.bank0136practice-payment-000000000000000000012"
	for _, v := range theme.Variants() {
		themed.App(t, theme.Look{Variant: v})
		w := test.NewWindow(NewQR(code(t, content)))
		w.SetPadded(false)
		w.Resize(fyne.NewSize(466, 466))
		bitmap, err := gozxing.NewBinaryBitmapFromImage(w.Canvas().Capture())
		w.Close()
		if err != nil {
			t.Fatal(err)
		}
		got, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
		if err != nil || got.GetText() != content {
			t.Errorf("%v: read %v, %v", v, got, err)
		}
	}
}

func TestModulesAreWholePixels(t *testing.T) {
	themed.App(t, theme.Look{})
	modules := code(t, "12.500")
	n := len(modules)
	for _, side := range []int{466, 494, 333, 910} {
		q := NewQR(modules)
		q.Resize(fyne.NewSquareSize(float32(side)))
		inset := int(theme.Radius)
		img := q.draw(side-inset, side-inset)
		m := q.Module(side)
		if m != side/(n+8) {
			t.Fatalf("%d: module %d", side, m)
		}
		first := image.Point{-1, -1}
		b := img.Bounds()
		for y := b.Min.Y; y < b.Max.Y && first.X < 0; y++ {
			for x := b.Min.X; x < b.Max.X; x++ {
				if isBlack(img.At(x, y)) {
					first = image.Pt(x, y)
					break
				}
			}
		}
		quiet := first.X + inset/2
		if quiet < 4*m || first.Y+inset/2 < 4*m {
			t.Errorf("%d: a quiet zone of %d pixels, modules of %d", side, quiet, m)
		}
		for y := range n {
			for x := range n {
				for _, d := range []image.Point{{0, 0}, {m - 1, m - 1}} {
					if isBlack(img.At(first.X+x*m+d.X, first.Y+y*m+d.Y)) != modules[y][x] {
						t.Fatalf("%d: module %d,%d has another colour", side, x, y)
					}
				}
			}
		}
	}
}

func isBlack(c color.Color) bool {
	r, _, _, _ := c.RGBA()
	return r == 0
}

func TestStripesAreTenUnitsAcross(t *testing.T) {
	row := stripes(0, 600, 10, color.NRGBA{A: 255}, color.NRGBA{R: 255, G: 196, A: 255})
	edges := 0
	for x := 1; x < 600; x++ {
		if (row[4*x] < 128) != (row[4*(x-1)] < 128) {
			edges++
		}
	}
	if edges != 42 { // 600 / (10 × √2)
		t.Errorf("%d edges", edges)
	}
}

func TestRingGrowsTheOtherWayInArabic(t *testing.T) {
	for _, rtl := range []bool{false, true} {
		themed.App(t, theme.Look{RTL: rtl})
		r := NewRing(72, 0)
		r.Resize(fyne.NewSquareSize(72))
		test.WidgetRenderer(r)
		if r.arc.Visible() {
			t.Error("an empty ring has an arc")
		}
		r.SetShare(.25)
		middle := (r.arc.StartAngle + r.arc.EndAngle) / 2
		if want := map[bool]float32{false: 45, true: -45}[rtl]; middle < want-.1 || middle > want+.1 {
			t.Errorf("rtl %v: the arc's middle is at %v", rtl, middle)
		}
		r.SetShare(7)
		if r.Share() != 1 || r.arc.EndAngle-r.arc.StartAngle > 360 {
			t.Error("more than all")
		}
	}
}

// TestARingTurnsForAsLongAsItIsWaitedFor, in a few steps, and not at all without motion.
func TestARingTurnsForAsLongAsItIsWaitedFor(t *testing.T) {
	themed.App(t, theme.Look{Still: true})
	r := NewRing(72, 0)
	if r.Rotate(); r.Turning() {
		t.Error("it turns where nothing may move")
	}
	themed.App(t, theme.Look{})
	r = NewRing(72, 0)
	test.WidgetRenderer(r)
	r.SetShare(.25)
	r.Rotate()
	seen := map[float32]bool{}
	for i := range 240 { // two turns at sixty frames a second
		r.spin.Tick(float32(i%120) / 120)
		seen[r.arc.StartAngle] = true
	}
	if len(seen) != turnSteps || !r.Turning() {
		t.Errorf("%d steps, and it goes on: %v", len(seen), r.Turning())
	}
	if r.Stop(); r.Turning() {
		t.Error("it does not stop")
	}
	if r.Spin(); r.Turning() {
		t.Error("one turn goes on for ever")
	}
}

func TestPracticeIsNeverGreen(t *testing.T) {
	for _, v := range theme.Variants() {
		themed.App(t, theme.Look{Variant: v})
		for s := StateWaiting; s <= StateNew; s++ {
			if s.Colour(true) == theme.Paid {
				t.Errorf("%d is green in practice", s)
			}
			if (s.Colour(false) == theme.Paid) != (s == StatePaid) {
				t.Errorf("%d and green", s)
			}
		}
		i := NewStateIcon(StatePaid, 22, true)
		i.Resize(fyne.NewSquareSize(22))
		test.WidgetRenderer(i)
		if !i.disc.Visible() || i.disc.FillColor != theme.Practice.NRGBA() {
			t.Error("practice has no yellow disc")
		}
		i.Set(StateLate, true)
		if i.disc.Visible() {
			t.Error("a small clock has a yellow disc")
		}
		if i.SetSize(largeDisc); !i.disc.Visible() || i.icon.name != StateLate.Icon() {
			t.Errorf("a large one in practice has none: %q", i.icon.name)
		}
		for _, s := range []State{StatePaid, StateLate} {
			if i.Set(s, false); i.disc.Visible() {
				t.Errorf("live %d has a yellow disc", s)
			}
		}
	}
}

func TestStatesHaveDifferentShapes(t *testing.T) {
	seen := map[string]State{}
	for s := StateWaiting; s <= StateNew; s++ {
		if other, ok := seen[s.Icon()]; ok {
			t.Errorf("%d and %d have the same shape", s, other)
		}
		seen[s.Icon()] = s
		if _, ok := assets.Icon(s.Icon()); !ok {
			t.Errorf("no icon %s", s.Icon())
		}
	}
}

func TestIconsAreColouredAndTurned(t *testing.T) {
	themed.App(t, theme.Look{})
	a := iconResource("bank", false, theme.Primary.NRGBA())
	b := iconResource("bank", false, theme.Failed.NRGBA())
	if a.Name() == b.Name() || string(a.Content()) == string(b.Content()) {
		t.Error("two colours share a name or a picture")
	}
	ink := func(name string, rtl bool) image.Image {
		themed.App(t, theme.Look{RTL: rtl})
		w := test.NewTempWindow(t, NewIcon(name, 48, theme.Text))
		w.SetPadded(false)
		w.Resize(fyne.NewSquareSize(48))
		return w.Canvas().Capture()
	}
	for name, turns := range map[string]bool{"back": true, "next": true, "backspace": false, "bank": false} {
		en, ar := ink(name, false), ink(name, true)
		same, mirrored := 0, 0
		for y := range 48 {
			for x := range 48 {
				if near(en.At(x, y), ar.At(x, y)) {
					same++
				}
				if near(en.At(47-x, y), ar.At(x, y)) {
					mirrored++
				}
			}
		}
		if turns != (mirrored > 2250 && mirrored > same) {
			t.Errorf("%s: %d of 2304 pixels are the same, %d mirrored", name, same, mirrored)
		}
	}
}

func near(a, b color.Color) bool {
	x, _, _, _ := a.RGBA()
	y, _, _, _ := b.RGBA()
	return max(x, y)-min(x, y) < 0x4000
}

// TestTheStripesOfAFrameGoOnAroundItsCorners compares each side of a frame with
// the same place of a whole hatch.
func TestTheStripesOfAFrameGoOnAroundItsCorners(t *testing.T) {
	test.NewTempApp(t)
	size := fyne.NewSize(301, 207)
	whole, frame := NewHatch(PracticeHatching, 10), NewHatch(PracticeHatching, 10)
	frame.frame = 16
	whole.Resize(size)
	frame.Resize(size)
	all := test.WidgetRenderer(whole).Objects()[0].(*canvas.Raster).Generator(602, 414).(*image.NRGBA)
	painted := 0
	for _, o := range test.WidgetRenderer(frame).Objects() {
		r := o.(*canvas.Raster)
		at := r.Position()
		side := r.Generator(int(2*r.Size().Width), int(2*r.Size().Height)).(*image.NRGBA)
		for y := range side.Rect.Dy() {
			for x := range side.Rect.Dx() {
				painted++
				if got, want := side.NRGBAAt(x, y), all.NRGBAAt(x+int(2*at.X), y+int(2*at.Y)); got != want {
					t.Fatalf("the side at %v: point (%d, %d) is %v, want %v", at, x, y, got, want)
				}
			}
		}
	}
	if want := 602*414 - (602-64)*(414-64); painted != want {
		t.Errorf("the sides have %d points, want %d", painted, want)
	}
}

// TestRefreshingAnIconReadsNoPicture: whatever it stands in is refreshed often, and to read a picture again is dear.
func TestRefreshingAnIconReadsNoPicture(t *testing.T) {
	themed.App(t, theme.Look{})
	i := NewIcon("check", 24, theme.Text)
	w := test.NewWindow(i)
	defer w.Close()
	picture := func() *canvas.Image { return test.WidgetRenderer(i).Objects()[0].(*canvas.Image) }
	if n := testing.AllocsPerRun(20, i.Refresh); n > 10 {
		t.Errorf("%v allocations for a picture that stays", n)
	}
	before := picture().Resource.Name()
	theme.Use(theme.Look{Variant: theme.Dark})
	if i.Refresh(); picture().Resource.Name() == before {
		t.Errorf("it stays %s in another look", before)
	}
}
