package codec

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/money"
)

// flat is the order of the fields of a record that holds no other records. The disk tags of
// the fields say it: the tag's number is the place of the field, frozen once it was written.
//
//	Reference string `json:"reference,omitempty" disk:"16"`
type flat[T any] struct{ fields []flatField }

type flatField struct {
	place int
	at    int
	pass  func(c *coder, v reflect.Value)
	order bool // an order's name, which mostly begins with that of its sale
	sale  int  // then: where the sale's ID is
}

// flatOf reads the tags of a record. It panics where two fields have one place, or one
// is of a type that is not passed: they are part of the program.
func flatOf[T any]() *flat[T] {
	f, typ := &flat[T]{}, reflect.TypeFor[T]()
	for i := range typ.NumField() {
		is := typ.Field(i)
		place, option, _ := strings.Cut(is.Tag.Get("disk"), ",")
		if place == "" {
			continue // it travels as JSON
		}
		n, err := strconv.Atoi(place)
		one := flatField{place: n, at: i, pass: passOf(is.Type), order: option == "order"}
		if err != nil || one.pass == nil || slices.ContainsFunc(f.fields, func(o flatField) bool { return o.place == n }) {
			panic(fmt.Sprintf("codec: the place of %s.%s", typ, is.Name))
		}
		f.fields = append(f.fields, one)
	}
	slices.SortFunc(f.fields, func(a, b flatField) int { return cmp.Compare(a.place, b.place) })
	for i := range f.fields {
		if one := &f.fields[i]; one.order {
			if one.sale = f.fields[i-1].at; typ.Field(one.sale).Type != reflect.TypeFor[journal.SaleID]() {
				panic(fmt.Sprintf("codec: the order in %s does not follow its sale", typ))
			}
		}
	}
	return f
}

// walk shows the fields in their frozen order.
func (f *flat[T]) walk(c *coder, record *T) {
	v := reflect.ValueOf(record).Elem()
	for i := range f.fields {
		if one := &f.fields[i]; one.order {
			c.order(v.Field(one.at).Addr().Interface().(*string), journal.SaleID(v.Field(one.sale).String()))
		} else {
			one.pass(c, v.Field(one.at))
		}
	}
}

// passOf is how a coder passes a field of a type; nil for one that it cannot.
func passOf(typ reflect.Type) func(*coder, reflect.Value) {
	switch typ {
	case reflect.TypeFor[journal.SaleID]():
		return func(c *coder, v reflect.Value) { c.sale(v.Addr().Interface().(*journal.SaleID)) }
	case reflect.TypeFor[time.Time]():
		return func(c *coder, v reflect.Value) { c.moment(v.Addr().Interface().(*time.Time)) }
	case reflect.TypeFor[money.Amount]():
		return func(c *coder, v reflect.Value) { walkAmount(c, v.Addr().Interface().(*money.Amount)) }
	case reflect.TypeFor[bool]():
		return func(c *coder, v reflect.Value) { c.boolean(v.Addr().Interface().(*bool)) }
	case reflect.TypeFor[uint64]():
		return func(c *coder, v reflect.Value) { c.whole(v.Addr().Interface().(*uint64)) }
	case reflect.TypeFor[int64]():
		return func(c *coder, v reflect.Value) { signed(c, v.Addr().Interface().(*int64)) }
	}
	if typ.Kind() != reflect.String {
		return nil
	}
	return func(c *coder, v reflect.Value) {
		s := v.String()
		if text(c, &s); c.mode != writing { // a record may be read by others meanwhile
			v.SetString(s)
		}
	}
}
