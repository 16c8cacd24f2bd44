package day

import (
	"context"
	"slices"
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/list"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// minor is a sum that stands on a page, in thousandths.
func minor(t *testing.T, text string) int64 {
	t.Helper()
	sign := int64(1)
	text = strings.ReplaceAll(text, "+ ", "")
	for _, less := range []string{"− ", "−", "- "} {
		if strings.Contains(text, less) {
			sign = -1
		}
		text = strings.ReplaceAll(text, less, "")
	}
	a, err := money.Parse(strings.NewReplacer("\u00a0", "", "\u200e", "", " ", "").Replace(text), "LYD")
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return sign * a.Minor
}

// TestASumOfAnotherCurrencyNamesIt on the open day: as a way to pay, as late money, and as
// what is owed back.
func TestASumOfAnotherCurrencyNamesIt(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		late := r.till.figs.Taken[0] // of the shift before
		late.Currency, late.Minor = "USD", 500
		r.till.figs.Taken = slices.Insert(r.till.figs.Taken, 1, late)
		r.till.figs.Receipts.Last += uint64(late.Number)
		r.till.figs.Owed = []journal.OwedSum{{Currency: "LYD", Opened: 1_000, Returned: 1_000}, {Currency: "USD", Opened: 500, Returned: 500}}
		for i := range r.till.debts {
			r.till.debts[i].Amount.Currency = "USD"
		}
	})
	p, usd := r.screen.page.(*dayPage), " "+r.screen.env.CurrencyWord("USD")
	named := map[bool]int{}
	for _, l := range slices.Concat(p.routes.Lines, p.after.Lines) {
		spec := l.Spec()
		sum := spec.Sum + spec.Part
		if other := sum == "5.00" || sum == "\u200e− 5.00" || spec.Icon == "return" && sum != ""; other || strings.HasSuffix(spec.Name, usd) {
			named[strings.HasSuffix(spec.Name, usd)]++
			if !other || !strings.HasSuffix(spec.Name, usd) {
				t.Errorf("%q stands beside %q", sum, spec.Name)
			}
		}
	}
	if named[true] != 4 {
		t.Errorf("%d sums are of another currency", named[true])
	}
}

// TestTakenIsOneSumOnEveryPage: the open day, the closed shift, the list of Zs and their paper
// say the same, and the rows that stand above or below it add up to it. A second debit of one
// payment that went back takes nothing off.
func TestTakenIsOneSumOnEveryPage(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		r.till.figs.Owed = []journal.OwedSum{{Currency: "LYD", Before: 20_000, Opened: 12_500, Returned: 27_500, OpenedApart: 12_500, ReturnedApart: 12_500}}
	})
	var gross int64
	for _, l := range r.till.figs.Taken {
		gross += l.Minor
	}
	want := gross - 15_000
	p := r.screen.page.(*dayPage)
	if got := minor(t, p.sum.Number()); got != want {
		t.Errorf("the day says %d, want %d", got, want)
	}
	var rows, bank, parts int64
	for i, l := range p.routes.Lines {
		switch spec := l.Spec(); {
		case spec.Part != "" && spec.Icon != "late": // late money is a part of what is above
			parts += minor(t, spec.Part)
		case spec.Sum != "":
			rows += minor(t, spec.Sum)
			if i == 0 {
				bank = minor(t, spec.Sum)
			}
		}
	}
	if bank != parts || parts == 0 {
		t.Errorf("the ways by bank add up to %d, the row says %d", parts, bank)
	}
	if rows != want {
		t.Errorf("the rows of the day add up to %d, want %d", rows, want)
	}
	walk(r, func(name string) {
		if name != "closed" {
			return
		}
		closed := r.screen.page.(*closedPage)
		var big []string
		for _, a := range uitest.All[*typeset.Amount](closed.frame.Body) {
			big = append(big, a.Number())
		}
		if len(big) != 2 || minor(t, big[0]) != want {
			t.Errorf("the closed shift says %q, want %d first", big, want)
		}
		var sum, parts int64
		sign := ""
		said := uitest.All[*typeset.Text](closed.frame.Body)
		for i, x := range said {
			if s := x.Text(); s == "=" || s == "+" || s == "−" {
				sign = s
			} else if sign != "" && (s == "Bank" || s == "Cash" || s == "Returned") {
				part := minor(t, said[i+1].Text())
				if sign == "−" {
					part = -part
				}
				sum, parts = sum+part, parts+1
			}
		}
		if sum != want || parts != 3 {
			t.Errorf("its %d parts add up to %d, want 3 and %d", parts, sum, want)
		}
		uitest.Picture(t, r.window, "taken-closed")
	})
	z, err := r.till.Zs(context.Background(), 0, 1)
	if err != nil || z[0].Returned("LYD") != 15_000 {
		t.Fatalf("%+v, %v", z, err)
	}
	r.screen.goTo(stepZs)
	lines := uitest.All[*list.Line](r.screen.page.(*zsPage).deck.Root)
	if got := minor(t, lines[0].Spec().Sum); got != want {
		t.Errorf("the list of Zs says %d, want %d", got, want)
	}
	uitest.Picture(t, r.window, "taken-zs")
}

// TestAZThatOnlyGaveBackHasItsSumInTheList, below nothing, as on its paper and in files.
func TestAZThatOnlyGaveBackHasItsSumInTheList(t *testing.T) {
	r := newHarness(t, words.English, theme.Look{}, func(r *harness) {
		z := r.till.zs[0]
		z.Taken, z.Owed = nil, []journal.OwedSum{{Currency: "LYD", Before: 20_000, Returned: 15_000}}
		r.till.zs = []journal.Z{z}
	})
	r.screen.goTo(stepZs)
	lines := uitest.All[*list.Line](r.screen.page.(*zsPage).deck.Root)
	if got := lines[0].Spec().Sum; minor(t, got) != -15_000 {
		t.Errorf("the list of Zs says %q", got)
	}
}
