package settle

import (
	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/list"
)

// done is the row below what must be settled that says how much was settled
// today, and opens it.
type done struct {
	env   screen.Env
	count int
	shown bool // the sales stand below the row
	built int  // before how many the row stood when the list was built; -1 where it did not

	row   *list.SettleRow
	arrow *graphic.Icon
	head  fyne.CanvasObject
	alone *control.Button // the same where nothing must be settled
}

// newDone is the row; turn opens it, or closes it.
func newDone(env screen.Env, turn func()) done {
	d := done{env: env, built: -1}
	d.row, d.arrow = list.NewSettleRow(turn), graphic.NewIcon("next", 24, theme.Muted)
	d.head = layout.New(func() fyne.Size { return d.row.MinSize() }, func(p layout.Placer) {
		p.Put(d.row, 0, 0, p.W, p.H)
		p.Put(d.arrow, p.W-20-24, (p.H-24)/2, 24, 24)
	}, d.row, d.arrow)
	d.alone = control.NewButton(control.ButtonSpec{Icon: "check", Mid: true}, turn)
	return d
}

// set takes what was settled, and returns what of it is shown.
func (d *done) set(all []journal.View) []journal.View {
	d.count = len(all)
	said := d.env.Words.T("settle.done", "n", d.count)
	d.row.Set(list.SettleSpec{Icon: "check", Title: said}, false)
	d.alone.SetLabel(said)
	if d.shown = d.shown && d.count > 0; !d.shown {
		d.arrow.Set("next", theme.Muted)
		return nil
	}
	d.arrow.Set("down", theme.Muted)
	return all
}

// moved reports whether the row stands elsewhere now, after so many sales, and
// takes note of it.
func (d *done) moved(after int) bool {
	if d.count == 0 {
		after = -1
	}
	before := d.built
	d.built = after
	return before != after
}
