package result

import (
	"time"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
)

// savedTime is how long a paid end says where a file is.
const savedTime = 8 * time.Second

// saving is what became of a receipt that was saved from a paid end.
type saving struct {
	busy bool
	told fact // in place of the last fact, for a while; blank otherwise
}

// keepButtons are Print and Save beside the primary of a paid end: one key each.
func (e *End) keepButtons(filled bool) (all []*control.Button) {
	if e.view.Status() != journal.StatusPaid {
		return nil
	}
	add := func(icon, label, key string, do func()) {
		s := control.ButtonSpec{Icon: icon, Label: e.env.Words.T(label), Key: key, Mid: true, Height: theme.PrimaryHigh}
		if filled {
			s.Kind, s.Ink = control.Outline, theme.OnPaid
		}
		all = append(all, control.NewButton(s, do))
	}
	if e.tell.deps.Prints() {
		add("printer", "paper.print", "F9", e.print)
	}
	if e.savable() {
		add("download", "receipts.pdf", "F10", e.save)
	}
	return all
}

// happenedButton leads from an end to all that happened with its order. Its
// icon stands alone in a small window, and where that has no room, or words are
// large, there is its key alone: the others keep their words whole.
func (e *End) happenedButton(filled bool) []*control.Button {
	small := theme.Now().Small
	if e.tell.deps.Happened == nil || theme.Now().TextScale > 1.2 || small && e.view.Status() == journal.StatusPaid {
		return nil
	}
	s := control.ButtonSpec{Icon: "help", Label: e.env.Words.T("happened.button"), Key: "F3", Mid: true, Height: theme.PrimaryHigh}
	if small {
		s.Label, s.Key = "", ""
	}
	if filled {
		s.Kind, s.Ink = control.Outline, theme.OnPaid
	}
	return []*control.Button{control.NewButton(s, e.happened)}
}

func (e *End) happened() {
	if e.tell.deps.Happened != nil && !e.deaf() {
		e.tell.deps.Happened(e.view.Sale)
	}
}

// savable reports whether there is a receipt, and a place for it.
func (e *End) savable() bool {
	return e.tell.deps.Save != nil && e.view.Status() == journal.StatusPaid
}

// save keeps the receipt as a file, and says where.
func (e *End) save() {
	if e.deaf() || e.left || e.keep.busy {
		return
	}
	e.keep.busy = true
	seq, w := e.view.ReceiptSeq, e.env.Words
	e.env.Go(func() {
		place, err := e.tell.deps.Save(e.env.Life, seq)
		e.env.Post(func() {
			e.keep.busy, e.keep.told = false, fact{w.T("paid.saved"), place}
			if err != nil {
				e.keep.told = fact{w.T("paid.notSaved"), w.T("paid.notSaved.do")}
				if e.left || e.hidden { // nobody sees it there
					e.env.Miss(present.Receipt(seq), w.T("paid.notSaved")+" "+w.T("paid.notSaved.do"))
				}
			}
			e.paintPaper()
			told := e.keep.told
			e.env.After(savedTime, func() {
				if e.keep.told == told {
					e.keep.told = fact{}
					e.paintPaper()
				}
			})
		})
	})
}
