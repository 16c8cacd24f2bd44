package ui

import (
	"fmt"
	"image/color"
	"os"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/container"

	"sanduq/ui/uitest"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// shopSizes are the windows that shops have: the smallest, a small tablet, a laptop, a large screen.
var shopSizes = []fyne.Size{fyne.NewSize(1024, 640), fyne.NewSize(1280, 800), fyne.NewSize(1366, 768), fyne.NewSize(1920, 1080)}

// TestNoWordIsCutAtAnySize walks every screen and counts words that are cut, hidden or
// over others. French, whose words are the longest, is walked always, in the window in
// which most was cut; FIT=all walks all sizes, languages, and larger text. The smallest
// window has a walk of its own, since its screens are others; in another walk the window
// is resized at each screen.
func TestNoWordIsCutAtAnySize(t *testing.T) {
	langs, texts, walks := []string{words.French}, []float32{1}, [][]fyne.Size{shopSizes[1:2]}
	if os.Getenv("FIT") == "all" {
		langs, texts, walks = words.Languages(), []float32{1, 1.25}, [][]fyne.Size{shopSizes[:1], shopSizes[1:]}
	}
	for _, lang := range langs {
		for _, text := range texts {
			for _, sizes := range walks {
				t.Run(fmt.Sprintf("%s/%.0f%%/%.0f", lang, text*100, sizes[0].Width), func(t *testing.T) {
					screens, looks, cut := 0, 0, 0
					everyScreen(t, dress{lang: lang, text: text, size: sizes[0]}, func(r *harness, name string) {
						if strings.HasPrefix(name, "statement-") { // its tables cut what the bank wrote
							return
						}
						screens++
						for _, size := range sizes {
							looks++
							found := r.cutAt(size)
							r.picture(fmt.Sprintf("sizes-%s-%.0f-%.0f-%s", lang, text*100, size.Width, strings.ReplaceAll(name, "/", "-")))
							for _, f := range found {
								cut++
								r.t.Errorf("%s at %.0f×%.0f: %s", name, size.Width, size.Height, f)
							}
						}
						if len(sizes) > 1 {
							r.sized(sizes[0])
						}
					})
					t.Logf("%d screens, %d looks, %d words cut", screens, looks, cut)
				})
			}
		}
	}
}

// cutAt is what is cut, hidden or over others in a window of a size.
func (r *harness) cutAt(size fyne.Size) []string {
	if r.win.Canvas().Size() != size {
		r.sized(size)
	}
	c := r.win.Canvas()
	var faults []string
	if !popped(c) {
		faults = overflow.Faults(c)
	}
	for _, cut := range overflow.Cut(c) {
		if !r.meant(cut) {
			faults = append(faults, "cut: "+cut)
		}
	}
	return faults
}

// popped reports whether a popover lies over the screen, and so over its words.
func popped(c fyne.Canvas) (is bool) {
	uitest.Walk(c.Content(), func(o fyne.CanvasObject) {
		is = is || o.Visible() && strings.Contains(fmt.Sprintf("%T", o), "popover.catcher")
	})
	return is
}

// sized gives the window a size, and it time to take it.
func (r *harness) sized(size fyne.Size) {
	r.win.Resize(size)
	r.pass(0)
}

// meant reports whether a sentence of the catalogue ends with the dots that a cut word ends with.
func (r *harness) meant(shown string) bool {
	if strings.HasPrefix(shown, "/") { // a folder of this computer
		return true
	}
	for _, key := range []string{"opening.payment", "opening.qr", "receipts.reading", "settings.saving", "settings.testing", "says.asking", "status.checking",
		"settings.printer.looking", "printer.state.asking", "chooser.browse", "settings.backup.restore", "settings.keys.asking",
		"settings.office.reading", "rescue.working", "settings.printer.printing", "settings.office.working", "startup.opening"} {
		if strings.HasSuffix(words.Plain(r.shell.env.Words.T(key)), words.Plain(shown)) {
			return true
		}
	}
	return false
}

// TestACutWordIsFound: a word that is too long for its place is counted.
func TestACutWordIsFound(t *testing.T) {
	r := newHarness(t)
	if found := r.cutAt(shopSizes[1]); len(found) > 0 {
		t.Fatalf("before: %v", found)
	}
	long := canvas.NewText(strings.Repeat("long ", 60), color.Black)
	r.win.SetContent(container.NewWithoutLayout(long))
	if found := r.cutAt(shopSizes[1]); !slices.ContainsFunc(found, func(f string) bool { return strings.Contains(f, "stands outside") }) {
		t.Errorf("a word of the width of three windows was not found: %v", found)
	}
	short := canvas.NewText("Receip…", long.Color)
	r.win.SetContent(container.NewWithoutLayout(short))
	if found := r.cutAt(shopSizes[1]); !slices.Contains(found, "cut: Receip…") {
		t.Errorf("a word with an ellipsis was not found: %v", found)
	}
}
