package sim

import (
	"encoding/json"
	"maps"
	"math/rand/v2"
	"net/http"
	"slices"
	"time"

	"sanduq/core"
	"sanduq/core/practice/sandbox/contract"
)

// The lies of a gateway in a rough network. None is told once it is calm. A lie
// that nobody could see through is never told: a SUCCESS for an order that was
// not paid always names another payment, or a transaction that another sale of
// this till has on its receipt.
const (
	lieStale   = "stale reply"           // an older reply about the same order
	lieOther   = "another sale's reply"  // the newest of another order
	lieTaken   = "another's transaction" // SUCCESS by a transaction that another receipt names
	lieBare    = "names nothing"
	lieWord    = "unknown word"
	lieForgot  = "no such order"
	lieDenied  = "token refused"
	lieLeg     = "leg refused"
	lieRefused = "refused after it was done" // a code was carried out, and a refusal that is no clear no is said
	lieWrong   = "wrong code after all"      // a code was carried out, and called wrong
	liePayment = "another sale's payment"    // initiate brings an older payment
)

// lie begins the names under which lies are counted.
const lie = "lie: "

var lies = map[core.Operation][]string{
	core.OpFetchStatus: {lieStale, lieStale, lieOther, lieOther, lieTaken, lieBare, lieWord, lieForgot, lieDenied, lieLeg, lieLeg},
	core.OpSubmitOTP:   {lieRefused, lieRefused, lieRefused, lieWrong, lieOther},
	core.OpInitiate:    {liePayment},
}

// worded are the lies that are made of what the practice bank's replies say.
var worded = []string{lieStale, lieOther, lieTaken, lieBare, lieWord}

// chance of a lie in a hundred calls.
var chance = map[core.Operation]int{core.OpFetchStatus: 12, core.OpSubmitOTP: 30, core.OpInitiate: 3}

// Words that mean nothing, one of which becomes SUCCESS under Unicode's folding
// of letters.
var strange = []string{"SETTLED", "COMPLETED", "SUCCESSFUL", "ſucceſſ", "PAID", "0", "UNKNOWN"}

// Refusals that leave open what became of a code.
var unclear = []refusal{{409, "DUPLICATE_REQUEST"}, {425, "TOO_EARLY"}, {429, "TOO_MANY_REQUESTS"}, {400, "E1042"}, {200, "PROCESSING_ERROR"}}

// spell is a time in which the gateway refuses to speak of an order.
type spell struct{ denied, forgotten time.Time }

func (w *world) spell(track string) *spell {
	s := w.spells[track]
	if s == nil {
		s = &spell{}
		w.spells[track] = s
	}
	return s
}

// barred reports whether the token of an order is refused for the time being. The
// caller holds gateMu.
func (w *world) barred(order string) bool {
	if w.honest.Load() || order == "" {
		return false
	}
	return w.network.Load() == barring || time.Now().Before(w.spell(w.see.track(order)).denied)
}

// answer puts an honest reply in this gateway's own way, or exchanges it for a
// lie. It returns the lie's name for the history.
func (w *world) answer(r *rand.Rand, f fate, c call, out *reply) string {
	w.gateMu.Lock()
	defer w.gateMu.Unlock()
	e, readable := out.open()
	if !readable || !e.Success || out.status != http.StatusOK {
		return ""
	}
	name := ""
	faulty := w.network.Load() == rough || c.op == core.OpSubmitOTP // codes are seldom enough
	if kinds := lies[c.op]; len(kinds) > 0 && faulty && !w.honest.Load() && f.kind == "" && r.IntN(100) < chance[c.op] {
		name = kinds[r.IntN(len(kinds))]
	}
	if !w.gate.Plain() && slices.Contains(worded, name) {
		name = ""
	}
	track := w.see.track(c.order)
	switch c.op {
	case core.OpFetchStatus:
		name = w.status(r, name, track, c, e, out)
	case core.OpSubmitOTP:
		name = w.verdict(r, name, track, e, out)
	case core.OpInitiate:
		name = w.opened(r, name, track, e, out)
	default:
		return ""
	}
	if name == "" {
		return ""
	}
	w.see.lied(c.order, name)
	return ", " + name
}

