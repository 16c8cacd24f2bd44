package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/assets"
	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office/reader"
	"sanduq/core/report"
	"sanduq/ui/headoffice"
	"sanduq/ui/places"
	"sanduq/ui/present"
	"sanduq/ui/receipts"
	"sanduq/ui/receipts/downloads"
	"sanduq/ui/reports"
	"sanduq/ui/screen"
	"sanduq/ui/startup"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/words"
)

// ownCurrency is the one whose totals stand first in a history of many shops.
const ownCurrency = "LYD"

// OfficeView shows an office instead of a till: no store is opened and no payment
// can be taken. back lets the next start open the till; nil where this start was
// told to show the office. It returns the exit status.
func OfficeView(ctx context.Context, address string, back func() error, w *words.Catalogue, window func() *startup.Window, stderr io.Writer) int {
	r, err := reader.New(reader.Config{Address: address, Currency: ownCurrency})
	if err != nil {
		fmt.Fprintf(stderr, "sanduq: %s\n", w.T("office.address.wrong"))
		return 2
	}
	defer r.Close()
	if err := startup.Screen(); err != nil {
		return startup.Refuse(err, w, stderr)
	}
	win := window()
	defer draw.DrawWithShaders()()
	life, end := context.WithCancel(ctx)
	defer end()
	env, deps := officeDeps(life, r, win, slog.New(slog.NewTextHandler(stderr, nil)))
	deps.Till = back
	view := headoffice.New(env, deps)
	view.Attach(win.Window)
	win.App.SetIcon(fyne.NewStaticResource("icon.png", assets.AppIcon(false)))
	win.SetTitle(w.T("office.title"))
	win.Open(false)
	context.AfterFunc(ctx, func() { fyne.Do(win.App.Quit) })
	broken := startup.Run(win.Window)
	view.Close()
	if broken != nil {
		fmt.Fprintf(stderr, "sanduq: the window broke: %v\n", broken)
		return 1
	}
	return 0
}

func officeDeps(life context.Context, r *reader.Reader, win *startup.Window, log *slog.Logger) (screen.Env, headoffice.Deps) {
	post := func(f func()) {
		fyne.Do(func() {
			if life.Err() == nil {
				f()
			}
		})
	}
	e := screen.Env{Life: life, Words: win.Words, Preferences: win.Kept, Practice: true, Post: post, Go: func(f func()) { go f() }, After: afterwards(post),
		Now: time.Now, Zone: time.Local, Copy: func(text string) { win.App.Clipboard().SetContent(text) }}
	history, drawer, shown, summed := officeHistory{r}, receipts.NewDrawer(), &receipts.Memory{}, &reports.Memory{}
	failed := func(err error) { log.Warn("office", "err", err) }
	return e, headoffice.Deps{Office: history, Failed: failed,
		Receipts: func(e screen.Env) *receipts.Screen {
			return receipts.New(e, receipts.Deps{History: history, Drawer: drawer, Currency: ownCurrency, Save: downloads.SaveInDownloads, Failed: failed}, shown)
		},
		Reports: func(e screen.Env, drillDown func(journal.SaleQuery)) *reports.Screen {
			return reports.New(e, reports.Deps{Figures: officeFigures{r}, Today: r.Today, Currency: ownCurrency, DrillDown: drillDown, Failed: failed}, summed)
		},
		Speak: func(lang string) {
			if win.Words.Use(lang) == nil {
				present.Speak(win.Words)
				theme.Apply(win.App, win.Kept.Get().Look.In(win.Words.RTL()))
				win.SetTitle(win.Words.T("office.title"))
			}
		}}
}

// afterwards is screen.Env.After: a timer that posts.
func afterwards(post func(func())) func(time.Duration, func()) func() {
	return func(d time.Duration, f func()) func() {
		gone := false // only touched on the UI goroutine
		t := time.AfterFunc(d, func() {
			post(func() {
				if !gone {
					f()
				}
			})
		})
		return func() {
			gone = true
			t.Stop()
		}
	}
}

// officeHistory is an office as the window asks it.
type officeHistory struct{ *reader.Reader }

func (h officeHistory) Places() []places.Place { return placesOf(h.Reader) }

func placesOf(r *reader.Reader) (out []places.Place) {
	for _, p := range r.Places() {
		out = append(out, places.Place{ID: p.ID, Name: p.Name, Shop: p.IsShop})
	}
	return out
}

// officeFigures are an office's as the reports ask for them.
type officeFigures struct{ *reader.Reader }

func (f officeFigures) Of(place string) report.Source { return f.FiguresOf(place) }

func (f officeFigures) Places() []places.Place { return placesOf(f.Reader) }

func (h officeHistory) SignIn(ctx context.Context, name string, password core.Secret) error {
	return officeErr(h.Reader.SignIn(ctx, name, password))
}

func (h officeHistory) Watch(ctx context.Context, told func()) error {
	return officeErr(h.Reader.Watch(ctx, told))
}

func (h officeHistory) Heard(ctx context.Context) (out headoffice.Heard, err error) {
	got, err := h.Tills(ctx)
	if err != nil {
		return out, officeErr(err)
	}
	for _, t := range got.Tills {
		if t.Practice == h.Practice() {
			out.Tills = append(out.Tills, headoffice.Till{Place: reader.TillPlace(t), Name: reader.NameOf(t), At: t.Heard, Silent: t.Silent})
		}
	}
	return out, nil
}

// officeErr is an error in the window's own terms.
func officeErr(err error) error {
	for from, to := range map[error]error{reader.ErrSignIn: headoffice.ErrSignIn, reader.ErrLocked: headoffice.ErrLocked, reader.ErrSession: headoffice.ErrSession} {
		if errors.Is(err, from) {
			return to
		}
	}
	if err != nil && unproven(err) {
		return fmt.Errorf("%w: %w", headoffice.ErrCertificate, err)
	}
	return err
}
