package office

import (
	"cmp"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math/big"
	"reflect"
	"slices"
	"time"

	"sanduq/core/journal"
)

// Seal is a till's word about one of its days: how many sales, what they come to, and
// the root of a hash tree over their last states. It is signed by a key that never leaves
// the till, and names the seal before it and where the chains ended, so that anyone who
// can write to the office's database can neither change a day nor take a seal out. A day
// that changes afterwards is sealed again: the newest counts.
type Seal struct {
	Till  int64         `json:"till"`
	Epoch int           `json:"epoch"`
	No    uint64        `json:"no"` // of the till's seals, from one
	Prev  Link          `json:"prev"`
	Day   journal.Day   `json:"day"`
	At    time.Time     `json:"at"` // by the till's clock
	State DayState      `json:"state"`
	Sums  []SealSum     `json:"sums,omitempty"`
	Root  Link          `json:"root"`
	Ends  map[Chain]End `json:"ends"`
}

// SealSum is what the sales of a status come to, in minor units. The sum is a text: it
// has no limit.
type SealSum struct {
	Status   journal.Status `json:"status"`
	Currency string         `json:"currency"`
	Sales    int            `json:"sales"`
	Minor    string         `json:"minor"`
}

// Signed is a seal as it travels and is kept: the text that was signed, so that nobody's
// spelling of JSON can change it.
type Signed struct {
	Text      string `json:"text"`
	Key       []byte `json:"key"`
	Signature []byte `json:"signature"`
}

// MaxSeals is how many seals travel at once, and MaxSeal how long the text of one may be.
const (
	MaxSeals = 20
	MaxSeal  = 8 << 10
)

// sealed is what a signature is over, besides the text.
const sealed = "sanduq office seal v1\n"

// Sign returns the seal signed by a till's key.
func (s Seal) Sign(key ed25519.PrivateKey) (Signed, error) {
	text, err := json.Marshal(s)
	if err != nil {
		return Signed{}, fmt.Errorf("office: seal: %w", err)
	}
	return Signed{string(text), key.Public().(ed25519.PublicKey), ed25519.Sign(key, append([]byte(sealed), text...))}, nil
}

// ErrSeal matches what is no seal of its key.
var ErrSeal = errors.New("office: not a seal of this key")

// Open checks the signature and returns the seal. Error: ErrSeal.
func (s Signed) Open() (out Seal, err error) {
	if len(s.Key) != ed25519.PublicKeySize || len(s.Text) > MaxSeal || !ed25519.Verify(s.Key, append([]byte(sealed), s.Text...), s.Signature) {
		return out, ErrSeal
	}
	if err := json.Unmarshal([]byte(s.Text), &out); err != nil {
		return Seal{}, ErrSeal
	}
	if Moment(out.Day.Time(time.UTC)).IsZero() || out.Till <= 0 || out.Epoch <= 0 || out.No == 0 || out.State.Sales < 0 || out.State.Sales > maxInt {
		return Seal{}, ErrSeal
	}
	return out, nil
}

// Link stands for the seal and all before it.
func (s Signed) Link() Link {
	h := sha256.New()
	h.Write([]byte("sanduq office seal link v1\n"))
	for _, part := range [][]byte{[]byte(s.Text), s.Key, s.Signature} {
		fmt.Fprintf(h, "%d ", len(part))
		h.Write(part)
	}
	return Link(h.Sum(nil))
}

// DaySeal adds up the sales of a day for its Seal, in the order of their numbers.
type DaySeal struct {
	digest DayDigest
	leaves []Link
	sums   map[[2]string]*sealSum
}

type sealSum struct {
	sales int
	minor big.Int
}

// Add takes in the next sale of the day, in its last state.
func (d *DaySeal) Add(s *Sale) {
	d.digest.Add(s.ID.Number(), s.Version, s.UpdatedAt, s.Booked)
	var c canon
	c.row(reflect.ValueOf(s).Elem())
	d.leaves = append(d.leaves, node([]byte{0}, c.out))
	if d.sums == nil {
		d.sums = map[[2]string]*sealSum{}
	}
	key := [2]string{string(s.Status), s.Currency}
	if d.sums[key] == nil {
		d.sums[key] = &sealSum{}
	}
	d.sums[key].sales++
	d.sums[key].minor.Add(&d.sums[key].minor, big.NewInt(s.Minor))
}

// Fill sets of a seal what the day's sales say.
func (d *DaySeal) Fill(s *Seal) {
	s.State, s.Root, s.Sums = d.digest.Sum(), root(d.leaves), nil
	for _, key := range slices.SortedFunc(maps.Keys(d.sums), func(a, b [2]string) int { return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1])) }) {
		sum := d.sums[key]
		s.Sums = append(s.Sums, SealSum{journal.Status(key[0]), key[1], sum.sales, sum.minor.String()})
	}
}

// root is that of a hash tree as RFC 6962 has it: no leaf can pass for a node.
func root(leaves []Link) Link {
	switch len(leaves) {
	case 0:
		return Link(sha256.Sum256(nil))
	case 1:
		return leaves[0]
	}
	half := 1
	for half*2 < len(leaves) {
		half *= 2
	}
	left, right := root(leaves[:half]), root(leaves[half:])
	return node([]byte{1}, left[:], right[:])
}

func node(parts ...[]byte) Link {
	h := sha256.New()
	for _, part := range parts {
		h.Write(part)
	}
	return Link(h.Sum(nil))
}

// Seals is how a till brings them, and what it is told: how many the office has of it,
// and the newest's link.
type (
	Seals struct {
		Version int      `json:"v"`
		Seals   []Signed `json:"seals"`
	}
	SealsAnswer struct {
		No   uint64 `json:"no"`
		Link Link   `json:"link"`
	}
)
