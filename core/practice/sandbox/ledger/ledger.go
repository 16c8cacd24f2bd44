// Package ledger is the service's accounts on disk: payments, orders, balances, postings, the phone's messages,
// webhooks to send. Each change is one transaction of bbolt, which has one writer at a time; the package starts no
// goroutine and has no other lock. It knows what must add up, and no rule of when something happens.
package ledger

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	bolt "go.etcd.io/bbolt"
	bolterrors "go.etcd.io/bbolt/errors"

	"sanduq/core/boltfile"
	"sanduq/core/practice/sandbox/secret"
)

const (
	ledgerFile   = "practice-bank.db"
	ledgerSchema = 1
)

// ErrBusy says that another process has this ledger open.
var ErrBusy = errors.New("sandbox: the ledger is open in another process")

// ErrDamaged says that the ledger's file cannot be read.
var ErrDamaged = errors.New("sandbox: the ledger is damaged")

var (
	bucketMeta     = []byte("meta")
	bucketPayments = []byte("payments") // sequence → payment; newest first is a cursor walk from the end
	bucketByID     = []byte("by-id")    // paymentId → sequence
	bucketOrders   = []byte("orders")   // orderId → orderRecord
	bucketTwice    = []byte("twice")    // orderId of every order that has more than one payment
	bucketDue      = []byte("due")      // time, sequence, kind → nothing: what happens by itself, soonest first
	bucketAccounts = []byte("accounts") // holder and currency → accountRecord
	bucketPostings = []byte("postings") // paymentId → posting: the one movement of money a payment can have
	bucketMessages = []byte("messages") // sequence → message on the customer's phone
	bucketNonces   = []byte("nonces")   // nonce of a signed request → unix seconds when it was seen
	BucketWebhooks = []byte("webhooks") // time, sequence → delivery: what is still to be sent, soonest first

	allBuckets = [][]byte{bucketMeta, bucketPayments, bucketByID, bucketOrders, bucketTwice, bucketDue,
		bucketAccounts, bucketPostings, bucketMessages, bucketNonces, BucketWebhooks}
	keyInstallation = []byte("installation")
	keyClock        = []byte("clock") // nanoseconds by which the service's own clock is ahead
)

// installation is what makes this copy of the service this copy: written once, with the ledger, and never changed.
type installation struct {
	Schema       int       `json:"schema"`
	CreatedAt    time.Time `json:"createdAt"`
	APIKey       string    `json:"apiKey"`
	SecretKey    string    `json:"secretKey"`
	TokenKey     string    `json:"tokenKey"`
	ControlToken string    `json:"controlToken"`
}

// Ledger is the service's accounts on disk. An update that returned nil is durable; nothing else is.
type Ledger struct {
	db *bolt.DB
	installation
	saving func(*Tx, *Record) error // see watch
}

// Open opens the ledger in a folder, which it creates the first time. ErrBusy when another process has it open.
func Open(dir string, now time.Time) (*Ledger, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("sandbox: make the ledger's folder: %w", err)
	}
	path := filepath.Join(dir, ledgerFile)
	if _, err := os.Stat(path); errors.Is(err, os.ErrNotExist) {
		if err := createLedger(dir, path, now); err != nil {
			return nil, fmt.Errorf("sandbox: create the ledger: %w", err)
		}
	} else if err != nil {
		return nil, fmt.Errorf("sandbox: look for the ledger: %w", err)
	} else if err := whole(path); err != nil {
		return nil, err
	}
	db, err := openBolt(path)
	if err != nil {
		return nil, err
	}
	l := &Ledger{db: db}
	if err := l.identify(); err != nil { // before anything is written, and before a later layout is taken for damage
		return nil, errors.Join(err, db.Close())
	}
	if err := addBuckets(db); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrDamaged, err), db.Close())
	}
	if err := db.View(sound); err != nil {
		return nil, errors.Join(fmt.Errorf("%w: %w", ErrDamaged, err), db.Close())
	}
	return l, nil
}

// identify reads whose ledger it is, and of which schema. ErrDamaged when it does not say so.
func (l *Ledger) identify() error {
	if err := l.db.View(func(tx *bolt.Tx) error {
		meta := tx.Bucket(bucketMeta)
		if meta == nil {
			return fmt.Errorf("no bucket %s", bucketMeta)
		}
		return json.Unmarshal(meta.Get(keyInstallation), &l.installation)
	}); err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	if l.Schema != ledgerSchema {
		return fmt.Errorf("sandbox: the ledger has schema %d, this program knows %d", l.Schema, ledgerSchema)
	}
	return nil
}

// addBuckets makes what a ledger from before webhooks lacks.
func addBuckets(db *bolt.DB) error {
	lacks := false
	if err := db.View(func(tx *bolt.Tx) error {
		lacks = tx.Bucket(bucketMeta) != nil && tx.Bucket(BucketWebhooks) == nil
		return nil
	}); err != nil || !lacks {
		return err
	}
	return db.Update(func(tx *bolt.Tx) error {
		_, err := tx.CreateBucket(BucketWebhooks)
		return err
	})
}

