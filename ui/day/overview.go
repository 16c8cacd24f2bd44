package day

import (
	"slices"
	"strconv"
	"strings"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/ui/day/figures"
	"sanduq/ui/present"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/list"
)

// fill shows the shift that is open.
func (p *dayPage) fill() {
	s := p.screen
	w, v := s.env.Words, s.view
	at := present.Clock(v.Shift.Opened.At, s.env.Zone)
	p.shift.SetText(w.T("day.open", "n", v.Shift.Number, "time", at, "name", v.Shift.Opened.By))
	if v.Shift.Opened.By == "" {
		p.shift.SetText(w.T("day.open.nobody", "n", v.Shift.Number, "time", at))
	}
	if age := s.env.Now().Sub(v.Shift.Opened.At); age >= longOpen {
		p.frame.ShowNotice(w.N("day.days", int(age/longOpen)))
	}
	p.fillTaken()
	p.fillDrawer()
	p.fillAfter()
}

// fillTaken is what was taken, by route. Who may not see sums sees how many sales
// there were.
func (p *dayPage) fillTaken() {
	s := p.screen
	w, z, sums := s.env.Words, s.view.X, s.sums()
	routes, err := z.ByRoute()
	all, err2 := z.Sums()
	if err != nil || err2 != nil {
		s.failed(err)
	}
	p.taken.SetText(w.N("day.taken", int(total(all))))
	if z.Blind {
		p.taken.SetText(w.N("day.takenBank", int(total(all))))
	}
	currency := s.view.Shift.Opened.Currency
	first := money.Amount{Currency: currency}
	for _, l := range all {
		if l.Currency == currency {
			first.Minor = l.Minor
		}
	}
	first.Minor -= z.Returned(currency)
	p.sum.Set(first.Major(), s.env.CurrencyWord(currency))
	p.sum.Hidden = !sums
	if !sums {
		p.sum.Set("", "")
	}
	var lines, cash []*list.Line
	var bank journal.Tally
	for _, l := range routes {
		icon, key := present.Route(l.Route)
		spec := list.LineSpec{Icon: icon, Name: w.T(key), Note: w.N("day.sales", int(l.Number)), Parts: sums}
		switch {
		case !sums:
		case l.Currency != currency:
			spec.Sum = figures.Sum(s.env, l.Minor, l.Currency)
		case l.Route == journal.RouteCash:
			spec.Icon, spec.Strong, spec.Sum = "", true, "\u200e+ "+figures.Sum(s.env, l.Minor, l.Currency)
			cash = append(cash, list.NewLine(spec, nil))
			continue
		default:
			spec.Part = figures.Sum(s.env, l.Minor, l.Currency)
			bank.Number, bank.Minor = bank.Number+l.Number, bank.Minor+l.Minor
		}
		spec.Name += s.another(l.Currency)
		lines = append(lines, list.NewLine(spec, nil))
	}
	if sums {
		lines = slices.Insert(lines, 0, list.NewLine(list.LineSpec{Name: w.T("report.column.bankSum"), Strong: true, Parts: true,
			Note: w.N("day.sales", int(bank.Number)), Sum: figures.Sum(s.env, bank.Minor, currency)}, nil))
	}
	if z.Blind && z.Drawer != nil && z.Drawer.Sales.Number > 0 { // how often, not how much
		icon, key := present.Route(journal.RouteCash)
		lines = append(lines, list.NewLine(list.LineSpec{Icon: icon, Name: w.T(key), Note: w.N("day.sales", int(z.Drawer.Sales.Number))}, nil))
	}
	late, _ := z.Late()
	for _, l := range late {
		if sums {
			lines = append(lines, list.NewLine(list.LineSpec{Icon: "late", Name: w.T("day.late") + s.another(l.Currency), Whole: true, Note: w.N("day.sales", int(l.Number)), Parts: true, Part: figures.Sum(s.env, l.Minor, l.Currency)}, nil))
		}
	}
	lines = append(lines, cash...)
	for _, o := range z.Owed { // it went back through the bank, whichever way it had come
		if back := z.Returned(o.Currency); sums && back != 0 {
			lines = append(lines, list.NewLine(list.LineSpec{Strong: true, Parts: true, Name: w.T("report.column.returned") + s.another(o.Currency), Sum: "\u200e− " + figures.Sum(s.env, back, o.Currency)}, nil))
		}
	}
	p.routes.Set(lines...)
}

// another is the word of a currency that the shift does not have, for a name beside a sum; blank
// for its own.
func (s *Screen) another(currency string) string {
	if currency == s.view.Shift.Opened.Currency {
		return ""
	}
	return " " + s.env.CurrencyWord(currency)
}

