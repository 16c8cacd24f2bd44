package receipt

import (
	"strconv"

	"sanduq/core/journal"
)

// drawer is what should be in it, what was counted, and the difference as a word and a sum: a sign is read over.
func (p *dayPaper) drawer(d journal.DrawerSum) {
	p.sum(LineFloat, "float", d.Float, d.Currency, false)
	if p.Z.Blind {
		p.blind(d)
		return
	}
	if d.Sales != (journal.Tally{}) {
		p.row(LineCash, p.addText("cash"), d.Sales, d.Currency)
	}
	if d.Rounding != 0 {
		key, by := rounded(d.Rounding)
		p.add(TableRow{Kind: LineRounding, Text: p.w.Say(key), Sum: grouped(by, d.Currency, p.w)})
	}
	if d.In != (journal.Tally{}) {
		p.row(LineIn, p.addText("cashIn"), d.In, d.Currency)
	}
	if d.Out != (journal.Tally{}) {
		p.row(LineOut, p.addText("cashOut"), d.Out, d.Currency)
	}
	p.sum(LineExpected, "expected", d.Expected, d.Currency, false)
	if p.Z.Seq != 0 {
		p.counted(d)
	}
	p.end()
}

func (p *dayPaper) counted(d journal.DrawerSum) {
	if d.Counted == nil {
		p.addNote(p.addText("notCounted"))
		return
	}
	for _, piece := range d.Counted.Pieces {
		p.add(TableRow{Kind: LinePieces, Text: p.addText("times", "value", grouped(piece.Value, d.Currency, p.w), "n", strconv.FormatInt(piece.Number, 10)),
			Sum: grouped(piece.Value*piece.Number, d.Currency, p.w)})
	}
	p.sum(LineCounted, "counted", d.Counted.Minor, d.Currency, false)
	if d.Counts > 1 {
		p.addNote(p.addText("counts", "n", strconv.Itoa(d.Counts)))
		p.countsBefore()
	}
	switch {
	case d.Difference < 0:
		p.sum(LineDiffers, "under", -d.Difference, d.Currency, true)
	case d.Difference > 0:
		p.sum(LineDiffers, "over", d.Difference, d.Currency, true)
	default:
		p.add(TableRow{Kind: LineDiffers, Text: p.addText("agrees"), Bold: true})
	}
	if d.Reason != "" {
		p.add(TableRow{Kind: LineReason, Text: p.addText("reason"), Sum: ""})
		p.addNote(clean(d.Reason))
	}
}

// movements are the rows behind the sums of the drawer.
func (p *dayPaper) movements() {
	if len(p.Movements) == 0 || p.Z.Drawer == nil || p.Z.Blind {
		return
	}
	p.add(TableRow{Kind: LineNote, Text: p.addText("movements"), Bold: true})
	for _, m := range p.Movements {
		r := TableRow{Kind: LineMoved, Text: p.addText(movedKey(m), "name", orBlank(clean(m.By)), "reason", clean(m.Reason), "to", clean(m.To))}
		if m.DelegatedBy != "" {
			r.Text = p.addText("lent", "text", r.Text, "name", clean(m.DelegatedBy))
		}
		if m.Minor != 0 {
			r.Sum = grouped(m.Minor, p.Z.Drawer.Currency, p.w)
		}
		p.add(r)
	}
	p.end()
}

// movedKey is the sentence of a movement.
func movedKey(m journal.Movement) string {
	if m.Float {
		return "float." + string(m.Kind) + ".one"
	}
	return string(m.Kind) + ".one"
}

// carried is what goes on after the shift: sales that may still be paid, and money that is owed back.
func (p *dayPaper) carried() {
	var sales int64
	for _, currency := range currencies(p.Z.Open.Sums) {
		sum := p.Z.Open.Sums[currency]
		sales += sum.Number
		p.row(LineOpen, p.among(p.addText("open"), currency), sum, currency)
	}
	if len(p.Z.Open.Sales) > 0 {
		p.names(p.Z.Open.Sales, sales)
	}
	p.end()
	for _, o := range p.Z.Owed {
		open, ok := o.Open()
		if !ok && p.err == nil {
			p.err = journal.ErrSum
		}
		for _, part := range []struct {
			text  string
			minor int64
		}{{p.addText("owed.before"), o.Before}, {p.addText("owed.opened"), o.Opened}, {p.addText("owed.returned"), o.Returned - o.Reversed},
			{p.w.Say("report.cause.reversed"), o.Reversed}, {p.addText("owed.kept"), o.Kept}, {p.addText("owed.alone"), o.Alone}} {
			if part.minor != 0 {
				p.add(TableRow{Kind: LineOwed, Text: p.among(part.text, o.Currency), Sum: grouped(part.minor, o.Currency, p.w)})
			}
		}
		p.add(TableRow{Kind: LineOwed, Text: p.among(p.addText("owed"), o.Currency), Sum: grouped(open, o.Currency, p.w), Bold: true})
	}
	if len(p.Z.OwedBy) > 0 {
		p.names(p.Z.OwedBy, 0)
	}
	p.end()
}
