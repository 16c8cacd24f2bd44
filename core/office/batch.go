package office

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// Version is that of the wire. Version 2 brought the shifts of a receipt and whose
// permission a line of the audit was, version 3 the days on which a sale and a Z are
// booked; As makes a row of an earlier one.
const Version = 3

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
	At          time.Time        `json:"at" office:"-,-,min=1"` // by the till's clock
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

	// Rejected are the rows that Decode took out, since no office could keep them.
	Rejected []Rejected
	// Plain is how many bytes Decode has read, unpacked.
	Plain int64
}

// line is a line of a batch after the first. One field is set.
type line struct {
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
		err = errors.Join(err, out.Encode(line{Sale: &b.Sales[i]}))
	}
	for i := range b.Receipts {
		err = errors.Join(err, out.Encode(line{Receipt: &b.Receipts[i]}))
	}
	for i := range b.Audit {
		err = errors.Join(err, out.Encode(line{Audit: &b.Audit[i]}))
	}
	for i := range b.Zs {
		err = errors.Join(err, out.Encode(line{Z: &b.Zs[i]}))
	}
	for i := range b.Cash {
		err = errors.Join(err, out.Encode(line{Cash: &b.Cash[i]}))
	}
	for i := range b.Owed {
		err = errors.Join(err, out.Encode(line{Owed: &b.Owed[i]}))
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

// Errors of Decode, to be tested with errors.Is.
var (
	ErrTooLarge  = errors.New("office: a batch larger than its limits")
	ErrMalformed = errors.New("office: not a batch")
	ErrVersion   = errors.New("office: a batch of a newer version")
)

var unpackers sync.Pool

// Decode reads a batch as it travels, and no more than its limits. What it returns
// can be kept, each field within its Bound: rows that cannot are Rejected, and the
// rows of a chain that follow one wait for it.
func Decode(from io.Reader) (*Batch, error) {
	in := bufio.NewReaderSize(&io.LimitedReader{R: from, N: MaxPacked + 1}, smallBatch)
	plain, most := &io.LimitedReader{R: in, N: MaxPacked + 1}, int64(MaxPacked+1)
	if first, err := in.Peek(1); err != nil || first[0] != '{' { // no packing begins so
		zip, pooled := unpackers.Get().(*gzip.Reader)
		if pooled {
			err = zip.Reset(in)
		} else {
			zip, err = gzip.NewReader(in)
		}
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
		}
		defer unpackers.Put(zip)
		most = MaxBytes + 1
		plain = &io.LimitedReader{R: zip, N: most}
	}
	b, err := decode(json.NewDecoder(plain))
	if plain.N <= 0 {
		return nil, ErrTooLarge
	}
	if err != nil {
		return nil, err
	}
	b.Plain = most - plain.N
	b.sift()
	return b, nil
}

func decode(in *json.Decoder) (*Batch, error) {
	in.DisallowUnknownFields()
	var b Batch
	if err := in.Decode(&b.Head); err != nil {
		return nil, fmt.Errorf("%w: its head: %w", ErrMalformed, err)
	}
	switch {
	case b.Version > Version:
		return nil, ErrVersion
	case b.Version < 1 || b.Rows < 0:
		return nil, fmt.Errorf("%w: its head", ErrMalformed)
	case b.Rows > MaxRows:
		return nil, ErrTooLarge
	}
	if err := b.checkHead(); err != nil {
		return nil, err
	}
	for n := range b.Rows {
		var l line
		if err := in.Decode(&l); err != nil && !b.unread(&l, err) {
			return nil, fmt.Errorf("%w: row %d: %w", ErrMalformed, n+1, err)
		} else if err != nil {
			continue
		}
		if !b.add(&l) {
			return nil, fmt.Errorf("%w: row %d is of no kind", ErrMalformed, n+1)
		}
	}
	// The packing's sum is checked there too. Token would do, and takes a minute
	// for some megabytes of blanks.
	if err := in.Decode(&struct{}{}); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: more than %d rows, or cut", ErrMalformed, b.Rows)
	}
	return &b, nil
}

// unread rejects a line whose JSON is whole and holds a field of another type, or of
// another name. It reports false where the rest of the batch cannot be read, or nobody
// can say of which kind the row is.
func (b *Batch) unread(l *line, err error) bool {
	_, syntax := errors.AsType[*json.SyntaxError](err)
	if syntax || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, gzip.ErrChecksum) || errors.Is(err, gzip.ErrHeader) {
		return false
	}
	r, kinds := Rejected{Why: "a field of another type or name"}, 0
	if typed, ok := errors.AsType[*json.UnmarshalTypeError](err); ok { // its value may be an account
		r.Why = typed.Field + " is of another type"
	}
	if l.Receipt != nil {
		r.Chain, r.Seq, kinds = ChainReceipts, l.Receipt.Seq, kinds+1
	}
	if l.Audit != nil {
		r.Chain, r.Seq, kinds = ChainAudit, l.Audit.Seq, kinds+1
	}
	if l.Z != nil {
		r.Chain, r.Seq, kinds = ChainZs, l.Z.Seq, kinds+1
	}
	if l.Cash != nil {
		r.Chain, r.Seq, kinds = ChainCash, l.Cash.Seq, kinds+1
	}
	if l.Owed != nil {
		r.Chain, r.Seq, kinds = ChainOwed, l.Owed.Seq, kinds+1
	}
	if l.Sale != nil {
		r.Sale, kinds = journal.SaleID(Clean(string(l.Sale.ID), maxWord)), kinds+1
	}
	if kinds != 1 {
		return false
	}
	b.Rejected = append(b.Rejected, r)
	return true
}

// ended reports whether the rows of a chain come after one that was rejected.
func (b *Batch) ended(chain Chain) bool {
	return slices.ContainsFunc(b.Rejected, func(r Rejected) bool { return r.Chain == chain })
}

// add takes in a line of exactly one kind. A row of a chain that has ended waits.
func (b *Batch) add(l *line) bool {
	kinds := 0
	if l.Receipt != nil {
		kinds++
		if !b.ended(ChainReceipts) {
			b.Receipts = append(b.Receipts, *l.Receipt)
		}
	}
	if l.Audit != nil {
		kinds++
		if !b.ended(ChainAudit) {
			b.Audit = append(b.Audit, *l.Audit)
		}
	}
	if l.Z != nil {
		kinds++
		if !b.ended(ChainZs) {
			b.Zs = append(b.Zs, *l.Z)
		}
	}
	if l.Cash != nil {
		kinds++
		if !b.ended(ChainCash) {
			b.Cash = append(b.Cash, *l.Cash)
		}
	}
	if l.Owed != nil {
		kinds++
		if !b.ended(ChainOwed) {
			b.Owed = append(b.Owed, *l.Owed)
		}
	}
	if l.Sale != nil {
		b.Sales = append(b.Sales, *l.Sale)
		kinds++
	}
	return kinds == 1
}
