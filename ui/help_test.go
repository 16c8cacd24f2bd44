package ui

import (
	"context"
	"errors"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/words"
)

func TestTheListOfKeysIsCompleteInEveryLanguage(t *testing.T) {
	for _, lang := range []string{words.English, words.Arabic, words.French} {
		for _, scale := range []float32{1, 2} {
			r := newHarness(t, everything, func(_ *harness, o *Options) { o.Words = words.MustLoad(lang) })
			r.shell.SetLook(theme.Look{Still: true, TextScale: scale, RTL: lang == words.Arabic})
			r.keys(fyne.KeyF1)
			r.says("Enter", "Backspace", "Delete", "Esc", "Tab", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F11", "F12", "1 – 9", "0 – 9")
			r.saysNot("⟨")
			for _, one := range append(helpCard{r.shell}.typingKeys(), helpCard{r.shell}.functionKeys()...) {
				for _, word := range strings.Fields(r.shell.env.Words.T(one.does)) {
					r.says(word)
				}
			}
		}
	}
}

func TestTheListOfKeysLeavesOutWhatThisTillLacks(t *testing.T) {
	r := newHarness(t)
	r.keys(fyne.KeyF1)
	r.says("F2", "F3", "F5", "F7")
	r.saysNot("F4", "F6", "F11", "F12")
}

func TestTheListOfKeysGoesByEscAndByItsOwnKey(t *testing.T) {
	for _, key := range []fyne.KeyName{fyne.KeyEscape, fyne.KeyF1, fyne.KeyReturn} {
		r := newHarness(t, everything)
		r.runes("12")
		r.keys(fyne.KeyF1)
		r.says("Function keys")
		r.runes("7") // goes nowhere
		r.keys(fyne.KeyF7, key)
		r.saysNot("Function keys")
		r.says("12 .000")
		r.asked()
	}
}

func TestTheCounterCardIsSavedFromTheListOfKeys(t *testing.T) {
	saved := 0
	var refuse error
	r := newHarness(t, func(_ *harness, o *Options) {
		o.SaveCard = func(context.Context) (string, error) { saved++; return "Downloads/counter-card.pdf", refuse }
	})
	r.keys(fyne.KeyF1)
	r.tap("Save the counter card, to print")
	r.says("Saved: Downloads/counter-card.pdf")
	refuse = errors.New("no room")
	r.tap("Saved: Downloads/counter-card.pdf")
	r.says("Not saved. Check the disk.")
	if saved != 2 {
		t.Errorf("saved %d times", saved)
	}
	r.picture("help-card")

	r = newHarness(t)
	r.keys(fyne.KeyF1)
	r.saysNot("counter card")
}
