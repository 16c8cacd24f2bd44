package office

import (
	"reflect"
	"strings"
	"testing"

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
			if f.Number == 0 && unproved[f.Of+"."+f.Name] {
				continue
			}
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
	row := reflect.TypeFor[Line]()
	for i := range row.NumField() {
		walk(row.Field(i).Type.Elem())
	}
	if len(seen) != len(records) || used < 120 {
		t.Errorf("%d of %d records with %d fields", len(seen), len(records), used)
	}
}

// TestAWrongDescriptionIsNamed: anyone who adds a field and forgets a part of its
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
