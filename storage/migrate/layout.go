package migrate

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

	"sanduq/storage/fault"
	"sanduq/storage/internal/record"
)

var RecoveryKey = []byte("recovery")

// Migration writes what an older file holds into a new one of the next layout.
// It authenticates all that it reads.
type Migration func(ctx context.Context, from record.Tx, to *Rewriting) error

// Layout is which schema this program writes and how to get there from the
// oldest one that it reads: each step leads to the next.
type Layout struct {
	Oldest uint64
	Steps  []Migration
}

func (l Layout) Schema() uint64 { return l.Oldest + uint64(len(l.Steps)) }

func (l Layout) Step(from uint64) Migration { return l.Steps[from-l.Oldest] }

// Current is the layout of this version. No version that anyone was given wrote
// an older one than the oldest.
var Current = Layout{Oldest: 2, Steps: []Migration{AddJournal, AddFigures, addDay, AddNames}}

// AddJournal leads from layout 2 to 3: what a commit puts is written down in a
// journal first. All else stays as it is.
var AddJournal = adding(record.JournalSchema, func(context.Context, record.Tx, *Rewriting, *record.Manifest) error { return nil })

// adding is the step to a layout that keeps all of the one before and has more, which add
// writes and enters in the manifest. The new number keeps a program from the file that
// would leave the addition behind with its first commit.
func adding(layout uint64, add func(ctx context.Context, from record.Tx, to *Rewriting, h *record.Manifest) error) Migration {
	return func(ctx context.Context, from record.Tx, to *Rewriting) error {
		h, err := to.CopyAll(ctx, from)
		if err != nil {
			return err
		}
		if err := add(ctx, from, to, &h); err != nil {
			return err
		}
		h.Schema = layout
		h.Commits++
		return to.Update(func(t record.Tx) error { return errors.Join(PutSchema(t, h.Schema), t.PutManifest(h)) })
	}
}

func PutSchema(t record.Tx, number uint64) error {
	meta, err := t.In(record.MetaBucket)
	if err != nil {
		return err
	}
	return errors.Join(meta.Put(record.SchemaKeys[0], record.SeqKey(number)), meta.Put(record.SchemaKeys[1], record.SeqKey(number)))
}

// Identify reports whether this binary and this key can read the file: the two
// plain numbers first, then the manifest, which settles doubts about them.
func Identify(t record.Tx) error {
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
	known := Current.Schema()
	if manifestErr == nil && h.Schema == plain[0] && h.Schema == plain[1] && h.Schema >= Current.Oldest && h.Schema <= known {
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
