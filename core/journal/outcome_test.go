package journal

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"
	"time"

	"sanduq/core"
)

var orderNoon = time.Date(2026, 11, 20, 12, 40, 8, 0, time.UTC)

// attempt is a sale of an order, in a state that a table names.
func attempt(n int, change ...func(*Sale)) Sale {
	s := Sale{ID: NewSaleID("20261120", n), Step: StepSession, UpdatedAt: orderNoon.Add(time.Duration(n) * time.Minute)}
	s.Session = core.PaymentSession{PaymentID: "p", State: core.StateWaitingPayment}
	for _, c := range change {
		c(&s)
	}
	return s
}

func settledAs(s *Sale) {
	s.Session.State, s.ReceiptSeq, s.SettledAt = core.StateSuccess, uint64(s.ID.Number()), s.UpdatedAt
}

func ended(state core.State) func(*Sale) { return func(s *Sale) { s.Session.State = state } }

func asideFor(reason string) func(*Sale) {
	return func(s *Sale) { s.SetAside = &Decision{At: s.UpdatedAt, Reason: reason} }
}

// TestEveryOutcomeIsListed, each once: who walks them forgets none.
func TestEveryOutcomeIsListed(t *testing.T) {
	source, err := os.ReadFile("outcome.go")
	if err != nil {
		t.Fatal(err)
	}
	var declared []Outcome
	for _, m := range regexp.MustCompile(`Outcome\w+\s+Outcome\s*= "(\w+)"`).FindAllSubmatch(source, -1) {
		declared = append(declared, Outcome(m[1]))
	}
	listed := Outcomes()
	slices.Sort(declared)
	slices.Sort(listed)
	if len(listed) == 0 || !slices.Equal(declared, listed) {
		t.Errorf("declared are %q, listed %q", declared, listed)
	}
}

func TestWhatIsConcludedOfAnOrder(t *testing.T) {
	failed, expired := ended(core.StateFailed), ended(core.StateExpired)
	silent := func(s *Sale) { s.Capped = true }
	unopened := func(s *Sale) { s.Step, s.Session = StepNotSent, core.PaymentSession{} }
	outside := func(s *Sale) { s.ResolvedOutside = &Decision{At: s.UpdatedAt, By: "Huda"} }
	asked := func(s *Sale) { s.Watch = Watch{Since: orderNoon, Next: orderNoon.Add(time.Hour)} }
	with := func(n int) func(*Sale) {
		return func(s *Sale) { s.PaidTwiceWith, s.OwedSince = NewSaleID("20261120", n), orderNoon }
	}
	for _, c := range []struct {
		name        string
		all         []Sale
		want        Outcome
		sale, other int
	}{
		{"paid once", []Sale{attempt(1, failed), attempt(2, settledAs)}, OutcomePaid, 2, 0},
		{"paid once, the other never opened", []Sale{attempt(2, settledAs), attempt(1, unopened)}, OutcomePaid, 2, 0},
		{"paid once, the other expired", []Sale{attempt(1, expired), attempt(2, settledAs)}, OutcomePaid, 2, 0},
		{"paid, another may still be", []Sale{attempt(1, asideFor(AsideWrongAmount)), attempt(2, settledAs)}, OutcomePaidOpen, 2, 1},
		{"paid, another is not known", []Sale{attempt(1, silent), attempt(2, settledAs)}, OutcomePaidOpen, 2, 1},
		{"paid, another failed and is still asked about", []Sale{attempt(1, failed, asked), attempt(2, settledAs)}, OutcomePaidOpen, 2, 1},
		{"paid, its other leg is still asked about", []Sale{attempt(2, settledAs, asked)}, OutcomePaid, 2, 0},
		{"paid twice", []Sale{attempt(1, settledAs), attempt(2, settledAs, with(1))}, OutcomePaidTwice, 1, 2},
		{"paid twice, nobody wrote it down yet", []Sale{attempt(1, settledAs), attempt(2, settledAs)}, OutcomePaidTwice, 1, 2},
		{"one payment debited twice", []Sale{attempt(1, settledAs, with(1))}, OutcomePaidTwice, 1, 1},
		{"owed back, the other is not at hand", []Sale{attempt(2, settledAs, with(7))}, OutcomePaidTwice, 2, 7},
		{"paid in cash and through the bank", []Sale{attempt(1, asideFor(AsidePaidCash), settledAs)}, OutcomePaidCash, 1, 1},
		{"set aside for cash, then its replacement paid", []Sale{attempt(1, asideFor(AsidePaidCash), failed), attempt(2, settledAs)}, OutcomePaidCash, 2, 1},
		{"not paid", []Sale{attempt(1, failed), attempt(2, expired), attempt(3, unopened)}, OutcomeNotPaid, 3, 0},
		{"nobody knows", []Sale{attempt(1, failed), attempt(2, silent)}, OutcomeUnknown, 2, 0},
		{"nobody knows, and one was settled outside", []Sale{attempt(1, outside), attempt(2, silent)}, OutcomeUnknown, 2, 0},
		{"settled outside", []Sale{attempt(1, failed), attempt(2, silent, outside)}, OutcomeResolved, 2, 0},
		{"set aside for cash", []Sale{attempt(1, asideFor(AsidePaidCash)), attempt(2, failed)}, OutcomeCash, 1, 0},
		{"set aside for cash, and silent", []Sale{attempt(1, asideFor(AsidePaidCash), silent)}, OutcomeCash, 1, 0},
		{"set aside", []Sale{attempt(1, asideFor(AsideWrongAmount)), attempt(2, failed)}, OutcomeAside, 1, 0},
		{"set aside, and silent", []Sale{attempt(1, asideFor(AsideWrongAmount), silent)}, OutcomeUnknown, 1, 0},
		{"waiting", []Sale{attempt(1, failed), attempt(2)}, OutcomeOpen, 2, 0},
		{"success without a receipt is not paid yet", []Sale{attempt(1, ended(core.StateSuccess))}, OutcomeOpen, 1, 0},
		{"nothing", nil, OutcomeUnknown, 0, 0},
	} {
		for range 4 {
			rand.Shuffle(len(c.all), func(i, j int) { c.all[i], c.all[j] = c.all[j], c.all[i] })
			got := Conclude(c.all)
			number := func(id SaleID) int {
				if id == "" {
					return 0
				}
				return id.Number()
			}
			if got.Outcome != c.want || number(got.Sale) != c.sale || number(got.Other) != c.other {
				t.Errorf("%s: %s of %s and %s, want %s of %d and %d", c.name, got.Outcome, got.Sale, got.Other, c.want, c.sale, c.other)
			}
			if paid := got.Outcome == OutcomePaid; paid && got.At.IsZero() || paid && got.Watched != (c.name == "paid, its other leg is still asked about") {
				t.Errorf("%s: at %s, watched %v", c.name, got.At, got.Watched)
			}
		}
	}
}
