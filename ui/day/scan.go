package day

import "sanduq/ui/screen"

// mostScan is how many characters can be taken back: more than any barcode has.
const mostScan = 512

// keeper is a page of numbers. A barcode is none.
type keeper interface {
	// kept is how to put back what the page holds now.
	kept() func()
}

// scanned takes back what a barcode has typed into a page of numbers, and reports
// whether the press was one. Of everything else it notes what stood there before.
func (s *Screen) scanned(k screen.KeyPress) bool {
	switch p, keeps := s.page.(keeper); {
	case k.Scan != "":
		if n := len(s.past); n > 0 && k.Taken > 0 {
			s.past[max(0, n-k.Taken)]()
		}
		s.past = nil
		return true
	case k.Rune != 0 && keeps:
		s.past = append(s.past[max(0, len(s.past)-mostScan+1):], p.kept())
	case k.Name != "":
		s.past = nil
	}
	return false
}
