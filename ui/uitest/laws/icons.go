package laws

import (
	"fmt"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/uitest"
)

// Icons finds words that are written over an icon, or stand half below it: neither
// can be read then.
func Icons(c fyne.Canvas) (all []string) {
	layers := uitest.Scene(c)
	layer := layers[len(layers)-1]
	for i, d := range layer {
		if _, is := d.Object.(*canvas.Image); !is || hidden(d, layer[i+1:]) {
			continue
		}
		side := d.Box.Size().Width / 8 // an icon is drawn with air around it
		art := uitest.Box{Left: d.Box.Left + side, Top: d.Box.Top + side, Right: d.Box.Right - side, Bottom: d.Box.Bottom - side}.Cut(d.Seen)
		for j, o := range layer {
			t, is := o.Object.(*canvas.Text)
			if !is || strings.Trim(t.Text, unseen) == "" || o.Seen.Empty() || hidden(o, layer[j+1:]) {
				continue
			}
			middle := (o.Box.Top + o.Box.Bottom) / 2
			ink := uitest.Box{Left: o.Box.Left, Top: middle - .35*t.TextSize, Right: o.Box.Right, Bottom: middle + .35*t.TextSize}
			if both := ink.Cut(o.Seen).Cut(art); both.Right-both.Left > slack && both.Bottom-both.Top > slack {
				all = append(all, fmt.Sprintf("%q of %s lies over the icon of %s at %v", t.Text, owner(o), owner(d), d.Box))
			}
		}
	}
	return all
}
