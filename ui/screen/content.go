package screen

import "fmt"

// Content remembers what a screen says. Screens are told of a sale every second
// and with each question to the bank; most of it changes nothing that is seen,
// and laying a screen out again paints the whole window and draws every word of
// it again. The zero Content remembers nothing.
type Content struct{ last string }

// Changed reports whether any of it differs from the call before.
func (c *Content) Changed(all ...any) bool {
	now := fmt.Sprintf("%+v", all)
	if now == c.last {
		return false
	}
	c.last = now
	return true
}
