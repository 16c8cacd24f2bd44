package setup

import (
	"errors"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
)

func TestAManagerIsMade(t *testing.T) {
	r := newHarness(t)
	r.types("Al Noor Market")
	r.keys(fyne.KeyReturn, fyne.KeyReturn)
	r.said = nil
	r.wrong("The manager’s name", "This name is empty, too long, or already used. Choose another.")
	r.types("Huda")
	r.keys(fyne.KeyReturn) // on to the next that is blank
	r.types("258a")
	r.keys(fyne.KeyReturn)
	r.types("٢٥٩")
	r.keys(fyne.KeyReturn)
	r.wrong("The same code again", "The two codes differ.")
	r.types("258")
	r.fail["add"] = &journal.Error{Code: journal.CodePINShape}
	r.keys(fyne.KeyReturn)
	r.wrong("Code, four to eight digits", "Type 4 to 8 digits.")
	delete(r.fail, "add")
	r.field("Code, four to eight digits").SetText("2580")
	r.field("The same code again").SetText("2580")
	r.keys(fyne.KeyReturn)
	r.asked("add Huda manager 4 digits")
	r.says("Make a recovery code")
}

func TestAManagerWhoCannotBeWrittenDownIsSaid(t *testing.T) {
	for code, c := range map[journal.Code]struct{ label, sentence string }{
		journal.CodeName:  {"The manager’s name", "This name is empty, too long, or already used. Choose another."},
		journal.CodeStore: {"", "The till could not save this. Nothing was changed."},
	} {
		r := newHarness(t, func(r *harness) { r.memory = Memory{at: stepManager} })
		r.screen.goTo(stepManager)
		for label, text := range map[string]string{"The manager’s name": "Huda", "Code, four to eight digits": "2580", "The same code again": "2580"} {
			r.field(label).SetText(text)
		}
		r.fail["add"] = &journal.Error{Code: code, Err: errors.New("cause")}
		r.keys(fyne.KeyReturn)
		r.says(c.sentence)
		if c.label != "" {
			r.wrong(c.label, c.sentence)
		}
		if len(r.logged) != 1 {
			t.Errorf("%s: logged %v", code, r.logged)
		}
	}
}
