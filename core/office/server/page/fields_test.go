//go:build linux

package page

import (
	"reflect"
	"strings"
	"testing"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
	"sanduq/core/office/server/table"
	"sanduq/core/tests/fields"
	"sanduq/storage/codec"
)

// wholeBooks have one record of each kind, every field of it set.
func wholeBooks() *books {
	b := &books{receipts: []journal.Receipt{fields.Whole[journal.Receipt]()}, audit: []journal.AuditRow{fields.Whole[journal.AuditRow]()}, zs: []journal.Z{fields.Whole[journal.Z]()},
		cash: []journal.CashReceipt{fields.Whole[journal.CashReceipt]()}, debts: []journal.DebtRow{fields.Whole[journal.DebtRow]()}, sales: []journal.Sale{fields.Whole[journal.Sale]()}}
	r, c, d, s := &b.receipts[0], &b.cash[0], &b.debts[0], &b.sales[0]
	r.Seq, b.audit[0].Seq, b.zs[0].Seq, c.Seq, d.Seq, s.ReceiptSeq = 1, 1, 1, 1, 1, 1
	r.Environment, c.Environment, b.zs[0].Environment, s.Environment = core.Live, core.Live, core.Live, core.Live
	r.Payer, d.Kind = "•••• 4417", journal.DebtOpened
	s.Session.State, s.CashSeq, s.ResolvedOutside = core.StateSuccess, 0, nil
	s.Session.Conflict = "" // it would be the status
	b.audit[0].SaleID = s.ID
	return b
}

// TestNoFieldIsLost follows a record of each kind from the till's disk to the window of
// the owner, every field of it set. Its companions are
// office.TestEveryFieldLeavesTheTill, which names a field that has no place in the
// wire, and the migrations, without which a column that a description names is missing
// here.
func TestNoFieldIsLost(t *testing.T) {
	p := newPlace(t)
	b := wholeBooks()
	disk(t, b)
	till, client := p.enrolled("Harbour", "Till 1", p.tills.URL)
	p.send(till, client, b)
	p.noFaults(t, "its receipt")
	db, err := pgxpool.New(t.Context(), p.database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	kept(t, db, "receipts", office.ReceiptOf(b.receipts[0]))
	kept(t, db, "audit", office.AuditRowOf(b.audit[0]))
	kept(t, db, "zs", office.ZOf(b.zs[0]))
	kept(t, db, "cash", office.CashOf(b.cash[0]))
	kept(t, db, "owed", office.OwedRowOf(b.debts[0], p.clock().Location()))
	sale := office.SaleOf(b.sales[0])
	sale.ID = "" // by day and number
	kept(t, db, "sales", sale)

	p.person("Owner")
	owner := p.window("Owner")
	seen := walk(t, owner, journal.SaleQuery{})
	if len(seen) != 1 || seen[0].Status() != b.sales[0].Status() {
		t.Fatalf("the owner sees %+v", seen)
	}
	receipt, err := owner.ReceiptOf(t.Context(), seen[0])
	if diff := gocmp.Diff(b.receipts[0], receipt); err != nil || diff != "" {
		t.Error(err, diff)
	}
	decisions, err := owner.Decisions(t.Context(), seen[0])
	if diff := gocmp.Diff(b.audit, decisions); err != nil || diff != "" {
		t.Error(err, diff)
	}
	p.enrolled("Garden", "Till 1", p.tills.URL)
	p.person("Huda", "Garden")
	if got, err := p.window("Huda").Decisions(t.Context(), seen[0]); err != nil || len(got) != 0 {
		t.Errorf("of another's shop: %v, %v", got, err)
	}
}

// kept compares a row of a table with what was sent.
func kept[T any](t *testing.T, db *pgxpool.Pool, from string, want T) {
	t.Helper()
	var got T
	if err := db.QueryRow(t.Context(), "SELECT "+strings.Join(table.Columns[T](""), ", ")+" FROM "+from).Scan(table.Into(&got)...); err != nil {
		t.Errorf("%s: %v", from, err)
	}
	if diff := gocmp.Diff(want, got, gocmp.AllowUnexported(office.Masked{})); diff != "" {
		t.Errorf("%s: %s", from, diff)
	}
	for _, f := range office.Fields(reflect.TypeFor[T]()) {
		if v := f.Value(reflect.ValueOf(got)); v.IsZero() && f.Name != "LeftOut" && f.Name != "ID" && f.Name != "Open" && f.Name != "OwedSince" && f.Name != "Payer" {
			t.Errorf("%s: %s was never set: the test has lost it", from, f.Name)
		}
	}
}

// disk takes the records through the till's own codec.
func disk(t *testing.T, b *books) {
	t.Helper()
	through(t, &b.receipts[0], codec.Receipts.Append, codec.Receipts.Decode)
	through(t, &b.audit[0], codec.Audit.Append, codec.Audit.Decode)
	through(t, &b.zs[0], codec.Zs.Append, codec.Zs.Decode)
	through(t, &b.cash[0], codec.Cash.Append, codec.Cash.Decode)
	through(t, &b.debts[0], codec.DebtRows.Append, codec.DebtRows.Decode)
	through(t, &b.sales[0], codec.AppendSale, func(from []byte, s *journal.Sale) error { return codec.DecodeSale(from, b.sales[0].ID, s) })
}

func through[T any](t *testing.T, record *T, write func([]byte, *T) ([]byte, error), read func([]byte, *T) error) {
	t.Helper()
	var got T
	written, err := write(nil, record)
	if err == nil {
		err = read(written, &got)
	}
	if diff := gocmp.Diff(*record, got); err != nil || diff != "" {
		t.Fatal(err, diff)
	}
	*record = got
}
