package office

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"reflect"
)

// Chain names one kind of numbered rows. A new kind takes a name here, a type of
// row with canonical bytes, a field in line and a list in Batch, and a table at the
// collector; what proves a chain is the same for all.
//
// Until the first release new kinds join version 1. After it they make a new
// version, and check lets batches of an older one lack them: offices are updated
// before tills.
type Chain string

// The chains.
const (
	ChainReceipts Chain = "receipts"
	ChainAudit    Chain = "audit"
	ChainZs       Chain = "zs"
	ChainCash     Chain = "cash"
	ChainOwed     Chain = "owed"
)

// Chains are all of them, in a frozen order: tables know a chain by its place,
// from one.
func Chains() []Chain { return []Chain{ChainReceipts, ChainAudit, ChainZs, ChainCash, ChainOwed} }

// Link stands for all rows of a chain up to one of them. The zero Link stands
// for none.
type Link [sha256.Size]byte

// MarshalText implements encoding.TextMarshaler.
func (l Link) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, l[:]), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (l *Link) UnmarshalText(text []byte) error {
	if hex.DecodedLen(len(text)) != len(l) {
		return errors.New("a link of another length")
	}
	_, err := hex.Decode(l[:], text)
	return err
}

// link is the step of a chain: domain, chain, the link before, the row.
func link(chain Chain, before Link, canonical []byte) Link {
	h := sha256.New()
	h.Write([]byte("sanduq office v1 " + string(chain) + "\n"))
	h.Write(before[:])
	h.Write(canonical)
	return Link(h.Sum(nil))
}

// row is a row of a chain.
type row interface{ Number() uint64 }

// Number returns the receipt's number.
func (r *Receipt) Number() uint64 { return r.Seq }

// Number returns the line's number.
func (r *AuditRow) Number() uint64 { return r.Seq }

// End is a row's number and the link of the chain up to it.
type End struct {
	Seq  uint64 `json:"seq"`
	Link Link   `json:"link"`
}

// ErrGap matches rows that do not follow each other.
var ErrGap = errors.New("office: a gap in a chain")

// Follow returns the end of a chain after more receipts.
func (e End) Follow(more ...Receipt) (End, error) { return follow(ChainReceipts, e, more) }

// FollowAudit returns the end of a chain after more lines of the audit.
func (e End) FollowAudit(more ...AuditRow) (End, error) { return follow(ChainAudit, e, more) }

func follow[T any, R interface {
	*T
	row
}](chain Chain, e End, more []T) (End, error) {
	var c canon
	for i := range more {
		r := R(&more[i])
		if r.Number() != e.Seq+1 {
			return e, fmt.Errorf("%w: %s %d comes after %d", ErrGap, chain, r.Number(), e.Seq)
		}
		c.out = c.out[:0]
		c.row(reflect.ValueOf(r).Elem())
		e = End{r.Number(), link(chain, e.Link, c.out)}
	}
	return e, nil
}
