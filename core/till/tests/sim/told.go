package sim

import (
	"net/http"
	"strings"

	"sanduq/core"
	"sanduq/core/practice/sandbox/contract"
)

// addReply takes in a reply that is about to reach the till; undo takes it back
// when nobody was there any more.
func (s *witness) addReply(c call, out *reply) (undo func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o := s.orders[c.order]
	if o == nil || out.cut {
		return func() {}
	}
	readable, success := out.read()
	before, unsaid := *o, func() {}
	if out.word != "" && !out.foreign {
		unsaid = s.law.Said(c.order, out.word)
	}
	if readable && c.op == core.OpSubmitOTP {
		o.judged(c, out, success)
	}
	if readable && c.op == core.OpFetchStatus && o.unclear && knowsOfNoMoney(out, success, out.word) {
		o.code, o.unclear = submission{}, false
	}
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		o.code, o.unclear = before.code, before.unclear
		unsaid()
	}
}

// judged takes in the verdict on a code. A refusal is a clear no unless it says
// "already", "later" or "too many", or comes of a code that was carried out.
func (o *order) judged(c call, out *reply, success bool) {
	refused := out.status == http.StatusOK || out.status >= 400 && out.status < 500
	switch out.status {
	case http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		o.unclear = !success
		return
	}
	switch {
	case success && out.status == http.StatusOK && !out.foreign:
		o.code = submission{}
	case success, !refused, o.repeated(c):
	case out.executed:
		o.unclear = true
	default:
		o.code = submission{}
	}
}

// knowsOfNoMoney reports whether a status reply settles that a code which was
// refused unclearly came to nothing as far as anybody knows.
func knowsOfNoMoney(out *reply, success bool, word string) bool {
	if success {
		return !out.foreign && word != contract.StatusSuccess && word != contract.StatusProcessing
	}
	return out.status == http.StatusOK || out.status >= 400 && out.status < 500 && out.status != http.StatusUnauthorized
}

// fold is how words are compared: without the space around them, and without
// regard to the case of the 26 letters.
func fold(word string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, strings.TrimSpace(word))
}