// whole reports, as an error, that a ledger's pages lead beyond its end or round in circles: it is read as memory, and
// to open such a file would end the program. Opened for reading, nothing but its head is looked at.
func whole(path string) error {
	db, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: time.Second, ReadOnly: true}) // no other process writes meanwhile
	if errors.Is(err, bolterrors.ErrTimeout) {
		return ErrBusy
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	defer func() { _ = db.Close() }()
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("sandbox: read the ledger: %w", err)
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err == nil {
		err = boltfile.Check(file, info.Size(), true)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrDamaged, err)
	}
	return nil
}

// shapes are what the records of a bucket look like: the bytes of a key, and whether a value is JSON, or else how many
// bytes it has. Zero is any number.
var shapes = map[string]struct {
	key, value int
	json       bool
}{
	string(bucketPayments): {key: 8, json: true},
	string(bucketByID):     {value: 8},
	string(bucketOrders):   {json: true},
	string(bucketDue):      {key: 16},
	string(bucketAccounts): {json: true},
	string(bucketPostings): {json: true},
	string(bucketMessages): {key: 8, json: true},
	string(BucketWebhooks): {key: 16, json: true},
}

// sound reports, as an error, a record that no code of this program wrote.
func sound(tx *bolt.Tx) error {
	for _, name := range allBuckets {
		b := tx.Bucket(name)
		if b == nil {
			return fmt.Errorf("no bucket %s", name)
		}
		shape := shapes[string(name)]
		if err := b.ForEach(func(k, v []byte) error {
			if shape.key > 0 && len(k) != shape.key || shape.value > 0 && len(v) != shape.value || shape.json && !json.Valid(v) {
				return fmt.Errorf("%s: a record with a key of %d bytes", name, len(k))
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

func openBolt(path string) (*bolt.DB, error) {
	db, err := bolt.Open(path, 0o600, &bolt.Options{Timeout: time.Second})
	if errors.Is(err, bolterrors.ErrTimeout) {
		return nil, ErrBusy
	}
	if err != nil {
		return nil, fmt.Errorf("sandbox: open the ledger: %w", err)
	}
	// A process that was killed between writing a commit and syncing it leaves what reads well but is in memory only.
	// It must be on disk before the next commit takes the pages of the state before it.
	if err := db.Sync(); err != nil {
		return nil, errors.Join(fmt.Errorf("sandbox: sync the ledger: %w", err), db.Close())
	}
	return db, nil
}

// createLedger builds the file aside and links it in when it is whole: a plug pulled half-way leaves no ledger rather
// than a torn one. Of two processes that start at once, the second finds the first one's file and uses that.
func createLedger(dir, path string, now time.Time) (err error) {
	aside := filepath.Join(dir, "new-"+secret.Hex(6)+".db")
	defer func() { _ = os.Remove(aside) }()
	db, err := openBolt(aside)
	if err != nil {
		return err
	}
	err = db.Update(func(tx *bolt.Tx) error {
		for _, name := range allBuckets {
			if _, err := tx.CreateBucket(name); err != nil {
				return err
			}
		}
		data, err := json.Marshal(installation{
			Schema: ledgerSchema, CreatedAt: now,
			APIKey: "practice-api-" + secret.Hex(16), SecretKey: "practice-secret-" + secret.Hex(32),
			TokenKey: secret.Hex(32), ControlToken: secret.Hex(24),
		})
		if err != nil {
			return err
		}
		return tx.Bucket(bucketMeta).Put(keyInstallation, data)
	})
	if err = errors.Join(err, db.Close()); err != nil {
		return err
	}
	if err := os.Link(aside, path); err != nil && !errors.Is(err, os.ErrExist) {
		if err := os.Rename(aside, path); err != nil { // a file system without links
			return err
		}
	}
	return syncFolder(dir)
}

// syncFolder makes the new name durable. Windows cannot open a folder for this and does not need it.
func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	_ = d.Sync()
	return d.Close()
}

// Close closes the file.
func (l *Ledger) Close() error { return l.db.Close() }

// Watch has saving called in the transaction of each payment that is replaced, before it is; the payment from before is
// still in the ledger then. It must be called before the ledger is used.
func (l *Ledger) Watch(saving func(*Tx, *Record) error) { l.saving = saving }

// Update runs fn in the one writing transaction; every state change of the service is one such call.
func (l *Ledger) Update(fn func(*Tx) error) error {
	return l.db.Update(func(tx *bolt.Tx) error { return fn(&Tx{tx, l.saving}) })
}

// View runs fn in a reading transaction.
func (l *Ledger) View(fn func(*Tx) error) error {
	return l.db.View(func(tx *bolt.Tx) error { return fn(&Tx{tx, l.saving}) })
}
