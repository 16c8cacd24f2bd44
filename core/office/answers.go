package office

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// Enrol asks for a key of the till's own by a one-time code.
type Enrol struct {
	Version     int              `json:"v"`
	Code        string           `json:"code"`
	Environment core.Environment `json:"environment"`
	// Public is the key by which the till's seals are known. The other half of it never
	// leaves the till.
	Public []byte `json:"public,omitempty"`
}

// Enrolled is the answer: what the till presents from now on as a bearer. The
// office keeps no more than a hash of the key, so it is told once.
type Enrolled struct {
	Till int64  `json:"till"`
	Shop string `json:"shop"`
	Name string `json:"name"`
	Key  string `json:"key"`
}

// Known is what the office has of a chain.
type Known struct {
	Seq uint64 `json:"seq"`
	// Mark is an older end from which a till may compute its link.
	Mark End `json:"mark"`
	// Since is, for each version of the wire from 2 on, after which row the till began
	// to send by it: links are of the rows as they were sent.
	Since []uint64 `json:"since,omitempty"`
}

// Version is that by which a row was sent which the office has.
func (k Known) Version(seq uint64) int {
	version := 1
	for i, after := range k.Since {
		if seq > after {
			version = i + 2
		}
	}
	return version
}

// Cursor is what the office has of a till.
type Cursor struct {
	Version int             `json:"v"`
	Till    int64           `json:"till"`
	Epoch   int             `json:"epoch"`
	Chains  map[Chain]Known `json:"chains"`
	Newest  journal.SaleID  `json:"newest,omitempty"` // of the sales
	// Open are the sales that the office believes to be open. Only the question
	// for the cursor is answered with them.
	Open []journal.SaleID `json:"open,omitempty"`
}

// MaxOpen is how many open sales a cursor names: the oldest.
const MaxOpen = 1000

// Code says why something was refused, for programs.
type Code string

// The codes, and what a till does about each.
const (
	CodeMalformed   Code = "malformed"   // a fault of the till's program: tried again rarely
	CodeTooLarge    Code = "tooLarge"    // the same
	CodeVersion     Code = "version"     // the office's program is older than the till's: tried again rarely
	CodeKey         Code = "key"         // the key is unknown or revoked, or the code is used up: a person must enrol again
	CodeOtherTill   Code = "otherTill"   // the key is another till's
	CodeEnvironment Code = "environment" // live and practice never meet
	CodeStale       Code = "stale"       // made for another cursor: goes on from the one told
	CodeGap         Code = "gap"         // rows are missing: goes on from the cursor told
	CodeEpoch       Code = "epoch"       // an epoch began: the till's history is sent again
	CodeHeld        Code = "held"        // too many epochs: a person at the office must look
	CodeBusy        Code = "busy"        // tried again soon
)

// Refusal is an answer in words. Cursor is there with CodeStale, CodeGap and
// CodeEpoch, and with CodeMalformed where some rows alone were refused: all others are
// durable, but for those of a chain that come after a Rejected row. It is an error.
type Refusal struct {
	Code     Code       `json:"code"`
	Message  string     `json:"message"` // English, for people and logs
	Cursor   *Cursor    `json:"cursor,omitempty"`
	Rejected []Rejected `json:"rejected,omitempty"` // the first MaxRejected
}

// MaxRejected is how many rows a Refusal names.
const MaxRejected = 20

// Error implements error.
func (r *Refusal) Error() string { return fmt.Sprintf("office: %s: %s", r.Code, r.Message) }

// Days are digests of days at a till.
type Days struct {
	Version int                      `json:"v"`
	Till    int64                    `json:"till"`
	Epoch   int                      `json:"epoch"`
	Days    map[journal.Day]DayState `json:"days"` // MaxDays at most
}

// MaxDays is how many days may be asked about at once.
const MaxDays = 400

// DayState is how many sales a day has, and their digest.
type DayState struct {
	Sales  int        `json:"sales"`
	Digest DaysDigest `json:"digest"`
}

// DaysAnswer names the days of which the office has something else than the
// till, in order.
type DaysAnswer struct {
	Again []journal.Day `json:"again,omitempty"`
	// Seal are days that both have alike, and of which the office has no seal; Seals is
	// what it has of the till's seals. An office that takes none says neither.
	Seal  []journal.Day `json:"seal,omitempty"`
	Seals SealsAnswer   `json:"seals,omitzero"`
}

// DaysDigest is the sum of a day: equal ones mean that both have the same
// versions of the same sales.
type DaysDigest [8]byte

// MarshalText implements encoding.TextMarshaler.
func (d DaysDigest) MarshalText() ([]byte, error) {
	return fmt.Appendf(nil, "%016x", binary.BigEndian.Uint64(d[:])), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (d *DaysDigest) UnmarshalText(text []byte) error {
	var n uint64
	if _, err := fmt.Sscanf(string(text), "%016x", &n); err != nil || len(text) != 16 {
		return fmt.Errorf("office: not a digest")
	}
	binary.BigEndian.PutUint64(d[:], n)
	return nil
}

// DayDigest adds up a day: one hash over number, version, moment of change and, where it
// is another, the day of booking of each sale, in the order of their numbers.
type DayDigest struct {
	sales int
	out   []byte
}

// Add takes in the next sale of the day.
func (d *DayDigest) Add(number int, version uint64, updated time.Time, booked journal.Day) {
	d.sales++
	d.out = binary.BigEndian.AppendUint64(d.out, uint64(number))
	d.out = binary.BigEndian.AppendUint64(d.out, version)
	micros := int64(0)
	if !updated.IsZero() {
		micros = updated.UnixMicro()
	}
	d.out = binary.BigEndian.AppendUint64(d.out, uint64(micros))
	d.out = append(d.out, booked...) // no number of a sale has such bytes
}

// Sum returns what the day adds up to.
func (d *DayDigest) Sum() DayState {
	whole := sha256.Sum256(d.out)
	return DayState{d.sales, DaysDigest(whole[:8])}
}
