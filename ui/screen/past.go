package screen

// mostTaken is how many characters can be taken back: more than any barcode has.
const mostTaken = 512

// Past is what stood on a screen before each of the newest characters, for a
// barcode that is known as one only once it is whole: see KeyPress.Taken. The zero
// value is empty.
type Past[T any] struct{ states []T }

// Push keeps what stands there before one more character.
func (p *Past[T]) Push(now T) {
	p.states = append(p.states[max(0, len(p.states)-mostTaken+1):], now)
}

// Before returns what stood there before the newest characters, or false where none
// are known.
func (p *Past[T]) Before(characters int) (before T, ok bool) {
	if n := len(p.states); n > 0 && characters > 0 {
		return p.states[max(0, n-characters)], true
	}
	return before, false
}

// Back returns what stood there before the newest characters, or false where none
// are known, and forgets all.
func (p *Past[T]) Back(characters int) (before T, ok bool) {
	before, ok = p.Before(characters)
	p.states = nil
	return before, ok
}

// Forget is for a change that no scanner makes.
func (p *Past[T]) Forget() { p.states = nil }
