package toolkit_test

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/keys"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/input"
	"sanduq/ui/uitest/themed"
)

// typist types with a pause before each character, on a clock of its own.
type typist struct{ at time.Time }

func newTypist(t *testing.T) *typist {
	h := &typist{time.Unix(1_800_000_000, 0)}
	input.TypedAt = func() time.Time { return h.at }
	t.Cleanup(func() { input.TypedAt = time.Now })
	return h
}

func (h *typist) types(f fyne.Focusable, text string, pause time.Duration) {
	for _, r := range text {
		h.at = h.at.Add(pause)
		f.TypedRune(r)
	}
	h.at = h.at.Add(pause)
	f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
}

const (
	byScanner = 5 * time.Millisecond
	byHand    = keys.ScanGap
)

func TestAScannersEnterSubmitsNothing(t *testing.T) {
	themed.App(t, theme.Look{})
	h := newTypist(t)
	f := control.NewField(control.FieldSpec{Label: "Name of the manager"})
	w := test.NewTempWindow(t, f)
	f.OnScan = func(string) {}
	heard := 0
	w.Canvas().SetOnTypedKey(func(*fyne.KeyEvent) { heard++ })
	for _, submits := range []bool{false, true} {
		sent := 0
		if submits {
			f.OnSubmit = func(string) { sent++ }
		}
		heard = 0
		h.types(f.Focusable(), "6281007032018", byScanner)
		if sent != 0 || heard != 0 {
			t.Errorf("the scanner's Enter submitted %d times, the canvas heard %d", sent, heard)
		}
		h.at = h.at.Add(time.Second)
		f.Focusable().TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		h.types(f.Focusable(), "Hudaya", byHand)
		h.types(f.Focusable(), "Huda5", byScanner) // five characters are no barcode
		if sent+heard != 3 {
			t.Errorf("of three Enters by hand %d submitted and %d went on", sent, heard)
		}
	}
}

// A passphrase may come from a stick that types it, and its Enter is meant.
func TestFastTypingIsMeantWhereNoBarcodeIs(t *testing.T) {
	themed.App(t, theme.Look{})
	h := newTypist(t)
	f := control.NewField(control.FieldSpec{Password: true})
	test.NewTempWindow(t, f)
	sent := ""
	f.OnSubmit = func(s string) { sent = s }
	h.types(f.Focusable(), "correct horse", byScanner)
	if sent != "correct horse" {
		t.Errorf("submitted %q", sent)
	}
}

func TestAScanReplacesWhatStoodInAFieldThatTakesThem(t *testing.T) {
	themed.App(t, theme.Look{})
	h := newTypist(t)
	f := control.NewField(control.FieldSpec{Label: "Order reference"})
	test.NewTempWindow(t, f)
	f.OnScan = func(code string) { f.SetText(code) }
	f.SetText("A-17")
	for _, k := range []fyne.KeyName{fyne.KeyHome, fyne.KeyRight, fyne.KeyRight} {
		f.Focusable().TypedKey(&fyne.KeyEvent{Name: k})
	}
	h.types(f.Focusable(), "62-8100:7 صx", byScanner)
	if got := f.Text(); got != "62-8100:7 صx" {
		t.Errorf("the field holds %q", got)
	}
}

func TestAScannerPressesNoButtonThatHasTheFocus(t *testing.T) {
	themed.App(t, theme.Look{})
	h := newTypist(t)
	var count int
	for name, o := range pressables(&count) {
		count = 0
		w := test.NewTempWindow(t, o)
		var runes string
		var heard []fyne.KeyName
		w.Canvas().SetOnTypedRune(func(r rune) { runes += string(r) })
		w.Canvas().SetOnTypedKey(func(e *fyne.KeyEvent) { heard = append(heard, e.Name) })
		f := o.(fyne.Focusable)
		h.types(f, "6281 07032018", byScanner)
		if count != 0 || runes != "6281 07032018" || len(heard) != 1 || heard[0] != fyne.KeyReturn {
			t.Errorf("%s: a scan pressed it %d times; the canvas heard %q and %v", name, count, runes, heard)
		}
		h.at = h.at.Add(time.Second)
		f.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
		f.TypedRune(' ')
		if count != 2 {
			t.Errorf("%s: Enter and Space by hand press it %d times", name, count)
		}
	}
}
