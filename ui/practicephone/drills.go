package practicephone

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Drill is one thing to practise that the buttons of the phone do not show, by
// its key in the catalogue below "drill.".
type Drill string

// The drills.
const (
	DrillWalksAway Drill = "walksAway"
	DrillPaysLate  Drill = "paysLate"
	DrillWrongCode Drill = "wrongCode"
	DrillNoNetwork Drill = "noNetwork"
	DrillCalm      Drill = "calm"
)

// drills is the list of them on the phone: what the practice bank offers, in
// its order, in place of the payment.
type drills struct {
	open  *control.Button // shows the list, or the payment again
	rows  []*control.Button
	shown bool
}

const drillHigh float32 = 52

func (p *Phone) newDrills() {
	w := p.env.Words
	p.drills.open = control.NewButton(control.ButtonSpec{Kind: control.Quiet, Label: w.T("phone.drills"), Mid: true, Height: 44}, func() {
		p.drills.shown = !p.drills.shown
		p.paint()
	})
	for _, d := range p.phone.Drills() {
		p.drills.rows = append(p.drills.rows, control.NewButton(control.ButtonSpec{Label: w.T("drill." + string(d)), Mid: true, Height: drillHigh, PadX: theme.S2}, func() { p.drill(d) }))
	}
}

// objects are the parts of the list.
func (d *drills) objects() []fyne.CanvasObject {
	all := []fyne.CanvasObject{d.open}
	all = append(all, layout.Objects(d.rows)...)
	return all
}

func (d *drills) paint(label string) {
	d.open.Hidden = len(d.rows) == 0
	d.open.SetLabel(label)
	for _, b := range d.rows {
		b.Hidden = !d.shown
		b.Refresh()
	}
}

// drill starts one and goes back to the payment.
func (p *Phone) drill(d Drill) {
	if p.busy {
		return
	}
	p.busy, p.drills.shown = true, false
	order := p.order
	p.env.Go(func() {
		err := p.phone.Drill(order, d)
		p.env.Post(func() {
			p.busy = false
			if p.order == order {
				p.showMessage("drill."+string(d)+".on", err)
			}
			p.paint()
		})
	})
	p.paint()
}

// showMessage writes a sentence on the phone, or that the bank refused.
func (p *Phone) showMessage(key string, err error) {
	style, text := typeset.Caption, ""
	switch {
	case err != nil:
		style, text = style.Tint(theme.Failed), p.env.Words.T("phone.refused")
	case key != "":
		text = p.env.Words.T(key)
	}
	p.shows.note.SetSpans(typeset.Span{Text: text, Style: style})
}

// place puts the rows from a place on; where there is no room for all at full
// height they share what there is.
func (d *drills) place(b layout.Placer, x, y, wide, bottom float32) {
	n := float32(len(d.rows))
	high := min(drillHigh, (bottom-y-(n-1)*theme.S2)/max(n, 1))
	for _, row := range d.rows {
		b.Put(row, x, y, wide, high)
		y += high + theme.S2
	}
}
