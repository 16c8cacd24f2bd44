package startup

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/ui/keys"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// TestTheFormBehindAPassphraseSpeaksTheLanguageChosenThere, with what was typed and
// chosen in it.
func TestTheFormBehindAPassphraseSpeaksTheLanguageChosenThere(t *testing.T) {
	older := make(chan [2]uint64)
	f := newWalk(t, &rooms{older: older, needs: &Question{Fits: func(core.Secret) bool { return true }}})
	french := func() {
		f.until(PhaseUnlock)
		s := uitest.All[*control.Segmented](f.Window.Canvas().Content())[0]
		s.OnSelected(slices.Index(words.Languages(), words.French))
	}
	french()
	test.Type(f.Window.Canvas().Focused(), "any")
	f.press(fyne.KeyReturn)
	f.until(PhaseOpening)
	older <- [2]uint64{1, 2}
	for end := time.After(20 * time.Second); !strings.Contains(uitest.Words(f.Window.Canvas().Content()), "Préparation des ventes"); {
		select {
		case do := <-f.queue:
			do()
		case <-end:
			t.Fatalf("the window says %q", uitest.Words(f.Window.Canvas().Content()))
		}
	}
	close(older)
	f.until(PhaseTill)
	f.ends(0)

	damaged := &Problem{Code: "STORE_DAMAGED", Detail: "/data", Cause: errors.New("x")}
	f = newWalk(t, &rooms{answer: []error{damaged}})
	f.rooms.help = &Rescue{Copies: func() []Copy { return twoCopies }, Restore: func(string, core.Secret) error {
		_, err := f.ask(f.ctx, Question{})
		return err
	}}
	f.until(PhaseRescue)
	f.press(fyne.KeyReturn)
	f.press(fyne.KeyDown)
	for range 2 { // to the question, and yes
		time.Sleep(keys.HoldTime)
		f.press(fyne.KeyReturn)
	}
	french()
	f.press(fyne.KeyEscape)
	f.until(PhaseRescue)
	f.says("Quelle sauvegarde ?")
	f.says("Ou le chemin d’une autre sauvegarde")
	f.says("En cours…")
	chosen := 0
	for _, b := range uitest.All[*control.Button](f.Window.Canvas().Content()) {
		if b.Spec().Chosen {
			chosen++
		}
	}
	if chosen != 1 {
		t.Errorf("%d backups are chosen", chosen)
	}
	f.ends(1)
}
