package codec

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
)

// fill sets a random half of the fields of a struct, also those that nobody
// thought of when this was written.
func fill(v reflect.Value, r *rand.Rand) {
	if r.IntN(3) == 0 && v.Kind() != reflect.Struct {
		return
	}
	switch v.Kind() {
	case reflect.String:
		texts := []string{"paid", "LYD", "•••• 4417", "TILL-261120-012-ABCDEF", "شاي", "repeated", fmt.Sprint(r.Uint64())}
		v.SetString(texts[r.IntN(len(texts))])
	case reflect.Bool:
		v.SetBool(true)
	case reflect.Int, reflect.Int64:
		v.SetInt(r.Int64() >> r.IntN(63) * int64(1-2*r.IntN(2)))
	case reflect.Uint64:
		v.SetUint(r.Uint64() >> r.IntN(64))
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		fill(v.Elem(), r)
	case reflect.Slice:
		n := 1 + r.IntN(30)
		v.Set(reflect.MakeSlice(v.Type(), n, n))
		for i := range n {
			fill(v.Index(i), r)
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range 1 + r.IntN(3) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(key, r)
			fill(value, r)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		if v.Type() == reflect.TypeFor[time.Time]() {
			v.Set(reflect.ValueOf(time.Unix(r.Int64N(4e9)-1e9, r.Int64N(1e9)).UTC()))
			return
		}
		for i := range v.NumField() {
			if stored(v, i) {
				fill(v.Field(i), r)
			}
		}
	default:
		panic("no value for " + v.Type().String())
	}
}

func TestWhatIsWrittenIsRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		id := journal.NewSaleID("20261120", 1+r.IntN(999_999))
		var s, gotSale journal.Sale
		fill(reflect.ValueOf(&s).Elem(), r)
		s.ID = id
		if r.IntN(2) == 0 {
			s.OrderID = id.Paper() + "-K3"
			s.Session.Amount, s.Session.OrderID = s.Amount, s.OrderID
		}
		before := fmt.Sprintf("%+v", s)
		written, err := AppendSale([]byte("x"), &s)
		if err != nil {
			t.Fatal(err)
		}
		if after := fmt.Sprintf("%+v", s); before != after {
			t.Fatal("writing changed the sale")
		}
		if err := DecodeSale(written[1:], id, &gotSale); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(s, gotSale); d != "" {
			t.Fatal(d)
		}
		var receipt, gotReceipt journal.Receipt
		fill(reflect.ValueOf(&receipt).Elem(), r)
		if r.IntN(2) == 0 {
			receipt.SaleID, receipt.OrderID = id, id.Paper()+"-K3"
		}
		if written, err = Receipts.Append(nil, &receipt); err == nil {
			err = Receipts.Decode(written, &gotReceipt)
		}
		if d := cmp.Diff(receipt, gotReceipt); err != nil || d != "" {
			t.Fatal(err, d)
		}
		var row, gotRow journal.AuditRow
		fill(reflect.ValueOf(&row).Elem(), r)
		if written, err = Audit.Append(nil, &row); err == nil {
			err = Audit.Decode(written, &gotRow)
		}
		if d := cmp.Diff(row, gotRow); err != nil || d != "" {
			t.Fatal(err, d)
		}
	})
}

// later is a record as a later version may have it, and walkEarlier what an
// earlier one knows of it.
type later struct {
	Known string
	New   int `json:",omitempty"`
	List  []laterPart
	One   *laterPart
}

type laterPart struct{ Known, New string }

func walkEarlier(c *coder, l *later) {
	text(c, &l.Known)
	list(c, &l.List)
	for i := range l.List {
		plainText(c, &l.List[i].Known)
	}
	endList(c, &l.List)
	if optional(c, &l.One) {
		plainText(c, &l.One.Known)
		endOptional(c, &l.One)
	}
}

