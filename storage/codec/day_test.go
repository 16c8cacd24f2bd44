package codec

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// dayRecord is a kind of record, with one of its kind as most are.
type dayRecord struct {
	name   string
	usual  any // a pointer
	frozen string
	append func(to []byte, record any) ([]byte, error)
	decode func(from []byte, record any) error
}

func (d dayRecord) write(t testing.TB) []byte {
	t.Helper()
	written, err := d.append(nil, d.usual)
	if err != nil {
		t.Fatal(err)
	}
	return written
}

func kind[T any](name, frozen string, usual T, append func([]byte, *T) ([]byte, error), decode func([]byte, *T) error) dayRecord {
	return dayRecord{name, &usual, frozen, func(to []byte, record any) ([]byte, error) { return append(to, record.(*T)) },
		func(from []byte, record any) error { return decode(from, record.(*T)) }}
}

// dayRecords is one record of each kind that a day leaves behind, sales aside.
func dayRecords() []dayRecord {
	at := func(minute int) time.Time { return time.Date(2026, 11, 20, 8, minute, 0, 5, time.UTC) }
	id := journal.NewSaleID("20261120", 12)
	lyd := func(minor int64) money.Amount { return money.Amount{Minor: minor, Currency: "LYD"} }
	opened := &journal.Opening{At: at(1), By: "Amal", Currency: "LYD", Float: 200_000}
	count := journal.DrawerCount{Currency: "LYD", Pieces: []journal.Pieces{{Value: 50_000, Number: 4}, {Value: 250, Number: 7}}, Minor: 201_750}
	taken := []journal.Taken{
		{TakenKey: journal.TakenKey{Opened: 41, Route: core.RouteQR, Cashier: "Amal", Currency: "LYD"}, Number: 1, Minor: 12_500},
		{TakenKey: journal.TakenKey{Opened: 42, Route: journal.RouteCash, Cashier: "Amal", Currency: "LYD"}, Number: 2, Minor: 3_400, Rounding: 100}}
	owed := []journal.OwedSum{{Currency: "LYD", Before: 5_000, Opened: 7_000, Returned: 2_000, Kept: 1}}
	shift := ShiftRecord{ShiftState: journal.ShiftState{
		Shift: journal.Shift{Number: 42, Version: 3, After: 41, Begun: at(0), Opened: opened,
			Counts: []journal.ShiftCount{{At: at(50), By: "Amal", Cash: count, NewestCash: 15, NewestMovement: 4}}},
		Figures: journal.ShiftFigures{Taken: taken, Receipts: journal.SeqRange{First: 2406, Last: 2406}, Cash: journal.SeqRange{First: 14, Last: 15},
			In: journal.Tally{Number: 1, Minor: 1_000}, Out: journal.Tally{Number: 2, Minor: 4_000}, Owed: owed}, Z: 42},
		Moved: journal.SeqRange{First: 2, Last: 4}, OwedAfter: 9}
	z := journal.Z{Seq: 42, Before: 41, Shift: 42, Shop: "Sanduq", Place: "Tripoli", Till: "1", Environment: core.Live, Begun: at(0), Opened: opened,
		At: at(59), By: "Huda", SetBack: true, Taken: taken, Receipts: shift.Figures.Receipts, Cash: shift.Figures.Cash,
		Drawer: &journal.DrawerSum{Currency: "LYD", Float: 200_000, Sales: journal.Tally{Number: 2, Minor: 3_400}, Rounding: 100, In: shift.Figures.In,
			Out: shift.Figures.Out, Expected: 200_500, Counted: &count, Counts: 1, Difference: 1_250, Reason: "found under the tray"},
		Open: journal.StillOpen{Sales: []journal.SaleID{id}, Sums: map[string]journal.Tally{"LYD": {Number: 1, Minor: 900}, "EUR": {Number: 2, Minor: 4}}},
		Owed: owed, OwedBy: []journal.SaleID{id}}
	debt := DebtRecord{Debt: journal.Debt{Number: 7, Cause: journal.DebtPaidTwice, Sale: id, With: journal.NewSaleID("20261120", 13), Amount: lyd(12_500),
		Since: at(30), Returned: 2_000, Kept: 1, Noted: &journal.Decision{At: at(31), By: "Huda"}, References: []string{"FT-1"}}, Rows: []uint64{8, 9, 12}}
	settled := time.Date(2026, 11, 20, 14, 31, 38, 123_456_789, time.UTC)
	return []dayRecord{
		kind("receipt", frozenReceipt, journal.Receipt{Seq: 4711, SaleID: id, OrderID: id.Paper() + "-KXWQZRTB", PaymentID: "PRACTICE-ABCDEFGHJKLM", TransactionID: "ABCD-EFGH-1234",
			Reference: "table 4", Amount: lyd(12_500), Route: core.RouteAccount, Payer: "•••• 4417", Institution: "First Practice Bank", SettledAt: settled, Shop: "Sanduq", Place: "Tripoli",
			Till: "1", Cashier: "Amal", Environment: core.Live, Late: true, Shift: 42, Opened: 41}, Receipts.Append, Receipts.Decode),
		kind("line of the audit", frozenAudit, journal.AuditRow{Seq: 9, At: settled, By: "Samira", Action: journal.AuditCashOut, SaleID: id, Detail: "20.000 LYD cleaning",
			DelegatedBy: "Huda"}, Audit.Append, Audit.Decode),
		kind("shift", frozenShift, shift, Shifts.Append, Shifts.Decode),
		kind("Z", frozenZ, z, Zs.Append, Zs.Decode),
		kind("cash", frozenCash, journal.CashReceipt{Seq: 15, SaleID: id, Reference: "table 4", Amount: lyd(1_660), Rounding: 90, Given: 2_000,
			TakenAt: at(20), Shift: 42, Shop: "Sanduq", Place: "Tripoli", Till: "1", Cashier: "Amal", Environment: core.Live}, Cash.Append, Cash.Decode),
		kind("movement", frozenMovement, journal.Movement{Seq: 4, Shift: 42, Kind: journal.MovementOut, At: at(40), By: "Amal", DelegatedBy: "Huda", Minor: 3_000,
			Reason: "water", Sale: id, To: ""}, Movements.Append, Movements.Decode),
		kind("row of a debt", frozenDebtRow, journal.DebtRow{Seq: 9, Debt: 7, Kind: journal.DebtReturned, At: at(45), By: "Huda", Shift: 42, Minor: 2_000,
			Open: 12_500, Reference: "FT-1"}, DebtRows.Append, DebtRows.Decode),
		kind("debt", frozenDebt, debt, Debts.Append, Debts.Decode),
	}
}

