package owed

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// closing is what was returned of one entry, as far as it was read.
type closing struct {
	minor int64 // all of it; rows only come to it
	rows  []journal.DebtRow
}

// returned is a number of returns and their sum in one currency.
type returned struct {
	currency string
	number   int
	minor    int64
}

// loadMonth adds up what was returned this month, for whoever may see sums.
func (s *Screen) loadMonth() {
	if !s.deps.Till.May(journal.RightSums) {
		s.returned = nil
		s.paintMonth()
		return
	}
	generation, known := s.generation, s.known
	s.env.Go(func() {
		month, read, err := s.returnedThisMonth(known)
		s.env.Post(func() {
			if generation != s.generation {
				return
			}
			s.failed(err)
			if s.returned = month; err == nil {
				s.known = read
			}
			s.paintMonth()
		})
	})
}

// returnedThisMonth adds up the rows of the ledger that say what was returned, in the
// calendar month of the shop's zone: the shop's own currency first. What was read of
// an entry is not read again while nothing more was returned of it. It returns what
// is known now; known is not changed.
func (s *Screen) returnedThisMonth(known map[uint64]closing) ([]returned, map[uint64]closing, error) {
	read, month := map[uint64]closing{}, []returned{{currency: s.deps.Currency}}
	for q := (journal.DebtQuery{Limit: 100}); ; {
		some, err := s.deps.Till.Debts(s.env.Life, q)
		if err != nil {
			return nil, nil, err
		}
		for _, d := range some {
			if d.Returned == 0 {
				continue
			}
			c, ok := known[d.Number]
			if !ok || c.minor != d.Returned {
				if c, err = s.closingOf(d); err != nil {
					return nil, nil, err
				}
			}
			read[d.Number] = c
			month = s.add(month, d.Amount.Currency, c.rows)
		}
		if len(some) < q.Limit {
			break
		}
		q.Before = some[len(some)-1].Number
	}
	slices.SortFunc(month[1:], func(a, b returned) int { return strings.Compare(a.currency, b.currency) })
	return month, read, nil
}

// add adds what was returned this month.
func (s *Screen) add(month []returned, currency string, rows []journal.DebtRow) []returned {
	y, m, _ := s.env.Now().In(s.env.Zone).Date()
	for _, r := range rows {
		if ry, rm, _ := r.At.In(s.env.Zone).Date(); ry != y || rm != m {
			continue
		}
		at := slices.IndexFunc(month, func(one returned) bool { return one.currency == currency })
		if at < 0 {
			at, month = len(month), append(month, returned{currency: currency})
		}
		month[at].number, month[at].minor = month[at].number+1, month[at].minor+r.Minor
	}
	return month
}

// closingOf reads what was returned of an entry.
func (s *Screen) closingOf(d journal.Debt) (c closing, err error) {
	rows, err := s.deps.Till.DebtRows(s.env.Life, d.Number)
	for _, r := range rows {
		if r.Kind == journal.DebtReturned {
			c.minor, c.rows = c.minor+r.Minor, append(c.rows, r)
		}
	}
	return c, err
}

// monthView says what was returned this month, beside what is still owed.
type monthView struct {
	label, others *widgets.Text
	sum           *widgets.Amount
}

func newMonthView() *monthView {
	v := &monthView{label: widgets.NewText("", widgets.Caption).Cut(), others: widgets.NewText("", widgets.Caption).Cut(), sum: widgets.NewPlainAmount("")}
	v.sum.Align = widgets.Leading
	return v
}

func (v *monthView) objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{v.label, v.sum, v.others}
}

// size is what the view needs; nothing where it says nothing.
func (v *monthView) size() fyne.Size {
	if v.label.Text() == "" {
		return fyne.Size{}
	}
	high, wide := v.label.MinSize().Height+theme.S1+v.sum.MinSize().Height, max(v.label.Width(), v.sum.MinSize().Width)
	if v.others.Text() != "" {
		high, wide = high+v.others.MinSize().Height, max(wide, v.others.Width())
	}
	return fyne.NewSize(wide, high)
}

// place puts the view at the trailing edge of a board, in the middle of its height,
// and returns where it begins.
func (v *monthView) place(b screen.Board, edge float32) float32 {
	m := v.size()
	wide := min(m.Width+1, b.W/2-edge)
	x, y := b.W-edge-wide, (b.H-m.Height)/2
	for _, part := range []struct {
		o    fyne.CanvasObject
		high float32
	}{{v.label, v.label.MinSize().Height + theme.S1}, {v.sum, v.sum.MinSize().Height}, {v.others, v.others.MinSize().Height}} {
		b.Put(part.o, x, y, wide, part.o.MinSize().Height)
		y += part.high
	}
	return x
}

// paintMonth says what was returned this month: of the shop's own currency how many
// and how much, and below it the others.
func (s *Screen) paintMonth() {
	w, v := s.env.Words, s.month
	label, sum := "", ""
	var others []string
	for i, r := range s.returned {
		a := money.Amount{Minor: r.minor, Currency: r.currency}
		if i == 0 {
			label, sum = w.T("owed.month", "n", r.number), a.Major()
			continue
		}
		others = append(others, w.T("owed.month.other", "sum", s.env.Sum(a), "n", r.number))
	}
	v.label.SetText(label)
	v.sum.Set(sum, "")
	v.others.SetText(strings.Join(others, " · "))
	for _, o := range v.objects() {
		show(o, label != "")
	}
	show(v.others, len(others) > 0)
	s.deck.Root.Refresh()
}
