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
func ReceiptOf(r journal.Receipt) Receipt {
	return Receipt{
		Seq: r.Seq, SaleID: r.SaleID, OrderID: clean(r.OrderID), PaymentID: clean(r.PaymentID), TransactionID: clean(r.TransactionID),
		Reference: clean(r.Reference), Minor: r.Amount.Minor, Currency: clean(r.Amount.Currency), Route: clean(r.Route), Payer: Mask(r.Payer),
		Institution: clean(r.Institution), SettledAt: Moment(r.SettledAt), Shop: clean(r.Shop), Place: clean(r.Place), Till: clean(r.Till),
		Cashier: clean(r.Cashier), Late: r.Late,
	}
}

// LeftOut returns the row of a receipt number that was never given out.
func LeftOut(seq uint64) Receipt { return Receipt{Seq: seq, LeftOut: true} }

// AuditRowOf returns what leaves the till of a line of the audit.
func AuditRowOf(r journal.AuditRow) AuditRow {
	return AuditRow{Seq: r.Seq, At: Moment(r.At), By: clean(r.By), Action: clean(r.Action), SaleID: r.SaleID, Detail: Clean(r.Detail, maxDetail)}
}

// SaleOf returns what leaves the till of a sale.
func SaleOf(s journal.Sale) Sale {
	p := s.Session
	out := Sale{
		ID: s.ID, Version: s.Version, OrderID: clean(s.OrderID), Minor: s.Amount.Minor, Currency: clean(s.Amount.Currency),
		CreatedAt: Moment(s.CreatedAt), UpdatedAt: Moment(s.UpdatedAt), Status: s.Status(), Open: s.Open(), Route: clean(s.Route),
		Cashier: clean(s.Cashier), Reference: clean(s.Reference), Institution: clean(s.Institution), PaymentID: clean(p.PaymentID),
		TransactionID: clean(p.TransactionID), ReceiptSeq: s.ReceiptSeq, SettledAt: Moment(s.SettledAt), OwedSince: Moment(s.OwedSince),
		Rare: Rare{
			Conflict: clean(p.Conflict), Late: p.Late, Behind: s.Behind, Unread: s.LateMoney() || s.PaidTwice(),
			SetAside: decision(s.SetAside), WithManager: decision(s.WithManager), Resolved: decision(s.ResolvedOutside),
			PaidTwiceWith: s.PaidTwiceWith, AlsoPaid: s.AlsoPaid, Replaces: s.Replaces, ReplacedBy: s.ReplacedBy, Copies: s.Copies,
		},
	}
	if s.Route == core.RouteAccount || s.Route == core.RouteWallet {
		out.Payer = Mask(p.MaskedAccount)
	}
	if out.Status != journal.StatusPaid {
		out.Rare.Word = clean(p.RawStatus)
	}
	if s.OwedEnd != "" { // all of it was returned, or kept
		out.OwedSince = time.Time{}
	}
	if s.Refusal != nil {
		out.Rare.Refusal = clean(s.Refusal.Code)
	}
	return out
}

func decision(d *journal.Decision) Decision {
	if d == nil {
		return Decision{}
	}
	return Decision{At: Moment(d.At), By: clean(d.By), Reason: clean(d.Reason)}
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
