// Package present is the one vocabulary for what people read of sales: the
// shape, colour and word of a state, what a sale and a receipt are called, the
// icon of a way to pay, times of the day, and currencies. Every screen, banner
// and list asks here, so that one thing looks and is called the same everywhere.
//
// It knows the till's records, the widgets' shapes and the catalogue. It draws
// nothing, and knows no screen.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package present

import (
	"strconv"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/receipt"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/words"
)

// Look is how a state is shown: its shape, which has a colour, and the key of
// its word.
type Look struct {
	State graphic.State
	Key   string
}

var looks = map[journal.Status]Look{
	journal.StatusPaid:      {graphic.StatePaid, "state.paid"},
	journal.StatusFailed:    {graphic.StateFailed, "state.failed"},
	journal.StatusExpired:   {graphic.StateExpired, "state.expired"},
	journal.StatusNotOpened: {graphic.StateNotOpened, "state.notOpened"},
	journal.StatusResolved:  {graphic.StateResolved, "state.resolved"},
	journal.StatusSetAside:  {graphic.StateAside, "state.aside"},
	journal.StatusUnknown:   {graphic.StateUnknown, "state.unknown"},
	journal.StatusOpening:   {graphic.StateOpening, "state.opening"},
	journal.StatusChoosing:  {graphic.StateChoosing, "state.choosing"},
	journal.StatusEntry:     {graphic.StateOpened, "state.entry"},
	journal.StatusCode:      {graphic.StateCode, "state.code"},
	journal.StatusWaiting:   {graphic.StateWaiting, "state.waiting"},
	journal.StatusCash:      {graphic.StateCash, "state.cash"},
}

// Owed is the look of a sale that was paid although its order was paid before:
// money is owed back.
var Owed = Look{graphic.StateOwed, "state.owed"}

// Returned is the look of a sale that was paid and given back.
var Returned = Look{graphic.StateReturned, "state.returned"}

// Reversed is the look of a sale in cash that was taken off again.
var Reversed = Look{graphic.StateReturned, "state.reversed"}

// Status is the look of a status. One that is not known here is shown as not
// known: never as an end.
func Status(s journal.Status) Look {
	if l, ok := looks[s]; ok {
		return l
	}
	return Look{graphic.StateUnknown, "state.unknown"}
}

// Past is the look of a sale in a list: of its status, or that money is owed
// back, or was given back, or that its cash was taken off again.
func Past(s journal.Sale) Look {
	switch {
	case s.Owed():
		return Owed
	case s.Reversed != nil:
		return Reversed
	case s.Returned():
		return Returned
	}
	return Status(s.Status())
}

// Late is the look of a sale whose money came after the till had shown another end.
var Late = Look{graphic.StateLate, "late.word"}

// Sale is the look of a sale at the till: that of the past, and that its money came
// late until somebody has read so.
func Sale(s journal.Sale) Look {
	if s.LateMoney() && !s.Owed() {
		return Late
	}
	return Past(s)
}

// Key is the name of a key as keyboards of a language print it.
func Key(w *words.Catalogue, name string) string {
	if key := "key." + name; w.Has(key) {
		return w.T(key)
	}
	return name
}

// Speak lets what is drawn name keys and write numbers as a language does. It
// belongs on the UI goroutine, before what is drawn is built.
func Speak(w *words.Catalogue) {
	typeset.NameKeys(func(key string) string { return Key(w, key) })
	typeset.NamePoint(Point(w))
}

// Point is what parts decimals off in a language.
func Point(w *words.Catalogue) string { return w.T("number.point") }

// Major is an amount in whole units as a language writes it, without its
// currency: "12.500", or "12,500" in French. What machines and paper read is
// money's own Major.
func Major(w *words.Catalogue, a money.Amount) string {
	return strings.Replace(a.Major(), ".", Point(w), 1)
}

// Sum is an amount of minor units as a sentence or a row has it, its thousands parted, without its
// currency: "−1 250.750".
func Sum(w *words.Catalogue, minor int64, currency string) string {
	sign := ""
	if minor < 0 {
		sign, minor = "\u200e−", -minor
	}
	whole, fraction, has := strings.Cut(money.Amount{Minor: minor, Currency: currency}.Major(), ".")
	if whole = Grouped(whole); has {
		whole += Point(w) + fraction
	}
	return sign + whole
}

// Number is what people call a sale: "#12".
func Number(id journal.SaleID) string { return "#" + strconv.Itoa(id.Number()) }

// Account is the institution and the masked account that a sale is to be paid from, or was. One that
// was validated before a QR was paid is not where the money came from: both are blank then.
func Account(s journal.Sale) (institution, masked string) {
	if s.Status() == journal.StatusPaid && s.Route.Scanned() {
		return "", ""
	}
	return s.Institution, s.Session.MaskedAccount
}

// Receipt is what people call a receipt, as it is on paper: "T-0412".
func Receipt(seq uint64) string { return receipt.Number(seq) }

// CashReceipt is what people call the record of a sale in cash: "C-0015".
func CashReceipt(seq uint64) string { return receipt.CashNumber(seq) }

// None stands where there is nothing to say.
const None = "—"

// Clock is a time of the day, "14:31", in a zone; None for no time at all. A nil
// zone is the computer's.
func Clock(t time.Time, zone *time.Location) string { return write(t, zone, words.Time) }

// Seconds is Clock with them: "14:31:08".
func Seconds(t time.Time, zone *time.Location) string { return write(t, zone, words.TimeSeconds) }

func write(t time.Time, zone *time.Location, form func(time.Time) string) string {
	if t.IsZero() {
		return None
	}
	if zone == nil {
		zone = time.Local
	}
	return form(t.In(zone))
}

// Currencies are those that are offered first: the ones that the payment
// service names.
func Currencies() []string { return []string{"LYD", "BHD", "KWD", "OMR", "TND"} }

// Currency is the word beside an amount; a currency without one is called by
// its code.
func Currency(w *words.Catalogue, code string) string {
	if key := "currency." + code; w.Has(key) {
		return w.T(key)
	}
	return code
}

// Refusal is why the till refused something, in words; the sentence of the key
// otherwise where its code has none.
func Refusal(w *words.Catalogue, err error, otherwise string) string {
	if code := journal.CodeOf(err); code != "" && w.Has("error."+string(code)) {
		return w.T("error." + string(code))
	}
	return w.T(otherwise)
}

// Grouped is a whole number with its thousands parted.
func Grouped(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "\u00a0" + digits[i:]
	}
	return digits
}

// Somebody is a name, or that nobody is named.
func Somebody(w *words.Catalogue, name string) string {
	if name == "" {
		return w.T("report.nobody")
	}
	return name
}
