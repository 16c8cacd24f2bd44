package storage

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"sanduq/storage/fault"
)

// errNothing ends a transaction of which every change was rejected.
var errNothing = errors.New("nothing to commit")

// write is one bbolt transaction.
func (s *Store) write(all []*waiting, bulk bool) (w writer, err error) {
	begun, err := s.transaction(true)
	if err != nil {
		return w, err
	}
	defer s.rollback(begun)
	w = writer{tx: newTx(begun, s.seal()), noting: s.moves.watched()}
	if w.manifest, err = w.tx.manifest(); err != nil {
		return w, err
	}
	if w.manifest.Commits != s.last.Commits { // somebody wrote into the file itself
		return w, fault.ErrReplaced.Because(fmt.Errorf("it stands at %d commits, not at %d", w.manifest.Commits, s.last.Commits))
	}
	if bulk {
		err = w.direct(all)
	} else {
		err = w.together(all)
	}
	if err != nil {
		return w, err
	}
	mac, err := w.end(s.opts.Clock().UTC())
	if err != nil {
		return w, err
	}
	if s.faults.before != nil {
		if err := s.faults.before(); err != nil {
			return w, err
		}
	}
	if err := begun.Commit(); err != nil {
		return w, err
	}
	if err := s.Present(); err != nil {
		return w, err
	}
	if s.faults.after != nil {
		if err := s.faults.after(); err != nil {
			return w, err
		}
	}
	w.seal.newest.Store(w.state(mac))
	return w, nil
}

// direct makes many changes in the trees themselves.
func (w *writer) direct(all []*waiting) (err error) {
	if w.tx, err = w.settle(&w.manifest); err != nil {
		return err
	}
	for _, one := range all {
		if err := w.change(one.change); err != nil {
			return err
		}
	}
	return nil
}

// together makes the changes that the rules allow. Each is tried on a fork of
// what those before it left.
func (w *writer) together(all []*waiting) (err error) {
	if w.unread != nil {
		return w.unread
	}
	if w.full(&w.manifest) {
		if w.tx, err = w.settle(&w.manifest); err != nil {
			return err
		}
	}
	made := false
	for _, one := range all {
		try := *w
		try.tx = w.journalise()
		try.manifest = w.manifest.own()
		try.moved = slices.Clip(w.moved)
		err := try.change(one.change)
		switch {
		case err == nil:
			*w, made = try, true
		case rejected(err):
			one.err = err
		default:
			return err
		}
	}
	if !made {
		return errNothing
	}
	return nil
}

// end writes the journal's record, if there is one, and the manifest.
func (w *writer) end(now time.Time) (mac digest, err error) {
	w.manifest.Commits++
	w.manifest.At = now
	if w.over != nil {
		if err := w.append(&w.manifest); err != nil {
			return mac, err
		}
	}
	return w.writeManifest(w.manifest)
}

// state is what readers find after the commit.
func (w *writer) state(mac digest) *knownState {
	over := newOverlay()
	if w.over != nil {
		over = &overlay{tables: w.over.tables, size: w.over.size}
	}
	return &knownState{mac, w.manifest, over}
}

// drain brings the journal into the trees, which changes nothing that anyone
// reads: a file that was closed properly has none to read. Nobody else uses the
// store.
func (s *Store) drain() error {
	return guarded(func() error {
		begun, err := s.transaction(true)
		if err != nil {
			return err
		}
		defer s.rollback(begun)
		t := newTx(begun, s.seal())
		h, err := t.manifest()
		if err != nil || h.Journal == (counted{}) {
			return err
		}
		if t, err = t.settle(&h); err != nil {
			return err
		}
		if err := t.putManifest(h); err != nil {
			return err
		}
		if err := begun.Commit(); err != nil {
			return err
		}
		s.last = h
		return nil
	})
}
