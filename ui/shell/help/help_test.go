package help

import (
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/screen"
	"sanduq/ui/shell/decision"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// window is one with nothing but the list over it.
type window struct{ fyne.Window }

func (window) Covered() bool   { return false }
func (window) CloseKeyboard()  {}
func (window) PlaceKeyboard()  {}
func (window) FocusMoved(bool) {}

// TestEveryKeySaysWhatItDoes in every language and in large words, of all functions.
func TestEveryKeySaysWhatItDoes(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, scale := range []float32{1, 2} {
			uitest.NewApp(t)
			w := words.MustLoad(lang)
			theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, TextScale: scale, RTL: w.RTL()})
			t.Cleanup(func() { theme.Use(theme.Look{}) })
			win := window{test.NewTempWindow(t, canvas.NewRectangle(nil))}
			win.Resize(fyne.NewSize(1366, 690))
			decisions := decision.New(win, keys.NewDecoder(nil))
			h := New(screen.Env{Words: w}, Deps{Shop: func() journal.Settings { return journal.Settings{Repeat: true, Quick: "5 10"} },
				Functions: func() Functions {
					return Functions{Receipts: true, Reports: true, Customer: true, Printer: true, Save: true, FullScreen: true, Lock: true}
				}}, decisions)
			h.Show()
			said := uitest.Words(win.Canvas().Overlays().Top())
			all := append(h.typingKeys(), h.functionKeys()...)
			if len(all) < 20 {
				t.Errorf("%s: %d keys", lang, len(all))
			}
			if point := all[0].caps[1]; (point == ",") != (lang == words.French) {
				t.Errorf("%s: the key of decimals is %q, the keypad has another", lang, point)
			}
			for _, one := range all {
				for _, word := range strings.Fields(w.T(one.does)) {
					if !strings.Contains(said, word) {
						t.Errorf("%s at %v: %q is not said of %v", lang, scale, word, one.caps)
					}
				}
			}
			if h.decisions.Card().Key(&fyne.KeyEvent{Name: fyne.KeyF1}); decisions.On() {
				t.Errorf("%s: F1 does not take the list away", lang)
			}
		}
	}
}

// TestCashIsAWayToPay where a shop takes it, with a key of its own.
func TestCashIsAWayToPay(t *testing.T) {
	for cash, want := range map[bool][]string{false: {"1", "2", "3"}, true: {"1", "2", "3", "4"}} {
		h := New(screen.Env{Words: words.MustLoad(words.English)}, Deps{Shop: func() journal.Settings { return journal.Settings{Cash: cash} }}, nil)
		for _, one := range h.typingKeys() {
			if one.does == "help.ways" && !slices.Equal(one.caps, want) {
				t.Errorf("cash %v: the ways to pay are %q, want %q", cash, one.caps, want)
			}
		}
	}
}
