package laws

import (
	"fmt"

	"fyne.io/fyne/v2"

	"sanduq/ui/uitest"
)

// padKey is a key of a pad.
type padKey interface{ OfPad() bool }

// Actions finds a button, or a key of a pad, of the topmost layer that is cut off, or
// scrolled away. It is
// for the screens of a sale: a cashier who has a customer before them does not look for what
// can be done. Other pages may be longer than the window, so it is not in All.
func Actions(c fyne.Canvas) (all []string) {
	layers := uitest.Scene(c)
	for _, d := range layers[len(layers)-1] {
		_, button := d.Object.(primary)
		_, key := d.Object.(padKey)
		if (button || key) && !inDevice(d) && (d.Seen.Empty() || !d.Box.Within(d.Seen, slack)) {
			all = append(all, fmt.Sprintf("%s stands at %v, of which %v is seen", describe(d), d.Box, d.Seen))
		}
	}
	return all
}