// status answers a question about a payment.
func (w *world) status(r *rand.Rand, name, track string, c call, e envelope, out *reply) string {
	var truth tale
	if json.Unmarshal(e.Data, &truth) != nil {
		return ""
	}
	past := w.tales[track]
	told := 0
	for _, t := range past {
		if t.text("paymentStatus") == contract.StatusSuccess {
			told++
		}
	}
	w.tales[track] = append(past, truth)
	s, now := w.spell(track), time.Now()
	switch name {
	case lieDenied:
		s.denied = now.Add(rand1(r, 3*time.Hour))
		out.refuse(refusal{http.StatusUnauthorized, "INVALID_TOKEN"})
		return name
	case lieForgot:
		s.forgotten = now.Add(rand1(r, 3*time.Hour))
	}
	if now.Before(s.forgotten) && !w.honest.Load() {
		out.refuse(notFound[r.IntN(3)])
		return lieForgot
	}
	own := w.manner.answer(truth, told)
	switch name {
	case lieLeg:
		out.refuse(notFound[r.IntN(len(notFound))])
		return name
	case lieStale, lieOther, lieTaken, lieBare, lieWord:
		if said, foreign, able := w.falsehood(r, name, track, truth, told); able {
			out.fill(said)
			out.foreign = foreign
			return name
		}
	}
	shy := w.manner.shy[0]
	if c.byAccount {
		shy = w.manner.shy[1]
	}
	switch {
	case !w.gate.Plain():
	case shy && truth.nothing():
		out.refuse(w.manner.refusal)
	default:
		out.fill(own)
	}
	return ""
}

// falsehood makes what a lie says of a payment. able is false when there is
// nothing to lie with, or when nobody could see through it.
func (w *world) falsehood(r *rand.Rand, name, track string, truth tale, told int) (said tale, foreign, able bool) {
	switch name {
	case lieStale:
		past := w.tales[track]
		return w.manner.answer(past[r.IntN(len(past))], told), false, true
	case lieBare:
		return w.manner.answer(truth, told).without(names), false, true
	case lieWord:
		return w.manner.answer(truth, told).with("paymentStatus", strange[r.IntN(len(strange))]), false, true
	case lieTaken:
		taken := w.see.transactions(track)
		if len(taken) == 0 {
			return nil, false, false
		}
		said = truth.with("paymentStatus", contract.StatusSuccess).with("transactionId", taken[r.IntN(len(taken))])
		return w.manner.answer(said, w.manner.unclear), true, true
	}
	var others []string
	for _, other := range slices.Sorted(maps.Keys(w.tales)) {
		if other != track && len(w.tales[other]) > 0 {
			others = append(others, other)
		}
	}
	if len(others) == 0 {
		return nil, false, false
	}
	past := w.tales[others[r.IntN(len(others))]]
	theirs := past[len(past)-1]
	said = w.manner.answer(theirs, w.manner.unclear)
	for _, name := range names {
		foreign = foreign || said[name] != nil && theirs.text(name) != truth.text(name)
	}
	if !foreign && theirs.text("paymentStatus") == contract.StatusSuccess {
		foreign = slices.Contains(w.see.transactions(track), theirs.text("transactionId"))
		return said, foreign, foreign
	}
	return said, foreign, true
}

// verdict answers a code that was carried out.
func (w *world) verdict(r *rand.Rand, name, track string, e envelope, out *reply) string {
	switch name {
	case lieRefused:
		out.refuse(unclear[r.IntN(len(unclear))])
		out.executed = true
	case lieWrong:
		out.refuse(refusal{http.StatusUnprocessableEntity, "WRONG_OTP"})
	case lieOther:
		var truth tale
		if json.Unmarshal(e.Data, &truth) != nil { // a bank's acknowledgement names nothing
			return ""
		}
		wrong := []tale{truth.with("orderId", "ANOTHER-1"), truth.with("paymentId", "another"), truth.with("amount", "0.001"), truth.with("currency", "TND")}
		out.fill(wrong[r.IntN(len(wrong))].with("paymentStatus", contract.StatusSuccess))
		out.foreign = true
	}
	return name
}

// opened answers initiate: one payment for each order, or an older one again.
func (w *world) opened(r *rand.Rand, name, track string, e envelope, out *reply) string {
	others := slices.Sorted(maps.Keys(w.payments))
	w.payments[track] = e
	if name == "" || len(others) == 0 {
		return ""
	}
	out.replace(http.StatusOK, w.payments[others[r.IntN(len(others))]])
	out.foreign = true
	return name
}
