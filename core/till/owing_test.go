package till_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
)

// account is what one order's customer gave and got back, by somebody who stood beside
// the till and saw it. It reads nothing of the till's.
type account struct {
	sales                            int
	came, back, aside, left, instead map[int]bool // by the number of the sale
	late                             map[int]bool // its customer had not got the goods
	recorded, word                   bool         // cash that stands
	cashed                           []int        // sales in cash, the newest last
	did                              []string
}

// stand are the payments that the shop has and that nobody has to get back for the goods.
func (a *account) stand() (all []int) {
	for n := range a.sales + 1 {
		if a.came[n] && !a.back[n] && !a.late[n] {
			all = append(all, n)
		}
	}
	return all
}

// owed is how many payments are owed back: all but one taking of the order, cash among them,
// and of those whose customer had not got the goods.
func (a *account) owed() (twice, late int) {
	if twice = len(a.stand()); twice > 0 && !a.recorded && !a.word {
		twice--
	}
	for n := range a.late {
		if !a.back[n] {
			late++
		}
	}
	return twice, late
}

// TestWhatIsOwedBackIsWhatCameTooOften: payments, words, cash and returns of one order in
// any order; after each of them the ledger holds what an account beside it does.
func TestWhatIsOwedBackIsWhatCameTooOften(t *testing.T) {
	seen := map[string]int{}
	for seed := range uint64(120) {
		r := rand.New(rand.NewPCG(seed, 1))
		a := &account{came: map[int]bool{}, back: map[int]bool{}, aside: map[int]bool{}, left: map[int]bool{}, instead: map[int]bool{}, late: map[int]bool{}}
		bubble(t, func(d *desk) {
			d.shifts(1_000_000)
			views := map[int]journal.View{}
			opened := func(v journal.View) { a.sales = v.ID.Number(); views[a.sales] = v }
			opened(d.charge())
			for range 12 {
				if act := a.step(d, r, views, opened); act != "" {
					a.did = append(a.did, act)
					seen[strings.Fields(act)[0]]++
					d.pass(time.Second)
				} else {
					continue
				}
				twice, late := a.owed()
				var gotTwice, gotLate int
				for _, one := range d.debts() {
					switch {
					case one.Open() == 0:
					case one.Cause == journal.DebtLate:
						gotLate++
					default:
						gotTwice++
					}
				}
				if gotTwice != twice || gotLate != late {
					t.Fatalf("seed %d, after %s: %d owed back and %d late, want %d and %d", seed, strings.Join(a.did, ", "), gotTwice, gotLate, twice, late)
				}
			}
		})
	}
	for _, act := range []string{"charge", "comes", "said", "left", "cash", "off", "returned", "late"} {
		if seen[act] < 10 {
			t.Errorf("only %d times: %s", seen[act], act)
		}
	}
}

// step does one thing that a person or the bank may do now; blank where it cannot be done.
func (a *account) step(d *desk, r *rand.Rand, views map[int]journal.View, opened func(journal.View)) string {
	ctx, n := d.t.Context(), 1+r.IntN(a.sales)
	cash := slices.Contains(a.cashed, n)
	untaken := len(a.came) == 0 && !a.recorded
	switch r.IntN(8) {
	case 0:
		if !untaken || cash || a.sales > 4 {
			return ""
		}
		opened(d.instead(views[n].ID))
		a.aside[n], a.instead[n] = true, true
		return fmt.Sprint("charge instead of ", n)
	case 1, 2:
		if cash || a.came[n] {
			return ""
		}
		beside, _ := a.owed()
		beside += len(a.stand())
		d.comes(views[n])
		if a.came[n] = true; a.left[n] && !a.instead[n] && beside == 0 && !a.recorded && !a.word {
			a.late[n] = true
		}
		return fmt.Sprint("comes ", n)
	case 3, 4:
		if cash || a.came[n] || a.aside[n] {
			return ""
		}
		a.aside[n] = true
		if r.IntN(3) == 0 {
			a.left[n] = true
			d.do(d.SetAside(ctx, views[n].ID, journal.AsideCustomerLeft))
			return fmt.Sprint("left ", n)
		}
		a.word = true
		d.do(d.SetAside(ctx, views[n].ID, journal.AsidePaidCash))
		return fmt.Sprint("said ", n)
	case 5:
		if a.recorded {
			v := views[a.cashed[len(a.cashed)-1]]
			d.do(d.Refunds.ReverseCash(ctx, v.ID, "Huda", 0, "the wrong customer"))
			a.recorded, a.word = false, false
			return fmt.Sprint("off ", v.ID.Number())
		}
		if !untaken || cash {
			return ""
		}
		v, err := d.TakeCash(ctx, journal.Draft{Amount: amount, Cashier: "Amal", Replaces: views[n].ID, Manager: "Huda"}, 999_000)
		d.do(err)
		opened(v)
		a.aside[n], a.instead[n], a.recorded, a.cashed = true, true, true, append(a.cashed, a.sales)
		return fmt.Sprint("cash instead of ", n)
	case 6:
		for _, one := range d.debts() {
			if one.Open() > 0 {
				d.do(d.Refunds.ReturnDebt(ctx, one.Number, "Huda", one.Open(), one.Open(), fmt.Sprint("FT-", one.Number)))
				a.back[one.Sale.Number()] = true
				return fmt.Sprint("returned ", one.Sale.Number())
			}
		}
	case 7:
		if all := a.stand(); len(all) == 1 && !a.recorded && !a.word {
			d.do(d.Refunds.OweLate(ctx, views[all[0]].ID, "Huda", "left without the goods"))
			a.late[all[0]] = true
			return fmt.Sprint("late ", all[0])
		}
	}
	return ""
}
