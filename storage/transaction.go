package storage

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"sanduq/storage/fault"
	"sanduq/storage/internal/record"
)

// errNothing ends a transaction of which every change was rejected.
var errNothing = errors.New("nothing to commit")

// write is one bbolt transaction.
func (s *Store) write(all []*attempt, bulk bool) (w *writer, err error) {
	begun, err := s.transaction(true)
	if err != nil {
		return w, err
	}
	defer s.rollback(begun)
	if w, err = newWriter(record.NewTx(begun, s.seal()), s.moves.watched()); err != nil {
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
	w.Seal.Newest.Store(w.State(mac, w.manifest))
	return w, nil
}

// direct makes many changes in the trees themselves.
func (w *writer) direct(all []*attempt) (err error) {
	if w.Tx, err = w.Settle(&w.manifest); err != nil {
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
func (w *writer) together(all []*attempt) (err error) {
	if w.Unread != nil {
		return w.Unread
	}
	if w.Full(&w.manifest) {
		if w.Tx, err = w.Settle(&w.manifest); err != nil {
			return err
		}
	}
	made := false
	for _, one := range all {
		try := *w
		try.Tx = w.Journalise()
		try.manifest = w.manifest.Own()
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
func (w *writer) end(now time.Time) (mac record.Digest, err error) {
	w.manifest.Commits++
	w.manifest.At = now
	if w.Over != nil {
		if err := w.Append(&w.manifest); err != nil {
			return mac, err
		}
	}
	return w.WriteManifest(w.manifest)
}

// drain brings the journal into the trees, which changes nothing that anyone
// reads: a file that was closed properly has none to read. Nobody else uses the
// store.
func (s *Store) drain() error {
	return record.Guarded(func() error {
		begun, err := s.transaction(true)
		if err != nil {
			return err
		}
		defer s.rollback(begun)
		t := record.NewTx(begun, s.seal())
		h, err := t.Manifest()
		if err != nil || h.Journal == (record.Counted{}) {
			return err
		}
		if t, err = t.Settle(&h); err != nil {
			return err
		}
		if err := t.PutManifest(h); err != nil {
			return err
		}
		if err := begun.Commit(); err != nil {
			return err
		}
		s.last = h
		return nil
	})
}
