package toolkit_test

import (
	"flag"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest/themed"
)

// The gallery is for eyes: go test -run Gallery -gallery <folder> leaves pictures there.
var gallery = flag.String("gallery", "", "folder for pictures of all parts")

func TestGallery(t *testing.T) {
	folder := *gallery
	if folder == "" {
		folder = t.TempDir()
	}
	looks := map[string]theme.Look{
		"light": {}, "dark": {Variant: theme.Dark}, "contrast": {Variant: theme.Contrast}, "rtl": {RTL: true},
	}
	for name, look := range looks {
		picture(t, folder, "parts-"+name, look, fyne.NewSize(1366, 1000), partsPage)
	}
	sizes := map[string]struct {
		look theme.Look
		size fyne.Size
	}{
		"sale":       {theme.Look{}, fyne.NewSize(1366, 690)},
		"sale-ar":    {theme.Look{RTL: true}, fyne.NewSize(1366, 690)},
		"sale-small": {theme.Look{Small: true}, fyne.NewSize(1024, 640)},
		"sale-200":   {theme.Look{TextScale: 2}, fyne.NewSize(1366, 690)},
	}
	for name, s := range sizes {
		picture(t, folder, name, s.look, s.size, salePage)
	}
	picture(t, folder, "qr", theme.Look{}, fyne.NewSize(1366, 690), qrPage)
	decisionPicture(t, folder)
	picture(t, folder, "slots", theme.Look{}, fyne.NewSize(640, 240), slotsPage)
	picture(t, folder, "ends", theme.Look{}, fyne.NewSize(1134, 610), endPage)
	picture(t, folder, "texts", theme.Look{RTL: true}, fyne.NewSize(1000, 700), textPage)
}

func picture(t *testing.T, folder, name string, look theme.Look, size fyne.Size, page func() fyne.CanvasObject) {
	t.Helper()
	themed.App(t, look)
	w := test.NewWindow(page())
	defer w.Close()
	w.SetPadded(false)
	w.Resize(size)
	save(t, folder, name, w)
}

func decisionPicture(t *testing.T, folder string) {
	t.Helper()
	themed.App(t, theme.Look{})
	w := test.NewWindow(qrPage())
	defer w.Close()
	w.SetPadded(false)
	w.Resize(fyne.NewSize(1366, 690))
	reason := func(s string, on bool) fyne.CanvasObject {
		spec := control.ButtonSpec{Label: s, Chosen: on}
		if on {
			spec.Icon = "check"
		}
		return control.NewButton(spec, nil)
	}
	keep := control.NewButton(control.ButtonSpec{Label: "Keep waiting", Key: "Esc", Mid: true, Height: 64}, nil)
	text := typeset.NewRich(typeset.Span{Text: "The customer may still pay ", Style: typeset.Lead.With(theme.Regular).Tight(1.4)}, typeset.Span{Text: "125.000", Style: typeset.Lead.Tight(1.4)},
		typeset.Span{Text: " LYD for #12.\nWe hide the QR and keep watching.", Style: typeset.Lead.With(theme.Regular).Tight(1.4)})
	dialog.ShowDecision(w.Canvas(), layout.Rows(0,
		layout.Centred(16, graphic.NewIcon("set-aside", 36, theme.Text), typeset.NewText("This payment cannot be cancelled.", typeset.Title)),
		layout.Padding(0, 4, text), layout.Padding(0, 10, typeset.NewText("Why set it aside?", typeset.Label)),
		layout.Grid(2, 8, reason("Wrong amount", true), reason("Paid cash", false), reason("Code did not come", false), reason("Customer left", false)),
		layout.Fixed(0, 32, graphic.NewPanel(theme.Transparent)),
		layout.Columns(8, layout.Grow(1, keep), layout.Grow(1, control.NewButton(control.ButtonSpec{Label: "Set aside", Mid: true, Height: 64}, nil)), layout.Grow(1,
			control.NewButton(control.ButtonSpec{Kind: control.Filled, Label: "New payment", Mid: true, Height: 64}, nil))),
	), 0, keep, nil)
	save(t, folder, "decision", w)
}

func save(t *testing.T, folder, name string, w fyne.Window) {
	t.Helper()
	f, err := os.Create(filepath.Join(folder, name+".png"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := png.Encode(f, w.Canvas().Capture()); err != nil {
		t.Fatal(err)
	}
}
