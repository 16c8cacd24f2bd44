package ui

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
)

// counted counts how often a container is laid out again, which paints the
// whole window and draws its words again.
type counted struct {
	inner fyne.Layout
	times *int
}

func (c *counted) Layout(all []fyne.CanvasObject, size fyne.Size) {
	*c.times++
	c.inner.Layout(all, size)
}

func (c *counted) MinSize(all []fyne.CanvasObject) fyne.Size { return c.inner.MinSize(all) }

// count puts a counter into every container below an object.
func count(o fyne.CanvasObject, times *int) {
	switch o := o.(type) {
	case *fyne.Container:
		if o.Layout != nil {
			o.Layout = &counted{inner: o.Layout, times: times}
		}
		for _, child := range o.Objects {
			count(child, times)
		}
	case fyne.Widget:
		for _, child := range test.WidgetRenderer(o).Objects() {
			count(child, times)
		}
	}
}

// TestASecondWithoutNewsPaintsNothing makes sure that a till at rest does not
// paint its window every second, and does so when the minute changes.
func TestASecondWithoutNewsPaintsNothing(t *testing.T) {
	for name, show := range map[string]func(*harness){
		"a new sale": func(r *harness) { r.runes("12.5") },
		"the routes": func(r *harness) { r.runes("12.5"); r.keys(fyne.KeyReturn) },
		"a QR":       func(*harness) {},
		"the wait for the bank": func(r *harness) {
			r.notice(sale(12, version(3), state(core.StateWaitingPayment)))
		},
		"what nobody knows": func(r *harness) {
			r.notice(sale(12, version(3), state(core.StateWaitingPayment), capped))
		},
		"a sale set aside": func(r *harness) { r.notice(sale(12, version(3), aside)) },
		"the end":          func(r *harness) { r.notice(sale(12, version(3), paid)) },
		"a code": func(r *harness) {
			r.notice(sale(12, version(3), state(core.StateOTPRequired), func(v *journal.View) { v.Session.Route = core.RouteAccount }))
			r.pass(time.Minute) // another one may be asked for
		},
		"what must be settled": func(r *harness) { r.shell.openSettle() },
		"a locked till":        func(r *harness) { r.shell.session.Lock() },
	} {
		t.Run(name, func(t *testing.T) {
			r, _ := staffed(t, shopFloor)
			if name != "a new sale" && name != "the routes" {
				r.notice(sale(12, version(2)))
				r.shell.open(journal.NewSaleID("20261120", 12))
			}
			show(r)
			r.pass(time.Second)
			times := 0
			count(r.win.Canvas().Content(), &times)
			for range 5 {
				r.pass(time.Second)
				for _, v := range r.till.sales { // the bank was asked, and said the same
					v.Live.Asked++
					r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeLive, View: v})
				}
			}
			if times != 0 {
				t.Errorf("in five seconds without news containers were laid out %d times", times)
			}
			if len(r.later) != 1 {
				t.Errorf("%d clocks go on, want one: two paint the window twice in a second", len(r.later))
			}
			r.pass(time.Minute)
			if times == 0 {
				t.Error("a new minute does not come into the bar")
			}
		})
	}
}
