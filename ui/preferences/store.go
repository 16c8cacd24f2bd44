package preferences

import "slices"

// Store keeps the preferences of one application. It belongs on the UI
// goroutine.
type Store struct {
	kept     Holder   // nil keeps nothing beyond this run
	values   Values   // what holds now
	settled  Values   // what holds once a trial is discarded
	written  Values   // what is kept: settled, but for what was overridden for this run
	personal Personal // lies over all
	watchers []*func(before, now Values)
	untold   []step
	telling  bool
}

// step is one change, from one value to the next.
type step struct{ before, now Values }

// Open reads what is kept. Without a place to keep them, every preference is
// what it is until somebody chooses, and is forgotten with the Store.
func Open(from Holder) *Store {
	v := loaded(from)
	return &Store{kept: from, values: v, settled: v, written: v}
}

// loaded are the preferences that are kept somewhere; nil is nowhere.
func loaded(from Holder) (v Values) {
	if from == nil {
		from = named{}
	}
	for _, e := range kept {
		e.load(from, &v)
	}
	return v
}

// Move goes on with what another folder keeps, as when a till was set up live, and tells
// of it like Update. What was overridden for this run stays so; a trial does not.
func (s *Store) Move(to Holder) {
	next := loaded(to)
	settled := next
	for _, e := range kept {
		if !e.same(&s.settled, &s.written) {
			e.copy(&s.settled, &settled)
		}
	}
	s.kept, s.written, s.settled = to, next, settled
	s.Discard()
}

// Get is what is preferred now, by who is at the till where they prefer anything.
func (s *Store) Get() Values { return s.personal.over(s.values) }

// Shop is what is preferred now, no matter who is at the till.
func (s *Store) Shop() Values { return s.values }

// Update changes the shop's preferences, keeps those that are others now, and then tells
// each subscriber, in the order in which they did. A change that changes
// nothing is not told. Who is being told may update too: everyone hears of that
// change after the one before it. What is on trial stays so, but for what the
// change sets.
func (s *Store) Update(change func(*Values)) {
	settled := s.settled
	change(&settled)
	s.writeChanged(settled)
	s.Try(change)
}

// Try changes preferences and tells of it like Update, but nothing is kept: the
// change holds until Keep keeps it or Discard takes it back.
func (s *Store) Try(change func(*Values)) {
	before, was := s.Get(), s.values
	change(&s.values)
	if s.values == was {
		return
	}
	s.untold = append(s.untold, step{before, s.Get()})
	s.notify()
}

// Trying reports whether something is on trial.
func (s *Store) Trying() bool { return s.values != s.settled }

// Confirm keeps what is on trial as Shop told of it when a person said so. What was
// tried since then stays on trial.
func (s *Store) Confirm(said Values) {
	settled := s.settled
	for _, e := range kept {
		if e.same(&s.values, &said) {
			e.copy(&said, &settled)
		}
	}
	s.writeChanged(settled)
}

// Trial is what was on trial in one moment.
type Trial struct{ kept, tried Values }

// Trial is what is on trial now, for Keep.
func (s *Store) Trial() Trial { return Trial{s.settled, s.values} }

// Keep keeps what a person said is to be kept and then left, whether it was taken back
// since or not, and tells of it. What was chosen since then stays.
func (s *Store) Keep(t Trial) {
	s.Update(func(v *Values) {
		for _, e := range kept {
			if !e.same(&t.kept, &t.tried) && e.same(v, &t.kept) {
				e.copy(&t.tried, v)
			}
		}
	})
}

// Discard takes back what is on trial, and tells of it.
func (s *Store) Discard() { s.Try(func(v *Values) { *v = s.settled }) }

// writeChanged writes what is another value now.
func (s *Store) writeChanged(now Values) {
	before := s.settled
	s.settled = now
	set := func(to Holder) {
		for _, e := range kept {
			if !e.same(&before, &now) {
				e.save(to, &now)
				e.copy(&now, &s.written)
			}
		}
	}
	switch to := s.kept.(type) {
	case nil:
		set(named{})
	case *File:
		if before != now {
			to.change(set)
		}
	default:
		set(to)
	}
}

// notify tells of each change, one after the other.
func (s *Store) notify() {
	if s.telling {
		return
	}
	s.telling = true
	defer func() { s.telling = false }()
	for len(s.untold) > 0 {
		one := s.untold[0]
		s.untold = s.untold[1:]
		for _, f := range slices.Clone(s.watchers) {
			(*f)(one.before, one.now)
		}
	}
}

// Override changes preferences for this run alone, as a flag of the command line
// does: nothing is kept and nobody is told.
func (s *Store) Override(change func(*Values)) {
	change(&s.settled)
	change(&s.values)
}

// Subscribe has f called after each change, until stop is called.
func (s *Store) Subscribe(f func(before, now Values)) (stop func()) {
	w := &f
	s.watchers = append(s.watchers, w)
	return func() {
		s.watchers = slices.DeleteFunc(s.watchers, func(one *func(before, now Values)) bool { return one == w })
	}
}