// TestDayRecordsAreFrozen holds bytes that an earlier build wrote against this
// one, and every cut of them against what may be read.
func TestDayRecordsAreFrozen(t *testing.T) {
	for _, d := range dayRecords() {
		t.Run(d.name, func(t *testing.T) {
			written := d.write(t)
			if got := fmt.Sprintf("%x", written); got != d.frozen {
				t.Errorf("written as\n%s\nformerly as\n%s", got, d.frozen)
			}
			again := reflect.New(reflect.TypeOf(d.usual).Elem()).Interface()
			if err := d.decode(written, again); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(d.usual, again); diff != "" {
				t.Error(diff)
			}
			text, _ := json.Marshal(d.usual)
			t.Logf("%d bytes, as JSON %d", len(written), len(text))
			for n := range written {
				if err := d.decode(written[:n], again); !errors.Is(err, ErrMalformed) {
					t.Fatalf("cut to %d bytes: %v", n, err)
				}
			}
			if err := d.decode(append(written, 'x'), again); !errors.Is(err, ErrMalformed) {
				t.Fatalf("one byte more: %v", err)
			}
		})
	}
}

func TestWhatIsWrittenOfADayIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 2))
		for _, d := range dayRecords() {
			record, got := reflect.New(reflect.TypeOf(d.usual).Elem()), reflect.New(reflect.TypeOf(d.usual).Elem())
			fill(record.Elem(), r)
			before := fmt.Sprintf("%+v", asJSON(record.Interface()))
			written, err := d.append([]byte("x"), record.Interface())
			if err != nil {
				t.Fatal(d.name, err)
			}
			if before != fmt.Sprintf("%+v", asJSON(record.Interface())) {
				t.Fatal(d.name, "was changed by writing it")
			}
			if err := d.decode(written[1:], got.Interface()); err != nil {
				t.Fatal(d.name, err)
			}
			if diff := cmp.Diff(record.Interface(), got.Interface()); diff != "" {
				t.Fatal(d.name, diff)
			}
		}
	})
}

func asJSON(v any) string {
	text, _ := json.Marshal(v)
	return string(text)
}

// TestEveryFieldOfADayIsKnown: none travels as JSON. One that does is named.
func TestEveryFieldOfADayIsKnown(t *testing.T) {
	for _, d := range dayRecords() {
		typ := reflect.TypeOf(d.usual).Elem()
		for i := range typ.NumField() {
			record := reflect.New(typ)
			if stored(record.Elem(), i) {
				whole(record.Elem().Field(i))
			}
			written, err := d.append(nil, record.Interface())
			if err != nil || strings.Contains(string(written), "{") {
				t.Errorf("%s.%s travels as JSON: it needs a disk tag, or a place in its walk: %q, error %v", typ, typ.Field(i).Name, written, err)
			}
		}
	}
}

// TestNoFlatRecordForgetsAPlace: places are those from one on, without a gap.
func TestNoFlatRecordForgetsAPlace(t *testing.T) {
	for name, fields := range map[string][]flatField{"receipt": flatOf[journal.Receipt]().fields, "audit": flatOf[journal.AuditRow]().fields, "cash": flatOf[journal.CashReceipt]().fields, "movement": flatOf[journal.Movement]().fields,
		"row of a debt": flatOf[journal.DebtRow]().fields} {
		for i, f := range fields {
			if f.place != i+1 {
				t.Errorf("%s: place %d comes after %d", name, f.place, i)
			}
		}
		if len(fields) == 0 {
			t.Errorf("%s has no fields", name)
		}
	}
}

