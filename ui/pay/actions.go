package pay

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
)

// leastShare is how much of their width actions get at least before they take
// another row: their words become a little smaller, and the screen's own keep the
// height.
const leastShare = .72

// Actions are the buttons of a screen besides its primary. Beside large words they
// stand together above that: what can be done is in view, whatever scrolls.
type Actions []*control.Button

// shown are those that can be seen.
func (a Actions) shown() (all Actions) {
	for _, b := range a {
		if b != nil && b.Visible() {
			all = append(all, b)
		}
	}
	return all
}

// Objects is for screen.Acting: none at the usual size of words.
func (a Actions) Objects() (all []fyne.CanvasObject) {
	if !Enlarged() {
		return nil
	}
	for _, b := range a {
		if b != nil {
			all = append(all, b)
		}
	}
	return all
}

// Place sets them in as few rows as their words allow, from a height down, and
// returns how high they are together.
func (a Actions) Place(p layout.Placer, x, y, wide float32) float32 {
	return a.PlaceAt(p, x, y, wide, leastShare)
}

// PlaceAt is place for words that get at least a share of their width.
func (a Actions) PlaceAt(p layout.Placer, x, y, wide, share float32) float32 {
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
func (a Actions) in(rows int) (all []Actions) {
	for from := 0; rows > 0; rows-- {
		n := (len(a) - from) / rows
		all = append(all, a[from:from+n])
		from += n
	}
	return all
}

// need is how wide a row would like to be: what stands with words, and icons alone,
// which are as wide as high.
func (a Actions) need(high float32) (words, icons float32) {
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
func (a Actions) abreast(p layout.Placer, x, y, wide, high float32) {
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
