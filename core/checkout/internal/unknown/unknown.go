// Package unknown keeps what a program does not know of a document that it reads and writes again.
// While the replicas of a service are brought up to date a newer one has written fields that an
// older one has no place for; what the older one writes keeps them. A type takes part with a member
// of type Fields, with UnmarshalJSON that calls Read and MarshalJSON that calls Write. The package
// knows no type of the documents and holds no lock.
package unknown

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
)

// Fields are the fields of a JSON object that a type has no place for, by their name. None are nil.
type Fields map[string]json.RawMessage

// Read reads a JSON object into a pointer to a struct without an UnmarshalJSON of its own, and keeps
// what that has no field for. Only fields with a json tag count, those of embedded structs too.
func (f *Fields) Read(data []byte, into any) error {
	if err := json.Unmarshal(data, into); err != nil {
		return err
	}
	all := Fields{}
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	known := reflect.VisibleFields(reflect.TypeOf(into).Elem())
	for name := range all {
		if slices.ContainsFunc(known, func(field reflect.StructField) bool { return is(field, name) }) {
			delete(all, name)
		}
	}
	if *f = nil; len(all) > 0 {
		*f = all
	}
	return nil
}

// is reports whether a field has this name, as package json compares it.
func is(field reflect.StructField, name string) bool {
	tag, _, _ := strings.Cut(field.Tag.Get("json"), ",")
	return tag != "" && strings.EqualFold(tag, name)
}

// Write returns a struct without a MarshalJSON of its own as a JSON object, and after its own fields
// those that were kept, in the order of their names.
func (f Fields) Write(of any) ([]byte, error) {
	own, err := json.Marshal(of)
	if err != nil || len(f) == 0 {
		return own, err
	}
	rest, err := json.Marshal(map[string]json.RawMessage(f))
	if len(own) > len("{}") {
		own[len(own)-1] = ','
		return append(own, rest[1:]...), err
	}
	return rest, err
}
