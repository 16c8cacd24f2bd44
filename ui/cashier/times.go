package cashier

import (
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/present"
)

// clock is "14:31", seconds "14:31:08", both in the shop's zone.
func (d Deps) clock(t time.Time) string { return present.Clock(t, d.Zone) }

func (d Deps) seconds(t time.Time) string { return present.Seconds(t, d.Zone) }

// gatewayWord says in words what the gateway answered; a word of its own that
// nobody knows is shown as it came.
func (d Deps) gatewayWord(word string) string {
	switch known := strings.ToLower(word); known {
	case "success", "failed", "expired", "processing", "pending":
		return d.Words.T("answer." + known)
	case "":
		return d.Words.T("answer.none")
	}
	return word
}

// answered says the bank's word and its time, to the second.
func (d Deps) answered(at time.Time, word string) string {
	if at.IsZero() {
		return d.Words.T("status.noAnswerYet")
	}
	if word == "" {
		return d.Words.T("status.answered", "time", d.seconds(at))
	}
	return d.Words.T("status.lastAnswer", "time", d.seconds(at), "answer", d.gatewayWord(word))
}

// sameWord is how long a wait shows an answer before a newer one that says the
// same takes its place: each paints the window anew.
const sameWord = 5 * time.Second

// told is the answer that a wait shows, and how far the wait was at it.
type told struct {
	at    time.Time
	word  string
	asked time.Time // when a person asked last
}

// hear takes an answer that says something else than the one that is shown, that
// a person asked for, or that is newer by more than sameWord.
func (t *told) hear(at time.Time, word string) {
	waitedFor := t.at.Before(t.asked) && !at.Before(t.asked)
	if word != t.word || waitedFor || at.Before(t.at) || at.Sub(t.at) >= sameWord {
		t.at, t.word = at, word
	}
}

// heard is when the bank answered last and what it said.
func (d Deps) heard(v journal.View) (time.Time, string) {
	at, word := v.Live.LastAnswer, v.Live.LastWord
	if v.Watch.Last.After(at) {
		at = v.Watch.Last
	}
	if word == "" {
		word = v.Session.RawStatus
	}
	return at, word
}

// silent reports whether the bank has not answered yet, or not the newest question.
func (d Deps) silent(v journal.View) bool {
	at, _ := d.heard(v)
	return at.IsZero() || v.Live.Unanswered
}

// asking says when the bank will be asked again.
func (d Deps) asking(v journal.View) string {
	switch {
	case v.Live.Checking && v.Live.PollingUntil.IsZero():
		return d.Words.T("status.checking")
	case !v.Live.PollingUntil.IsZero():
		return d.Words.T("status.until", "time", d.clock(v.Live.PollingUntil))
	case !v.Watch.Next.IsZero() && !v.Watch.Denied: // with a refused token the plan waits for the next start
		return d.Words.T("status.next", "time", d.clock(v.Watch.Next))
	}
	return d.Words.T("status.onTap")
}

// silence is what to say while the bank does not answer; blank while it does.
func (d Deps) silence(v journal.View) string {
	if !v.Live.Unanswered {
		return ""
	}
	at, _ := d.heard(v)
	if at.IsZero() {
		return d.Words.T("status.silentEver")
	}
	return d.Words.T("status.silent", "time", d.clock(at))
}

// payer is the masked account that paid or tried to, or the QR.
func (d Deps) payer(v journal.View) string {
	if v.Session.MaskedAccount == "" || v.Session.Route == core.RouteQR {
		return d.Words.T("payer.qr")
	}
	return v.Session.MaskedAccount
}
