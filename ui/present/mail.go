package present

import (
	"strings"
	"time"

	"sanduq/core/mailer"
	"sanduq/ui/words"
)

// Mailed says what became of a Z by e-mail.
func Mailed(w *words.Catalogue, zone *time.Location, i mailer.Item) string {
	switch {
	case i.State == mailer.Sent && i.Doubt:
		return w.T("mail.sentTwice", "at", w.Moment(i.At.In(zone)))
	case i.State == mailer.Sent:
		return w.T("mail.sent", "at", w.Moment(i.At.In(zone)))
	case i.State == mailer.Sending:
		return w.T("mail.sending")
	case i.State == mailer.Failed:
		return w.T("mail.refused") + " " + MailWhy(w, i.Why, i.Said)
	case i.Why != "":
		return w.T("mail.waiting") + " " + MailWhy(w, i.Why, i.Said)
	}
	return w.T("mail.waiting")
}

// MailFailed reports whether a person must do something so that it goes out.
func MailFailed(i mailer.Item) bool { return i.State == mailer.Failed }

// MailWhy says why a letter was not sent, with the server's words.
func MailWhy(w *words.Catalogue, why mailer.Why, said string) string {
	text := w.T("mail.why." + string(why))
	if said != "" { // in the server's language, left to right
		text += " " + w.T("mail.why.said", "said", "\u2066"+said+"\u2069")
	}
	return strings.TrimSpace(text)
}
