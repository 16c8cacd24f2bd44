package collector

import (
	"crypto/sha256"
	"time"

	"sanduq/core/office"
)

// keyHash is all that the office keeps of a key or a code. Both are random and
// long, so that a plain hash is enough.
type keyHash [sha256.Size]byte

func hashOf(secret string) keyHash { return sha256.Sum256([]byte(secret)) }

// job is a batch on its way into the database.
type job struct {
	key    keyHash
	batch  *office.Batch
	ends   map[office.Chain]office.End // where its chains stand afterwards
	gap    error                       // why there are none
	came   time.Time
	answer chan answer // holds one
	gone   func()      // called once it is answered, if anybody listens or not
}

// A batch of more rows than this is bulk: it waits behind what shops do now.
const (
	bulkRows  = 100
	bulkWaits = 2 * time.Second // at most, before it goes with the others
)

func (j *job) bulk() bool { return j.batch.Size() > bulkRows }

// answer is what became of a job. Its batch is durable when both are nil but
// cursor.
type answer struct {
	cursor  *office.Cursor
	refusal *office.Refusal
	told    int // of how many things people must hear because of it
}

func (j *job) reply(a answer) {
	j.answer <- a
	if j.gone != nil {
		j.gone()
	}
}

func (j *job) refuse(code office.Code, message string) {
	j.reply(answer{refusal: &office.Refusal{Code: code, Message: message}})
}

func hashes(group []*job) [][]byte {
	out := make([][]byte, len(group))
	for i, j := range group {
		out[i] = j.key[:]
	}
	return out
}