func (p *dayPage) fillDrawer() {
	s := p.screen
	w, d := s.env.Words, s.view.X.Drawer
	if d == nil {
		d = &journal.DrawerSum{Currency: s.view.Shift.Opened.Currency, Float: s.view.Shift.Opened.Float}
	}
	line := func(key, note string, minor int64) *list.Line {
		return list.NewLine(list.LineSpec{Name: w.T(key), Note: note, Sum: figures.Sum(s.env, minor, d.Currency)}, nil)
	}
	number := func(t journal.Tally) string { return strconv.FormatInt(t.Number, 10) }
	lines := []*list.Line{line("day.float", floatFrom(s.view.Shift.Opened), d.Float), line("day.cashIn", number(d.In), d.In.Minor), line("day.cashOut", number(d.Out), d.Out.Minor)}
	told := s.sums() && !s.view.X.Blind
	for i, l := range lines[1:] {
		spec := l.Spec()
		if spec.Sum = []string{"\u200e+ ", "\u200e− "}[i] + spec.Sum; !told { // how often, not how much
			spec.Sum, spec.Note = spec.Note, ""
		}
		l.Set(spec)
	}
	if d.Out.Number == 0 { // what did not happen takes no room
		lines = slices.Delete(lines, 2, 3)
	}
	if d.In.Number == 0 {
		lines = slices.Delete(lines, 1, 2)
	}
	if told && s.deps.Till.Settings().ShowExpected { // all that it adds up from stands above it
		l := line("day.cashSales", number(d.Sales), d.Sales.Minor)
		spec := l.Spec()
		spec.Sum = "\u200e+ " + spec.Sum
		l.Set(spec)
		lines = slices.Insert(lines, 1, l)
	}
	if told && d.Rounding != 0 { // beyond what the sales in cash say, or less
		key, by := "receipt.cash.up", d.Rounding
		if by < 0 {
			key, by = "receipt.cash.down", -by
		}
		lines = append(lines, line(key, "", by))
	}
	if told && s.deps.Till.Settings().ShowExpected {
		lines = append(lines, line("day.expected", "", d.Expected))
	}
	p.drawer.Set(lines...)
}

func (p *dayPage) fillAfter() {
	s := p.screen
	w, lines := s.env.Words, p.openLines()
	owed := list.LineSpec{Icon: "return", Name: w.T("day.owed", "n", len(s.view.Debts)), Open: true}
	same := true
	var minor int64
	for _, d := range s.view.Debts {
		same = same && d.Amount.Currency == s.view.Debts[0].Amount.Currency
		minor += d.Open()
	}
	if len(s.view.Debts) > 0 && same && s.sums() {
		owed.Sum = figures.Sum(s.env, minor, s.view.Debts[0].Amount.Currency)
		owed.Name += s.another(s.view.Debts[0].Amount.Currency)
	}
	if len(s.view.Debts) > 0 {
		lines = append(lines, list.NewLine(owed, s.deps.Ways.Owed))
	}
	left := s.left
	if s.deps.Papers == nil {
		left = s.leftHere()
	}
	if n := len(left); n > 0 { // the newest; the page that it leads to has all
		l := left[n-1]
		lines = append(lines, list.NewLine(list.LineSpec{Icon: "receipt", Name: w.T("day.leftOut." + string(l.Cause) + ".short"), Sum: receipt.ReceiptsLeftOut(l), Open: true}, p.papers))
	}
	p.after.Set(lines...)
	p.second.Refresh()
}

// openLines are the sales that may still be paid: those that nobody knows about lead to what
// is to be settled, the others to the oldest, which has waited longest. A kind of which there
// is none takes no room; where nothing at all is open, that is said.
func (p *dayPage) openLines() (lines []*list.Line) {
	s := p.screen
	w := s.env.Words
	var unknown, waiting []journal.View
	for _, v := range s.deps.Till.InFlight() {
		switch status := v.Status(); {
		case status == journal.StatusUnknown:
			unknown = append(unknown, v)
		case status.Group() == journal.GroupOpen:
			waiting = append(waiting, v)
		}
	}
	line := func(key string, state graphic.State, some []journal.View, look func()) {
		spec := list.LineSpec{State: &state, Name: w.T(key, "n", len(some)), Open: true}
		all := money.Amount{Currency: s.view.Shift.Opened.Currency}
		same := !slices.ContainsFunc(some, func(v journal.View) bool { return v.Amount.Currency != all.Currency })
		for _, v := range some {
			all.Minor += v.Amount.Minor
		}
		if same && s.sums() {
			spec.Sum = figures.Sum(s.env, all.Minor, all.Currency)
		}
		lines = append(lines, list.NewLine(spec, look))
	}
	if len(unknown) > 0 {
		line("day.unknown", graphic.StateUnknown, unknown, s.deps.Ways.ToSettle)
	}
	if len(waiting) > 0 {
		oldest := slices.MinFunc(waiting, func(a, b journal.View) int { return strings.Compare(string(a.ID), string(b.ID)) })
		line("day.stillOpen", graphic.StateWaiting, waiting, func() { s.deps.Ways.OpenSale(oldest.ID) })
	}
	if len(lines) == 0 {
		lines = append(lines, list.NewLine(list.LineSpec{Icon: "check", Name: w.T("day.stillOpen", "n", 0)}, nil))
	}
	return lines
}

// papers turns to the papers whose numbers were left out, or to the X, which tells of them.
func (p *dayPage) papers() {
	if p.screen.deps.Papers == nil {
		p.x()
		return
	}
	p.screen.goTo(stepPaper)
}

// floatFrom names the Z whose count the drawer began with, where something else was found.
func floatFrom(o *journal.Opening) string {
	if o.Between == 0 {
		return ""
	}
	return journal.ZNumber(o.Counted)
}
