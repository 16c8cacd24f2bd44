package cashier

import "fmt"

// changed remembers what a screen says. Screens are told of a sale every second
// and with each question to the bank; most of it changes nothing that is seen,
// and laying a screen out anew paints the whole window and draws every word of
// it again.
type changed struct{ last string }

// says reports whether any of it is news.
func (f *changed) says(all ...any) bool {
	now := fmt.Sprintf("%+v", all)
	if now == f.last {
		return false
	}
	f.last = now
	return true
}
