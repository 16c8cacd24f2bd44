package office

import (
	"fmt"
	"math"
	"reflect"
	"regexp"
	"strconv"
	"strings"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// Kind is what a field of the wire holds.
type Kind int

// The kinds. Min and Max of a Field count what each says.
const (
	Number   Kind = iota + 1 // between Min and Max
	Text                     // Min to Max bytes without NUL, and of the pattern
	Instant                  // none, or a moment that Moment keeps; Min 1: not none
	SaleName                 // the ID of a sale; Min 0: or none
	JSON                     // a text that is JSON
	Flag                     // yes or no
	Account                  // an account that is masked, as its type ensures
	Digest                   // a hash, as its type ensures
	Record                   // other fields, with descriptions of their own
	Date                     // a business day, or none
)

// Field describes one field of a record for all who pass the record on: what leaves
// the till is copied by it, checked by it and hashed by it, and the office's tables
// are written and read by it. It is made of the field's type and its tag:
//
//	Reference string `json:"reference,omitempty" office:"7,reference"`
//
// The tag has the number in the canonical bytes, "-" where no chain proves the
// record, and the column, "-" where it has none. Options follow: min, max; word,
// currency or json for a text; signed for a number that may be below zero; of for
// the path to what it is copied from, where that has another name, "-" where it is
// not copied; since for the version of the wire that brought it.
type Field struct {
	Of, Name string // the names of the Go type and of its field
	Kind     Kind
	Min, Max int64
	Pattern  *regexp.Regexp // of a text that is not blank; nil for any
	Number   byte
	Column   string
	Since    int

	at   int
	from []int // in the till's record, one index for each step; nil where it is not copied
}

// The largest numbers that columns hold.
const (
	maxInt    = math.MaxInt32
	maxBigint = math.MaxInt64
)

var (
	aWord         = regexp.MustCompile(`^[A-Za-z0-9_.-]*$`)
	aCurrency     = regexp.MustCompile(`^[A-Z]{3}$`)
	anEnvironment = regexp.MustCompile("^(" + string(core.Live) + "|" + string(core.Sandbox) + ")$")
)

// limits are those that a tag names.
var limits = map[string]int64{"int": maxInt, "detail": maxDetail, "sums": maxSums, "rows": MaxRows, "version": Version}

// records are the types of the wire that are made of fields, and what of the till's
// each is copied from.
var records = map[reflect.Type]reflect.Type{
	reflect.TypeFor[Head](): nil, reflect.TypeFor[Position](): nil,
	reflect.TypeFor[Receipt]():  reflect.TypeFor[journal.Receipt](),
	reflect.TypeFor[AuditRow](): reflect.TypeFor[journal.AuditRow](),
	reflect.TypeFor[Z]():        reflect.TypeFor[journal.Z](),
	reflect.TypeFor[Cash]():     reflect.TypeFor[journal.CashReceipt](),
	reflect.TypeFor[OwedRow]():  reflect.TypeFor[journal.DebtRow](),
	reflect.TypeFor[Sale]():     reflect.TypeFor[journal.Sale](),
	reflect.TypeFor[Rare]():     reflect.TypeFor[journal.Sale](),
	reflect.TypeFor[Decision](): reflect.TypeFor[journal.Decision](),
}

// descriptions are those of all fields by types, in the order of their declaration.
var descriptions = func() map[reflect.Type][]Field {
	out := map[reflect.Type][]Field{}
	for of, from := range records {
		for i := range of.NumField() {
			f, err := describe(of, of.Field(i), from)
			if err != nil {
				panic(err) // of what is part of the program
			}
			out[of] = append(out[of], f)
		}
	}
	return out
}()

// Fields returns the descriptions of a type of record, in the order of its fields;
// none for another type. They are everybody's, and must not be changed.
func Fields(of reflect.Type) []Field { return descriptions[of] }

// Value returns the field of a record.
func (f *Field) Value(record reflect.Value) reflect.Value { return record.Field(f.at) }

// describe reads the tag of a field.
func describe(of reflect.Type, is reflect.StructField, from reflect.Type) (Field, error) {
	wrong := func(why string) error {
		return fmt.Errorf("office: the description of %s.%s: %s", of.Name(), is.Name, why)
	}
	words := strings.Split(is.Tag.Get("office"), ",")
	if len(words) < 2 {
		return Field{}, wrong("number and column are missing")
	}
	f := Field{Of: of.Name(), Name: is.Name, Since: 1, at: is.Index[0]}
	f.bound(is.Type)
	if words[0] != "-" {
		n, err := strconv.ParseUint(words[0], 10, 7)
		if err != nil || n == 0 {
			return f, wrong("number " + words[0])
		}
		f.Number = byte(n)
	}
	f.Column = strings.Trim(words[1], "-")
	path := is.Name
	for _, word := range words[2:] {
		name, value, _ := strings.Cut(word, "=")
		var err error
		switch name {
		case "word":
			f.Max, f.Pattern = maxWord, aWord
		case "currency":
			f.Max, f.Pattern = 3, aCurrency
		case "environment":
			f.Max, f.Pattern = 20, anEnvironment
		case "json":
			f.Kind = JSON
		case "signed":
			f.Min = -maxBigint
		case "min":
			f.Min, err = strconv.ParseInt(value, 10, 64)
		case "max":
			var known bool
			if f.Max, known = limits[value]; !known {
				err = fmt.Errorf("there is no limit %s", value)
			}
		case "since":
			f.Since, err = strconv.Atoi(value)
		case "of":
			path = value
		default:
			err = wrong("option " + name)
		}
		if err != nil {
			return f, wrong(err.Error())
		}
	}
	if path == "-" || from == nil {
		return f, nil
	}
	for step := range strings.SplitSeq(path, ".") {
		if from.Kind() == reflect.Pointer {
			from = from.Elem()
		}
		there, ok := from.FieldByName(step)
		if !ok || len(there.Index) != 1 {
			return f, wrong(fmt.Sprintf("%s has no %s", from, path))
		}
		f.from, from = append(f.from, there.Index[0]), there.Type
	}
	return f, nil
}

// bound is what a field of a type may hold unless its tag says otherwise.
func (f *Field) bound(is reflect.Type) {
	switch {
	case is == reflect.TypeFor[time.Time]():
		f.Kind = Instant
	case is == reflect.TypeFor[Masked]():
		f.Kind, f.Max = Account, maxText
	case is == reflect.TypeFor[Link]():
		f.Kind = Digest
	case is == reflect.TypeFor[journal.SaleID]():
		f.Kind = SaleName
	case is == reflect.TypeFor[journal.Day]():
		f.Kind = Date
	case is.Kind() == reflect.String:
		f.Kind, f.Max = Text, maxText
	case is.Kind() == reflect.Bool:
		f.Kind = Flag
	case is.Kind() == reflect.Int:
		f.Kind, f.Max = Number, maxInt
	case is.Kind() == reflect.Int64 || is.Kind() == reflect.Uint64:
		f.Kind, f.Max = Number, maxBigint
	default:
		f.Kind = Record
	}
}
