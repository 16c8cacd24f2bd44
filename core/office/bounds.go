package office

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"time"

	"sanduq/core/journal"
)

// within returns an error that names the first field of a record that is out of its
// bounds. It quotes no value: that may be an account.
func within(record any) error { return withinValue(reflect.ValueOf(record).Elem()) }

func withinValue(v reflect.Value) error {
	all := descriptions[v.Type()]
	for i := range all {
		if err := all[i].check(all[i].Value(v)); err != nil {
			return err
		}
	}
	return nil
}

var errOutside = errors.New("is out of its bounds")

func (f *Field) check(v reflect.Value) error {
	ok := true
	switch f.Kind {
	case Number:
		if v.CanUint() {
			n := v.Uint()
			ok = n <= maxBigint && int64(n) >= f.Min && int64(n) <= f.Max
		} else {
			ok = v.Int() >= f.Min && v.Int() <= f.Max
		}
	case Text, JSON:
		s := v.String()
		ok = len(s) >= int(f.Min) && fits(s, int(f.Max)) && (s == "" || f.Pattern == nil || f.Pattern.MatchString(s)) && (f.Kind != JSON || json.Valid([]byte(s)))
	case Instant:
		t := *instant(v)
		ok = kept(t) && (f.Min == 0 || !t.IsZero())
	case SaleName:
		id := journal.SaleID(v.String())
		ok = SoundID(id) || id == "" && f.Min == 0
	case Date:
		ok = v.Len() == 0 || soundDay(journal.Day(v.String()))
	case Account:
		ok = fits(v.Addr().Interface().(*Masked).shown, int(f.Max))
	case Record:
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

func kept(t time.Time) bool { return t.IsZero() || !Moment(t).IsZero() }

func fits(s string, limit int) bool { return len(s) <= limit && strings.IndexByte(s, 0) < 0 }
