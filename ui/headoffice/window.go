package headoffice

import (
	"context"
	"errors"
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/core/journal"
	"sanduq/ui/keys"
	"sanduq/ui/receipts"
	"sanduq/ui/reports"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/dialog"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/words"
)

// asked is what a person asked for at the sign-in, which a change of language keeps.
type asked struct {
	password bool   // one is looked at
	till     bool   // the computer is asked to be a till again, or is one from its next start on
	said     string // the key of what is said of that; blank for nothing
}

// Window is the content of the owner's window.
type Window struct {
	env      screen.Env
	deps     Deps
	decoder  *keys.Decoder
	canvas   fyne.Canvas // nil before Attach
	heard    Heard
	read     bool // heard is an answer
	away     bool // the newest question had none
	since    time.Time
	session  context.CancelFunc                   // ends what was begun by signing in; nil before
	visit    int                                  // answers to an earlier session are dropped
	asking   bool                                 // which tills are heard
	watching func(ctx context.Context, visit int) // watch, but for tests, which have no goroutines
	again    bool                                 // it is to be asked once more
	fresh    news

	form    *signIn
	asks    asked
	bar     *bar
	side    *side
	ribbon  *dialog.Ribbon // nil but for practice
	list    *receipts.Screen
	sums    *reports.Screen
	work    screen.Screen // list or sums, whichever is shown
	drilled bool          // the list shows the sales of a figure
	root    *fyne.Container
}

// news is what was heard since the figures were read.
type news struct {
	due   screen.Timer // it gathers
	stale bool         // there was some
}

// How often the window looks by itself: clocks go on, and tills fall silent without
// news.
const (
	lookEvery  = 5 * time.Second
	watchAgain = 3 * time.Second // after the connection broke
)

// New is the window, at its sign-in. Nothing is asked before that.
func New(env screen.Env, d Deps) *Window {
	w := &Window{env: env, deps: d, decoder: keys.NewDecoder(env.Now)}
	w.watching = w.watch
	w.root = layout.New(func() fyne.Size { return fyne.NewSize(1024, 640) }, w.place)
	w.build()
	return w
}

// Attach makes it the content of a window, and listens to its keys.
func (w *Window) Attach(in fyne.Window) {
	c := in.Canvas()
	w.canvas = c
	in.SetPadded(false)
	in.SetContent(w.root)
	c.SetOnTypedKey(func(e *fyne.KeyEvent) { w.press(w.decoder.Key(e)) })
	c.SetOnTypedRune(func(r rune) { w.press(w.decoder.Rune(r)) })
	if d, ok := c.(desktop.Canvas); ok {
		d.SetOnKeyDown(nil)
	}
	if w.form != nil {
		w.form.begin()
	}
}

// build makes everything again, in the current language and look.
func (w *Window) build() {
	summed := w.work != nil && w.work == screen.Screen(w.sums)
	if w.work != nil {
		w.work.Hidden()
	}
	w.bar, w.side, w.ribbon, w.list, w.sums, w.work = newBar(w), newSide(w), nil, nil, nil, nil
	w.root.Objects = []fyne.CanvasObject{graphic.NewPanel(theme.Ground), w.bar.root}
	if w.session == nil {
		before := w.form
		if w.form = newSignIn(w); before != nil { // in another language: what was typed stays
			w.form.name.SetText(before.name.Text())
			w.form.password.SetText(before.password.Text())
		}
		w.root.Objects = append(w.root.Objects, w.form.root)
		w.root.Refresh()
		return
	}
	w.form = nil
	e := w.env
	if e.Practice = w.deps.Office.Practice(); e.Practice {
		w.ribbon = dialog.NewRibbon(e.Words.T("ribbon.practice"))
		w.root.Objects = append(w.root.Objects, w.ribbon)
	}
	w.list, w.sums = w.deps.Receipts(e), w.deps.Reports(e, w.drillDown)
	w.work = w.list
	if summed {
		w.work = w.sums
	}
	w.root.Objects = append(w.root.Objects, w.side.root, w.work.Object())
	w.paint()
	w.root.Refresh()
	w.work.Shown()
}

// show puts another screen beside the tills.
func (w *Window) show(to screen.Screen) {
	w.drilled = false
	if w.work != to {
		w.work.Hidden()
		w.root.Objects[len(w.root.Objects)-1] = to.Object()
		w.work = to
		w.side.paint()
		w.root.Refresh()
		to.Shown()
	}
}

// drillDown shows the sales of a figure; Esc leads back to it.
func (w *Window) drillDown(q journal.SaleQuery) {
	w.list.ShowQuery(q)
	w.show(w.list)
	w.drilled = true
}

// enter begins a session that was signed in.
func (w *Window) enter() {
	ctx, end := context.WithCancel(w.env.Life)
	w.session, w.read, w.away = end, false, false
	w.visit++
	w.build()
	w.poll(w.visit)
	visit := w.visit
	w.env.Go(func() { w.watching(ctx, visit) })
	w.tick(w.visit)
}