func TestFieldsThatCameLaterAreKept(t *testing.T) {
	for _, want := range []later{
		{Known: "a"},
		{Known: "a", New: 7},
		{Known: "a", List: []laterPart{{"b", ""}, {"c", "d"}}},
		{List: []laterPart{{"b", ""}}, One: &laterPart{"e", "f"}},
		{One: &laterPart{"e", ""}},
	} {
		written, err := encode(nil, &want, walkEarlier)
		if err != nil {
			t.Fatal(err)
		}
		var got later
		if err := decode(written, &got, walkEarlier); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" {
			t.Error(d)
		}
	}
}

// An order's name is written by the sale's ID, which a record with a field of a
// later version must not lose.
func TestALaterFieldLeavesTheOrdersName(t *testing.T) {
	earlier := func(c *coder, s *journal.Sale) {
		c.whole(&s.Version)
		c.order(&s.OrderID, s.ID)
		if c.mode == blanking {
			s.ID = ""
		}
	}
	want := journal.Sale{ID: journal.NewSaleID("20261120", 7), Version: 3, CodeSubmitted: true}
	want.OrderID = want.ID.Paper() + "-K3"
	written, err := encode(nil, &want, earlier)
	if err != nil {
		t.Fatal(err)
	}
	got := journal.Sale{ID: want.ID}
	if err := decode(written, &got, identified(want.ID, earlier)); err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestTheMaskHasRoom(t *testing.T) {
	c := coder{mode: writing}
	s := journal.Sale{Refusal: &journal.Refusal{}, SetAside: &journal.Decision{}, WithManager: &journal.Decision{}, ResolvedOutside: &journal.Decision{}}
	if walkSale(&c, &s); c.bit+1 > 64 {
		t.Errorf("%d flags", c.bit+1)
	}
	c = coder{mode: writing}
	if walkWideSale(&c, &s); c.bit+1 > 128 {
		t.Errorf("%d flags of a wide record", c.bit+1)
	}
}

func TestDamagedRecordsAreRefusedOrRead(t *testing.T) {
	s := usual()
	written, err := AppendSale(nil, &s)
	if err != nil {
		t.Fatal(err)
	}
	for n := range written {
		if err := DecodeSale(written[:n], s.ID, &journal.Sale{}); !errors.Is(err, ErrMalformed) {
			t.Fatalf("cut to %d bytes: %v", n, err)
		}
	}
	if err := DecodeSale(append(written, 'x'), s.ID, &journal.Sale{}); !errors.Is(err, ErrMalformed) {
		t.Fatalf("one byte more: %v", err)
	}
}

func FuzzDecode(f *testing.F) {
	s := usual()
	written, _ := AppendSale(nil, &s)
	f.Add(written)
	f.Add([]byte{version, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	f.Add([]byte{wideVersion, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1})
	for _, d := range dayRecords() {
		f.Add(d.write(f))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, err := range []error{DecodeSale(b, s.ID, &journal.Sale{}), Receipts.Decode(b, &journal.Receipt{}), Audit.Decode(b, &journal.AuditRow{}),
			Shifts.Decode(b, &ShiftRecord{}), Zs.Decode(b, &journal.Z{}), Cash.Decode(b, &journal.CashReceipt{}), Movements.Decode(b, &journal.Movement{}),
			DebtRows.Decode(b, &journal.DebtRow{}), Debts.Decode(b, &DebtRecord{})} {
			if err != nil && !errors.Is(err, ErrMalformed) {
				t.Fatal(err)
			}
		}
	})
}

// TestFrozen holds bytes that an earlier build wrote against this one.
func TestFrozen(t *testing.T) {
	s := usual()
	written, err := AppendSale(nil, &s)
	if err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(s)
	t.Logf("%d bytes, as JSON %d", len(written), len(text))
	if got := fmt.Sprintf("%x", written); got != frozenSale {
		t.Errorf("a sale is written as\n%s\nformerly as\n%s", got, frozenSale)
	}
	if len(written) > len(text)/2 {
		t.Errorf("%d bytes, as JSON %d", len(written), len(text))
	}
}

func TestPackedIDsSortAsTheyDo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		draw := func(label string) journal.SaleID {
			day := journal.DayOf(time.Date(2020, 1, rapid.IntRange(0, 9000).Draw(t, label+" day"), 0, 0, 0, 0, time.UTC))
			return journal.NewSaleID(day, rapid.IntRange(1, 999_999).Draw(t, label+" number"))
		}
		a, b := draw("a"), draw("b")
		x, okX := Pack(a)
		y, okY := Pack(b)
		if !okX || !okY || x < y != (a < b) || Unpack(x) != a {
			t.Fatalf("%s %d, %s %d", a, x, b, y)
		}
		if paper := string(appendPaper(nil, a)); paper != a.Paper() {
			t.Fatalf("%s on paper is %s, here %s", a, a.Paper(), paper)
		}
		if start, ok := PackDay(a.Day()); !ok || start >= x || start < x-1<<numberBits {
			t.Fatalf("%s begins at %d, %s is %d", a.Day(), start, a, x)
		}
	})
	for _, id := range []journal.SaleID{"", "20261320-000001", "20261100-000001", "20261120-00000x", "20261120_000001", "2026112-0000001"} {
		if _, ok := Pack(id); ok {
			t.Errorf("%q was packed", id)
		}
	}
}

