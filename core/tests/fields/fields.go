// Package fields is for tests: it goes through all fields of a record by reflection, so
// that a field which is added later is looked at by every test that asks for all.
//
//sanduq:norace its tests read the source, in one goroutine
package fields

import (
	"fmt"
	"reflect"
	"time"
)

// Whole returns a record with every field set, each to another value, as a till could
// have it: names of sales are names, currencies are LYD.
func Whole[T any]() T {
	var record T
	n := 0
	set(reflect.ValueOf(&record).Elem(), "", &n)
	return record
}

// Each calls f for each field of a whole record, those within others too, with the
// path to it and the record in which it alone is another. What has the JSON tag "-" is
// not part of a record.
func Each[T any](f func(path string, changed T)) {
	last := 0
	for at := range 10_000 {
		record, n := Whole[T](), 0
		path := change(reflect.ValueOf(&record).Elem(), "", at, &n)
		if path == "" {
			last = at
			break
		}
		f(path, record)
	}
	if last == 0 {
		panic("fields: a record without fields")
	}
}

var epoch = time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)

func set(v reflect.Value, name string, n *int) {
	if v.Type() == reflect.TypeFor[time.Time]() {
		*n++
		v.Set(reflect.ValueOf(epoch.Add(time.Duration(*n) * time.Minute)))
		return
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if part(v, i) {
				set(v.Field(i), v.Type().Field(i).Name, n)
			}
		}
	case reflect.Pointer:
		v.Set(reflect.New(v.Type().Elem()))
		set(v.Elem(), name, n)
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		set(v.Index(0), name, n)
	case reflect.Array:
		for i := range v.Len() {
			set(v.Index(i), name, n)
		}
	case reflect.Map:
		key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		set(key, "Currency", n) // maps of records are sums by currency
		set(value, name, n)
		v.Set(reflect.MakeMap(v.Type()))
		v.SetMapIndex(key, value)
	default:
		*n++
		leaf(v, name, *n)
	}
}

// leaf sets a value that differs by n.
func leaf(v reflect.Value, name string, n int) {
	switch v.Kind() {
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		switch {
		case v.Type().Name() == "SaleID":
			v.SetString(fmt.Sprintf("20261120-%06d", n))
		case v.Type().Name() == "Day":
			v.SetString(fmt.Sprintf("202611%02d", 1+n%28))
		case name == "Currency":
			v.SetString([]string{"LYD", "EUR"}[n/1000%2])
		default:
			v.SetString(fmt.Sprintf("f%d", n))
		}
	case reflect.Uint64:
		v.SetUint(uint64(n))
	case reflect.Int, reflect.Int64:
		v.SetInt(int64(n))
	default:
		panic("fields: no value for " + v.Type().String())
	}
}

// change gives the leaf that comes at a place another value, and returns its path;
// blank where there are fewer.
func change(v reflect.Value, path string, at int, n *int) string {
	if v.Type() == reflect.TypeFor[time.Time]() {
		if *n++; *n-1 == at {
			v.Set(reflect.ValueOf(v.Interface().(time.Time).Add(time.Second)))
			return path
		}
		return ""
	}
	switch v.Kind() {
	case reflect.Struct:
		for i := range v.NumField() {
			if !part(v, i) {
				continue
			}
			of := path
			if is := v.Type().Field(i); !is.Anonymous {
				of = join(path, is.Name)
			}
			if found := change(v.Field(i), of, at, n); found != "" {
				return found
			}
		}
	case reflect.Pointer:
		return change(v.Elem(), path, at, n)
	case reflect.Slice:
		return change(v.Index(0), path, at, n)
	case reflect.Map:
		key := v.MapKeys()[0]
		value := reflect.New(v.Type().Elem()).Elem()
		value.Set(v.MapIndex(key))
		found := change(value, path, at, n)
		v.SetMapIndex(key, value)
		return found
	default:
		if *n++; *n-1 != at {
			return ""
		}
		if v.Kind() == reflect.Bool {
			v.SetBool(false)
		} else {
			leaf(v, path[lastStep(path):], *n+1000)
		}
		return path
	}
	return ""
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func lastStep(path string) int {
	for i := len(path) - 1; i >= 0; i-- {
		if path[i] == '.' {
			return i + 1
		}
	}
	return 0
}

// part reports whether a field is part of what is written of a record.
func part(v reflect.Value, i int) bool {
	is := v.Type().Field(i)
	return is.IsExported() && is.Tag.Get("json") != "-"
}

// Lost compares what is made of a record with what is made of it when one field is
// another, and returns in words each field that makes no difference and has no reason
// in the list, and each reason for a field that makes one. A name in the list stands
// for all that is within it.
func Lost[From, To any](of func(From) To, list map[string]string) (problems []string) {
	name, used := reflect.TypeFor[From]().String(), map[string]bool{}
	whole := of(Whole[From]())
	Each(func(path string, changed From) {
		if !reflect.DeepEqual(of(changed), whole) {
			return
		}
		for part := path; ; part = part[:lastStep(part)-1] {
			if list[part] != "" {
				used[part] = true
				return
			}
			if lastStep(part) == 0 {
				break
			}
		}
		problems = append(problems, name+"."+path+" makes no difference, and has no reason in the list")
	})
	for part := range list {
		if !used[part] {
			problems = append(problems, name+"."+part+" is in the list, and makes a difference")
		}
	}
	return problems
}
