package table

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"time"

	"github.com/jackc/pgx/v5/pgtype"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// Rows are records on their way to a table, as one array for each column: one
// statement, whatever their number. L is what stands before the fields of a record: a
// struct whose fields have a tag with column and SQL type.
//
//	Till int64 `table:"till_id int"`
//
// The zero Rows is empty.
type Rows[L, T any] struct {
	arrays []array
	number int
}

// Len returns how many there are.
func (r *Rows[L, T]) Len() int { return r.number }

// Add takes in one more.
func (r *Rows[L, T]) Add(before L, record *T) {
	own, all := reflect.ValueOf(&before).Elem(), described[T]()
	v := reflect.ValueOf(record).Elem()
	if r.arrays == nil {
		for i := range own.NumField() {
			if _, kind := lead(own.Type().Field(i)); kind == "date" {
				r.arrays = append(r.arrays, &days{})
			} else {
				r.arrays = append(r.arrays, arrayOf(own.Type().Field(i).Type))
			}
		}
		for i := range all {
			r.arrays = append(r.arrays, arrayOf(all[i].Value(v).Type()))
		}
	}
	for i := range own.NumField() {
		r.arrays[i].add(own.Field(i))
	}
	for i := range all {
		r.arrays[own.NumField()+i].add(all[i].Value(v))
	}
	r.number++
}

// Insert returns the statement that writes all of them, and its values. after is what
// follows it, as ON CONFLICT.
func (r *Rows[L, T]) Insert(into, after string) (sql string, values []any) {
	names, columns, from, values := r.unnest()
	return fmt.Sprintf("INSERT INTO %s (%s) SELECT %s FROM %s%s", into, names, columns, from, after), values
}

// Update returns the statement that changes the rows of a table that belong to them, and
// its values; in set and where they are n.
func (r *Rows[L, T]) Update(of, set, where string) (sql string, values []any) {
	_, _, from, values := r.unnest()
	return fmt.Sprintf("UPDATE %s SET %s FROM %s WHERE %s", of, set, from, where), values
}

// unnest is all of them for FROM, as n, with the names of the columns, and each as the
// column wants it.
func (r *Rows[L, T]) unnest() (names, columns, rows string, values []any) {
	var all, wanted, arrays []string
	add := func(name, kind string) {
		all = append(all, name)
		if kind == "jsonb" {
			arrays, wanted = append(arrays, fmt.Sprintf("$%d::text[]", len(all))), append(wanted, "n."+name+"::jsonb")
		} else {
			arrays, wanted = append(arrays, fmt.Sprintf("$%d::%s[]", len(all), kind)), append(wanted, "n."+name)
		}
	}
	before := reflect.TypeFor[L]()
	for i := range before.NumField() {
		add(lead(before.Field(i)))
	}
	for _, f := range described[T]() {
		add(f.Column, kinds[f.Kind])
	}
	for _, a := range r.arrays {
		values = append(values, a.values())
	}
	names = strings.Join(all, ", ")
	return names, strings.Join(wanted, ", "), fmt.Sprintf("unnest(%s) AS n(%s)", strings.Join(arrays, ", "), names), values
}

// lead is the column and the SQL type of what stands before the fields.
func lead(f reflect.StructField) (name, kind string) {
	name, kind, _ = strings.Cut(f.Tag.Get("table"), " ")
	return name, kind
}

// kinds are the SQL types of the arrays that fields travel in. A column may be
// narrower.
var kinds = map[office.Kind]string{office.Number: "bigint", office.Text: "text", office.SaleName: "text", office.JSON: "text", office.Account: "text",
	office.Flag: "boolean", office.Date: "date", office.Instant: "timestamptz", office.Record: "jsonb"}

// described are the fields of a record that have a column.
func described[T any]() (all []office.Field) {
	for _, f := range office.Fields(reflect.TypeFor[T]()) {
		if f.Column != "" {
			all = append(all, f)
		}
	}
	return all
}

// array is the values of one column.
type array interface {
	add(v reflect.Value)
	values() any
}

type (
	days    struct{ all []time.Time }
	dates   struct{ all []pgtype.Date } // of fields: null for none
	texts   struct{ all []string }
	numbers struct{ all []int64 }
	flags   struct{ all []bool }
	moments struct{ all []pgtype.Timestamptz }
	masks   struct{ all []string }
	objects struct{ all []*string } // nil for one that is blank
)

func (a *days) add(v reflect.Value) { a.all = append(a.all, *v.Addr().Interface().(*time.Time)) }
func (a *days) values() any         { return a.all }

func (a *dates) add(v reflect.Value) {
	at := journal.Day(v.String()).Time(time.UTC)
	a.all = append(a.all, pgtype.Date{Time: at, Valid: !at.IsZero()})
}
func (a *dates) values() any { return a.all }

func (a *texts) add(v reflect.Value) { a.all = append(a.all, v.String()) }
func (a *texts) values() any         { return a.all }

func (a *numbers) add(v reflect.Value) {
	if v.CanUint() {
		a.all = append(a.all, int64(v.Uint()))
	} else {
		a.all = append(a.all, v.Int())
	}
}
func (a *numbers) values() any { return a.all }

func (a *flags) add(v reflect.Value) { a.all = append(a.all, v.Bool()) }
func (a *flags) values() any         { return a.all }

func (a *moments) add(v reflect.Value) {
	at := *v.Addr().Interface().(*time.Time)
	a.all = append(a.all, pgtype.Timestamptz{Time: at, Valid: !at.IsZero()})
}
func (a *moments) values() any { return a.all }

func (a *masks) add(v reflect.Value) {
	a.all = append(a.all, v.Addr().Interface().(*office.Masked).String())
}
func (a *masks) values() any { return a.all }

func (a *objects) add(v reflect.Value) {
	if v.IsZero() {
		a.all = append(a.all, nil)
		return
	}
	text, _ := json.Marshal(v.Interface()) // plain fields: there is no error
	said := string(text)
	a.all = append(a.all, &said)
}
func (a *objects) values() any { return a.all }

func arrayOf(is reflect.Type) array {
	switch {
	case is == reflect.TypeFor[time.Time]():
		return &moments{}
	case is == reflect.TypeFor[office.Masked]():
		return &masks{}
	case is == reflect.TypeFor[journal.Day]():
		return &dates{}
	case is.Kind() == reflect.String:
		return &texts{}
	case is.Kind() == reflect.Bool:
		return &flags{}
	case is.Kind() == reflect.Struct:
		return &objects{}
	default:
		return &numbers{}
	}
}
