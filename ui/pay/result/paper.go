package result

import (
	"sanduq/core/journal"
	"sanduq/ui/pay/wording"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
)

// receipt is the number of a sale's receipt, and how far its paper is.
func (d teller) receipt(v journal.View) string {
	number := present.Receipt(v.ReceiptSeq)
	if key := paperWord(v); key != "" && d.deps.Prints() {
		return d.env.Words.T("paper.fact", "receipt", number, "paper", d.env.Words.T(key))
	}
	return number
}

// receiptName is what the number is called, and whether the customer can take
// it along now.
func (d teller) receiptName(v journal.View) string {
	if d.deps.Takes(v.ID) {
		return d.env.Words.T("fact.receiptShown")
	}
	return d.env.Words.T("fact.receipt")
}

// paperWord says how far a slip is of which nothing is wrong.
func paperWord(v journal.View) string {
	switch v.Print {
	case journal.PrintPending, journal.PrintStarted:
		return "paper.printing"
	case journal.PrintDone:
		return "paper.printed"
	case journal.PrintHanded:
		return "paper.handed"
	}
	return ""
}

// paperFact is the last fact of a paid sale as a button, while its slip is not
// on paper and somebody may do something about it.
type paperFact struct {
	tell   teller
	button *control.FactButton
	busy   bool // it is printed now, because somebody asked
}

func newPaperFact(t teller, ink theme.Colour, print func()) *paperFact {
	return &paperFact{tell: t, button: control.NewFactButton(ink, print)}
}

// paint shows the button where it has something to say, and reports whether it
// does.
func (p *paperFact) paint(v journal.View) bool {
	w, name, label := p.tell.env.Words, "", "paper.again"
	wrong := v.Live.Paper != "" || v.Print == journal.PrintMissed || v.Print == journal.PrintDoubtful
	switch {
	case v.Status() != journal.StatusPaid || !p.tell.deps.Prints() || v.Print.Printed():
	case v.Print == journal.PrintDoubtful:
		name = w.T("paper.doubtful")
	case wrong:
		name = w.T("paper.not", "why", w.T(wording.PaperFault(v.Live.Paper)))
	case v.Print == journal.PrintNone:
		name, label = p.tell.receiptName(v), "paper.print"
	}
	if p.busy {
		label = "paper.printing"
	}
	p.button.Set(name, present.Receipt(v.ReceiptSeq), "printer", w.T(label))
	p.button.Hidden = name == ""
	return !p.button.Hidden
}

// print puts the slip of the sale on paper. What comes of it is in the view.
func (e *End) print() {
	if e.deaf() || e.left || e.paper.busy {
		return
	}
	e.paper.busy = true
	e.paintPaper()
	id, by := e.view.ID, e.deps.Cashier()
	e.env.Go(func() {
		err := e.deps.Till.Print(e.env.Life, id, by)
		e.env.Post(func() {
			e.paper.busy = false
			if err != nil && journal.CodeOf(err) != journal.CodePaper {
				e.deps.Shell.Failed(err)
			}
			e.paintPaper()
		})
	})
}

// paintPaper shows the facts, in place of the last one the button, or what was
// done last.
func (e *End) paintPaper() {
	for i, f := range e.say.facts {
		if i == len(e.facts)-1 && e.keep.told != (fact{}) {
			f = e.keep.told
		}
		e.facts[i][0].SetText(f.name)
		e.facts[i][1].SetText(f.value)
	}
	last, instead := e.facts[len(e.facts)-1], e.paper.paint(e.view) && e.keep.told == (fact{})
	e.paper.button.Hidden = !instead
	for _, t := range last {
		if t.Hidden != instead {
			t.Hidden = instead
			t.Refresh()
		}
	}
	e.paper.button.Refresh()
	if e.paintSlip() && e.sheet != nil {
		e.sheet.Refresh()
	}
}
