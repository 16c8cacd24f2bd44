package office

import (
	"reflect"
	"strings"
	"testing"
	"time"
)

// TestEveryFieldHasABound of its own kind, and every bound a field. A record that a
// batch can hold has a place in the table.
func TestEveryFieldHasABound(t *testing.T) {
	of := map[string]Bound{}
	for _, b := range Bounds() {
		name := b.Of + "." + b.Field
		if _, twice := of[name]; twice {
			t.Errorf("%s has two bounds", name)
		}
		of[name] = b
	}
	kinds := map[reflect.Type]Kind{reflect.TypeFor[time.Time](): Instant, reflect.TypeFor[Masked](): Account, reflect.TypeFor[Link](): Digest}
	used := 0
	var walk func(typ reflect.Type)
	seen := map[reflect.Type]bool{}
	walk = func(typ reflect.Type) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		if records[typ.Name()] != typ {
			t.Errorf("%s is no record of the table", typ)
		}
		for i := range typ.NumField() {
			f := typ.Field(i)
			b, ok := of[typ.Name()+"."+f.Name]
			if !ok {
				t.Errorf("%s.%s has no bound", typ.Name(), f.Name)
				continue
			}
			used++
			want, special := kinds[f.Type]
			switch {
			case special:
			case f.Type.Kind() == reflect.Bool:
				want = Flag
			case f.Type.Kind() == reflect.Struct:
				want = Record
				walk(f.Type)
			case f.Type.Kind() == reflect.Map:
				want = Record
				walk(f.Type.Elem())
			case f.Type.Kind() == reflect.String && strings.HasSuffix(f.Type.Name(), "SaleID"):
				want = SaleName
			case f.Type.Kind() == reflect.String && b.Kind == JSON:
				want = JSON
			case f.Type.Kind() == reflect.String:
				want = Text
			default:
				want = Number
			}
			if b.Kind != want {
				t.Errorf("%s.%s is bound as %d, want %d", b.Of, b.Field, b.Kind, want)
			}
			if b.Kind == Text && (b.Max <= 0 || b.Min > b.Max) || b.Kind == Number && b.Min > b.Max {
				t.Errorf("%s.%s: from %d to %d", b.Of, b.Field, b.Min, b.Max)
			}
		}
	}
	walk(reflect.TypeFor[Head]())
	row := reflect.TypeFor[line]()
	for i := range row.NumField() {
		walk(row.Field(i).Type.Elem())
	}
	if used != len(of) {
		t.Errorf("%d fields, %d bounds", used, len(of))
	}
}

// TestWhatATillMakesIsWithinItsBounds: every record of the sample, which has every
// field, and none of it beyond by one.
func TestWhatATillMakesIsWithinItsBounds(t *testing.T) {
	b := sample()
	if b.sift(); len(b.Rejected) != 0 {
		t.Errorf("rejected: %v", b.Rejected)
	}
	checked := 0
	for _, record := range []any{&b.Receipts[0], &b.Audit[0], &b.Zs[0], &b.Cash[0], &b.Owed[0], &b.Sales[0], &b.Sales[0].Rare, &b.Sales[0].Rare.SetAside} {
		v := reflect.ValueOf(record).Elem()
		for _, p := range places[v.Type()] {
			f := v.Field(p.at)
			was := reflect.ValueOf(f.Interface())
			for _, bad := range beyond(p.Bound, f.Type()) {
				f.Set(bad)
				if err := within(record); err == nil || !strings.Contains(err.Error(), p.Of+"."+p.Field) {
					t.Errorf("%s.%s may be %.60v: %v", p.Of, p.Field, bad, err)
				}
				checked++
			}
			f.Set(was)
		}
	}
	if checked < 150 {
		t.Errorf("only %d values were tried", checked)
	}
}

// beyond are values that a field of the type can hold and that are out of its bounds.
func beyond(b Bound, typ reflect.Type) (out []reflect.Value) {
	add := func(v any) { out = append(out, reflect.ValueOf(v).Convert(typ)) }
	switch b.Kind {
	case Number:
		if typ.Kind() == reflect.Uint64 {
			add(uint64(b.Max) + 1)
		} else if b.Max < maxBigint {
			add(b.Max + 1)
		}
		if b.Min > -maxBigint-1 && typ.Kind() != reflect.Uint64 || b.Min > 0 {
			add(b.Min - 1)
		}
	case Text, JSON:
		add(strings.Repeat("A", int(b.Max)+1))
		add("A\x00B")
		if b.Min > 0 {
			add("")
		}
		if b.Pattern != nil {
			add("a b")
		}
	case SaleName:
		for _, id := range []string{"x", "20261320-000001", "20261120-000000", "20261120-1000000", "20261120-9999999999", "19691231-000001", "99990101-000001"} {
			add(id)
		}
	case Instant:
		add(time.Unix(-1, 0))
		add(lastMoment)
	}
	return out
}
