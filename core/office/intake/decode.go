// Package intake reads a till's batch as head office does: within its limits, and no
// row that the office could not keep. The till, which writes batches, has no part of it.
// It knows the wire by core/office alone. Functions may be called from any goroutine.
package intake

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"sync"
	"unicode/utf16"
	"unicode/utf8"

	"sanduq/core/journal"
	"sanduq/core/office"
)

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
func Decode(from io.Reader) (*office.Batch, error) {
	in := bufio.NewReader(&io.LimitedReader{R: from, N: office.MaxPacked + 1})
	plain, most := &io.LimitedReader{R: in, N: office.MaxPacked + 1}, int64(office.MaxPacked+1)
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
		most = office.MaxBytes + 1
		plain = &io.LimitedReader{R: zip, N: most}
	}
	all, err := io.ReadAll(plain) // the packing's sum is checked at its end
	if plain.N <= 0 {
		return nil, ErrTooLarge
	}
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	b, err := decode(all)
	if err != nil {
		return nil, err
	}
	b.Plain = most - plain.N
	sift(b)
	return b, nil
}

func decode(all []byte) (*office.Batch, error) {
	in := json.NewDecoder(bytes.NewReader(all))
	in.DisallowUnknownFields()
	var b office.Batch
	err := in.Decode(&b.Head)
	var of struct { // whatever else a newer version has
		Version int `json:"v"`
	}
	if err != nil && json.Unmarshal(all[:in.InputOffset()], &of) == nil && of.Version > office.Version || b.Version > office.Version {
		return nil, ErrVersion
	}
	switch {
	case err != nil:
		return nil, fmt.Errorf("%w: its head: %w", ErrMalformed, err)
	case b.Version < 1 || b.Rows < 0:
		return nil, fmt.Errorf("%w: its head", ErrMalformed)
	case b.Rows > office.MaxRows:
		return nil, ErrTooLarge
	}
	if err := checkHead(&b); err != nil {
		return nil, err
	}
	for n := range b.Rows {
		var l office.Line
		from := in.InputOffset()
		err := in.Decode(&l)
		if err == nil && !unchanged(all[from:in.InputOffset()]) {
			err = errUnicode
		}
		if err != nil && !unread(&b, &l, err) {
			return nil, fmt.Errorf("%w: row %d: %w", ErrMalformed, n+1, err)
		} else if err != nil {
			continue
		}
		if !add(&b, &l) {
			return nil, fmt.Errorf("%w: row %d is of no kind", ErrMalformed, n+1)
		}
	}
	if err := in.Decode(&struct{}{}); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%w: more than %d rows", ErrMalformed, b.Rows)
	}
	return &b, nil
}

var errUnicode = errors.New("a text that is no Unicode")

// unchanged reports whether a decoder passes on all texts of a line of JSON as they are. It
// puts U+FFFD in the place of what is no UTF-8, and of half a surrogate pair: the row that
// is kept would not be the one that the till has, and its links would differ for ever.
func unchanged(line []byte) bool {
	if !utf8.Valid(line) {
		return false
	}
	for {
		_, rest, escaped := bytes.Cut(line, []byte{'\\'})
		if !escaped {
			return true
		}
		r, is := unit(rest)
		switch {
		case !is:
			line = rest[1:]
		case !utf16.IsSurrogate(r):
			line = rest[5:]
		case len(rest) < 7 || rest[5] != '\\':
			return false
		default:
			if low, is := unit(rest[6:]); !is || utf16.DecodeRune(r, low) == utf8.RuneError {
				return false
			}
			line = rest[11:]
		}
	}
}

// unit reads what follows a backslash, where that is the number of a UTF-16 unit.
func unit(text []byte) (rune, bool) {
	if len(text) < 5 || text[0] != 'u' {
		return 0, false
	}
	n, err := strconv.ParseUint(string(text[1:5]), 16, 16)
	return rune(n), err == nil
}

// unread rejects a line whose JSON is whole and holds a field of another type, or of
// another name. It reports false where the rest of the batch cannot be read, or nobody
// can say of which kind the row is.
func unread(b *office.Batch, l *office.Line, err error) bool {
	_, syntax := errors.AsType[*json.SyntaxError](err)
	if syntax || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return false
	}
	r, kinds := office.Rejected{Why: "a field of another type or name"}, 0
	if typed, ok := errors.AsType[*json.UnmarshalTypeError](err); ok { // its value may be an account
		r.Why = typed.Field + " is of another type"
	} else if errors.Is(err, errUnicode) {
		r.Why = err.Error()
	}
	kinds += ofChain(&r, office.ChainReceipts, l.Receipt) + ofChain(&r, office.ChainAudit, l.Audit) + ofChain(&r, office.ChainZs, l.Z) +
		ofChain(&r, office.ChainCash, l.Cash) + ofChain(&r, office.ChainOwed, l.Owed)
	if l.Sale != nil {
		r.Sale, kinds = journal.SaleID(office.Clean(string(l.Sale.ID), shownID)), kinds+1
	}
	if kinds != 1 {
		return false
	}
	b.Rejected = append(b.Rejected, r)
	return true
}

// ended reports whether the rows of a chain come after one that was rejected.
func ended(b *office.Batch, chain office.Chain) bool {
	return slices.ContainsFunc(b.Rejected, func(r office.Rejected) bool { return r.Chain == chain })
}

// ofChain says of which chain a row is that was rejected, and counts it; nil is none.
func ofChain[R interface {
	comparable
	Number() uint64
}](r *office.Rejected, chain office.Chain, row R) int {
	var none R
	if row == none {
		return 0
	}
	r.Chain, r.Seq = chain, row.Number()
	return 1
}

// add takes in a line of exactly one kind.
func add(b *office.Batch, l *office.Line) bool {
	kinds := take(b, office.ChainReceipts, l.Receipt, &b.Receipts) + take(b, office.ChainAudit, l.Audit, &b.Audit) + take(b, office.ChainZs, l.Z, &b.Zs) +
		take(b, office.ChainCash, l.Cash, &b.Cash) + take(b, office.ChainOwed, l.Owed, &b.Owed)
	if l.Sale != nil {
		b.Sales = append(b.Sales, *l.Sale)
		kinds++
	}
	return kinds == 1
}

// take takes in the row of a chain, and counts it; nil is none. A row of a chain that has
// ended waits.
func take[T any](b *office.Batch, chain office.Chain, row *T, rows *[]T) int {
	if row == nil {
		return 0
	}
	if !ended(b, chain) {
		*rows = append(*rows, *row)
	}
	return 1
}
