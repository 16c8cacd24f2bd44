// Package wording is what the screens of a sale say of it: what the bank answered, when
// it is asked again, why it refused, and what a person recorded. It reads a view and the
// catalogue, decides nothing and asks nobody. It may be used on any goroutine.
//
//sanduq:norace it computes, in one goroutine
package wording

import (
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/screen"
)

// Clock is "14:31", seconds "14:31:08", both in the shop's zone.
func Clock(e screen.Env, t time.Time) string { return present.Clock(t, e.Zone) }

// Seconds is "14:31:08" in the shop's zone.
func Seconds(e screen.Env, t time.Time) string { return present.Seconds(t, e.Zone) }

// GatewayWord says in words what the gateway answered; a word of its own that
// nobody knows is shown as it came.
func GatewayWord(e screen.Env, word string) string {
	switch known := strings.ToLower(word); known {
	case "success", "failed", "expired", "processing", "pending":
		return e.Words.T("answer." + known)
	case "":
		return e.Words.T("answer.none")
	}
	return word
}

// Answered says the bank's word and its time, to the second.
func Answered(e screen.Env, at time.Time, word string) string {
	if at.IsZero() {
		return e.Words.T("status.noAnswerYet")
	}
	if word == "" {
		return e.Words.T("status.answered", "time", Seconds(e, at))
	}
	return e.Words.T("status.lastAnswer", "time", Seconds(e, at), "answer", GatewayWord(e, word))
}

// LastAnswer is when the bank answered last and what it said.
func LastAnswer(v journal.View) (time.Time, string) {
	at, word := v.Live.LastAnswer, v.Live.LastWord
	if v.Watch.Last.After(at) {
		at = v.Watch.Last
	}
	if word == "" {
		word = v.Session.RawStatus
	}
	return at, word
}

// Asked is how many times the bank was asked about a sale; 0 where that is not known:
// a restart forgets the questions before it. A planned question is in Live.Asked as
// well as in Watch.Tries, which counts only the plan's answers.
func Asked(v journal.View) int {
	for _, f := range v.History {
		if f.Code == journal.HistoryRestored {
			return 0
		}
	}
	return v.Live.Asked
}

// Silent reports whether the bank has not answered yet, or not the newest question.
func Silent(v journal.View) bool {
	at, _ := LastAnswer(v)
	return at.IsZero() || v.Live.Unanswered
}

// Asking says when the bank will be asked again.
func Asking(e screen.Env, v journal.View) string {
	switch {
	case v.Live.Checking && v.Live.PollingUntil.IsZero():
		return e.Words.T("status.checking")
	case !v.Live.PollingUntil.IsZero():
		return e.Words.T("status.until", "time", Clock(e, v.Live.PollingUntil))
	case !v.Watch.Next.IsZero() && !v.Watch.Denied: // with a refused token the plan waits for the next start
		return e.Words.T("status.next", "time", Clock(e, v.Watch.Next))
	}
	return e.Words.T("status.onTap")
}

// Silence is what to say while the bank does not answer; blank while it does.
func Silence(e screen.Env, v journal.View) string {
	if !v.Live.Unanswered {
		return ""
	}
	at, _ := LastAnswer(v)
	if at.IsZero() {
		return e.Words.T("status.silentEver")
	}
	return e.Words.T("status.silent", "time", Clock(e, at))
}

// Payer is the masked account that paid or tried to, or the QR.
func Payer(e screen.Env, v journal.View) string {
	if v.Session.MaskedAccount == "" || v.Session.Route.Scanned() {
		return e.Words.T("payer.qr")
	}
	return v.Session.MaskedAccount
}
