package adversary

import (
	"slices"
	"time"

	"sanduq/core/till/tests/specoracle"
)

// codeState is what is known of the newest one-time code.
type codeState struct {
	open, words, listed, taken bool // words, listed: how it was refused
	otp, reference             string
	leg                        int // by which it takes money
	first                      time.Time
	times                      int
	ends                       int // replies that told how a code ended
}

// code takes in a one-time code.
func (s *witness) code(q *question) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, now := s.order(q.in.OrderID), time.Now()
	s.w.trace("wire", "code of %s", q.in.OrderID)
	s.counts["codes"]++
	s.spec.CodeSent(q.in.OrderID, q.in.OTP, q.in.DphReference, q.wallet, now)
	c := &o.code
	switch {
	case c.taken:
		s.problemLocked(lawCode, "another code for %s after one was taken", q.in.OrderID)
	case !c.open:
		*c = codeState{}
	case c.otp != q.in.OTP || c.reference != q.in.DphReference:
		s.problemLocked(lawCode, "another code for %s while one is open", q.in.OrderID)
	case !o.repeated || now.Sub(c.first) < pollingLasts:
		s.problemLocked(lawCode, "the same code for %s once more, after %v, while it is open", q.in.OrderID, now.Sub(c.first))
	}
	if c.times++; c.times == 1 {
		c.first = now
	}
	c.open, c.otp, c.reference, c.leg = true, q.in.OTP, q.in.DphReference, q.leg()
}

// pollingLasts is how long a code stays open before a manager may repeat it,
// less a little for the way.
const pollingLasts = 290 * time.Second

// addStatus takes in a status answer about a leg: one about the other leg tells nothing of
// the code. After a refusal in listed words any answer that tells neither of money nor of a
// payment under way opens the way to another code, a word that nobody knows included; after
// other words only one that tells of no payment under way: a payment that is pending is
// under way.
func (o *order) addStatus(p *payment, a *answer, word string, leg int) {
	c := &o.code
	if leg != c.leg {
		return
	}
	switch firstOpinion(a, p, word) {
	case specoracle.Failed, specoracle.Expired, specoracle.Refused:
		c.open = c.open && !c.listed && !c.words
	case specoracle.Pending, specoracle.Unlisted, specoracle.Wordless:
		c.open = c.open && !c.listed
	}
}

// noMoney reports whether a status answer tells that no payment is under way.
func (a *answer) noMoney(word string) bool {
	return word == "FAILED" || word == "EXPIRED" ||
		a.words() && a.status < 500 && a.status != 401 && a.status != 403 && !slices.Contains(ambiguous, a.status)
}

// codeAnswered judges the reply to a code. A repetition's refusal proves
// nothing about the code itself.
func (o *order) codeAnswered(q *question, a *answer, word string) {
	c := &o.code
	c.ends++
	switch {
	case a.good() && word == "SUCCESS": // it is paid, or else a conflict
	case a.good() && (q.wallet && !a.differs(q.p) || a.text != ""):
		c.open, c.taken = false, true
	case c.times > 1 || !a.words():
	case a.status >= 500 || slices.Contains(ambiguous, a.status):
	case isListed(a.code):
		c.listed = true
	default:
		c.words = true
	}
}

// ambiguous are the statuses by which a gateway says "already", "later", "too
// many" or "I gave up": they never tell that nothing was done.
var ambiguous = []int{408, 409, 425, 429}

// unsure reports whether a status leaves open what was done.
func unsure(status int) bool { return status >= 500 || slices.Contains(ambiguous, status) }
