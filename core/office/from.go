package office

import (
	"cmp"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// Limits of one text, in bytes. A till cuts what is longer, the office refuses
// it.
const (
	maxWord   = 40 // of a name that programs give
	maxText   = 400
	maxDetail = 2000
)

// Clean makes a text fit to be kept anywhere: valid UTF-8 without NUL, and no
// longer than limit bytes.
func Clean(text string, limit int) string {
	text = strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
	if len(text) <= limit {
		return text
	}
	for limit > 0 && text[limit]&0xC0 == 0x80 { // not within a character
		limit--
	}
	return text[:limit]
}

func clean[S ~string](text S) S { return S(Clean(string(text), maxText)) }

// Moments from 1970 to 9998 travel; a till whose clock shows another has none.
var (
	firstMoment = time.Unix(0, 0)
	lastMoment  = time.Date(9999, 1, 1, 0, 0, 0, 0, time.UTC)
)

// Moment is a time as it travels: an instant in microseconds; the zero time for
// one that no office takes.
func Moment(t time.Time) time.Time {
	t = t.UTC().Truncate(time.Microsecond)
	if t.Before(firstMoment) || !t.Before(lastMoment) {
		return time.Time{}
	}
	return t
}

// ReceiptOf returns what leaves the till of a receipt.
func ReceiptOf(r journal.Receipt) Receipt { return copyOf[Receipt](&r) }

// Journal returns the receipt as its till has it, as far as it left the till.
func (r *Receipt) Journal(environment core.Environment) journal.Receipt {
	out := recordOf[journal.Receipt](r)
	out.Environment = environment
	return out
}

// LeftOut returns the row of a receipt number that was never given out.
func LeftOut(seq uint64) Receipt { return Receipt{Seq: seq, LeftOut: true} }

// AuditRowOf returns what leaves the till of a line of the audit.
func AuditRowOf(r journal.AuditRow) AuditRow { return copyOf[AuditRow](&r) }

// Journal returns the line as its till has it.
func (r *AuditRow) Journal() journal.AuditRow { return recordOf[journal.AuditRow](r) }

// SaleOf returns what leaves the till of a sale.
func SaleOf(s journal.Sale) Sale {
	out := copyOf[Sale](&s)
	out.Rare = copyOf[Rare](&s)
	out.Status, out.Open, out.Rare.Unread = s.Status(), s.Open(), s.LateMoney() || s.PaidTwice()
	if s.Route.Coded() {
		out.Payer = Mask(s.Session.MaskedAccount)
	}
	if out.Status != journal.StatusPaid {
		out.Rare.Word = clean(s.Session.RawStatus)
	}
	if s.OwedEnd != "" { // all of it was returned, or kept
		out.OwedSince = time.Time{}
	}
	return out
}

// Linked returns the sales that changed with a sale or because of it: those it
// is tied to. Some may be named twice.
func Linked(s journal.Sale) []journal.SaleID {
	out := make([]journal.SaleID, 0, 4)
	for _, id := range []journal.SaleID{s.PaidTwiceWith, s.AlsoPaid, s.Replaces, s.ReplacedBy} {
		if cmp.Or(id, s.ID) != s.ID {
			out = append(out, id)
		}
	}
	return append(out, s.Instead...)
}
