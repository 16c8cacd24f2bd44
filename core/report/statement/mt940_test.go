package statement_test

import (
	"fmt"
	"testing"
)

// A sum of MT940 has digits and one comma. Of one that parts its thousands the digits before
// the first mark are not the sum.
func TestASumOfMT940IsReadWhole(t *testing.T) {
	for written, want := range map[string]string{
		"C1234,560NTRFREF12345//BANK1234":   "[1234.560 LYD]",
		"C1234,560":                         "[1234.560 LYD]",
		"C 1234,5NTRF":                      "[1234.500 LYD]",
		"CD1234,N7Z1REF12345":               "[1234.000 LYD]",
		"C1,234.560NTRFREF12345//BANK1234":  "[] 1 rowElement",
		"C1,234,560NTRFREF12345//BANK1234":  "[] 1 rowElement",
		"C1 234,560NTRFREF12345//BANK1234":  "[] 1 rowElement",
		"C1\u00a0234,560NTRFREF12345//BANK": "[] 1 rowElement",
		"C1'234,560NTRFREF12345//BANK1234":  "[] 1 rowElement",
		"C1234, 560NTRFREF12345//BANK1234":  "[] 1 rowElement",
		"C1234,560 NTRFREF12345//BANK1234":  "[1234.560 LYD]",
	} {
		s, _, _ := read(t, []byte(":20:X\r\n:25:12345678\r\n:28C:1/1\r\n:60F:C261101LYD0,\r\n:61:2611011101"+written+"\r\n:86:Coffee\r\n-\r\n"))
		sums := []string{}
		for _, l := range s.Lines {
			sums = append(sums, l.Amount.String())
		}
		got := fmt.Sprint(sums)
		if b := broken(s); b != "" {
			got += " " + b
		}
		if got != want {
			t.Errorf("%s is %s, want %s", written, got, want)
		}
	}
}
