package storage

import (
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.etcd.io/bbolt"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/storage/fault"
)

// The names of the buckets.
const (
	metaBucket     = "meta"
	salesBucket    = "sales"
	secretsBucket  = "secrets"
	receiptsBucket = "receipts"
	auditBucket    = "audit"
	settingsBucket = "settings"
	totalsBucket   = "totals"
	openBucket     = "open"
	indexBucket    = "index"
)

// fillPercent is how full pages are left when they are split, where new keys
// come last: the usual half would stay half empty for ever.
var fillPercent = map[string]float64{salesBucket: 0.95, receiptsBucket: 0.95, auditBucket: 0.95}

var allBuckets = []string{metaBucket, salesBucket, secretsBucket, receiptsBucket, auditBucket, settingsBucket,
	totalsBucket, openBucket, indexBucket}

// The keys of the meta bucket. Schema and key check stand there in the clear
// and twice, since they are read before anything can be authenticated.
var (
	schemaKeys = [2][]byte{[]byte("schema"), []byte("schema again")}
	checkKeys  = [2][]byte{[]byte("key check"), []byte("key check again")}
	headKey    = []byte("head")
)

// head is what the file as a whole must add up to. It is replaced by every
// commit, in the same transaction.
type head struct {
	Schema uint64 `json:"schema"`
	// Environment is the one whose sales it holds; blank until a store of an
	// earlier version was opened once.
	Environment core.Environment `json:"environment,omitempty"`
	Commits     uint64           `json:"commits"`
	Open        uint64           `json:"open"`    // entries of the open bucket
	Entries     uint64           `json:"entries"` // sales of each term of the index, added up
	Sales       counted          `json:"sales"`
	Secrets     counted          `json:"secrets"`
	Settings    counted          `json:"settings"`
	Totals      counted          `json:"totals"`
	Receipts    chained          `json:"receipts"`
	Audit       chained          `json:"audit"`
	// Rekeyed is the count of commits at which the file was sealed with its
	// present key; 0 when it never had another.
	Rekeyed uint64 `json:"rekeyed,omitempty"`
	// At is when the newest commit was made.
	At time.Time `json:"at,omitzero"`
	// Freeze is set when the file was put back to an older state; Gaps are the
	// receipt numbers that were left out because of it, oldest first.
	Freeze *till.Freeze `json:"freeze,omitempty"`
	Gaps   []gap        `json:"gaps,omitempty"`
	// Figures counts the sales of each status and route, whatever their day.
	Figures map[string]uint64 `json:"figures,omitempty"`
}

// recount moves one sale from one figure to another; either may be blank.
func (h *head) recount(from, to string) {
	if from == to {
		return
	}
	if h.Figures == nil {
		h.Figures = map[string]uint64{}
	}
	if from != "" {
		if h.Figures[from]--; h.Figures[from] == 0 {
			delete(h.Figures, from)
		}
	}
	if to != "" {
		h.Figures[to]++
	}
}

// sales returns how many sales have a status and a route; blank is any.
func (h *head) sales(status till.Status, route core.Route) (n uint64) {
	for figure, count := range h.Figures {
		itsStatus, itsRoute, _ := strings.Cut(figure, "/")
		if (status == "" || itsStatus == string(status)) && (route == "" || itsRoute == string(route)) {
			n += count
		}
	}
	return n
}

// counted sums up a bucket whose records change.
type counted struct {
	Count  uint64 `json:"count"`
	Digest digest `json:"digest"`
}

// replace takes the step from a record to its successor; either may be absent.
func (c *counted) replace(hadOld bool, old digest, hasNew bool, fresh digest) {
	if hadOld {
		c.Count--
		c.Digest.mix(old)
	}
	if hasNew {
		c.Count++
		c.Digest.mix(fresh)
	}
}

// chained sums up a bucket whose rows never change.
type chained struct {
	Seq  uint64 `json:"seq"`
	Link digest `json:"link"`
}

// MarshalText implements encoding.TextMarshaler.
func (d digest) MarshalText() ([]byte, error) { return []byte(hex.EncodeToString(d[:])), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *digest) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(d) {
		return fmt.Errorf("digest of %d letters", len(text))
	}
	_, err := hex.Decode(d[:], text)
	return err
}

// tx is one transaction seen through the store's eyes.
type tx struct {
	*bbolt.Tx
	seal *sealer
}

// in returns a bucket; a file without it is damaged.
func (t tx) in(name string) (bucket, error) {
	b := t.Bucket([]byte(name))
	if b == nil {
		return bucket{}, corrupt("bucket %s is missing", name)
	}
	if fill, grows := fillPercent[name]; grows && t.Writable() {
		b.FillPercent = fill
	}
	return bucket{Bucket: b, name: name, seal: t.seal}, nil
}

// head returns the head. Outside a writing transaction it is shared: nobody may
// change what it points to.
func (t tx) head() (head, error) {
	var h head
	meta, err := t.in(metaBucket)
	if err != nil {
		return h, err
	}
	payload, mac, err := meta.get(headKey)
	if err != nil {
		return h, err
	}
	if payload == nil {
		return h, corrupt("the head is missing")
	}
	if known := t.seal.newest.Load(); known != nil && known.mac == mac && !t.Writable() {
		return known.head, nil
	}
	if err := json.Unmarshal(payload, &h); err != nil {
		return h, corrupt("head: %w", err)
	}
	if !t.Writable() { // a writer changes what it was given
		t.seal.newest.Store(&knownHead{mac, h})
	}
	return h, nil
}

func (t tx) putHead(h head) error {
	meta, err := t.in(metaBucket)
	if err != nil {
		return err
	}
	payload, err := json.Marshal(h)
	if err != nil {
		return err
	}
	_, err = meta.put(headKey, payload)
	return err
}

func (t tx) putSchema(number uint64) error {
	meta, err := t.in(metaBucket)
	if err != nil {
		return err
	}
	return errors.Join(meta.Put(schemaKeys[0], seqKey(number)), meta.Put(schemaKeys[1], seqKey(number)))
}

// identify tells whether this binary and this key can read the file: the two
// plain numbers first, then the head, which settles doubts about them.
func (t tx) identify() error {
	meta, err := t.in(metaBucket)
	if err != nil {
		return fault.ErrDamaged.Because(err)
	}
	h, headErr := t.head()
	var plain [2]uint64
	for i, key := range schemaKeys {
		value := meta.Get(key)
		if len(value) != 8 {
			return fault.ErrDamaged.Because(fmt.Errorf("schema number of %d bytes", len(value)))
		}
		plain[i] = binary.BigEndian.Uint64(value)
	}
	known := current.schema()
	if headErr == nil && h.Schema == plain[0] && h.Schema == plain[1] && h.Schema >= current.oldest && h.Schema <= known {
		return nil
	}
	if plain[0] == plain[1] && plain[0] > known && (headErr != nil || h.Schema == plain[0]) {
		return fault.ErrNewer.Because(fmt.Errorf("the file's layout is %d, this program knows %d", plain[0], known))
	}
	first, second := meta.Get(checkKeys[0]), meta.Get(checkKeys[1])
	if string(first) == string(second) && len(first) > 0 && string(first) != string(t.seal.check) {
		return fault.ErrWrongKey
	}
	if headErr == nil {
		headErr = fmt.Errorf("schema numbers %d, %d and %d do not agree", plain[0], plain[1], h.Schema)
	}
	return fault.ErrDamaged.Because(headErr)
}
