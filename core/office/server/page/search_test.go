//go:build linux && !race

// One client asks, question after question, of which the race detector shows nothing.

package page

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
)

// TestASearchFindsTheSameByEachStep searches for what one sale has, some have and all
// have, with steps that are enough at once and steps that never are.
func TestASearchFindsTheSameByEachStep(t *testing.T) {
	p := newPlace(t)
	var sent []office.Sale
	for i, name := range []string{"Harbour", "Garden"} {
		send := p.till(name, fmt.Sprint("Till ", i), core.Live)
		var all []office.Sale
		for n := range 48 {
			s := sale([]journal.Day{"20260920", "20261024", "20261119", "20261120"}[n/12], n%12+1, int64(1_000*(1+n%30)), journal.StatusPaid)
			s.OrderID = fmt.Sprintf("TILL%d-%s-%03d", i, s.ID.Day(), n%12+1)
			s.TransactionID = fmt.Sprintf("TXN%03d%d", n, i)
			s.Reference = []string{"", fmt.Sprint("Table ", n%13), "txn1"}[n%3]
			if n%4 == 0 {
				s.Payer = office.Mask(fmt.Sprintf("•••• %04d", n))
			}
			all = append(all, s)
		}
		send(all...)
		sent = append(sent, all...)
	}
	p.person("Owner")
	p.person("Huda", "Garden")
	owner, huda := p.window("Owner"), p.window("Huda")
	was := []int{newest, window, seldom, few}
	defer func() { newest, window, seldom, few = was[0], was[1], was[2], was[3] }()
	meets := func(s office.Sale, text string) bool {
		begins := func(of string) bool { return strings.HasPrefix(strings.ToLower(of), text) }
		return begins(s.TransactionID) || begins(s.OrderID) || begins(s.Reference) || len(text) > 2 && strings.HasSuffix(s.Payer.String(), text) ||
			fmt.Sprint(s.ID.Number()) == text || fmt.Sprint(s.ReceiptSeq) == text || fmt.Sprint(s.Minor/1_000) == text
	}
	found := 0
	for _, steps := range [][]int{was, {1, 1, 1, 1}, {20, 1, 3, 50}, {1_000, 100, 1, 1}} {
		newest, window, seldom, few = steps[0], steps[1], steps[2], steps[3]
		limit := 20 // of a page; small where the steps are, so that pages begin within each
		if newest < limit {
			limit = 7
		}
		for _, text := range []string{"till", "till1-202610", "till0-20261120-007", "txn", "txn1", "txn0230", "table 12", "table 1", "0044", "12", "nothing"} {
			for _, q := range []journal.SaleQuery{{Search: text}, {Search: text, To: "20261119"}, {Search: text, From: "20261020", To: "20261120"}, {Search: text, Status: journal.StatusPaid}} {
				want, hudas := 0, 0
				q.Limit = limit
				for i, s := range sent {
					if day := s.ID.Day(); meets(s, text) && day >= q.From && (q.To == "" || day <= q.To) {
						if want++; i >= 48 {
							hudas++
						}
					}
				}
				for _, one := range []struct {
					got  []journal.Sale
					want int
				}{{walk(t, owner, q), want}, {walk(t, huda, q), hudas}} {
					if len(one.got) != one.want || !slices.IsSortedFunc(one.got, func(a, b journal.Sale) int { return compare(b.ID, a.ID) }) {
						t.Errorf("steps %v, %+v: %d sales, want %d", steps, q, len(one.got), one.want)
					}
					found += one.want
				}
			}
		}
	}
	if found < 1_500 {
		t.Errorf("only %d sales were looked for", found)
	}
}

// TestASearchTakesDigitsOfEachScript, and what was copied from a screen.
func TestASearchTakesDigitsOfEachScript(t *testing.T) {
	for typed, want := range map[string]any{"#١٢": 12, "\u200fT-٠٠١٨\u200f": int64(18), "۱۲": 12, "TXN٢٣": "txn23%",
		"١٢\u00a0٥٠٠٫٥": int64(12_500_500)} {
		w := new(where)
		if w.search(office.Question{Search: typed}); !slices.Contains(w.values, want) {
			t.Errorf("%q is searched as %v, want %v", typed, w.values, want)
		}
	}
}
