package lock

import (
	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
)

// entry is where one PIN is typed: whose, how many digits so far, why the last
// one was not taken, and the pad. A finger's last digit hands it over at once, and one
// from the keyboard as soon as no scanner went on from it: any digit may be a barcode's
// first.
type entry struct {
	asker   asker
	check   func(u journal.User, pin core.Secret) error // slow
	taken   func()
	refused func() // nil for nobody
	moved   func() // the sentence came or went: whatever holds the parts lays them out again

	user  journal.User
	typed []rune
	past  screen.Past[int] // how many digits stood there before each of the newest characters
	pace  keys.Burst       // of the characters from the keyboard
	due   bool             // a whole PIN is typed, and may still turn out to be a scan
	more  int              // characters that came after it was whole
	began int              // how often that was waited for
	busy  bool
	waits bool  // the sentence tells of a pause
	err   error // why the newest PIN was not taken
	turn  int   // answers for another user, or after leaving, are dropped

	whose, wrong *typeset.Text
	dots         *dots
	pad          *control.Keypad
}

func newEntry(a asker, check func(journal.User, core.Secret) error, taken func()) *entry {
	e := &entry{asker: a, check: check, taken: taken}
	e.whose = typeset.NewText("", typeset.Lead).Aligned(typeset.Centre).Cut()
	e.wrong = typeset.NewParagraph("", typeset.Fact.Tint(theme.Failed)).Aligned(typeset.Centre)
	e.wrong.Hide()
	e.dots = newDots(journal.ShortestPIN)
	e.pad = control.NewDigitPad(a.env.Words.T("pad.clear"), theme.S3, e.key)
	return e
}

// ask begins again for somebody.
func (e *entry) ask(u journal.User) {
	e.turn++
	e.user, e.busy = u, false
	e.wipe()
	e.showError("")
	if e.waits = e.asker.waits(u) > 0; e.waits {
		e.showError(e.asker.waitSentence(u))
	}
}

// forget drops what was typed, and every answer that is still to come.
func (e *entry) forget() {
	e.turn++
	e.busy = false
	e.wipe()
}

func (e *entry) wipe() {
	e.past.Forget()
	e.truncate(0)
}

// truncate leaves the first digits alone, and sends nothing that was about to send
// itself.
func (e *entry) truncate(digits int) {
	e.due, e.more = false, 0
	clear(e.typed[digits:])
	e.typed = e.typed[:digits]
	e.paint()
}

func (e *entry) showError(sentence string) {
	if e.wrong.Text() != sentence {
		e.wrong.SetText(sentence)
		e.wrong.Hidden = sentence == ""
		if e.moved != nil {
			e.moved()
		}
	}
}

func (e *entry) paint() {
	e.whose.SetText(e.asker.env.Words.T("lock.code", "name", e.user.Name))
	e.dots.Set(max(e.user.Digits, journal.ShortestPIN), len(e.typed))
}

func (e *entry) key(k control.PadKey) {
	switch k {
	case control.PadBackspace:
		e.press(screen.KeyPress{Name: keys.Backspace})
	case control.PadClear:
		e.press(screen.KeyPress{Name: keys.Clear})
	default:
		if !e.busy && e.user.ID != "" {
			e.pace = keys.Burst{} // a finger's
			if e.digit([]rune(k)[0]); e.due {
				e.send()
			}
		}
	}
}

// press takes what is typed. Characters that are no digits count too: a barcode may
// have them.
func (e *entry) press(p screen.KeyPress) bool {
	digit := p.Rune >= '0' && p.Rune <= '9'
	now := e.asker.env.Now()
	quick := e.pace.Quiet(now) < keys.ScanGap
	if p.Rune != 0 {
		e.pace.Add(now)
	}
	if e.busy || e.user.ID == "" {
		return digit
	}
	switch {
	case p.Scan != "":
		e.scanned(p.Taken)
	case digit:
		e.digit(p.Rune)
	case p.Rune != 0:
		e.past.Push(len(e.typed))
		if e.due {
			e.more++
			e.listen()
		}
		return false
	case p.Name == keys.Backspace && len(e.typed) > 0:
		e.past.Forget()
		e.truncate(len(e.typed) - 1)
	case p.Name == keys.Clear:
		e.wipe()
	case p.Name == keys.Enter && e.due:
		if last, _ := e.pace.Runs(); quick && last >= noHand {
			e.scanned(last)
			break
		}
		e.decide()
	default:
		return false
	}
	return true
}

// digit takes one more. A PIN that is whole already takes none: they are a scan's,
// or one too many.
func (e *entry) digit(r rune) {
	e.past.Push(len(e.typed))
	if e.due {
		e.more++
	} else {
		e.showError("")
		e.typed = append(e.typed, r)
		e.paint()
	}
	if len(e.typed) >= e.user.Digits {
		e.due = true
		e.listen()
	}
}

// scanned takes a scan's characters back, the newest. Of a PIN that was whole before
// them nothing is left: its last digit was one of them that the window heard much sooner.
func (e *entry) scanned(characters int) {
	e.pace = keys.Burst{}
	if before, ok := e.past.Back(characters); ok {
		if before = min(before, len(e.typed)); before >= e.user.Digits {
			before = 0
		}
		e.truncate(before)
	}
}

// send hands the PIN over. While it is looked at nothing can be typed.
func (e *entry) send() {
	e.due = false
	pin, turn, user := core.NewSecret(string(e.typed)), e.turn, e.user
	e.busy = true
	var err error
	e.asker.env.Go(func() {
		err = e.check(user, pin)
		e.asker.env.Post(func() {
			if turn != e.turn {
				return
			}
			e.busy = false
			e.wipe()
			if err == nil {
				e.taken()
				return
			}
			e.explain(err)
			if e.refused != nil {
				e.refused()
			}
		})
	})
}

// explain says why a PIN of the user was not taken.
func (e *entry) explain(err error) {
	e.user, e.err = e.asker.fresh(e.user.ID), err
	e.waits = e.asker.waits(e.user) > 0
	e.showError(e.asker.sentence(e.user, err))
}

// tick takes the sentence about a pause away once it is over.
func (e *entry) tick() {
	if e.waits && e.asker.waits(e.user) <= 0 {
		e.waits = false
		e.showError("")
	}
}

// rows are the parts under each other, for a column of a height.
func (e *entry) rows() []fyne.CanvasObject {
	return []fyne.CanvasObject{e.whose, e.dots, e.wrong, e.pad}
}
