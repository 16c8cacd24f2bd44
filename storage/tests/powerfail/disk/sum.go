package disk

import (
	"hash/maphash"
)

// A content's sum is the exclusive or of the sums of its sectors, so that a
// state's sum follows from the durable one's by the sectors that differ. A
// sector of zeros counts for nothing: holes are like what was never written.

var seed = maphash.MakeSeed()

var noSector [Sector]byte

func sectorSum(index int64, content []byte) uint64 {
	if len(content) < Sector {
		var whole [Sector]byte
		copy(whole[:], content)
		content = whole[:]
	}
	if string(content) == string(noSector[:]) {
		return 0
	}
	return mixed(maphash.Bytes(seed, content), uint64(index))
}

func mixed(a, b uint64) uint64 {
	return maphash.Comparable(seed, [2]uint64{a, b})
}

// sectorSums returns the sums of a write's sectors; nil unless it covers whole
// ones.
func sectorSums(off int64, data []byte) []uint64 {
	if off%Sector != 0 || len(data)%Sector != 0 {
		return nil
	}
	sums := make([]uint64, len(data)/Sector)
	for i := range sums {
		sums[i] = sectorSum(off/Sector+int64(i), data[i*Sector:(i+1)*Sector])
	}
	return sums
}

// resum brings the sums of the durable content up to date.
func (n *node) resum(from, to int64) {
	need := (len(n.content) + Sector - 1) / Sector
	for len(n.sums) < need {
		n.sums = append(n.sums, 0)
	}
	n.sums = n.sums[:need]
	if from == 0 && to == int64(len(n.content)) {
		n.sum = 0
		clear(n.sums)
	}
	for i := from / Sector; i < int64(need) && i*Sector < to; i++ {
		fresh := sectorSum(i, n.content[i*Sector:min((i+1)*Sector, int64(len(n.content)))])
		n.sum ^= n.sums[i] ^ fresh
		n.sums[i] = fresh
	}
}
