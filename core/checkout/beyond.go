package checkout

import (
	"encoding/json"
	"reflect"
	"strings"
	"time"
)

// beyond are the fields of a stored record that this program does not know. While replicas are
// brought up to date a newer one has written them, and what an older one writes keeps them.
type beyond map[string]json.RawMessage

// read reads a record into a pointer to its type, and what it has no field for.
func (b *beyond) read(data []byte, into any) error {
	if err := json.Unmarshal(data, into); err != nil {
		return err
	}
	all := beyond{}
	if err := json.Unmarshal(data, &all); err != nil {
		return err
	}
	for name := range all {
		if known(reflect.TypeOf(into).Elem(), name) {
			delete(all, name)
		}
	}
	if *b = nil; len(all) > 0 {
		*b = all
	}
	return nil
}

// known reports whether a type has a field of this name, as package json compares it.
func known(of reflect.Type, name string) bool {
	for i := range of.NumField() {
		if tag, _, _ := strings.Cut(of.Field(i).Tag.Get("json"), ","); tag != "" && strings.EqualFold(tag, name) {
			return true
		}
	}
	return false
}

// write is a record with the fields that were read beyond its own.
func (b beyond) write(of any) ([]byte, error) {
	own, err := json.Marshal(of)
	if err != nil || len(b) == 0 {
		return own, err
	}
	rest, err := json.Marshal(map[string]json.RawMessage(b))
	if len(own) > len("{}") {
		own[len(own)-1] = ','
		return append(own, rest[1:]...), err
	}
	return rest, err
}

// UnmarshalJSON and MarshalJSON keep what is beyond.
func (r *record) UnmarshalJSON(data []byte) error {
	type plain record
	return r.beyond.read(data, (*plain)(r))
}

func (r record) MarshalJSON() ([]byte, error) {
	type plain record
	return r.beyond.write(plain(r))
}

// UnmarshalJSON and MarshalJSON keep what is beyond.
func (s *secondDebit) UnmarshalJSON(data []byte) error {
	type plain secondDebit
	return s.beyond.read(data, (*plain)(s))
}

func (s secondDebit) MarshalJSON() ([]byte, error) {
	type plain secondDebit
	return s.beyond.write(plain(s))
}

// UnmarshalJSON and MarshalJSON keep what is beyond.
func (o *orderRecord) UnmarshalJSON(data []byte) error {
	type plain orderRecord
	return o.beyond.read(data, (*plain)(o))
}

func (o orderRecord) MarshalJSON() ([]byte, error) {
	type plain orderRecord
	return o.beyond.write(plain(o))
}

// dueFor is when the record is due as it is to be stored. A newer program may have to look at it
// for what this one does not know: what that has planned stays.
func (r record) dueFor(now time.Time, c *Checkout) time.Time {
	due := r.due(now, c)
	if len(r.beyond) > 0 && !r.dueThen.IsZero() && (due.IsZero() || r.dueThen.Before(due)) {
		return r.dueThen
	}
	return due
}

// anothers reports whether the record is due for a reason that this program does not know, and
// until when it has nothing to do with it.
func (r record) anothers(now time.Time, c *Checkout) (until time.Time, is bool) {
	until, own := now.Add(unreadable), r.due(now, c)
	if !own.IsZero() && own.Before(until) {
		until = own
	}
	return until, len(r.beyond) > 0 && until.After(now) && !r.dueFor(now, c).After(now)
}