func BenchmarkDecodeSale(b *testing.B) {
	s := usual()
	written, _ := AppendSale(nil, &s)
	var got journal.Sale
	b.ReportAllocs()
	for b.Loop() {
		if err := DecodeSale(written, s.ID, &got); err != nil {
			b.Fatal(err)
		}
	}
}

// usual is a sale as most are.
func usual() journal.Sale {
	at := func(second int) time.Time { return time.Date(2026, 11, 20, 14, 31, second, 123_456_789, time.UTC) }
	id := journal.NewSaleID("20261120", 12)
	amount := money.Amount{Minor: 12_500, Currency: "LYD"}
	return journal.Sale{ID: id, Version: 6, OrderID: id.Paper() + "-KXWQZRTB", Amount: amount, Environment: core.Sandbox,
		BaseURL: "embedded", Cashier: "Amal", CreatedAt: at(1), UpdatedAt: at(40), Step: journal.StepSession, Route: core.RouteAccount,
		Session: core.PaymentSession{PaymentID: "PRACTICE-ABCDEFGHJKLM", OrderID: id.Paper() + "-KXWQZRTB", Amount: amount,
			State: core.StateSuccess, Route: core.RouteAccount, Rail: core.RailBank, ByAccountNumber: true,
			MaskedAccount: "•••• 4417", MaskedCustomer: "A••• B•••", InstitutionCode: "FPB", DPHReference: "DPH-1234567",
			TransactionID: "ABCD-EFGH-1234", RawStatus: "SUCCESS", UpdatedAt: at(38)},
		Institution: "First Practice Bank", AcknowledgedAt: at(40), SettledAt: at(38), ReceiptSeq: 4711,
		History: []journal.HistoryEvent{{At: at(1), Code: journal.HistoryCharged}, {At: at(2), Code: journal.HistoryOpened},
			{At: at(20), Code: journal.HistoryCodeSent, Word: "A••• B•••"}, {At: at(30), Code: journal.HistoryCodeTaken},
			{At: at(38), Code: journal.HistoryPaid, Word: "SUCCESS"}}}
}

const frozenSale = "01fbffb9ff6f06204b5857515a525442a8c30105495110416d616ccae682b00d959aef3a4e959aef3a757d5450524143544943452d4142" +
	"4344454647484a4b4c4d069d017d850144e280a2e280a2e280a2e280a220343431375441e280a2e280a2e280a22042e280a2e280a2e280" +
	"a20c4650422c4450482d3132333435363738414243442d454647482d31323334a90103959aef3a04959aef3a03959aef3ae7244c466972" +
	"73742050726163746963652042616e6b0549959aef3ac5010102959aef3ac9010124959aef3ad9011614959aef3ae5010110959aef3aed" +
	"01a901"

// stored reports whether a field is part of what is written: some say only how a
// record is shown.
func stored(v reflect.Value, field int) bool {
	return v.Type().Field(field).Tag.Get("json") != "-"
}
