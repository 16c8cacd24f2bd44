package format

import (
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// wordsOf reads the frequent words from the page.
func wordsOf(t *testing.T, page string) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	_, after, found := strings.Cut(string(text), "The frequent words, from number 1 on (number 0 is the empty text):\n\n")
	list, _, ended := strings.Cut(after, "\n\n")
	if !found || !ended {
		t.Fatal("the page lists no frequent words")
	}
	words := []string{""}
	for _, m := range regexp.MustCompile("`([^`]*)`").FindAllStringSubmatch(list, -1) {
		words = append(words, m[1])
	}
	return words
}

// fields reads one row, field by field.
type fields struct {
	in    []byte
	mask  uint64
	bit   int
	words []string
	texts []string
	clock int64
	err   error
}

func rowOf(row []byte, words []string) *fields {
	f := &fields{in: row[1:], words: words}
	if row[0] != 1 {
		f.err = fmt.Errorf("version %d", row[0])
	}
	f.mask = f.number()
	return f
}

func (f *fields) flag() bool {
	f.bit++
	return f.mask>>(f.bit-1)&1 == 1
}

func (f *fields) number() uint64 {
	n, size := binary.Uvarint(f.in)
	if size <= 0 {
		f.err = errors.New("cut")
		return 0
	}
	f.in = f.in[size:]
	return n
}

func (f *fields) signed() int64 {
	n := f.number()
	return int64(n>>1) ^ -int64(n&1)
}

func (f *fields) plainText() string {
	n := f.number()
	switch n, kind := n/4, n%4; {
	case kind == 0 && n <= uint64(len(f.in)):
		s := string(f.in[:n])
		f.in = f.in[n:]
		f.remember(s)
		return s
	case kind == 1 && n < uint64(len(f.words)):
		return f.words[n]
	case kind == 2 && n < uint64(len(f.texts)):
		return f.texts[n]
	}
	f.err = errors.New("no text")
	return ""
}

func (f *fields) remember(s string) {
	if len(f.texts) < 24 {
		f.texts = append(f.texts, s)
	}
}

func (f *fields) text() string {
	if !f.flag() {
		return ""
	}
	return f.plainText()
}

func (f *fields) whole() uint64 {
	if !f.flag() {
		return 0
	}
	return f.number()
}

func (f *fields) time() time.Time {
	if !f.flag() {
		return time.Time{}
	}
	f.clock += f.signed()
	return time.Unix(f.clock, int64(f.number())).UTC()
}

func (f *fields) sale() journal.SaleID {
	packed, plain := f.flag(), f.flag()
	switch {
	case packed:
		n := f.number()
		day, number := n>>20, n&(1<<20-1)
		return journal.SaleID(fmt.Sprintf("%04d%02d%02d-%06d", day/372, day%372/31+1, day%31+1, number))
	case plain:
		return journal.SaleID(f.plainText())
	}
	return ""
}

// order needs the sale, by whose name on paper it may begin.
func (f *fields) order(sale journal.SaleID) string {
	begins, plain := f.flag(), f.flag()
	switch {
	case begins:
		name := fmt.Sprintf("TILL-%s-%03d-", sale[2:8], atoi(string(sale[9:]))) + f.plainText()
		f.remember(name)
		return name
	case plain:
		return f.plainText()
	}
	return ""
}

func atoi(s string) (n int) {
	for _, r := range s {
		n = n*10 + int(r-'0')
	}
	return n
}

// end checks that nothing is left, and that no extra JSON is there.
func (f *fields) end() error {
	if f.err == nil && (len(f.in) > 0 || f.flag()) {
		return fmt.Errorf("%d bytes are left", len(f.in))
	}
	return f.err
}

func receipt(row []byte, words []string) (r journal.Receipt, err error) {
	f := rowOf(row, words)
	r.Seq, r.SaleID = f.whole(), f.sale()
	r.OrderID = f.order(r.SaleID)
	r.PaymentID, r.TransactionID = f.text(), f.text()
	if f.flag() {
		r.Amount.Minor = f.signed()
	}
	r.Amount.Currency = f.text()
	r.Route, r.Payer, r.Institution = core.Route(f.text()), f.text(), f.text()
	r.SettledAt = f.time()
	r.Shop, r.Place, r.Till, r.Cashier, r.Environment, r.Reference = f.text(), f.text(), f.text(), f.text(), core.Environment(f.text()), f.text()
	r.Late = f.flag()
	r.Shift, r.Opened = f.whole(), f.whole()
	return r, f.end()
}

func auditRow(row []byte, words []string) (r journal.AuditRow, err error) {
	f := rowOf(row, words)
	r.Seq, r.At = f.whole(), f.time()
	r.By, r.Action = f.text(), journal.AuditAction(f.text())
	r.SaleID = f.sale()
	r.Detail, r.DelegatedBy = f.text(), f.text()
	return r, f.end()
}
