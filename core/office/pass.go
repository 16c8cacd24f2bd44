package office

import (
	"reflect"
	"time"
)

// copyOf returns what leaves the till of one of its records, as far as the fields of
// the wire's record say what they are copied from.
func copyOf[To, From any](from *From) (to To) {
	copyRecord(reflect.ValueOf(&to).Elem(), reflect.ValueOf(from).Elem())
	return to
}

func copyRecord(to, from reflect.Value) {
	all := descriptions[to.Type()]
	for i := range all {
		if f := &all[i]; f.from != nil {
			if v, there := follows(from, f.from); there {
				f.copy(f.Value(to), v)
			}
		}
	}
}

// follows walks a path; false where a pointer on it points to nothing.
func follows(v reflect.Value, path []int) (reflect.Value, bool) {
	for _, at := range path {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				return v, false
			}
			v = v.Elem()
		}
		v = v.Field(at)
	}
	return v, true
}

// copy makes a value of the till fit to travel. A text is cut where it is too long,
// and a word or a currency is not: what a part of one says is something else.
func (f *Field) copy(to, from reflect.Value) {
	switch f.Kind {
	case Number:
		if from.CanUint() {
			to.SetUint(from.Uint())
		} else {
			to.SetInt(from.Int())
		}
	case Text:
		to.SetString(Clean(from.String(), int(max(f.Max, maxText))))
	case SaleName, Date:
		to.SetString(from.String())
	case Instant:
		*instant(to) = Moment(*instant(from))
	case Account:
		*to.Addr().Interface().(*Masked) = Mask(from.String())
	case Flag:
		if from.Kind() == reflect.Pointer {
			to.SetBool(!from.IsNil())
		} else {
			to.SetBool(from.Bool())
		}
	case Record:
		if from.Kind() != reflect.Pointer {
			copyRecord(to, from)
		} else if !from.IsNil() {
			copyRecord(to, from.Elem())
		}
	}
}

func instant(v reflect.Value) *time.Time { return v.Addr().Interface().(*time.Time) }

// recordOf returns the till's record as far as it left the till.
func recordOf[To, From any](from *From) (to To) {
	v, into := reflect.ValueOf(from).Elem(), reflect.ValueOf(&to).Elem()
	all := descriptions[v.Type()]
	for i := range all {
		if f := &all[i]; f.from != nil {
			is, at := f.Value(v), into
			for _, step := range f.from {
				at = at.Field(step)
			}
			if f.Kind == Account {
				at.SetString(is.Addr().Interface().(*Masked).shown)
			} else {
				at.Set(is.Convert(at.Type()))
			}
		}
	}
	return to
}

// As returns a row as a version of the wire has it: without fields that came later.
func As[T any](row T, version int) T {
	v := reflect.ValueOf(&row).Elem()
	all := descriptions[v.Type()]
	for i := range all {
		if all[i].Since > version {
			all[i].Value(v).SetZero()
		}
	}
	return row
}
