package receipt

import (
	"strings"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// The keys of the catalogue that slips of cash use, besides those of receipts.
const (
	KeyCash       = "receipt.cash"
	KeyCashTitle  = "receipt.cash.title"
	KeyCashDown   = "receipt.cash.down"
	KeyCashUp     = "receipt.cash.up"
	KeyCashDue    = "receipt.cash.due"
	KeyCashGiven  = "receipt.cash.given"
	KeyCashChange = "receipt.cash.change"
	KeyCashOff    = "receipt.cash.off"
	KeyCashOffBy  = "receipt.cash.offBy"
	KeyReason     = "receipt.reason"
)

// The lines that only a slip of cash has.
const (
	LineCash     Kind = "cash"
	LineRounding Kind = "rounding"
	LineDue      Kind = "due"
	LineGiven    Kind = "given"
	LineChange   Kind = "change"
	LineOff      Kind = "off"
	LineOffWhy   Kind = "offWhy"
)

// rounded names the direction of a rounding, so that no sign is read over, or turned around among Arabic words.
func rounded(minor int64) (key string, by int64) {
	if minor < 0 {
		return KeyCashDown, -minor
	}
	return KeyCashUp, minor
}

// CashNumber returns the name of a cash receipt on paper: "C-0015".
func CashNumber(seq uint64) string { return journal.CashNumber(seq) }

// NewCashContent says what a person said they took in cash, in the language of w. It says "cash" at its top and never
// that anything was paid: no bank knows of it, so there is no transaction and no code to look one up by.
func NewCashContent(r journal.CashReceipt, c Copy, w Words) Content {
	out := Content{
		RTL: w.RTL(), Title: w.Say(KeyCashTitle), Number: CashNumber(r.Seq), Settled: r.TakenAt, Shop: clean(r.Shop),
		Under: under(r.Till, r.Place, w), Sum: sumOf(r.Amount, w),
	}
	if r.Test() {
		out.Mark, out.Notes = w.Say(KeyTest), append(out.Notes, w.Say(KeyTestNote))
	}
	add := func(k Kind, key, value string) {
		out.Lines = append(out.Lines, Line{Kind: k, Label: w.Say(key), Value: clean(value)})
	}
	sum := func(k Kind, key string, minor int64) {
		add(k, key, amountIn(money.Amount{Minor: minor, Currency: r.Amount.Currency}, w))
	}
	add(LineNumber, KeyNumber, out.Number)
	if r.Cashier != "" {
		add(LineCashier, KeyCashier, r.Cashier)
	}
	add(LineTime, KeyTime, w.DateTime(r.TakenAt))
	add(LineSale, KeySale, r.SaleID.Paper())
	sum(LineCash, KeyCash, r.Amount.Minor)
	if r.Rounding != 0 {
		key, by := rounded(r.Rounding)
		sum(LineRounding, key, by)
		sum(LineDue, KeyCashDue, r.Due().Minor)
	}
	sum(LineGiven, KeyCashGiven, r.Given)
	sum(LineChange, KeyCashChange, r.Change())
	if r.Reference != "" {
		add(LineReference, KeyReference, r.Reference)
	}
	if c.Number > 0 {
		out.Copy, out.CopyMark = copyLine(c, w), copyMark(c, w)
	}
	return out
}

// TakenOff is the slip of cash after a person took it off again, since it was recorded by mistake: it says so in place
// of its title, with who did and why. A nil decision changes nothing.
func (c Content) TakenOff(d *journal.Decision, w Words) Content {
	if d == nil {
		return c
	}
	c.Title = w.Say(KeyCashOff)
	c.Lines = append(c.Lines[:len(c.Lines):len(c.Lines)],
		Line{LineOff, w.Say(KeyCashOffBy), clean(strings.TrimSuffix(strings.TrimPrefix(d.By+partBreak+w.DateTime(d.At), partBreak), partBreak))}, Line{LineOffWhy, w.Say(KeyReason), orBlank(clean(d.Reason))})
	return c
}
