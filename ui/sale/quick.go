package sale

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/money"
	"sanduq/ui/amount"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// quickKeys are the amounts that one key types: those that the shop has set, and
// the last one again. They charge nothing by themselves.
type quickKeys struct {
	amounts []money.Amount
	repeat  bool         // the shop offers the last amount again
	again   money.Amount // zero is none
	keys    []*control.QuickKey
}

// newQuickKeys are the keys for a draft, none where the shop has set none. take
// gets the amount of a key that was pressed.
func newQuickKeys(env screen.Env, deps Deps, last money.Amount, take func(money.Amount)) *quickKeys {
	set := deps.Shop()
	q := &quickKeys{amounts: set.QuickAmounts(), repeat: set.Repeat}
	for _, a := range q.amounts {
		q.keys = append(q.keys, control.NewQuickKey(short(env, a), func() { take(a) }))
	}
	if q.repeat && last.Minor > 0 && last.Currency == set.Currency {
		q.again = last
		q.keys = append(q.keys, control.NewQuickKey(env.Words.T("sale.again", "amount", short(env, last)), func() { take(last) }))
	}
	return q
}

// short is an amount without decimals that are all noughts.
func short(env screen.Env, a money.Amount) string {
	whole, fraction, _ := strings.Cut(a.Major(), ".")
	if strings.Trim(fraction, "0") == "" {
		return whole
	}
	return present.Major(env.Words, a)
}

// choose presses the nth key, from 1 on; 0 is the last amount again. False where
// there is none.
func (q *quickKeys) choose(n int) bool {
	at := n - 1
	if n == 0 {
		at = len(q.amounts)
		if q.again.Minor == 0 {
			return false
		}
	}
	if at < 0 || n > len(q.amounts) {
		return false
	}
	q.keys[at].Press()
	return true
}

func (q *quickKeys) objects() (all []fyne.CanvasObject) {
	all = append(all, layout.Objects(q.keys)...)
	return all
}

// grid is in how many rows and columns they stand. The last amount takes the
// room of two, which is kept for it while there is none: no amount may go
// elsewhere under the finger that has learnt its place.
func (q *quickKeys) grid() (rows, columns int) {
	n, most := len(q.amounts), 5
	if n > 0 && q.repeat || q.again.Minor > 0 {
		n += 2
	}
	if theme.Now().Small {
		most = 3
	}
	if n == 0 {
		return 0, 0
	}
	rows = (n + most - 1) / most
	return rows, (n + rows - 1) / rows
}

// high is how much room they need, and the gap below them.
func (q *quickKeys) high() float32 {
	rows, _ := q.grid()
	if rows == 0 {
		return 0
	}
	return float32(rows)*(theme.Target+theme.S2) - theme.S2 + theme.S4
}

// place puts them into a frame from y on, in reading order.
func (q *quickKeys) place(b layout.Placer, y float32) {
	_, columns := q.grid()
	if columns == 0 {
		return
	}
	wide := (b.W - float32(columns-1)*theme.S2) / float32(columns)
	col, top := 0, y
	for i, k := range q.keys {
		if last := i == len(q.amounts); col == columns || last && col > columns-2 {
			col, top = 0, top+theme.Target+theme.S2
		}
		x, w := float32(col)*(wide+theme.S2), wide
		if i == len(q.amounts) { // the last amount takes what is left of its row
			w = b.W - x
		}
		b.Put(k, x, top, w, theme.Target)
		col++
	}
}

// Quick is for the shell: the nth quick amount, or the last one again with 0.
func (s *Sale) Quick(n int) bool { return s.quick.choose(n) }

// setAmount makes an amount the one that is charged next. A digit replaces it.
func (s *Sale) setAmount(a money.Amount) {
	s.past.Forget()
	s.draft.Amount = amount.EntryOf(a)
	s.paint()
}
