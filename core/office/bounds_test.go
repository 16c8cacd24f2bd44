package office

import (
	"reflect"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
)

// TestEveryFieldIsDescribed: every record that a batch can hold has descriptions, and
// those of a row that a chain proves have each a number of their own.
func TestEveryFieldIsDescribed(t *testing.T) {
	used := 0
	var walk func(typ reflect.Type)
	seen := map[reflect.Type]bool{}
	walk = func(typ reflect.Type) {
		if seen[typ] {
			return
		}
		seen[typ] = true
		if _, ok := records[typ]; !ok {
			t.Errorf("%s has no descriptions", typ)
			return
		}
		numbers := map[byte]string{}
		for _, f := range Fields(typ) {
			used++
			if other := numbers[f.Number]; other != "" && f.Number != 0 {
				t.Errorf("%s and %s.%s have one number", other, f.Of, f.Name)
			}
			numbers[f.Number] = f.Name
			if f.Kind == Text && (f.Max <= 0 || f.Min > f.Max) || f.Kind == Number && f.Min > f.Max {
				t.Errorf("%s.%s: from %d to %d", f.Of, f.Name, f.Min, f.Max)
			}
			switch is := typ.Field(f.at).Type; is.Kind() {
			case reflect.Struct:
				if f.Kind == Record {
					walk(is)
				}
			case reflect.Map:
				walk(is.Elem())
			}
		}
		if n := numbers[0]; n != "" && len(numbers) > 1 {
			t.Errorf("%s.%s has no number: no chain would prove it", typ, n)
		}
	}
	walk(reflect.TypeFor[Head]())
	row := reflect.TypeFor[line]()
	for i := range row.NumField() {
		walk(row.Field(i).Type.Elem())
	}
	if len(seen) != len(records) || used < 120 {
		t.Errorf("%d of %d records with %d fields", len(seen), len(records), used)
	}
}

// TestAWrongDescriptionIsNamed: whoever adds a field and forgets a part of its
// description is told of which field.
func TestAWrongDescriptionIsNamed(t *testing.T) {
	type receipt struct {
		Plain  string
		Tip    int64  `office:"19,tip"`
		Known  string `office:"20,shop,of=Shop"`
		Option string `office:"21,shop,of=Shop,longer"`
		Many   string `office:"300,shop"`
		Limit  string `office:"22,shop,of=Shop,max=long"`
	}
	of := reflect.TypeFor[receipt]()
	for name, want := range map[string]string{"Plain": "missing", "Tip": "has no Tip", "Option": "longer", "Many": "300", "Limit": "no limit long", "Known": ""} {
		is, _ := of.FieldByName(name)
		_, err := describe(of, is, reflect.TypeFor[journal.Receipt]())
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), "receipt."+name) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWhatATillMakesIsWithinItsBounds: every record of the sample, which has every
// field, and none of it beyond by one.
func TestWhatATillMakesIsWithinItsBounds(t *testing.T) {
	b := sample()
	b.Version = Version
	if b.sift(); len(b.Rejected) != 0 {
		t.Errorf("rejected: %v", b.Rejected)
	}
	checked := 0
	for _, record := range []any{&b.Receipts[0], &b.Audit[0], &b.Zs[0], &b.Cash[0], &b.Owed[0], &b.Sales[0], &b.Sales[0].Rare, &b.Sales[0].Rare.SetAside} {
		v := reflect.ValueOf(record).Elem()
		for _, p := range Fields(v.Type()) {
			f := p.Value(v)
			was := reflect.ValueOf(f.Interface())
			for _, bad := range beyond(p, f.Type()) {
				f.Set(bad)
				if err := within(record); err == nil || !strings.Contains(err.Error(), p.Of+"."+p.Name) {
					t.Errorf("%s.%s may be %.60v: %v", p.Of, p.Name, bad, err)
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
func beyond(b Field, typ reflect.Type) (out []reflect.Value) {
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
	case Date:
		for _, day := range []string{"x", "20261320", "2026-11-20", "20261120 ", "19691231", "99990101"} {
			add(day)
		}
	case Instant:
		add(time.Unix(-1, 0))
		add(lastMoment)
	}
	return out
}
