package statement

import (
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/report/reconcile"
	bank "sanduq/core/report/statement"
	"sanduq/ui/exporting"
	"sanduq/ui/present"
)

// icons are those of the findings.
var icons = map[reconcile.Kind]string{reconcile.OnlyBank: "bank", reconcile.OnlyTill: "register", reconcile.OtherAmount: "unequal", reconcile.Guess: "guess",
	reconcile.Choose: "question", reconcile.Twice: "return", reconcile.TakenBack: "return", reconcile.Returned: "return", reconcile.Matched: "check", reconcile.Deposit: "check", reconcile.Outgoing: "cash-out",
	reconcile.BackMissing: "return", reconcile.Again: "question", reconcile.WentBack: "check"}

// spec is what a row of the list says.
func (p *resultPage) spec(r reconcile.Row) rowSpec {
	w := p.opened.env.Words
	s := rowSpec{icon: icons[r.Kind], title: w.T("statement.kind." + string(r.Kind)), told: p.secondLine(r), till: "–", bank: "–", difference: p.sum(r.Difference(), true), folded: r.Folded(), end: "next"}
	switch {
	case r.Kind == reconcile.Matched:
		s.title = w.N("statement.kind.matched", r.Sales)
	case r.Kind == reconcile.Deposit, r.Kind == reconcile.Guess && r.Sales > 1:
		s.title = w.N("statement.kind."+map[bool]string{true: "deposit", false: "groupGuess"}[r.Kind == reconcile.Deposit], r.Sales)
	}
	if single(r) && r.Items[0].Entry != nil {
		s.title = name(r.Items[0].Entry)
	}
	if r.HasTill {
		s.till = p.sum(r.Till, false)
	}
	if r.HasBank {
		s.bank = p.sum(r.Bank, false)
	}
	s.apart = r.Difference() != 0 && r.Difference() != -r.Fee
	switch {
	case r.Kind == reconcile.Again:
		s.till, s.difference, s.apart = "–", "–", false
	case r.Kind == reconcile.Outgoing: // it is in no sum: the column of the bank adds up without it
		s.till, s.bank, s.difference, s.apart = "–", "–", "–", false
		s.told = p.also(p.sum(r.Bank, true), s.told)
		s.title = w.N("statement.kind.outgoing", r.Lines)
	case r.Kind == reconcile.WentBack:
		s.title = w.N("statement.kind.wentBack", r.Lines)
	case r.Foreign:
		s.till, s.bank, s.difference, s.apart = "–", "–", "–", false
		if item := r.Items[0]; len(r.Items) == 1 { // of several there is no sum
			if item.Entry != nil && r.HasTill {
				s.till = p.coded(item.Entry.Amount)
			}
			if item.Line != nil {
				s.bank = p.coded(item.Line.Amount)
			}
		}
	}
	switch {
	case r.Folded():
		s.end = "down"
		if single(r) {
			s.end = ""
		}
	case !r.Open():
		s.end = "check"
	}
	return s
}

// coded is an amount, with its currency where that is not the till's.
func (p *resultPage) coded(a money.Amount) string {
	if a.Currency == p.opened.deps.Currency {
		return p.sum(a.Minor, false)
	}
	return present.Sum(p.opened.env.Words, a.Minor, a.Currency) + " " + a.Currency
}

// secondLine is the second line of a row: what was answered, or what is known.
func (p *resultPage) secondLine(r reconcile.Row) string {
	w, env := p.opened.env.Words, p.opened.env
	if a := r.Answer; a.Answer != "" {
		said := w.T("statement.answer." + a.Answer)
		if e := r.Items[0].Entry; a.Answer == reconcile.Belongs && e != nil {
			said = w.T("statement.belongsTo", "sale", name(e))
		}
		return w.T("statement.answered", "answer", said, "name", present.Somebody(w, a.By), "time", present.Clock(a.At, env.Zone))
	}
	item := r.Items[0]
	var parts []string
	switch {
	case single(r):
	case r.Kind == reconcile.Matched:
		return w.T("statement.byNumber")
	case r.Kind == reconcile.Outgoing:
		return w.T("statement.notCompared")
	case r.Kind == reconcile.WentBack:
		return w.T("statement.byReference")
	case r.Kind == reconcile.Returned:
		return w.T("statement.returned", "amount", present.Sum(w, item.Entry.Amount.Minor, item.Entry.Amount.Currency), "sale", name(item.Entry))
	case r.Kind == reconcile.Deposit:
		return w.T("statement.deposit", "fee", p.coded(item.Fee))
	case len(item.Choices) > 0:
		parts = append(parts, w.N("statement.fits", len(item.Choices)))
	}
	if e := item.Entry; e != nil {
		parts = append(parts, w.T("statement.atTill", "sale", name(e), "time", p.when(e.At, false)))
		if item.Line == nil && e.TransactionID != "" {
			parts = append(parts, e.TransactionID)
		}
	}
	if l := item.Line; l != nil {
		parts = append(parts, w.T("statement.atBank", "time", p.when(l.At, l.Dated)))
		if text := strings.TrimSpace(l.ID() + " " + l.Shown()); text != "" && item.Entry == nil {
			parts = append(parts, text)
		}
	}
	if r.Fee != 0 {
		parts = append(parts, w.T("statement.fee", "fee", p.coded(item.Fee)))
	}
	return p.also(parts...)
}

// also is what is told one after the other.
func (p *resultPage) also(parts ...string) (all string) {
	for _, one := range parts {
		if all == "" {
			all = one
			continue
		}
		all = p.opened.env.Words.T("statement.also", "a", all, "b", one)
	}
	return all
}

// single reports whether a row that needs nobody is of one finding.
func single(r reconcile.Row) bool {
	return r.Folded() && len(r.Items) == 1 && len(r.Items[0].Group) == 0
}

// sum is an amount of the till's currency, with its sign where it is a difference.
func (p *resultPage) sum(minor int64, sign bool) string {
	w := p.opened.env.Words
	a := money.Amount{Minor: max(minor, -minor), Currency: p.opened.deps.Currency}
	text := present.Major(w, a)
	if at := strings.Index(text, present.Point(w)); at > 0 {
		text = present.Grouped(text[:at]) + text[at:]
	}
	switch {
	case minor < 0:
		return "−" + text
	case sign && minor > 0:
		return "+" + text
	}
	return text
}

// when is a moment of the statement: where that is of one day, the time alone.
func (p *resultPage) when(at time.Time, dated bool) string {
	if s := p.opened.found.statement; s.From == s.To && !dated && journal.DayOf(at.In(p.opened.env.Zone)) == s.From {
		return present.Clock(at, p.opened.env.Zone)
	}
	return moment(p.opened.env, at, dated)
}

// name is what people call a sale.
func name(e *bank.Entry) string {
	if e.Receipt != 0 {
		return present.Receipt(e.Receipt)
	}
	return present.Number(e.Sale)
}

// days is the day, or the first and the last, that a statement speaks of.
func (p *resultPage) days(s journal.BankStatement) string {
	if s.From == s.To {
		return p.opened.env.Words.Day(s.From.Time(time.UTC))
	}
	return exporting.Spoken(p.opened.env, s.From, s.To)
}
