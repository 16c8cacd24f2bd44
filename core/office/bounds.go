package office

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// Kind is what a field of the wire holds.
type Kind int

// The kinds. Of a Bound, Min and Max count what each says.
const (
	Number   Kind = iota + 1 // between Min and Max
	Text                     // Min to Max bytes without NUL, and of the pattern
	Instant                  // none, or a moment that Moment keeps; Min 1: not none
	SaleName                 // the ID of a sale; Min 0: or none
	JSON                     // a text that is JSON
	Flag                     // yes or no
	Account                  // an account that is masked, as its type ensures
	Digest                   // a hash, as its type ensures
	Record                   // other fields, with bounds of their own
)

// Bound is what one field may hold. What is within all bounds of its record can be
// stored: the columns of the office's tables are at least as wide.
type Bound struct {
	Of, Field string // the names of the Go type and of its field
	Kind      Kind
	Min, Max  int64
	Pattern   *regexp.Regexp // of a text that is not blank; nil for any
}

// The largest numbers that columns hold, and what SaleID's order allows: six digits
// sort as text.
const (
	maxInt    = math.MaxInt32
	maxBigint = math.MaxInt64
	maxOfADay = 999_999
)

var (
	aWord     = regexp.MustCompile(`^[A-Za-z0-9_.-]*$`)
	aCurrency = regexp.MustCompile(`^[A-Z]{3}$`)
)