// BenchmarkReceipt is a record whose fields are passed by their tags.
func BenchmarkReceipt(b *testing.B) {
	r := *dayRecords()[0].usual.(*journal.Receipt)
	b.Run("write", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := Receipts.Append(nil, &r); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("read", func(b *testing.B) {
		written, _ := Receipts.Append(nil, &r)
		var got journal.Receipt
		b.ReportAllocs()
		for b.Loop() {
			if err := Receipts.Decode(written, &got); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// whole sets every field.
func whole(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		whole(v.Elem())
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		whole(v.Index(0))
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		whole(key)
		whole(value)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(1, 1).UTC()))
			return
		}
		for i := range v.NumField() {
			if stored(v, i) {
				whole(v.Field(i))
			}
		}
	case reflect.String:
		v.SetString("text")
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Uint64:
		v.SetUint(7)
	default:
		v.SetInt(7)
	}
}

// TestOnlySalesOfADayAreWide: every other sale is written as it ever was.
func TestOnlySalesOfADayAreWide(t *testing.T) {
	for _, want := range []struct {
		change func(*journal.Sale)
		first  byte
	}{
		{func(*journal.Sale) {}, version},
		{func(s *journal.Sale) { s.Shift = 42 }, wideVersion},
		{func(s *journal.Sale) { s.CashSeq = 15 }, wideVersion},
		{func(s *journal.Sale) { s.Session.QRLost = true }, version},
	} {
		s := usual()
		want.change(&s)
		written, err := AppendSale(nil, &s)
		if err != nil {
			t.Fatal(err)
		}
		var got journal.Sale
		if err := DecodeSale(written, s.ID, &got); err != nil || written[0] != want.first {
			t.Errorf("version %d, error %v", written[0], err)
		}
		if diff := cmp.Diff(s, got); diff != "" {
			t.Error(diff)
		}
		for n := range written {
			if err := DecodeSale(written[:n], s.ID, &got); !errors.Is(err, ErrMalformed) {
				t.Fatalf("cut to %d bytes: %v", n, err)
			}
		}
	}
	s := usual()
	s.Shift, s.CashSeq = 42, 15
	written, err := AppendSale(nil, &s)
	if got := fmt.Sprintf("%x", written); err != nil || got != frozenWideSale {
		t.Errorf("a wide sale is written as\n%s\nformerly as\n%s", got, frozenWideSale)
	}
	s.Session.QRLost = true
	if written, err = AppendSale(nil, &s); err != nil || strings.Contains(string(written), "{") {
		t.Errorf("%q, error %v", written, err)
	}
}

// What an earlier build wrote.
const (
	frozenWideSale = "02fbffb9ffef80808080010106204b5857515a525442a8c30105495110416d616ccae682b00d959aef3a4e959aef3a757d545052414354" +
		"4943452d41424344454647484a4b4c4d069d017d850144e280a2e280a2e280a2e280a220343431375441e280a2e280a2e280a22042e280" +
		"a2e280a2e280a20c4650422c4450482d3132333435363738414243442d454647482d31323334a90103959aef3a04959aef3a03959aef3a" +
		"e7244c46697273742050726163746963652042616e6b0549959aef3ac5010102959aef3ac9010124959aef3ad9011614959aef3ae50101" +
		"10959aef3aed01a9012a0f"
	frozenShift = "01ffff3f2a032980f8ffaf0d05780510416d616c0580b51801f82d05020502a08d0608f4030eacd0180f04022979020502a8c301002abd" +
		"020205049035c801e612e6120e0f02d00f04c03e0105904eb06da01f022a020409"
	frozenZ = "01ffffff032a292ab5021c547269706f6c6904314d80f8ffaf0d05780510416d616c0580b518b0360510487564610229790a0502a8c301" +
		"002abd020a05049035c801e612e6120e0f0580b51804903502d00f04c03ec801e8bc1802c41350666f756e6420756e6465722074686520" +
		"747261790502a08d0608f4030eacd018018d80c0a88117021d04080502880e0105904eb06da01f02018d80c0a88117"
	frozenReceipt = "01ebffff01e7248c80c0a88117204b5857515a5254425450524143544943452d41424344454647484a4b4c4d38414243442d454647482d" +
		"31323334a8c301057d44e280a2e280a2e280a2e280a220343431374c46697273742050726163746963652042616e6b94e782b00d959aef" +
		"3ab5021c547269706f6c69043110416d616c4d1c7461626c6520342a29"
	frozenAudit    = "01df010994e782b00d959aef3a1853616d697261d5028c80c0a881174c32302e303030204c594420636c65616e696e671048756461"
	frozenCash     = "01fbff010f8c80c0a881171c7461626c652034f81905b401a01fe08a80b00d052ab5021c547269706f6c69043110416d616c4d"
	frozenMovement = "01ff03042af102c09d80b00d0510416d616c1048756461f02e1477617465728c80c0a88117"
	frozenDebtRow  = "01bfc0030907850398a280b00d0510487564612aa01fa8c3011046542d31"
	frozenDebt     = "01d77f0799028c80c0a881178d80c0a88117a8c30105909480b00d05a01f027805104875646101011046542d310308090c"
)
