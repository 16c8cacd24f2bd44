package queries

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/wire"
)

// Entered is a document of numbers that a restore left out, as a person typed it in from
// its paper. It is the word of that person, and no payment that the gateway confirmed: no
// sum has it, and no drawer. It is a row of the audit, whose detail holds it in a fixed
// form; the rows of one run of numbers are a chain, each naming the one before.
type Entered struct {
	Number    uint64      // of a receipt, or of a cash receipt where the route is journal.RouteCash
	Day       journal.Day // on the paper
	Amount    money.Amount
	Route     core.Route
	Reference string // the bank's, at most MostReference letters; blank where the paper has none
	Shift     uint64 // in which it was typed in: its Z tells of it; 0 for none

	// Withdrawn: the row takes back what was typed in of the number, and Reason says why.
	// It has no day, amount or reference.
	Withdrawn bool
	Reason    string

	Seq             uint64 // of its row
	At              time.Time
	By, DelegatedBy string
}

// The rows of the audit. A withdrawn document is open again.
const (
	AuditEntered   journal.AuditAction = "entered"
	AuditWithdrawn journal.AuditAction = "enteredWithdrawn"
)

// Why a document is not taken, beside the codes of the journal.
const (
	CodeNumber  journal.Code = "number"   // it is none of those that were left out
	CodeEntered journal.Code = "entered"  // it was typed in already
	CodeDay     journal.Code = "paperDay" // the day has not come, or was over before the copy that was restored
)

// MostReference is how many letters a bank's reference has at most.
const MostReference = 64

// Cash reports whether it is a cash receipt.
func (e Entered) Cash() bool { return e.Route == journal.RouteCash }

// Name is the number as it is on paper.
func (e Entered) Name() string {
	if e.Cash() {
		return journal.CashNumber(e.Number)
	}
	return journal.ReceiptNumber(e.Number)
}

// same reports whether two are one document.
func (e Entered) same(o Entered) bool { return e.Number == o.Number && e.Cash() == o.Cash() }

// In reports whether the number is one of a run that was left out.
func (e Entered) In(l journal.LeftOut) bool {
	run := l.Receipts
	if e.Cash() {
		run = l.Cash
	}
	return e.Number != 0 && run.First <= e.Number && e.Number <= run.Last
}

// Check refuses what no paper of a run of numbers can say. today is the day of the
// shop. Errors: CodeNumber, CodeDay, journal.CodeAmount, journal.CodeRoute,
// journal.CodeReference.
func (e Entered) Check(of journal.LeftOut, today journal.Day, zone *time.Location) error {
	since := journal.Day("")
	if !of.Since.IsZero() {
		since = journal.DayOf(of.Since.In(zone))
	}
	switch {
	case !e.In(of):
		return journal.Refuse(CodeNumber, nil)
	case e.Day == "" || e.Day > today || e.Day < since:
		return journal.Refuse(CodeDay, nil)
	case e.Amount.Valid() != nil || e.Amount.Minor <= 0:
		return journal.Refuse(journal.CodeAmount, e.Amount.Valid())
	case !e.Cash() && !slices.Contains(wire.Routes(), e.Route):
		return journal.Refuse(journal.CodeRoute, nil)
	case len([]rune(e.Reference)) > MostReference, strings.ContainsFunc(e.Reference, unicode.IsControl):
		return journal.Refuse(journal.CodeReference, nil)
	}
	return nil
}

// Detail is the detail of its row, after the row of before in its chain.
func (e Entered) Detail(before uint64) string {
	if e.Withdrawn {
		return fmt.Sprintf("%s; %q; shift %d; after %d", e.Name(), e.Reason, e.Shift, before)
	}
	return fmt.Sprintf("%s; %s; %s; %s; %q; shift %d; after %d", e.Name(), e.Day, e.Amount, e.Route, e.Reference, e.Shift, before)
}

// Action is that of its row.
func (e Entered) Action() journal.AuditAction {
	if e.Withdrawn {
		return AuditWithdrawn
	}
	return AuditEntered
}