// bounds is every field that a batch can hold. A field that is missing here fails a
// test, and so does one whose column is narrower.
var bounds = []Bound{
	{"Head", "Version", Number, 1, Version, nil},
	{"Head", "Till", Number, 1, maxInt, nil},
	{"Head", "Epoch", Number, 1, maxInt, nil},
	{"Head", "Environment", Text, 1, 20, regexp.MustCompile("^(" + string(core.Live) + "|" + string(core.Sandbox) + ")$")},
	{"Head", "At", Instant, 1, 0, nil},
	{"Head", "BackupFailing", Instant, 0, 0, nil},
	{"Head", "Chains", Record, 0, 0, nil},
	{"Head", "Rows", Number, 0, MaxRows, nil},

	{"Position", "Seq", Number, 0, maxBigint, nil},
	{"Position", "Link", Digest, 0, 0, nil},
	{"Position", "Newest", Number, 0, maxBigint, nil},

	{"Receipt", "Seq", Number, 1, maxBigint, nil},
	{"Receipt", "LeftOut", Flag, 0, 0, nil},
	{"Receipt", "SaleID", SaleName, 1, 0, nil},
	{"Receipt", "OrderID", Text, 0, maxText, nil},
	{"Receipt", "PaymentID", Text, 0, maxText, nil},
	{"Receipt", "TransactionID", Text, 0, maxText, nil},
	{"Receipt", "Reference", Text, 0, maxText, nil},
	{"Receipt", "Minor", Number, 0, maxBigint, nil},
	{"Receipt", "Currency", Text, 3, 3, aCurrency},
	{"Receipt", "Route", Text, 0, maxWord, aWord},
	{"Receipt", "Payer", Account, 0, maxText, nil},
	{"Receipt", "Institution", Text, 0, maxText, nil},
	{"Receipt", "SettledAt", Instant, 0, 0, nil},
	{"Receipt", "Shop", Text, 0, maxText, nil},
	{"Receipt", "Place", Text, 0, maxText, nil},
	{"Receipt", "Till", Text, 0, maxText, nil},
	{"Receipt", "Cashier", Text, 0, maxText, nil},
	{"Receipt", "Late", Flag, 0, 0, nil},

	{"AuditRow", "Seq", Number, 1, maxBigint, nil},
	{"AuditRow", "At", Instant, 0, 0, nil},
	{"AuditRow", "By", Text, 0, maxText, nil},
	{"AuditRow", "Action", Text, 0, maxWord, aWord},
	{"AuditRow", "SaleID", SaleName, 0, 0, nil},
	{"AuditRow", "Detail", Text, 0, maxDetail, nil},

	{"Sale", "ID", SaleName, 1, 0, nil},
	{"Sale", "Version", Number, 1, maxInt, nil},
	{"Sale", "OrderID", Text, 1, maxText, nil},
	{"Sale", "Minor", Number, 0, maxBigint, nil},
	{"Sale", "Currency", Text, 3, 3, aCurrency},
	{"Sale", "CreatedAt", Instant, 0, 0, nil},
	{"Sale", "UpdatedAt", Instant, 0, 0, nil},
	{"Sale", "Status", Text, 1, maxWord, aWord},
	{"Sale", "Open", Flag, 0, 0, nil},
	{"Sale", "Route", Text, 0, maxWord, aWord},
	{"Sale", "Cashier", Text, 0, maxText, nil},
	{"Sale", "Reference", Text, 0, maxText, nil},
	{"Sale", "Payer", Account, 0, maxText, nil},
	{"Sale", "Institution", Text, 0, maxText, nil},
	{"Sale", "PaymentID", Text, 0, maxText, nil},
	{"Sale", "TransactionID", Text, 0, maxText, nil},
	{"Sale", "ReceiptSeq", Number, 0, maxBigint, nil},
	{"Sale", "SettledAt", Instant, 0, 0, nil},
	{"Sale", "OwedSince", Instant, 0, 0, nil},
	{"Sale", "Rare", Record, 0, 0, nil},

	{"Rare", "Word", Text, 0, maxText, nil},
	{"Rare", "Refusal", Text, 0, maxText, nil},
	{"Rare", "Conflict", Text, 0, maxText, nil},
	{"Rare", "Late", Flag, 0, 0, nil},
	{"Rare", "Behind", Flag, 0, 0, nil},
	{"Rare", "Unread", Flag, 0, 0, nil},
	{"Rare", "SetAside", Record, 0, 0, nil},
	{"Rare", "WithManager", Record, 0, 0, nil},
	{"Rare", "Resolved", Record, 0, 0, nil},
	{"Rare", "PaidTwiceWith", SaleName, 0, 0, nil},
	{"Rare", "AlsoPaid", SaleName, 0, 0, nil},
	{"Rare", "Replaces", SaleName, 0, 0, nil},
	{"Rare", "ReplacedBy", SaleName, 0, 0, nil},
	{"Rare", "Copies", Number, 0, maxInt, nil},

	{"Decision", "At", Instant, 0, 0, nil},
	{"Decision", "By", Text, 0, maxText, nil},
	{"Decision", "Reason", Text, 0, maxText, nil},

	{"Z", "Seq", Number, 1, maxBigint, nil},
	{"Z", "LeftOut", Flag, 0, 0, nil},
	{"Z", "Before", Number, 0, maxBigint, nil},
	{"Z", "Shift", Number, 0, maxBigint, nil},
	{"Z", "Shop", Text, 0, maxText, nil},
	{"Z", "Place", Text, 0, maxText, nil},
	{"Z", "Till", Text, 0, maxText, nil},
	{"Z", "Begun", Instant, 0, 0, nil},
	{"Z", "OpenedAt", Instant, 0, 0, nil},
	{"Z", "OpenedBy", Text, 0, maxText, nil},
	{"Z", "At", Instant, 0, 0, nil},
	{"Z", "By", Text, 0, maxText, nil},
	{"Z", "SetBack", Flag, 0, 0, nil},
	{"Z", "Currency", Text, 0, 3, aCurrency},
	{"Z", "Float", Number, -maxBigint, maxBigint, nil},
	{"Z", "Expected", Number, -maxBigint, maxBigint, nil},
	{"Z", "WasCounted", Flag, 0, 0, nil},
	{"Z", "Counted", Number, -maxBigint, maxBigint, nil},
	{"Z", "Difference", Number, -maxBigint, maxBigint, nil},
	{"Z", "Reason", Text, 0, maxText, nil},
	{"Z", "Sums", JSON, 2, maxSums, nil},

	{"Cash", "Seq", Number, 1, maxBigint, nil},
	{"Cash", "LeftOut", Flag, 0, 0, nil},
	{"Cash", "SaleID", SaleName, 1, 0, nil},
	{"Cash", "Reference", Text, 0, maxText, nil},
	{"Cash", "Minor", Number, 1, maxBigint, nil},
	{"Cash", "Currency", Text, 3, 3, aCurrency},
	{"Cash", "Rounding", Number, -maxBigint, maxBigint, nil},
	{"Cash", "Given", Number, -maxBigint, maxBigint, nil},
	{"Cash", "TakenAt", Instant, 0, 0, nil},
	{"Cash", "Shift", Number, 0, maxBigint, nil},
	{"Cash", "Shop", Text, 0, maxText, nil},
	{"Cash", "Place", Text, 0, maxText, nil},
	{"Cash", "Till", Text, 0, maxText, nil},
	{"Cash", "Cashier", Text, 0, maxText, nil},

	{"OwedRow", "Seq", Number, 1, maxBigint, nil},
	{"OwedRow", "Debt", Number, 1, maxBigint, nil},
	{"OwedRow", "Kind", Text, 1, maxWord, aWord},
	{"OwedRow", "At", Instant, 0, 0, nil},
	{"OwedRow", "By", Text, 0, maxText, nil},
	{"OwedRow", "LentBy", Text, 0, maxText, nil},
	{"OwedRow", "Shift", Number, 0, maxBigint, nil},
	{"OwedRow", "Cause", Text, 0, maxWord, aWord},
	{"OwedRow", "SaleID", SaleName, 0, 0, nil},
	{"OwedRow", "With", SaleName, 0, 0, nil},
	{"OwedRow", "Owed", Number, 0, maxBigint, nil},
	{"OwedRow", "Currency", Text, 0, 3, aCurrency},
	{"OwedRow", "Minor", Number, 0, maxBigint, nil},
	{"OwedRow", "Open", Number, 0, maxBigint, nil},
	{"OwedRow", "Reference", Text, 0, maxText, nil},
	{"OwedRow", "Reason", Text, 0, maxText, nil},
}

