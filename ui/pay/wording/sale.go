package wording

import (
	"sanduq/core/journal"
	"sanduq/ui/screen"
)

// Answer is what the gateway said last of a sale that has ended: its refusal, else its word.
func Answer(e screen.Env, v journal.View) string {
	if v.Refusal != nil && v.Refusal.Code != "" {
		return RefusalWord(e, v.Refusal.Code)
	}
	_, word := LastAnswer(v)
	if v.Session.QRPayload != "" && !v.Session.Route.Scanned() && v.Session.RawStatus != "" {
		word = v.Session.RawStatus // the newest answer was that of the QR
	}
	return GatewayWord(e, word)
}

// Reason is a recorded reason in words; one that nobody knows stands as it is.
func Reason(e screen.Env, code string) string {
	if e.Words.Has("reason." + code) {
		return e.Words.T("reason." + code)
	}
	return code
}

// NextCheck is when a watched sale was asked about and will be.
func NextCheck(e screen.Env, v journal.View) string {
	at, _ := LastAnswer(v)
	switch {
	case v.Watch.Denied:
		return e.Words.T("watch.denied")
	case v.Watch.Next.IsZero():
		return e.Words.T("watch.last", "time", Clock(e, at))
	}
	return e.Words.T("watch.next", "time", Clock(e, at), "next", Clock(e, v.Watch.Next))
}

// OrDash is a text, or a dash in place of none.
func OrDash(s string) string {
	if s == "" {
		return "—"
	}
	return s
}

// Fact is a recorded fact in words; a code without words shows the
// gateway's own.
func Fact(e screen.Env, f journal.HistoryEvent) string {
	key := "fact." + f.Code
	if !e.Words.Has(key) {
		return OrDash(f.Word)
	}
	return e.Words.T(key, "word", GatewayWord(e, f.Word))
}

// WithManager says why the manager has a sale, and who gave it to them when.
func WithManager(e screen.Env, m *journal.Decision) (why, when string) {
	when = Clock(e, m.At)
	if m.By != "" {
		when = e.Words.T("manager.by", "time", when, "who", m.By)
	}
	return e.Words.T("manager.why", "reason", Reason(e, m.Reason)), when
}

// PaperFault is the key of what to do about a code, in few words.
func PaperFault(code string) string {
	switch code {
	case "no-paper":
		return "paper.do.paper"
	case "cover-open":
		return "paper.do.cover"
	case "off", "unreachable", "closed":
		return "paper.do.off"
	case "fault", "stalled":
		return "paper.do.fault"
	case "", "stopped", "busy":
		return "paper.do.again"
	}
	return "paper.do.settings"
}
