package office

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"sanduq/core"
)

// Version is that of the wire. Version 2 brought the shifts of a receipt and whose
// permission a line of the audit was, version 3 the days on which a sale and a Z are
// booked, version 4 that of a line of what is owed back; As makes a row of an earlier one.
const Version = 4

// Limits of a batch. An office refuses more, and reads no further to find out.
const (
	MaxRows   = 2000    // of all kinds together
	MaxPacked = 1 << 20 // bytes as they travel
	MaxBytes  = 8 << 20 // bytes unpacked
)

// Head is the first line of a batch.
type Head struct {
	Version     int              `json:"v" office:"-,-,min=1,max=version"`
	Till        int64            `json:"till" office:"-,-,min=1,max=int"` // its number at the office
	Epoch       int              `json:"epoch" office:"-,-,min=1"`
	Environment core.Environment `json:"environment" office:"-,-,min=1,environment"`
	At          time.Time        `json:"at" office:"-,-"` // by the till's clock; none where that is out of a Moment's bounds
	// BackupFailing is since when the till's backup copies fail; zero while they do
	// not, or nobody knows.
	BackupFailing time.Time          `json:"backupFailing,omitzero" office:"-,-"`
	Chains        map[Chain]Position `json:"chains" office:"-,-"`
	Rows          int                `json:"rows" office:"-,-,max=rows"` // how many lines follow
}

// Position is where a till stands in a chain. Link is its own, of the row Seq,
// and means nothing where Newest is less than that: such a till went back.
type Position struct {
	Seq    uint64 `json:"seq" office:"-,-"` // the office's cursor, as the till was told
	Link   Link   `json:"link" office:"-,-"`
	Newest uint64 `json:"newest" office:"-,-"` // the till's newest row
}

// Batch is what a till sends at once.
type Batch struct {
	Head
	Receipts []Receipt
	Audit    []AuditRow
	Zs       []Z
	Cash     []Cash
	Owed     []OwedRow
	Sales    []Sale // no sale twice

	// Rejected are the rows that intake.Decode took out, since no office could keep them.
	Rejected []Rejected
	// Plain is how many bytes it has read, unpacked.
	Plain int64
}

// Line is a line of a batch after the first. One field is set.
type Line struct {
	Receipt *Receipt  `json:"receipt,omitempty"`
	Audit   *AuditRow `json:"audit,omitempty"`
	Z       *Z        `json:"z,omitempty"`
	Cash    *Cash     `json:"cash,omitempty"`
	Owed    *OwedRow  `json:"owed,omitempty"`
	Sale    *Sale     `json:"sale,omitempty"`
}

// Size is how many rows the batch has.
func (b *Batch) Size() int {
	return len(b.Receipts) + len(b.Audit) + len(b.Zs) + len(b.Cash) + len(b.Owed) + len(b.Sales)
}

var packers = sync.Pool{New: func() any { w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed); return w }}

// smallBatch is how many bytes travel as they are: packing them would spare the
// network no segment, and costs either end more than all else that it does with a
// single sale.
const smallBatch = 1400

// Encode returns the batch as it travels: packed by gzip unless it is small. It sets
// Rows, and Version where nobody has: the rows of an earlier one are made by As.
func (b *Batch) Encode() ([]byte, error) {
	b.Version, b.Rows = cmp.Or(b.Version, Version), b.Size()
	var plain bytes.Buffer
	out := json.NewEncoder(&plain)
	out.SetEscapeHTML(false)
	err := out.Encode(b.Head)
	for i := range b.Sales {
		err = errors.Join(err, out.Encode(Line{Sale: &b.Sales[i]}))
	}
	for i := range b.Receipts {
		err = errors.Join(err, out.Encode(Line{Receipt: &b.Receipts[i]}))
	}
	for i := range b.Audit {
		err = errors.Join(err, out.Encode(Line{Audit: &b.Audit[i]}))
	}
	for i := range b.Zs {
		err = errors.Join(err, out.Encode(Line{Z: &b.Zs[i]}))
	}
	for i := range b.Cash {
		err = errors.Join(err, out.Encode(Line{Cash: &b.Cash[i]}))
	}
	for i := range b.Owed {
		err = errors.Join(err, out.Encode(Line{Owed: &b.Owed[i]}))
	}
	if err != nil {
		return nil, fmt.Errorf("office: encode batch: %w", err)
	}
	if plain.Len() <= smallBatch {
		return plain.Bytes(), nil
	}
	var packed bytes.Buffer
	zip := packers.Get().(*gzip.Writer)
	defer packers.Put(zip)
	zip.Reset(&packed)
	if _, err = zip.Write(plain.Bytes()); err == nil {
		err = zip.Close()
	}
	if err != nil {
		return nil, fmt.Errorf("office: encode batch: %w", err)
	}
	return packed.Bytes(), nil
}