// Bounds returns a copy of the table, for who tests that what is within it is kept.
func Bounds() []Bound { return append([]Bound(nil), bounds...) }

// records are the types that the table speaks of.
var records = map[string]reflect.Type{
	"Head": reflect.TypeFor[Head](), "Position": reflect.TypeFor[Position](), "Receipt": reflect.TypeFor[Receipt](), "AuditRow": reflect.TypeFor[AuditRow](),
	"Sale": reflect.TypeFor[Sale](), "Rare": reflect.TypeFor[Rare](), "Decision": reflect.TypeFor[Decision](), "Z": reflect.TypeFor[Z](),
	"Cash": reflect.TypeFor[Cash](), "OwedRow": reflect.TypeFor[OwedRow](),
}

// place is a field by its index, and what it may hold.
type place struct {
	at int
	Bound
}

// places is the table by types, in the order of their fields.
var places = func() map[reflect.Type][]place {
	out := map[reflect.Type][]place{}
	for _, b := range bounds {
		typ := records[b.Of]
		f, ok := typ.FieldByName(b.Field)
		if !ok {
			panic("office: a bound of no field: " + b.Of + "." + b.Field) // of what is part of the program
		}
		out[typ] = append(out[typ], place{f.Index[0], b})
	}
	return out
}()

// within returns an error that names the first field of a record that is out of its
// bounds. It quotes no value: that may be an account.
func within(record any) error { return withinValue(reflect.ValueOf(record).Elem()) }

func withinValue(v reflect.Value) error {
	for _, p := range places[v.Type()] {
		if err := p.check(v.Field(p.at)); err != nil {
			return err
		}
	}
	return nil
}

var errOutside = errors.New("is out of its bounds")

func (p *place) check(v reflect.Value) error {
	ok := true
	switch p.Kind {
	case Number:
		if v.CanUint() {
			n := v.Uint()
			ok = n <= maxBigint && int64(n) >= p.Min && int64(n) <= p.Max
		} else {
			ok = v.Int() >= p.Min && v.Int() <= p.Max
		}
	case Text, JSON:
		s := v.String()
		ok = len(s) >= int(p.Min) && fits(s, int(p.Max)) && (s == "" || p.Pattern == nil || p.Pattern.MatchString(s)) && (p.Kind != JSON || json.Valid([]byte(s)))
	case Instant:
		t := *v.Addr().Interface().(*time.Time)
		ok = kept(t) && (p.Min == 0 || !t.IsZero())
	case SaleName:
		id := journal.SaleID(v.String())
		ok = SoundID(id) || id == "" && p.Min == 0
	case Account:
		ok = fits(v.Addr().Interface().(*Masked).shown, int(p.Max))
	case Record:
		if v.Kind() == reflect.Struct && !v.IsZero() {
			return withinValue(v)
		}
	}
	if !ok {
		return fmt.Errorf("%s.%s %w", p.Of, p.Field, errOutside)
	}
	return nil
}

// SoundID reports whether a sale's ID is one that a till gives: a day and a number
// of that day.
func SoundID(id journal.SaleID) bool {
	n := id.Number()
	return n > 0 && n <= maxOfADay && journal.NewSaleID(id.Day(), n) == id && kept(id.Day().Time(time.UTC)) && !id.Day().Time(time.UTC).IsZero()
}

func kept(t time.Time) bool { return t.IsZero() || !Moment(t).IsZero() }

func fits(s string, limit int) bool { return len(s) <= limit && strings.IndexByte(s, 0) < 0 }
