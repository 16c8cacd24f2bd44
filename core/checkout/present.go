package checkout

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/pause"
)

// loadPages reads the templates.
func loadPages() (*template.Template, error) {
	pages, err := template.New("").Funcs(template.FuncMap{"icon": icon}).ParseFS(embedded, "pages/*.html")
	if err != nil {
		return nil, fmt.Errorf("checkout: %w", err)
	}
	return pages, nil
}

// icon is one of the family in the colour of the words around it, hidden from
// screen readers since words stand beside it.
func icon(name string, size int) (template.HTML, error) {
	svg, err := embedded.ReadFile("icons/" + name + ".svg")
	if err != nil {
		return "", err
	}
	side := strconv.Itoa(size)
	head := `<svg class="ic i-` + name + `" aria-hidden="true" focusable="false" width="` + side + `" height="` + side + `"`
	return template.HTML(strings.Replace(string(svg), `<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24"`, head, 1)), nil
}

// sum is an amount as it is drawn: the fraction smaller, thousands in groups.
type sum struct{ Whole, Fraction, Currency string }

// Sum is the payment's amount.
func (v *view) Sum() sum {
	amount := v.record.Amount
	whole, fraction, _ := strings.Cut(amount.Major(), ".")
	if fraction != "" {
		fraction = v.T("point") + fraction
	}
	for i := len(whole) - 3; i > 0; i -= 3 {
		whole = whole[:i] + "\u202f" + whole[i:]
	}
	currency := amount.Currency
	if symbol, ok := v.Words["currency."+currency]; ok {
		currency = symbol
	}
	return sum{whole, fraction, currency}
}

// plainAmount is the amount as it is copied: no groups, no marks of direction, the currency's code.
func (v *view) plainAmount() string {
	return strings.Replace(v.record.Amount.String(), ".", v.T("point"), 1)
}

// Plain is an amount as one text.
func (s sum) Plain() string { return "\u2066" + s.Whole + s.Fraction + "\u2069 " + s.Currency }

// Order, Account, Customer, Transaction and Institution are facts for people.
func (v *view) Order() string       { return v.record.OrderID }
func (v *view) Account() string     { return v.session.MaskedAccount }
func (v *view) Customer() string    { return v.session.MaskedCustomer }
func (v *view) Transaction() string { return v.session.TransactionID }
func (v *view) Institution() string { return v.record.Institution }
func (v *view) Return() string      { return v.record.ReturnURL }
func (v *view) Told() bool          { return v.record.Told }
func (v *view) Indeterminate() bool { return v.session.OTPIndeterminate }
func (v *view) ByQR() bool          { return v.session.Route.Scanned() }
func (v *view) Coding() bool        { return v.session.State == core.StateOTPRequired }
func (v *view) Twice() string       { return v.record.Second.words() }
func (v *view) QRShown() bool       { return v.session.State == core.StateQRGenerated }

// Taken and Shown are times of day; blank when it did not happen.
func (v *view) Taken() string { return v.clock(v.record.TakenAt) }
func (v *view) Shown() string { return v.clock(v.record.ShownAt) }

// Settled is the day and time of the gateway's word.
func (v *view) Settled() string {
	t := v.record.SettledAt
	if t.IsZero() { // stored by an older program
		t = v.session.UpdatedAt
	}
	t = t.In(v.location)
	comma := ","
	if v.Dir == "rtl" {
		comma = "،"
	}
	return fmt.Sprintf("%d %s %d%s %s", t.Day(), v.T("month."+strconv.Itoa(int(t.Month()))), t.Year(), comma, t.Format("15:04:05"))
}

func (v *view) clock(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(v.location).Format("15:04:05")
}

// Answered says when the gateway was last heard, and until when it is asked.
func (v *view) Answered() string {
	h, said := v.health, ""
	switch {
	case h.LastAnswer.IsZero():
		said = v.T("answer.none")
	case v.Kind == kindQR && v.word() != "":
		said = v.T("answer.word", v.clock(h.LastAnswer), v.word())
	default:
		said = v.T("answer.last", v.clock(h.LastAnswer))
	}
	if h.Degraded {
		said += " " + v.T("answer.silent")
	}
	if h.Polling {
		said += " " + v.T("answer.until", h.PollingUntil.In(v.location).Format("15:04"))
	}
	return said
}

// word is what the gateway said last of the payment.
func (v *view) word() string {
	raw := strings.ToUpper(strings.TrimSpace(v.health.LastStatus))
	if said, ok := v.Words["status."+raw]; ok {
		return said
	}
	return raw
}

// LastWord and LastTime are the last answer in the facts of what is not known.
func (v *view) LastWord() string {
	if v.LastTime() == "" {
		return v.T("answer.noWord")
	}
	return v.T("unknown.last", v.word())
}

// LastTime is when it came.
func (v *view) LastTime() string {
	if v.word() == "" {
		return ""
	}
	return v.clock(v.health.LastAnswer)
}

// Wait is how many seconds a customer has to wait before another code.
func (v *view) Wait() int {
	left := pause.Left(v.record.SentAt.Add(resendAfter), v.now, 2*resendAfter)
	return int((left + time.Second - 1) / time.Second)
}

// Share is how much of the time in which the gateway is asked has gone, in hundredths, for the ring.
func (v *view) Share() int {
	h := v.health
	if !h.Polling || !h.PollingUntil.After(h.PollingSince) {
		return 0
	}
	return int(min(max(v.now.Sub(h.PollingSince)*100/h.PollingUntil.Sub(h.PollingSince), 2), 100))
}

// Rest is what remains of the ring.
func (v *view) Rest() int { return 100 - v.Share() }

// Receipt is the receipt as text, to be copied.
func (v *view) Receipt() string {
	var lines []string
	if v.Practice {
		lines = append(lines, v.T("test"))
	}
	for _, is := range [][2]string{{"to", v.Shop}, {"amount", v.plainAmount()}, {"time", v.Settled()}, {"transaction", v.Transaction()},
		{"from", v.Account()}, {"order", v.Order()}} {
		if is[1] != "" && (is[0] != "from" || !v.ByQR()) { // as the page shows them
			lines = append(lines, v.T("receipt."+is[0])+": "+is[1])
		}
	}
	return strings.Join(lines, "\n")
}

// Steps are what to do with a QR, Lost what to do when no code comes.
func (v *view) Steps() []string { return []string{"qr.step.1", "qr.step.2", "qr.step.3"} }
func (v *view) Lost() []string  { return []string{"lost.wait", "lost.number", "lost.phone"} }

// Count is the number of a step.
func (v *view) Count(i int) int { return i + 1 }

// RailName is the network of the payment itself.
func (v *view) RailName() string { return string(v.session.Rail) }
