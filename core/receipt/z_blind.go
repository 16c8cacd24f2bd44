package receipt

import (
	"strconv"

	"sanduq/core/journal"
)

// blind is the drawer of an X for anyone who may not see what should be in it: how often cash
// came and went, and that no sum of it is said.
func (p *dayPaper) blind(d journal.DrawerSum) {
	for _, one := range []struct {
		kind Kind
		key  string
		how  journal.Tally
	}{{LineCash, "cash", d.Sales}, {LineIn, "cashIn", d.In}, {LineOut, "cashOut", d.Out}} {
		if one.how.Number != 0 {
			p.add(TableRow{Kind: one.kind, Text: p.addText(one.key), Sum: "× " + strconv.FormatInt(one.how.Number, 10)})
		}
	}
	p.addNote(p.addText("blind"))
	p.end()
}
