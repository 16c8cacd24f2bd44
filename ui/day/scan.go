package day

import "sanduq/ui/screen"

// restorable is a page of numbers. A barcode is none.
type restorable interface {
	// kept is how to put back what the page holds now.
	kept() func()
}

// scanned takes back what a barcode has typed into a page of numbers, and reports
// whether the press was one. Of everything else it notes what stood there before.
func (s *Screen) scanned(k screen.KeyPress) bool {
	switch p, keeps := s.page.(restorable); {
	case k.Scan != "":
		if putBack, ok := s.past.Back(k.Taken); ok {
			putBack()
		}
		return true
	case k.Rune != 0 && keeps:
		s.past.Push(p.kept())
	case k.Name != "":
		s.past.Forget()
	}
	return false
}
