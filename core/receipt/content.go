package receipt

import (
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// Blank stands where a value is not known, so that a missing value is seen to be missing.
const Blank = "—"

// Kind names a line of a Content, whatever its language.
type Kind string

// The lines that a receipt can have, in the order in which they stand.
const (
	LineNumber      Kind = "number"
	LineCashier     Kind = "cashier"
	LineTime        Kind = "time"
	LineSale        Kind = "sale"
	LineTransaction Kind = "transaction"
	LinePaidFrom    Kind = "paidFrom"
	LineBank        Kind = "bank"
	LineReference   Kind = "reference"
	LineOrder       Kind = "order" // of slips that are no receipts, as are those below
	LineAsked       Kind = "asked"
	LinePrinted     Kind = "printed"
)

// Line is one labelled value.
type Line struct {
	Kind         Kind
	Label, Value string
}

// Sum is the amount in its pieces: "1250", ".750" and "LYD". Fraction is blank for a currency without minor units.
type Sum struct {
	Whole, Fraction, Currency string
}

// Content is everything that a receipt says, in the order in which it says it. Nothing in it is secret: account
// numbers are masked before they reach a journal.Receipt.
type Content struct {
	RTL      bool
	Number   string    // "T-0412"
	Settled  time.Time // when the gateway's success was committed
	Title    string    // what it is where it is no usual receipt: "CASH"; blank on all others
	Mark     string    // "TEST" in practice; blank when money moved
	Notes    []string  // under the amount: that no money moved, that it came late; mostly none
	Shop     string
	Under    string // till and place, under the shop's name
	Seller   Names  // who sells, between the two; see Content.Of
	Sum      Sum
	Lines    []Line
	Copy     string // "COPY 2, Samira, 20 Nov 2026, 15:02:11"; blank on the original
	CopyMark string // "COPY 2"; blank on the original
	Code     string // what the slip is looked up by, as a QR code on paper
}

// Copy is who printed a receipt again, when, and for the how manieth time, from 1. The zero Copy is the original.
type Copy struct {
	Number int
	By     string
	At     time.Time
}

// Number returns the name of a receipt on paper: "T-0412".
func Number(seq uint64) string { return journal.ReceiptNumber(seq) }

// NewContent says what r proves, in the language of w. A receipt of the sandbox always carries the mark and the note
// that no money moved; one of the live service never does. A transaction that the gateway has not named yet is shown
// as Blank, never left out.
func NewContent(r journal.Receipt, c Copy, w Words) Content {
	out := Content{
		RTL:     w.RTL(),
		Number:  Number(r.Seq),
		Settled: r.SettledAt,
		Shop:    clean(r.Shop),
		Under:   under(r.Till, r.Place, w),
		Sum:     sumOf(r.Amount, w),
		Code:    reference(r.TransactionID, r.OrderID),
	}
	if r.Test() {
		out.Mark, out.Notes = w.Say(KeyTest), append(out.Notes, w.Say(KeyTestNote))
	}
	if r.Late {
		out.Notes = append(out.Notes, w.Say(KeyLate))
	}
	add := func(k Kind, key, value string) {
		out.Lines = append(out.Lines, Line{Kind: k, Label: w.Say(key), Value: clean(value)})
	}
	add(LineNumber, KeyNumber, out.Number)
	if r.Cashier != "" {
		add(LineCashier, KeyCashier, r.Cashier)
	}
	add(LineTime, KeyTime, w.DateTime(r.SettledAt))
	add(LineSale, KeySale, r.SaleID.Paper())
	add(LineTransaction, KeyTransaction, orBlank(r.TransactionID))
	add(LinePaidFrom, KeyPaidFrom, payer(r, w))
	if r.Institution != "" {
		key := KeyBank
		if r.ByWallet() {
			key = KeyWalletOf
		}
		add(LineBank, key, r.Institution)
	}
	if r.Reference != "" {
		add(LineReference, KeyReference, r.Reference)
	}
	if c.Number > 0 {
		out.Copy, out.CopyMark = copyLine(c, w), copyMark(c, w)
	}
	return out
}

// Brief is the content for a small slip beside a list that already tells number and cashier.
func (c Content) Brief() Content {
	lines := make([]Line, 0, len(c.Lines))
	for _, l := range c.Lines {
		if l.Kind != LineNumber && l.Kind != LineCashier {
			lines = append(lines, l)
		}
	}
	c.Lines = lines
	return c
}

// Value returns the value of a line; ok is false when the receipt has no such line.
func (c Content) Value(k Kind) (value string, ok bool) {
	for _, l := range c.Lines {
		if l.Kind == k {
			return l.Value, true
		}
	}
	return "", false
}

// Label returns the name of a line; blank when the receipt has no such line.
func (c Content) Label(k Kind) string {
	for _, l := range c.Lines {
		if l.Kind == k {
			return l.Label
		}
	}
	return ""
}

func payer(r journal.Receipt, w Words) string {
	switch {
	case r.Payer != "":
		return r.Payer
	case r.ByQR():
		return w.Say(KeyQR)
	}
	return Blank
}

// point is what a language writes before the fraction of an amount.
func point(w Words) string {
	if sign := w.Say(KeyPoint); utf8.RuneCountInString(sign) == 1 {
		return sign
	}
	return "."
}

func sumOf(a money.Amount, w Words) Sum {
	whole, fraction, has := strings.Cut(a.Major(), ".")
	if has {
		fraction = point(w) + fraction
	}
	return Sum{Whole: whole, Fraction: fraction, Currency: clean(w.Currency(a.Currency))}
}

// TillName is what a till is called on paper and in files: by its name, and one that is called by a bare number "Till
// 2".
func TillName(name string, w Words) string {
	name = clean(name)
	if name != "" && strings.TrimFunc(name, unicode.IsDigit) == "" {
		name = w.Say(KeyTill, "till", name)
	}
	return name
}

// under joins till and place.
func under(name, place string, w Words) string {
	name, place = TillName(name, w), clean(place)
	if name == "" || place == "" {
		return name + place
	}
	return w.Say(KeyTillPlace, "till", name, "place", place)
}

// partBreak stands between the parts of a line.
const partBreak = " · "

func copyMark(c Copy, w Words) string { return fmt.Sprintf("%s %d", w.Say(KeyCopy), c.Number) }

func copyLine(c Copy, w Words) string {
	parts := []string{copyMark(c, w)}
	if by := clean(c.By); by != "" {
		parts = append(parts, by)
	}
	if !c.At.IsZero() {
		parts = append(parts, w.DateTime(c.At))
	}
	return strings.Join(parts, partBreak)
}

func orBlank(s string) string {
	if clean(s) == "" {
		return Blank
	}
	return s
}

// longestText is how many signs of one text are set: more than what is sent by gateways and typed by people, and little
// enough for a slip that a printer can hold.
const longestText = 240

const ellipsis = "…"

// cut shortens a text that is too long, and shows that it did.
func cut(s string) string {
	if len(s) <= longestText { // no shorter in signs than in bytes
		return s
	}
	signs := 0
	var end int
	for i := range s {
		if signs++; signs == longestText {
			end = i
		}
	}
	if signs <= longestText {
		return s
	}
	return s[:end] + ellipsis
}

// clean takes out what would break a line or steer its direction, and cuts what would never end: text typed in settings
// or sent by a gateway may hold line feeds and invisible marks.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		switch {
		case r == '\n', r == '\r', r == '\t':
			return ' '
		case unicode.IsControl(r), unicode.In(r, unicode.Cf) && r != '\u200c' && r != '\u200d':
			return -1
		}
		return r
	}, s)
	return cut(strings.Join(strings.Fields(s), " "))
}
