package collector

import (
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
// migration 00023). A chain that a row has nothing of is empty.
type chainStates map[office.Chain]chainState

// endBytes are those of one end.
const endBytes = 8 + len(office.Link{})

func (s chainStates) pack() []byte {
	names := office.Chains()
	out := make([]byte, 0, 3*endBytes*len(names))
	add := func(e office.End) { out = append(binary.BigEndian.AppendUint64(out, e.Seq), e.Link[:]...) }
	for _, chain := range names {
		add(s[chain].End)
	}
	for _, chain := range names {
		add(s[chain].mark)
		add(s[chain].next)
	}
	return out
}

func unpackStates(from []byte) chainStates {
	names := office.Chains()
	out, has := make(chainStates, len(names)), len(from)/(3*endBytes)
	end := func(i int) office.End {
		at := from[i*endBytes:]
		return office.End{Seq: binary.BigEndian.Uint64(at), Link: office.Link(at[8:endBytes])}
	}
	for i, chain := range names[:min(len(names), has)] {
		out[chain] = chainState{End: end(i), mark: end(has + 2*i), next: end(has + 2*i + 1)}
	}
	return out
}

// packSince is how a cursor's row keeps after which rows versions of the wire began (see
// the migration 00023): 8 bytes for each chain, for each version from 2 on.
func packSince(since [][]uint64) []byte {
	out := make([]byte, 0, 8*len(office.Chains())*len(since))
	for _, began := range since {
		for _, seq := range began {
			out = binary.BigEndian.AppendUint64(out, seq)
		}
	}
	return out
}

func unpackSince(from []byte) (since [][]uint64) {
	for size := 8 * len(office.Chains()); len(from) >= size; from = from[size:] {
		began := make([]uint64, len(office.Chains()))
		for i := range began {
			began[i] = binary.BigEndian.Uint64(from[8*i:])
		}
		since = append(since, began)
	}
	return since
}