// ParseEntered reads a row; before is the row before it in its chain. Error: the row is
// no such row.
func ParseEntered(row journal.AuditRow) (e Entered, before uint64, err error) {
	var name, day, major, currency, route string
	switch row.Action {
	case AuditEntered:
		_, err = fmt.Sscanf(row.Detail, "%s %s %s %s %s %q; shift %d; after %d", &name, &day, &major, &currency, &route, &e.Reference, &e.Shift, &before)
	case AuditWithdrawn:
		_, err = fmt.Sscanf(row.Detail, "%s %q; shift %d; after %d", &name, &e.Reason, &e.Shift, &before)
		e.Withdrawn = true
	default:
		err = fmt.Errorf("a row of %q", row.Action)
	}
	if err == nil && !e.Withdrawn {
		e.Amount, err = money.ParseWire(major, strings.TrimSuffix(currency, ";"))
	}
	if err != nil {
		return Entered{}, 0, err
	}
	kind, number, _ := strings.Cut(strings.TrimSuffix(name, ";"), "-")
	if e.Route = core.Route(strings.TrimSuffix(route, ";")); kind == "C" {
		e.Route = journal.RouteCash
	}
	if e.Number, err = strconv.ParseUint(number, 10, 64); err != nil {
		return Entered{}, 0, err
	}
	e.Day = journal.Day(strings.TrimSuffix(day, ";"))
	e.Seq, e.At, e.By, e.DelegatedBy = row.Seq, row.At, row.By, row.DelegatedBy
	return e, before, nil
}

// Audited is what rows of the audit are read from: a store.
type Audited interface {
	Audit(ctx context.Context, before uint64, limit int) ([]journal.AuditRow, error)
}

// enteredRows returns the chain of a run of numbers, oldest row first. It costs a record
// for each. Error: CodeStore.
func enteredRows(ctx context.Context, from Audited, l journal.LeftOut) (rows []Entered, err error) {
	for seq := l.Entered; seq != 0; {
		found, err := from.Audit(ctx, seq+1, 1)
		if err != nil {
			return nil, journal.Refuse(journal.CodeStore, err)
		}
		if len(found) == 0 || found[0].Seq != seq {
			return nil, journal.Refuse(journal.CodeStore, fmt.Errorf("row %d of the audit is not there", seq))
		}
		e, before, err := ParseEntered(found[0])
		if err == nil && (before >= seq || !e.In(l)) {
			err = errors.New("it is of another run of numbers")
		}
		if err != nil { // what is before it would be open again, and entered twice
			return nil, journal.Refuse(journal.CodeStore, fmt.Errorf("row %d of the audit: %w", seq, err))
		}
		rows, seq = append(rows, e), before
	}
	slices.Reverse(rows)
	return rows, nil
}

// LeftOutRun is a run of numbers with what was typed in of it.
type LeftOutRun struct {
	journal.LeftOut
	Rows      []Entered // of the audit, oldest first
	Documents []Entered // that are not withdrawn
}

// ReadRun reads what was typed in of a run of numbers. It costs a record for each row.
// Error: CodeStore.
func ReadRun(ctx context.Context, from Audited, l journal.LeftOut) (r LeftOutRun, err error) {
	r.LeftOut = l
	if r.Rows, err = enteredRows(ctx, from, l); err != nil {
		return LeftOutRun{}, err
	}
	for _, e := range r.Rows {
		if !e.Withdrawn {
			r.Documents = append(r.Documents, e)
			continue
		}
		r.Documents = slices.DeleteFunc(r.Documents, e.same)
	}
	return r, nil
}

// Document is what was typed in under the number and the kind of another; false for
// nothing.
func (r LeftOutRun) Document(e Entered) (Entered, bool) {
	i := slices.IndexFunc(r.Documents, e.same)
	if i < 0 {
		return Entered{}, false
	}
	return r.Documents[i], true
}

// Size is how many documents the run can have: its receipts and cash receipts.
func (r LeftOutRun) Size() (n int) {
	for _, run := range []journal.SeqRange{r.Receipts, r.Cash} {
		if run.First != 0 {
			n += int(run.Last - run.First + 1)
		}
	}
	return n
}

// LeftOutRuns returns every run of numbers that was left out, oldest first. Error:
// CodeStore.
func LeftOutRuns(ctx context.Context, from interface {
	Freezes
	Audited
}) (runs []LeftOutRun, err error) {
	all, err := LeftOut(ctx, from)
	if err != nil {
		return nil, err
	}
	for _, l := range all {
		r, err := ReadRun(ctx, from, l)
		if err != nil {
			return nil, err
		}
		runs = append(runs, r)
	}
	return runs, nil
}
