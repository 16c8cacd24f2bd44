package adversary

import (
	"context"
	"fmt"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/till/tests/oracle"
	"sanduq/core/till/tests/specoracle"
)

// lawSpec is broken where the second oracle says so: it was written from the
// specification, by itself.
const lawSpec oracle.Law = "SPECIFICATION"

// secondOpinion lets the second oracle read a reply, and counts where it takes it
// for something else than the gateway's own reading. The caller holds mu.
func (s *witness) secondOpinion(q *question, p *payment, a *answer, word string) {
	if q.op != core.OpSubmitOTP && q.op != core.OpFetchStatus {
		return
	}
	body, _ := a.body()
	reply := specoracle.Reply{Status: a.status, Body: []byte(body)}
	about := specoracle.Payment{Order: p.order, ID: p.told, Currency: p.amount.Currency, Minor: p.amount.Minor}
	switch q.op {
	case core.OpSubmitOTP:
		m := s.spec.CodeAnswered(reply, about, q.wallet, time.Now())
		if refuses, refused := map[bool]specoracle.Meaning{true: specoracle.NotTaken, false: specoracle.PerhapsNot}[isListed(a.code)],
			a.words() && !unsure(a.status); refused && m != refuses || !refused && (m == specoracle.NotTaken || m == specoracle.PerhapsNot) {
			s.disagree("code", a, string(refuses), m)
		}
	case core.OpFetchStatus:
		m := s.spec.StatusAnswered(reply, about, q.in.ByAccountNumber, q.at, time.Now())
		if first := firstOpinion(a, p, word); first != m {
			s.disagree("status", a, string(first), m)
		}
	}
}

// firstOpinion is what the gateway takes its own answer for.
func firstOpinion(a *answer, p *payment, word string) specoracle.Meaning {
	switch word {
	case "SUCCESS":
		return specoracle.Settled
	case "FAILED":
		return specoracle.Failed
	case "EXPIRED":
		return specoracle.Expired
	case "PROCESSING":
		return specoracle.Processing
	case "PENDING":
		return specoracle.Pending
	}
	switch {
	case a.noMoney(word):
		return specoracle.Refused
	case !a.good() || a.text != "" || a.list != "":
		return specoracle.Nothing
	case a.differs(p):
		return specoracle.Elsewhere
	case word != "":
		return specoracle.Unlisted
	}
	return specoracle.Wordless
}

// disagree counts a reply that the two oracles read differently.
func (s *witness) disagree(what string, a *answer, first string, second specoracle.Meaning) {
	s.counts["disagreement"]++
	s.counts[fmt.Sprintf("disagreement: %s, http %d, %s: %s or %s", what, a.status, shapeNames[a.shape], first, second)]++
}

// secondLaws takes in what the second oracle found. The caller holds mu.
func (s *witness) secondLaws() {
	for _, b := range s.spec.Breaches() {
		s.problemLocked(lawSpec, "%s: %s", b.Rule, b.What)
	}
}

// debits holds the calm till against how often each leg was debited: once, or else
// it says that money is owed back.
func (w *world) debits() {
	var all []specoracle.Debit
	w.gate.mu.Lock()
	for _, p := range w.gate.payments {
		for i, l := range p.legs {
			if l.paid(time.Now()) {
				all = append(all, specoracle.Debit{Order: p.order, ByAccount: i == 1, Times: l.taken})
			}
		}
	}
	w.gate.mu.Unlock()
	said := map[string]bool{}
	for _, s := range w.records() {
		said[s.OrderID] = w.says(s)
	}
	for range w.see.spec.Debited(all, func(order string) bool { return said[order] }) {
		w.see.count("debited again, untold")
	}
	for _, d := range all {
		if d.Times > 1 {
			w.see.count("legs debited again")
		}
	}
}

// says reports whether the till says of a sale that it was debited more than once.
func (w *world) says(s journal.Sale) bool {
	owed, err := w.disk.Debts(context.Background(), journal.DebtQuery{Sale: s.ID})
	return err == nil && len(owed) > 0
}
