package intake

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// within returns an error that names the first field of a record that is out of its
// bounds. It quotes no value: that may be an account.
func within(record any) error { return withinValue(reflect.ValueOf(record).Elem()) }

func withinValue(v reflect.Value) error {
	all := office.Fields(v.Type())
	for i := range all {
		if err := bounded(&all[i], all[i].Value(v)); err != nil {
			return err
		}
	}
	return nil
}

// maxOfADay is what the order of sales' IDs allows: six digits sort as text. shownID is
// how many bytes of an ID that nobody could keep are told.
const (
	maxOfADay = 999_999
	shownID   = 40
)

var errOutside = errors.New("is out of its bounds")

func bounded(f *office.Field, v reflect.Value) error {
	ok := true
	switch f.Kind {
	case office.Number:
		if v.CanUint() {
			n := v.Uint()
			ok = n <= math.MaxInt64 && int64(n) >= f.Min && int64(n) <= f.Max
		} else {
			ok = v.Int() >= f.Min && v.Int() <= f.Max
		}
	case office.Text, office.JSON:
		s := v.String()
		ok = len(s) >= int(f.Min) && fits(s, int(f.Max)) && (s == "" || f.Pattern == nil || f.Pattern.MatchString(s)) && (f.Kind != office.JSON || json.Valid([]byte(s)))
	case office.Instant:
		t := *v.Addr().Interface().(*time.Time)
		ok = kept(t) && (f.Min == 0 || !t.IsZero())
	case office.SaleName:
		id := journal.SaleID(v.String())
		ok = SoundID(id) || id == "" && f.Min == 0
	case office.Date:
		ok = v.Len() == 0 || soundDay(journal.Day(v.String()))
	case office.Account:
		ok = fits(v.Interface().(office.Masked).String(), int(f.Max))
	case office.Record:
		if v.Kind() == reflect.Struct && !v.IsZero() {
			return withinValue(v)
		}
	}
	if !ok {
		return fmt.Errorf("%s.%s %w", f.Of, f.Name, errOutside)
	}
	return nil
}

// SoundID reports whether a sale's ID is one that a till gives: a day and a number
// of that day.
func SoundID(id journal.SaleID) bool {
	n := id.Number()
	return n > 0 && n <= maxOfADay && journal.NewSaleID(id.Day(), n) == id && soundDay(id.Day())
}

// soundDay reports whether a day is one of the calendar, and of those that travel.
func soundDay(day journal.Day) bool {
	at := day.Time(time.UTC)
	return !at.IsZero() && kept(at) && journal.DayOf(at) == day
}

func kept(t time.Time) bool { return t.IsZero() || !office.Moment(t).IsZero() }

func fits(s string, limit int) bool { return len(s) <= limit && strings.IndexByte(s, 0) < 0 }
