package storage

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
)

// migration writes what an older file holds into a new one of the next layout.
// It authenticates all that it reads.
type migration func(ctx context.Context, from record.Tx, to *rewriting) error

// layout is which schema this program writes and how to get there from the
// oldest one that it reads: each step leads to the next.
type layout struct {
	oldest uint64
	steps  []migration
}

func (l layout) schema() uint64 { return l.oldest + uint64(len(l.steps)) }

func (l layout) step(from uint64) migration { return l.steps[from-l.oldest] }

// current is the layout of this version. No version that anyone was given wrote
// an older one than the oldest.
var current = layout{oldest: 2, steps: []migration{addJournal, addFigures, addDay}}

// addJournal leads from layout 2 to 3: what a commit puts is written down in a
// journal first. All else stays as it is.
func addJournal(ctx context.Context, from record.Tx, to *rewriting) error {
	h, err := to.copyAll(ctx, from)
	if err != nil {
		return err
	}
	h.Schema = record.JournalSchema
	h.Commits++
	return to.update(func(t record.Tx) error { return errors.Join(putSchema(t, h.Schema), t.PutManifest(h)) })
}

// migrate brings an older file to the layout of this program. The file as it
// was stays beside it; what replaces it is proved first. A power cut leaves
// the old file or the new one.
func (s *Store) migrate(ctx context.Context, l layout) error {
	for {
		var from uint64
		if err := s.view(ctx, func(t record.Tx) error {
			h, err := t.Manifest()
			from = h.Schema
			return err
		}); err != nil {
			return fault.ErrDamaged.Because(err)
		}
		if from >= l.schema() {
			return nil
		}
		s.opts.Logger.Info("store is being brought to a newer layout", "from", from, "to", from+1)
		if err := s.migrateStep(ctx, from, l.step(from)); err != nil {
			return fmt.Errorf("storage: migrate from schema %d: %w", from, err)
		}
	}
}

// migrateStep takes one step and opens the file that it made.
func (s *Store) migrateStep(ctx context.Context, from uint64, step migration) error {
	s.progress = s.half(0)
	defer func() { s.progress = nil }()
	kept := filepath.Join(s.opts.Dir, fmt.Sprintf("till.schema-%d.db", from))
	part := kept + ".part"
	err := s.view(ctx, func(t record.Tx) error { return writeCopy(ctx, t, part) })
	if err == nil {
		err = files.MoveIn(part, kept)
	}
	if err != nil {
		return errors.Join(fault.ErrBackup.Because(err), files.Remove(part))
	}
	aside := s.Path() + ".migrated"
	err = s.readCopy(kept, func(t record.Tx) error { // what is read here is the copy: it is proved by the way
		return s.rewrite(ctx, aside, func(to *rewriting) error { return step(ctx, t, to) })
	})
	if err == nil {
		s.progress = s.half(1)
		err = s.verifyCopy(ctx, aside)
	}
	if err != nil {
		return errors.Join(fileError(err), files.Remove(aside))
	}
	var made record.Manifest
	if err := s.readCopy(aside, func(t record.Tx) (err error) {
		made, err = t.Manifest()
		return err
	}); err != nil {
		return err
	}
	return s.exchange(ctx, aside, successor{last: made})
}

// rewrite builds a file at path, which is replaced, and syncs it.
func (s *Store) rewrite(ctx context.Context, path string, build func(*rewriting) error) error {
	return rewriteWith(ctx, s.seal(), path, func(r *rewriting) error {
		r.progress = s.progress
		return build(r)
	})
}

// half tells the progress of writing the new file, or of proving it: each goes
// through all sales.
func (s *Store) half(second uint64) func(done, total uint64) {
	if s.opts.Progress == nil {
		return nil
	}
	return func(done, total uint64) { s.opts.Progress(second*total+done, 2*total) }
}

// readCopy reads a file that nobody has open.
func (s *Store) readCopy(path string, read func(record.Tx) error) error {
	return readCopyWith(s.seal(), path, s.opts.Timeout, read)
}

// readCopyWith is readCopy with a key of one's own.
func readCopyWith(seal *record.Sealer, path string, timeout time.Duration, read func(record.Tx) error) error {
	return record.Guarded(func() error {
		options := boltOptions(timeout)
		options.ReadOnly, options.InitialMmapSize = true, 0
		db, err := bbolt.Open(path, 0o600, options)
		if err != nil {
			return err
		}
		return errors.Join(db.View(func(t *bbolt.Tx) error { return read(record.NewTx(t, seal)) }), db.Close())
	})
}

// exchange puts a proved file in the place of the open one and opens it.
func (s *Store) exchange(ctx context.Context, aside string, next successor) (err error) {
	if next.info, err = os.Stat(aside); err != nil {
		return err
	}
	s.coming = &next
	if err := s.shut(); err != nil {
		return err
	}
	if err := os.Rename(aside, s.Path()); err != nil {
		return errors.Join(fault.ErrUnwritable.Because(err), s.openFile(ctx))
	}
	return errors.Join(files.SyncDir(s.opts.Dir), s.openFile(ctx))
}

func putSchema(t record.Tx, number uint64) error {
	meta, err := t.In(record.MetaBucket)
	if err != nil {
		return err
	}
	return errors.Join(meta.Put(record.SchemaKeys[0], record.SeqKey(number)), meta.Put(record.SchemaKeys[1], record.SeqKey(number)))
}

// identify reports whether this binary and this key can read the file: the two
// plain numbers first, then the manifest, which settles doubts about them.
func identify(t record.Tx) error {
	meta, err := t.In(record.MetaBucket)
	if err != nil {
		return fault.ErrDamaged.Because(err)
	}
	h, manifestErr := t.Manifest()
	var plain [2]uint64
	for i, key := range record.SchemaKeys {
		value := meta.Get(key)
		if len(value) != 8 {
			return fault.ErrDamaged.Because(fmt.Errorf("schema number of %d bytes", len(value)))
		}
		plain[i] = binary.BigEndian.Uint64(value)
	}
	known := current.schema()
	if manifestErr == nil && h.Schema == plain[0] && h.Schema == plain[1] && h.Schema >= current.oldest && h.Schema <= known {
		return nil
	}
	if plain[0] == plain[1] && plain[0] > known && (manifestErr != nil || h.Schema == plain[0]) {
		return fault.ErrNewer.Because(fmt.Errorf("the file's layout is %d, this program knows %d", plain[0], known))
	}
	first, second := meta.Get(record.CheckKeys[0]), meta.Get(record.CheckKeys[1])
	if string(first) == string(second) && len(first) > 0 && string(first) != string(t.Seal.Check) {
		return fault.ErrWrongKey
	}
	if manifestErr == nil {
		manifestErr = fmt.Errorf("schema numbers %d, %d and %d do not agree", plain[0], plain[1], h.Schema)
	}
	return fault.ErrDamaged.Because(manifestErr)
}
