package screen

import "testing"

func TestPastTakesCharactersBack(t *testing.T) {
	var p Past[string]
	if _, ok := p.Back(3); ok {
		t.Error("nothing was noted")
	}
	text := ""
	typed := func(more string) {
		for _, r := range more {
			p.Push(text)
			text += string(r)
		}
	}
	typed("50123456")
	if before, ok := p.Back(6); !ok || before != "50" {
		t.Errorf("before the barcode %q, %v", before, ok)
	}
	if _, ok := p.Back(1); ok {
		t.Error("it is taken back twice")
	}
	text = ""
	typed("12")
	if before, ok := p.Back(9); !ok || before != "" { // some of it was typed elsewhere
		t.Errorf("more than was typed: %q, %v", before, ok)
	}
	text = ""
	for range 2 * mostTaken {
		typed("x")
	}
	if before, ok := p.Back(2 * mostTaken); !ok || len(before) != mostTaken || len(p.states) != 0 {
		t.Errorf("of %d the oldest known has %d", 2*mostTaken, len(before))
	}
	typed("1")
	if p.Forget(); len(p.states) != 0 {
		t.Error("not forgotten")
	}
	typed("1")
	if _, ok := p.Back(0); ok {
		t.Error("nothing was to be taken back")
	}
}
