package verify

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"

	"sanduq/core/journal"
	"sanduq/storage/internal/index"
	"sanduq/storage/internal/reading"
	"sanduq/storage/internal/record"
	"sanduq/storage/internal/writing"
)

// Report is what Verify counted and found.
type Report struct {
	Sales, Open, Receipts, Audit, Zs, Cash uint64
	// Problems says in words for the log what is wrong; empty when all is
	// well. It ends after maxProblems.
	Problems []string
	// Damaged names the parts of the file in which something is wrong: sales,
	// receipts, audit, settings, index, totals, which the figures are part of,
	// shifts, with their Zs and the drawer, cash, owed, or statements, of banks.
	Damaged []string
}

const maxProblems = 20

// Auditor goes through the file, in one state of it or, with renew, in many
// short transactions. What it has gathered is always true of the state that it
// looks at, for all that lies before its place.
type Auditor struct {
	record.Tx
	ctx      context.Context
	manifest record.Manifest
	report   Report
	place    place
	Renew    func() error // ends the transaction when it is time, and begins another
	steps    int
	still    bool // the transaction is not to end now

	found   map[string]*record.Counted // of the buckets whose records change
	totals  map[string][2]int64        // that the sales passed add up to
	figures record.Manifest            // the same by status and route
	entries int64                      // index entries that they call for
	listed  int64                      // index entries passed
	open    int64                      // open entries that they call for
	secrets int64                      // sealed values that they call for
	chains  map[string]*chainWalk
	shifts  shiftRecount

	progress  func(done, total uint64)
	recounted Recount // the figures of the days that are being read
}

// place is how far an auditor has come.
type place struct {
	part int
	last []byte // key, or index entry, passed last; nil before the first
}

// passed reports whether a key of a part has been read.
func (p place) passed(part int, key []byte) bool {
	return part < p.part || part == p.part && p.last != nil && bytes.Compare(key, p.last) <= 0
}

// The parts, in the order in which they are read.
const (
	partSales = iota
	partIndex
	partTotals
	partHours
	partSecrets
	partReceipts
	partAudit
	partZs
	partCash
	partDrawer
	partOwed
	partDebts
	partOwing
	partShifts
	partSettings
	partStatements
	partCount
)

var partOf = map[string]int{record.SalesBucket: partSales, record.IndexBucket: partIndex, record.TotalsBucket: partTotals, record.HoursBucket: partHours, record.SecretsBucket: partSecrets,
	record.ReceiptsBucket: partReceipts, record.AuditBucket: partAudit, record.SettingsBucket: partSettings, record.ShiftsBucket: partShifts, record.DebtsBucket: partDebts}

func NewAuditor(ctx context.Context) *Auditor {
	a := &Auditor{ctx: ctx, totals: map[string][2]int64{}, found: new(record.Manifest).Counts(), recounted: Recount{Figures: map[journal.FigureKey]SumOf{}},
		chains: map[string]*chainWalk{}, shifts: newShiftRecount()}
	return a
}

func All(ctx context.Context, t record.Tx) (Report, error) { return Telling(ctx, t, nil) }

// Telling is verify; it says now and then how many sales it has read.
func Telling(ctx context.Context, t record.Tx, progress func(done, total uint64)) (Report, error) {
	a := NewAuditor(ctx)
	a.Tx, a.progress = t, progress
	var err error
	if a.manifest, err = t.Manifest(); err != nil {
		return a.report, err
	}
	return a.Run()
}

// Run goes through all parts.
func (a *Auditor) Run() (Report, error) {
	parts := [partCount]func() error{a.sales, a.terms, a.sums, a.counted(record.HoursBucket), a.counted(record.SecretsBucket), a.receipts, a.audit, a.zs, a.cash, a.drawer,
		a.owed, a.debts, a.owing, a.eachShift, a.counted(record.SettingsBucket), a.statements}
	for part, read := range parts {
		a.place = place{part: part}
		if err := a.addDamage(read()); err != nil {
			return a.report, err
		}
	}
	a.place = place{part: partCount}
	if err := a.addDamage(a.compare()); err != nil {
		return a.report, err
	}
	if len(a.report.Problems) > 0 {
		return a.report, record.Corrupt("%d problems, first: %s", len(a.report.Problems), a.report.Problems[0])
	}
	return a.report, nil
}

// addDamage takes damage down and returns other errors.
func (a *Auditor) addDamage(err error) error {
	if errors.Is(err, journal.ErrCorrupt) {
		a.problem(a.place.part, "%v", err)
		return nil
	}
	return err
}

var partNames = [partCount]string{"sales", "index", "totals", "totals", "sales", "receipts", "audit", "shifts", "cash", "shifts", "owed",
	"owed", "owed", "shifts", "settings", "statements"}

func (a *Auditor) problem(part int, format string, args ...any) {
	if len(a.report.Problems) < maxProblems {
		a.report.Problems = append(a.report.Problems, fmt.Sprintf(format, args...))
	}
	name := "sales"
	if part < partCount {
		name = partNames[part]
	}
	if !slices.Contains(a.report.Damaged, name) {
		a.report.Damaged = append(a.report.Damaged, name)
	}
}

