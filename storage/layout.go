package storage

import (
	"errors"
	"os"
	"strconv"

	"go.etcd.io/bbolt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/bolt"
	"sanduq/storage/internal/files"
	"sanduq/storage/internal/record"
	"sanduq/storage/migrate"
)

// initialise makes the first file aside and gives it its name only when it is
// whole: a power cut leaves either no file or a good one.
func (p *place) initialise(seal *record.Sealer) error {
	aside := p.path() + ".new-" + strconv.Itoa(os.Getpid())
	err := record.Guarded(func() error {
		db, err := bbolt.Open(aside, 0o600, &bbolt.Options{Timeout: p.opts.Timeout, FreelistType: bbolt.FreelistMapType})
		if err != nil {
			return err
		}
		return errors.Join(db.Update(func(t *bbolt.Tx) error { return p.layOut(t, seal) }), db.Close())
	})
	if err == nil {
		err = files.KeepFolders(p.opts.Dir)
	}
	if err == nil {
		err = files.MoveIn(aside, p.path())
	}
	if err = bolt.Fault(err); errors.Is(err, fault.ErrDamaged) {
		err = fault.ErrUnwritable.Because(err) // nothing was there that could be damaged
	}
	if err != nil {
		return errors.Join(err, files.Remove(aside))
	}
	return nil
}

func (p *place) layOut(t *bbolt.Tx, seal *record.Sealer) error {
	for _, name := range record.AllBuckets {
		if _, err := t.CreateBucket([]byte(name)); err != nil {
			return err
		}
	}
	here := record.Tx{Tx: t, Seal: seal}
	for _, key := range record.CheckKeys {
		if err := t.Bucket([]byte(record.MetaBucket)).Put(key, seal.Check); err != nil {
			return err
		}
	}
	if err := migrate.PutSchema(here, migrate.Current.Schema()); err != nil {
		return err
	}
	return here.PutManifest(record.Manifest{Schema: migrate.Current.Schema(), Environment: p.opts.Environment, At: p.opts.Clock().UTC()})
}
