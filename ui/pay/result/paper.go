package result

import (
	"sanduq/core/journal"
	"sanduq/ui/pay/wording"
	"sanduq/ui/present"
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
