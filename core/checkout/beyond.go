package checkout

import "time"

// UnmarshalJSON and MarshalJSON keep the fields that a newer program has written.
func (r *record) UnmarshalJSON(data []byte) error {
	type plain record
	return r.beyond.Read(data, (*plain)(r))
}

func (r record) MarshalJSON() ([]byte, error) {
	type plain record
	return r.beyond.Write(plain(r))
}

// UnmarshalJSON and MarshalJSON keep the fields that a newer program has written.
func (s *secondDebit) UnmarshalJSON(data []byte) error {
	type plain secondDebit
	return s.beyond.Read(data, (*plain)(s))
}

func (s secondDebit) MarshalJSON() ([]byte, error) {
	type plain secondDebit
	return s.beyond.Write(plain(s))
}

// UnmarshalJSON and MarshalJSON keep the fields that a newer program has written.
func (o *orderRecord) UnmarshalJSON(data []byte) error {
	type plain orderRecord
	return o.beyond.Read(data, (*plain)(o))
}

func (o orderRecord) MarshalJSON() ([]byte, error) {
	type plain orderRecord
	return o.beyond.Write(plain(o))
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
