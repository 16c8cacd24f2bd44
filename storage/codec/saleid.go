package codec

import (
	"sanduq/core/journal"
)

// numberBits leaves room for numbers up to 999,999.
const numberBits = 20

// packedEnd is beyond every packed ID.
const packedEnd = 10_000 * 372 << numberBits

const saleIDSize = len("20261120-000012")

// Pack turns the ID of a sale into a number of 44 bits: greater numbers are
// later sales. False for what is not an ID; the day must be one to 31, the
// month one to twelve.
func Pack(id journal.SaleID) (uint64, bool) {
	if len(id) != saleIDSize || id[8] != '-' {
		return 0, false
	}
	day, ok := PackDay(id.Day())
	n, okNumber := decimal(string(id[9:]))
	return day | n, ok && okNumber
}

// PackDay returns a number that is below those of the day's sales and above
// those of earlier days.
func PackDay(day journal.Day) (uint64, bool) {
	if len(day) != 8 {
		return 0, false
	}
	y, okY := decimal(string(day[:4]))
	m, okM := decimal(string(day[4:6]))
	d, okD := decimal(string(day[6:]))
	if !okY || !okM || !okD || m < 1 || m > 12 || d < 1 || d > 31 {
		return 0, false
	}
	return (y*372 + (m-1)*31 + d - 1) << numberBits, true
}

// Unpack is the inverse of Pack.
func Unpack(packed uint64) journal.SaleID {
	day, number := packed>>numberBits, packed&(1<<numberBits-1)
	var b [saleIDSize]byte
	put := func(end, size int, v uint64) {
		for i := end - 1; i >= end-size; i-- {
			b[i] = byte('0' + v%10)
			v /= 10
		}
	}
	put(4, 4, day/372)
	put(6, 2, day%372/31+1)
	put(8, 2, day%31+1)
	b[8] = '-'
	put(15, 6, number)
	return journal.SaleID(b[:])
}

func decimal(s string) (n uint64, ok bool) {
	for i := range len(s) {
		if s[i] < '0' || s[i] > '9' {
			return 0, false
		}
		n = n*10 + uint64(s[i]-'0')
	}
	return n, true
}

// appendPaper appends a sale's name on paper. It is journal.SaleID.Paper, without
// the detours that fifty sales of a page would feel.
func appendPaper(to []byte, id journal.SaleID) []byte {
	if packed, ok := Pack(id); !ok || packed&(1<<numberBits-1) == 0 {
		return append(to, id.Paper()...)
	}
	number := id[9:]
	for len(number) > 3 && number[0] == '0' {
		number = number[1:]
	}
	return append(append(append(append(to, "TILL-"...), id[2:8]...), '-'), number...)
}
