package sim

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"time"

	"github.com/google/go-cmp/cmp"

	"sanduq/core/journal"
	"sanduq/core/till/tests/driver"
	"sanduq/core/till/tests/oracle"
)

// repeated reports whether a code was handed in before and nobody told what
// became of it: a refusal of the repetition proves nothing about the first.
func (o *order) repeated(c call) bool { return o.twice && o.code == c.code }

// audit compares everything once the day is over and the network was quiet.
func (w *world) audit() {
	s := w.see
	books, err := oracle.Read(context.Background(), w.store.Store)
	if err != nil {
		s.problem("the books cannot be read: %v", err)
	}
	w.written(books)
	var orders []string
	for _, sale := range books.Sales {
		orders = append(orders, sale.OrderID)
	}
	ledger, err := driver.Ledger(w.gate, orders...)
	if err != nil {
		s.problem("the gateway's books: %v", err)
	}
	s.breaks(oracle.Validate(oracle.Evidence{Books: books, Ledger: ledger, Excused: forgotten(books)}))
	w.tally(books, ledger)
}

// written demands that the disk has what was written, to the letter.
func (w *world) written(books oracle.Books) {
	s, sales := w.see, w.see.law.Newest()
	for what, pair := range map[string][2]any{"sales": {books.Sales, sales}, "receipts": {books.Receipts, s.receipts}, "audit rows": {books.Audit, s.audit}} {
		if diff := difference(pair[1], pair[0]); diff != "" {
			s.problem("NOT AS WRITTEN: the %s on the disk differ (-written +on the disk):\n%s", what, diff)
		}
	}
}

// tally counts how the day ended, and how fast the till came to know of money.
func (w *world) tally(books oracle.Books, ledger oracle.Ledger) {
	s := w.see
	for _, d := range ledger.Debits {
		s.count("paid at the gateway")
		switch sale, _ := books.Sale(d.Order); {
		case sale.ReceiptSeq != 0:
			s.learnt(d.Order, d.At)
		case sale.ResolvedOutside != nil:
			s.count("closed by a manager")
		}
	}
	for _, sale := range books.Sales {
		s.count("sales")
		s.count("ends " + string(sale.Status()))
		if sale.PaidTwiceWith != "" {
			s.count("paid twice")
		}
	}
	for range books.Receipts {
		s.count("receipts")
	}
}

// breaks writes down which laws were broken.
func (s *witness) breaks(all []oracle.Breach) {
	for _, b := range all {
		s.problem("%v", b)
	}
}

// difference tells what two values of JSON say differently, line by line; blank
// where they say the same.
func difference(a, b any) string {
	x, errA := json.MarshalIndent(a, "", " ")
	y, errB := json.MarshalIndent(b, "", " ")
	if err := errors.Join(errA, errB); err != nil {
		return err.Error()
	}
	first, second := inUTC(x), inUTC(y)
	if first == second {
		return ""
	}
	return cmp.Diff(strings.Split(first, "\n"), strings.Split(second, "\n"))
}

// zoned is a moment that is written in another zone than UTC.
var zoned = regexp.MustCompile(`"\d{4}-\d\d-\d\dT[0-9:.]+[+-]\d\d:\d\d"`)

// inUTC writes the moments in a text of JSON in UTC: the disk keeps moments, and no zones.
func inUTC(text []byte) string {
	return zoned.ReplaceAllStringFunc(string(text), func(at string) string {
		t, err := time.Parse(time.RFC3339Nano, strings.Trim(at, `"`))
		if err != nil {
			return at
		}
		return strconv.Quote(t.UTC().Format(time.RFC3339Nano))
	})
}

// shown compares what a living till shows with what is on the disk.
func (s *witness) shown(p *process, n journal.Notice) {
	if p.dead.Load() {
		return
	}
	s.breaks(s.law.Noticed(n))
	if n.Payment != nil {
		s.addPaidEvent(n.View, *n.Payment)
	}
}

// transactions are those on the receipts of other sales, oldest first.
func (s *witness) transactions(but string) (out []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, r := range s.receipts {
		if string(r.SaleID) != but && r.TransactionID != "" {
			out = append(out, r.TransactionID)
		}
	}
	return out
}