// signOut ends the session.
func (w *Window) signOut() {
	if w.session == nil {
		return
	}
	w.session()
	w.session = nil
	w.visit++
	w.deps.Office.SignOut()
	w.build()
	w.form.begin()
}

// Close ends what was begun.
func (w *Window) Close() {
	if w.session != nil {
		w.session()
	}
}

// tick looks now and then.
func (w *Window) tick(visit int) {
	w.env.After(lookEvery, func() {
		if visit == w.visit && w.session != nil {
			w.poll(visit)
			if w.fresh.stale && w.work == screen.Screen(w.sums) { // not with each piece of news: figures are added up again
				w.fresh.stale = false
				w.sums.Reload()
			}
			w.tick(visit)
		}
	})
}

// watch lets the window look again with each piece of news, until ctx ends.
func (w *Window) watch(ctx context.Context, visit int) {
	for ctx.Err() == nil {
		err := w.deps.Office.Watch(ctx, func() {
			w.env.Post(func() {
				if visit == w.visit && w.session != nil {
					w.news(visit)
				}
			})
		})
		if ctx.Err() == nil {
			w.env.Report(w.deps.Failed, err)
		}
		select {
		case <-ctx.Done():
		case <-time.After(watchAgain):
		}
	}
}

// calm is how long news gather before the window looks: a chain has some all the
// time.
const calm = 500 * time.Millisecond

// news lets the window look, once for all that come together.
func (w *Window) news(visit int) {
	w.fresh.due.Once(w.env, calm, func() {
		if visit == w.visit && w.session != nil {
			w.poll(visit)
			w.list.Refresh(newest)
			w.fresh.stale = true
		}
	})
}

// newest stands for a sale that is newer than all that is shown: the first page is
// read again.
const newest = journal.SaleID("99999999-999999")

// poll asks which tills are heard; one question at a time.
func (w *Window) poll(visit int) {
	if w.asking {
		w.again = true
		return
	}
	w.asking, w.again = true, false
	w.env.Go(func() {
		now, err := w.deps.Office.Heard(w.env.Life)
		w.env.Post(func() {
			w.asking = false
			if visit != w.visit {
				return
			}
			w.update(now, err)
			if w.again {
				w.poll(visit)
			}
		})
	})
}

func (w *Window) update(now Heard, err error) {
	switch {
	case errors.Is(err, ErrSession):
		w.signOut()
		return
	case err != nil:
		if !w.away {
			w.away, w.since = true, w.env.Now()
			w.env.Report(w.deps.Failed, err)
		}
	default:
		if w.away { // what was missed meanwhile
			w.list.Refresh(newest)
			w.fresh.stale = true
		}
		w.heard, w.read, w.away = now, true, false
		if w.session != nil && (w.ribbon != nil) != w.deps.Office.Practice() { // the first live till has come
			w.build()
		}
	}
	w.paint()
}

func (w *Window) paint() {
	w.bar.paint()
	if w.session != nil {
		w.side.paint()
	}
}

// silent is how many of the tills are.
func (h Heard) silent() (n int) {
	for _, t := range h.Tills {
		if t.Silent {
			n++
		}
	}
	return n
}

// press hands keys to what is shown.
func (w *Window) press(e keys.Event) {
	if w.form != nil {
		w.form.press(e)
		return
	}
	switch e.Kind {
	case keys.Digit, keys.Point, keys.Text:
		w.work.Press(screen.KeyPress{Rune: e.Rune})
	case keys.Scan:
		w.work.Press(screen.KeyPress{Scan: e.Code, Taken: e.Taken})
	case keys.Command:
		if !w.work.Press(screen.KeyPress{Name: e.Name}) && e.Name == fyne.KeyEscape && w.drilled {
			w.show(w.sums)
		}
	}
}

// speak turns to the next language.
func (w *Window) speak() {
	w.deps.Speak(w.next())
	w.build()
	if w.form != nil {
		w.form.begin()
	}
}

// next is the language after the current one.
func (w *Window) next() string {
	all := words.Languages()
	return all[(slices.Index(all, w.env.Words.Lang())+1)%len(all)]
}

func (w *Window) place(b layout.Placer) {
	b.Put(w.root.Objects[0], 0, 0, b.W, b.H)
	y := float32(0)
	if w.ribbon != nil {
		b.Put(w.ribbon, 0, 0, b.W, theme.RibbonHeight)
		y = theme.RibbonHeight
	}
	b.Put(w.bar.root, 0, y, b.W, theme.BarHeight)
	y += theme.BarHeight
	if w.form != nil {
		b.Put(w.form.root, 0, y, b.W, b.H-y)
		return
	}
	b.Put(w.side.root, 0, y, sideWide, b.H-y)
	b.Put(w.work.Object(), sideWide, y, b.W-sideWide, b.H-y)
}
