package table

import (
	"encoding/json"
	"reflect"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// Columns returns the columns of a record's fields, each with a prefix.
func Columns[T any](prefix string) (all []string) {
	for _, f := range described[T]() {
		all = append(all, prefix+f.Column)
	}
	return all
}

// Into returns where those columns go, for Scan. Every row that is read sets all of
// the record's fields that have a column. An account that is not masked, which no till
// sends, is masked.
func Into[T any](record *T) []any {
	return into(record, func(at *office.Masked) any { return mask{at} })
}

// Exactly is Into for who proves a row: an account is read as the column has it. After
// each row refused returns an error if one of its accounts is not masked, and forgets it.
func Exactly[T any](record *T) (all []any, refused func() error) {
	var bare error
	all = into(record, func(at *office.Masked) any { return exact{at, &bare} })
	return all, func() error {
		err := bare
		bare = nil
		return err
	}
}

func into[T any](record *T, account func(*office.Masked) any) (all []any) {
	v := reflect.ValueOf(record).Elem()
	for _, f := range described[T]() {
		at := f.Value(v).Addr().Interface()
		switch f.Kind {
		case office.Instant:
			at = moment{at.(*time.Time)}
		case office.Date:
			at = date{at.(*journal.Day)}
		case office.Account:
			at = account(at.(*office.Masked))
		case office.Record:
			at = object{f.Value(v)}
		}
		all = append(all, at)
	}
	return all
}

// moment is a time, zero where the column is null.
type moment struct{ at *time.Time }

// ScanTimestamptz implements pgtype.TimestamptzScanner.
func (m moment) ScanTimestamptz(v pgtype.Timestamptz) error {
	*m.at = time.Time{}
	if v.Valid {
		*m.at = v.Time.UTC()
	}
	return nil
}

// date is a business day, blank where the column is null.
type date struct{ at *journal.Day }

// ScanDate implements pgtype.DateScanner.
func (d date) ScanDate(v pgtype.Date) error {
	*d.at = ""
	if v.Valid {
		*d.at = journal.DayOf(v.Time)
	}
	return nil
}

// mask is an account, masked in any case.
type mask struct{ at *office.Masked }

// ScanText implements pgtype.TextScanner.
func (m mask) ScanText(v pgtype.Text) error {
	*m.at = office.Mask(v.String)
	return nil
}

// exact is an account as it is kept.
type exact struct {
	at   *office.Masked
	bare *error // set where it is not masked; a row's other columns are read all the same
}

// ScanText implements pgtype.TextScanner.
func (e exact) ScanText(v pgtype.Text) error {
	*e.at = office.Masked{}
	if err := e.at.UnmarshalText([]byte(v.String)); err != nil {
		*e.bare = err
	}
	return nil
}

// object is a record within another, blank where the column is null.
type object struct{ at reflect.Value }

// ScanBytes implements pgtype.BytesScanner.
func (o object) ScanBytes(text []byte) error {
	o.at.SetZero()
	if len(text) == 0 {
		return nil
	}
	return json.Unmarshal(text, o.at.Addr().Interface())
}
