package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/shell/navigation"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// TestEscLeadsBackToTheList that a sale was opened from, in another language or look and
// from the settings too.
func TestEscLeadsBackToTheList(t *testing.T) {
	for name, happens := range map[string]func(*harness){
		"language": func(r *harness) { r.speak(words.French) },
		"size":     func(r *harness) { r.win.Resize(fyne.NewSize(800, 600)); r.pass(time.Second) },
		"settings": func(r *harness) {
			r.shell.openSettings()
			r.runesIn("2584")
			if r.shell.nav.At.Location != navigation.Settings {
				r.t.Fatalf("at %s", r.shell.nav.At.Location)
			}
			r.shell.leaveSettings()
		},
	} {
		for from, open := range map[navigation.Location]func(*Shell, journal.SaleID){navigation.Receipts: (*Shell).openListed, navigation.Settle: (*Shell).openSettling} {
			r := newHarness(t, shopFloor, everything, rooms)
			r.keys(fyne.KeyF4)
			open(r.shell, r.till.sales[0].ID)
			happens(r)
			if r.shell.nav.At.Sale != r.till.sales[0].ID {
				t.Errorf("%s: at %+v", name, r.shell.nav.At)
			}
			r.keys(fyne.KeyEscape)
			if r.shell.nav.At.Location != from {
				t.Errorf("%s: Esc leads to %s, not to %s", name, r.shell.nav.At.Location, from)
			}
		}
	}
}

// TestAStoryStaysInAnotherLanguage, with the way back to where it was asked for.
func TestAStoryStaysInAnotherLanguage(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, everything, rooms)
	r.at(state(core.StateSuccess), paid)
	r.pass(time.Second)
	r.keys(fyne.KeyF3)
	r.says("What happened with order")
	r.speak(words.French)
	if w := r.shell.env.Words; !r.tells(w.T("happened.title", "order", sale(12).ID.Paper())) {
		t.Errorf("the story is gone: %s", r.reads())
	}
	r.keys(fyne.KeyEscape)
	if r.shell.nav.At != (navigation.Place{Location: navigation.Sale, Sale: sale(12).ID}) {
		t.Errorf("Esc leads to %+v", r.shell.nav.At)
	}
}

func TestReceiptsOpenedAnewBeginWithToday(t *testing.T) {
	r := newHarness(t, shopFloor, allRoutes, everything, rooms)
	search := func() *control.Field {
		return uitest.All[*control.Field](r.shell.work.Screen().Object())[0]
	}
	r.keys(fyne.KeyF4)
	test.Tap(uitest.All[*control.Chip](r.shell.work.Screen().Object())[1]) // yesterday
	search().SetText("12.5")
	r.pass(time.Second)
	r.shell.openSettings()
	if r.shell.decisions.Card() != nil {
		r.runesIn("2584")
	}
	r.shell.leaveSettings()
	if search().Text() != "12.5" {
		t.Errorf("back from the settings the search is %q", search().Text())
	}
	r.now = noon
	r.notice(sale(12))
	r.shell.openListed(sale(12).ID)
	r.says("Waiting for the customer to pay")
	r.keys(fyne.KeyEscape)
	if r.shell.nav.At.Location != navigation.Receipts || search().Text() != "12.5" {
		t.Errorf("back from a sale of the list the search is %q at %s", search().Text(), r.shell.nav.At.Location)
	}
	r.keys(fyne.KeyF2, fyne.KeyF4)
	r.picture("receipts-anew")
	if got := search().Text(); got != "" {
		t.Errorf("opened anew, the search is %q", got)
	}
	if chips := uitest.All[*control.Chip](r.shell.work.Screen().Object()); !chips[0].Selected() || chips[1].Selected() {
		t.Errorf("opened anew, %q is on: %v", chips[0].Label(), chips[0].Selected())
	}
}
