package collector

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"

	"sanduq/core/office"
)

// chainState is the end of a chain, and two older ones: the mark that the till is
// told, and the one that becomes it.
type chainState struct {
	office.End
	mark, next office.End
}

// marksEvery is how many rows lie between two marks at least, so that a till
// proves so many at least.
const marksEvery = 1000

// after returns the state once the chain ends elsewhere.
func (s chainState) after(e office.End) chainState {
	s.End = e
	if e.Seq >= s.next.Seq+marksEvery {
		s.mark, s.next = s.next, e
	}
	return s
}

// chainStates are those of a till, as its cursor's row keeps them (see the
// migration 00004). A chain that a row has nothing of is empty.
type chainStates map[office.Chain]chainState

// endBytes are those of one end.
const endBytes = 8 + len(office.Link{})

func (s chainStates) pack() []byte {
	names := office.Chains()
	out := make([]byte, 0, 3*endBytes*len(names))
	for _, chain := range names {
		at := s[chain]
		for _, e := range [...]office.End{at.End, at.mark, at.next} {
			out = append(binary.BigEndian.AppendUint64(out, e.Seq), e.Link[:]...)
		}
	}
	return out
}

func unpackStates(from []byte) chainStates {
	names := office.Chains()
	out := make(chainStates, len(names))
	for _, chain := range names {
		if len(from) < 3*endBytes {
			break
		}
		var at chainState
		for _, e := range [...]*office.End{&at.End, &at.mark, &at.next} {
			e.Seq, e.Link = binary.BigEndian.Uint64(from), office.Link(from[8:endBytes])
			from = from[endBytes:]
		}
		out[chain] = at
	}
	return out
}

// packSince is how a cursor's row keeps after which rows versions of the wire began (see
// the migration 00010): a digest of the ends for which it holds, and 8 bytes for each
// chain, for each version from 2 on. While there is only version 1, nothing.
func packSince(since [][]uint64, ends []byte) []byte {
	if len(since) == 0 {
		return []byte{}
	}
	of := sha256.Sum256(ends)
	out := append(make([]byte, 0, len(of)+8*len(office.Chains())*len(since)), of[:]...)
	for _, began := range since {
		for _, seq := range began {
			out = binary.BigEndian.AppendUint64(out, seq)
		}
	}
	return out
}

// unpackSince returns none where the ends are others: a collector that knows version 1
// alone wrote them. A till that speaks to one proves its rows by version 1 (see spoken).
func unpackSince(from, ends []byte) (since [][]uint64) {
	of := sha256.Sum256(ends)
	from, holds := bytes.CutPrefix(from, of[:])
	if !holds {
		return nil
	}
	for size := 8 * len(office.Chains()); len(from) >= size; from = from[size:] {
		began := make([]uint64, len(office.Chains()))
		for i := range began {
			began[i] = binary.BigEndian.Uint64(from[8*i:])
		}
		since = append(since, began)
	}
	return since
}