// step looks at the context now and then, and at the clock when the
// transaction is to be kept short. It reports whether another one began.
func (a *Auditor) step(passed []byte) (renewed bool, err error) {
	if a.steps++; a.steps%reading.CheckEvery == 0 && a.ctx.Err() != nil {
		return false, a.ctx.Err()
	}
	if a.Renew == nil || a.still || a.steps%16 != 0 {
		return false, nil
	}
	a.place.last = append(a.place.last[:0], passed...)
	before := a.Tx
	if err := a.Renew(); err != nil {
		return false, err
	}
	return a.Tx != before, nil
}

// each visits the authenticated records of a bucket.
func (a *Auditor) each(name string, visit func(key, payload []byte, mac record.Digest) error) error {
	sum := a.found[name] // nil where the manifest does not count them
	return a.walk(name, func(b record.Bucket, key, value []byte) error {
		payload, mac, err := b.Authenticate(key, value)
		if err != nil {
			return err
		}
		if sum != nil {
			sum.Replace(false, mac, true, mac)
		}
		return visit(key, payload, mac)
	})
}

// walk visits what a bucket holds, in as many transactions as it takes.
func (a *Auditor) walk(name string, visit func(b record.Bucket, key, value []byte) error) error {
	b, err := a.In(name)
	if err != nil {
		return err
	}
	c := b.Cursor()
	key, value := c.First()
	for key != nil {
		if err := a.addDamage(visit(b, key, value)); err != nil {
			return err
		}
		renewed, err := a.step(key)
		if err != nil {
			return err
		}
		if renewed {
			if b, err = a.In(name); err != nil {
				return err
			}
			c = b.Cursor()
			if key, value = c.Seek(a.place.last); !bytes.Equal(key, a.place.last) {
				continue // it was removed meanwhile, and this is the one behind it
			}
		}
		key, value = c.Next()
	}
	return nil
}

func (a *Auditor) sums() error {
	return a.each(record.TotalsBucket, func(key, payload []byte, _ record.Digest) error {
		count, sum, err := index.DecodeTotal(payload)
		if err != nil {
			return err
		}
		if want := a.totals[string(key)]; want != [2]int64{count, sum} {
			return record.Corrupt("total %q is %d, %d; the sales add up to %d, %d", key, count, sum, want[0], want[1])
		}
		return nil
	})
}

// counted reads a bucket of which no more is asked than that all of it is there.
func (a *Auditor) counted(name string) func() error {
	return func() error { return a.each(name, func(_, _ []byte, _ record.Digest) error { return nil }) }
}

// statements reads what statements of banks say. The manifest does not count it: what
// is gone can be had again from the bank's file.
func (a *Auditor) statements() error {
	if _, there := a.Statements(); !there {
		return nil
	}
	return a.each(record.StatementsBucket, func(key, payload []byte, _ record.Digest) error { return record.CheckBank(key, payload) })
}

// compare holds what was gathered against the manifest, in one state of the file.
func (a *Auditor) compare() error {
	for name, want := range a.manifest.Counts() {
		if found := *a.found[name]; found != *want {
			a.problem(partOf[name], "%s: %d records found, %d expected, or not those expected", name, found.Count, want.Count)
		}
	}
	if a.listed != a.entries || a.entries != int64(a.manifest.Entries) {
		a.problem(partIndex, "index: %d entries, the sales call for %d, %d expected", a.listed, a.entries, a.manifest.Entries)
	}
	if _, err := a.JournalOf(a.manifest); err != nil { // what lies in memory is not what lies on the disk
		a.problem(partSales, "%v", err)
	}
	open, err := a.In(record.OpenBucket)
	if err != nil {
		return err
	}
	var found int64
	if err := open.ForEach(func(_, _ []byte) error { found++; return nil }); err != nil {
		return err
	}
	if a.report.Open = uint64(found); a.open != found || a.open != int64(a.manifest.Open) {
		a.problem(partSales, "open: %d entries, the sales call for %d, %d expected", found, a.open, a.manifest.Open)
	}
	if !maps.Equal(a.figures.Figures, a.manifest.Figures) {
		a.problem(partTotals, "sales by status are %v, %v expected", a.figures.Figures, a.manifest.Figures)
	}
	if a.secrets != int64(a.manifest.Secrets.Count) {
		a.problem(partSales, "sales have %d sealed values, %d expected", a.secrets, a.manifest.Secrets.Count)
	}
	if uint64(len(a.totals)) != a.manifest.Totals.Count {
		a.problem(partTotals, "%d totals, the sales call for %d", a.manifest.Totals.Count, len(a.totals))
	}
	return a.compareDay()
}

// Resume goes on in another transaction, which has seen the moves.
func (a *Auditor) Resume(t record.Tx, moved []writing.Move) (err error) {
	a.Tx = t
	for _, m := range moved {
		a.follow(m)
	}
	a.manifest, err = t.Manifest()
	return err
}

// follow takes a move into account, if what it changed was read before.
func (a *Auditor) follow(m writing.Move) {
	if !a.place.passed(partOf[m.Name], m.Key) {
		return
	}
	if a.listed += m.Entry; m.Entry != 0 {
		return
	}
	a.found[m.Name].Replace(m.HadOld, m.Old, m.HasNew, m.Fresh)
	if m.OldSale != nil {
		a.count(m.OldSale, -1)
	}
	if m.NewSale != nil {
		a.count(m.NewSale, 1)
	}
}

// TellEvery is how many sales pass between two reports of progress.
const TellEvery = 1 << 12
