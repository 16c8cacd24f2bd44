package ui

import (
	"context"
	"errors"
	"testing"
	"time"

	"fyne.io/fyne/v2"
)

func TestTheListOfKeysLeavesOutWhatThisTillLacks(t *testing.T) {
	r := newHarness(t)
	r.keys(fyne.KeyF1)
	r.says("F2", "F3", "F5", "F7")
	r.saysNot("F4", "F6", "F11", "F12")
}

// TestTheListOfKeysSaysWhatF3DoesAtAnEnd, where there is a history to tell from.
func TestTheListOfKeysSaysWhatF3DoesAtAnEnd(t *testing.T) {
	r := newHarness(t, rooms)
	r.at(paid)
	r.pass(time.Second)
	r.keys(fyne.KeyF1)
	r.says("Customer says paid; at an end, or on a receipt: what happened")
	r.keys(fyne.KeyEscape, fyne.KeyF3)
	r.says("What happened with order")
	r = newHarness(t)
	r.keys(fyne.KeyF1)
	r.says("Customer says paid")
	r.saysNot("what happened")
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
