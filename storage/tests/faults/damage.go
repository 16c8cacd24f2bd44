package faults

import (
	"fmt"
	"math/rand/v2"
)

const page = 4096

// damage corrupts the used part of a file in one of the ways of a worn disk, and
// names it.
func damage(content []byte, used int, random *rand.Rand) ([]byte, string) {
	flip := func(from, to, n int) {
		for range n {
			content[from+random.IntN(to-from)] ^= 1 << random.IntN(8)
		}
	}
	pages := used / page
	some := func() (int, int) { at := random.IntN(pages) * page; return at, at + page }
	switch random.IntN(9) {
	case 0, 1:
		flip(0, used, 1)
		return content, "a bit"
	case 2:
		n := 2 + random.IntN(63)
		flip(0, used, n)
		return content, fmt.Sprint(n, " bits")
	case 3:
		from, to := some()
		n := 1 + random.IntN(64)
		flip(from, to, n)
		return content, fmt.Sprint(n, " bits of page ", from/page)
	case 4:
		at := random.IntN(used)
		if random.IntN(2) == 0 {
			at = at / page * page
		}
		return content[:at], fmt.Sprint("cut at ", at)
	case 5:
		at, n := random.IntN(used/512)*512, 1+random.IntN(8)
		clear(content[at:min(at+n*512, used)])
		return content, fmt.Sprint(n, " sectors of zeros at ", at)
	case 6:
		a, _ := some()
		b, _ := some()
		for i := range page {
			content[a+i], content[b+i] = content[b+i], content[a+i]
		}
		return content, fmt.Sprint("pages ", a/page, " and ", b/page, " exchanged")
	case 7:
		a, _ := some()
		b, _ := some()
		copy(content[a:a+page], content[b:b+page])
		return content, fmt.Sprint("page ", b/page, " again at ", a/page)
	}
	at := random.IntN(used/512) * 512
	for i := range 512 {
		content[at+i] = byte(random.Uint32())
	}
	return content, fmt.Sprint("a sector of noise at ", at)
}
