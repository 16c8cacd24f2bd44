package cashier

import (
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// leastShare is how much of their width actions get at least before they take
// another row: their words become a little smaller, and the screen's own keep the
// height.
const leastShare = .72

// actions are the buttons of a screen besides its primary. Beside large words they
// stand together above that: what can be done is in view, whatever scrolls.
type actions []*widgets.Button

// shown are those that can be seen.
func (a actions) shown() (all actions) {
	for _, b := range a {
		if b != nil && b.Visible() {
			all = append(all, b)
		}
	}
	return all
}

// objects is for screen.Acting.
func (a actions) objects() (all []fyne.CanvasObject) {
	for _, b := range a {
		if b != nil {
			all = append(all, b)
		}
	}
	return all
}

// place sets them in as few rows as their words allow, from a height down, and
// returns how high they are together.
func (a actions) place(p widgets.Placer, x, y, wide float32) float32 {
	return a.placeAt(p, x, y, wide, leastShare)
}

// placeAt is place for words that get at least a share of their width.
func (a actions) placeAt(p widgets.Placer, x, y, wide, share float32) float32 {
	all := a.shown()
	if len(all) == 0 {
		return 0
	}
	high := float32(0)
	for _, b := range all {
		high = max(high, b.MinSize().Height)
	}
	rows := 1
	for ; rows < len(all); rows++ {
		fits := true
		for _, row := range all.in(rows) {
			words, icons := row.need(high)
			fits = fits && words*share <= wide-icons-float32(len(row)-1)*theme.S2
		}
		if fits {
			break
		}
	}
	for i, row := range all.in(rows) {
		row.abreast(p, x, y+float32(i)*(high+theme.S2), wide, high)
	}
	return float32(rows)*(high+theme.S2) - theme.S2
}

// in parts them into rows of about as many each, the fuller ones below.
func (a actions) in(rows int) (all []actions) {
	for from := 0; rows > 0; rows-- {
		n := (len(a) - from) / rows
		all = append(all, a[from:from+n])
		from += n
	}
	return all
}

// need is how wide a row would like to be: what stands with words, and icons alone,
// which are as wide as high.
func (a actions) need(high float32) (words, icons float32) {
	for _, b := range a {
		if b.Spec().Label == "" {
			icons += high
		} else {
			words += b.MinSize().Width
		}
	}
	return words, icons
}

// abreast shares a width among a row, by what each needs.
func (a actions) abreast(p widgets.Placer, x, y, wide, high float32) {
	words, icons := a.need(high)
	share := (wide - icons - float32(len(a)-1)*theme.S2) / max(words, 1)
	for _, b := range a {
		w := high
		if b.Spec().Label != "" {
			w = b.MinSize().Width * share
		}
		p.Put(b, x, y, w, high)
		x += w + theme.S2
	}
}

// inLines draws a text in the largest of some sizes in which it takes no more than a
// number of lines at a width, else in the smallest.
func inLines(t *widgets.Text, lines, wide float32, sizes ...theme.Size) {
	given := float32(1 + strings.Count(t.Text(), "\n"))
	for _, s := range sizes {
		if t.SetStyle(t.Style().Sized(s)); t.HeightFor(wide) < (lines+.5)*t.HeightFor(longLine)/given {
			return
		}
	}
}
