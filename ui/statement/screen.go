package statement

import (
	"context"
	"path/filepath"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/report"
	bank "sanduq/core/report/statement"
	"sanduq/ui/exporting"
	"sanduq/ui/popover"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/layout"
)

// Screen goes from the choice of a file over its columns to what was found. It
// implements screen.Screen.
type Screen struct {
	screen.Base
	opened  opened
	step    step
	cancel  context.CancelFunc // of what is being read; nil for nothing
	reading screen.Newest
	shown   bool

	choose  *choosePage
	columns *columnsPage
	result  *resultPage
	body    *fyne.Container
}

type step int

const (
	stepChoose step = iota
	stepColumns
	stepResult
)

var _ screen.Screen = (*Screen)(nil)

// New begins with the choice of a file.
func New(env screen.Env, d Deps) *Screen {
	s := &Screen{opened: opened{env: env, deps: d, popover: popover.New()}}
	o := &s.opened
	s.choose, s.columns, s.result = newChoosePage(o, s), newColumnsPage(o, s), newResultPage(o, s)
	s.body = container.NewStack(s.choose.root)
	s.Root = layout.New(nil, func(b layout.Placer) {
		pad := theme.S5()
		b.Put(s.body, pad, 0, b.W-2*pad, b.H-pad)
		b.Put(s.opened.popover.Layer(), 0, 0, b.W, b.H)
	}, s.body, s.opened.popover.Layer())
	return s
}

// Shown looks for files.
func (s *Screen) Shown() {
	s.shown = true
	s.choose.find()
}

// Hidden stops what is being read.
func (s *Screen) Hidden() {
	s.shown = false
	s.opened.popover.Close()
	s.result.typed.Interrupt()
	s.stop()
}

func (s *Screen) stop() {
	s.reading.Drop()
	if s.cancel != nil {
		s.cancel()
		s.cancel = nil
	}
	s.choose.busy = false
}

// Press is for screen.Screen.
func (s *Screen) Press(p screen.KeyPress) bool {
	if s.opened.popover.Press(p) {
		return true
	}
	if p.Name == fyne.KeyEscape && s.step != stepChoose {
		s.again()
		return true
	}
	switch s.step {
	case stepColumns:
		return s.columns.press(p)
	case stepResult:
		return s.result.press(p)
	}
	return s.choose.press(p)
}

// Dropped reads a file that was dropped into the window.
func (s *Screen) Dropped(path string) {
	if s.step != stepColumns { // what is answered there is not lost
		s.choose.open(path)
	}
}

// Paste reads the file of a path that was copied.
func (s *Screen) Paste(text string) {
	if path := strings.Trim(strings.TrimSpace(text), `"'`); s.step == stepChoose && filepath.IsAbs(path) {
		s.choose.open(path)
	}
}

func (s *Screen) goTo(to step) {
	s.step = to
	s.opened.popover.Close()
	s.result.typed.Interrupt()
	o := map[step]*fyne.Container{stepChoose: s.choose.root, stepColumns: s.columns.root, stepResult: s.result.root}[to]
	s.body.Objects = []fyne.CanvasObject{o}
	draw.Focus(s.Root, nil)
	s.body.Refresh()
}

// again goes back to the choice of a file.
func (s *Screen) again() {
	s.stop()
	s.choose.showError(nil)
	s.goTo(stepChoose)
	s.choose.find()
}

// change asks for the columns once more.
func (s *Screen) change() {
	s.columns.show()
	s.goTo(stepColumns)
}

// left is for steps.
func (s *Screen) left() bool { return !s.shown }

// work does something slow; only the answer to the newest question counts.
func (s *Screen) work(do func(ctx context.Context) error, done func(error)) {
	s.stop()
	ctx, cancel := context.WithCancel(s.opened.env.Life)
	s.cancel = cancel
	s.choose.busy = true
	s.choose.paint()
	s.reading.Ask(s.opened.env, func(context.Context) error { return do(ctx) }, func(err error) {
		s.stop()
		s.opened.env.Report(s.opened.deps.Failed, err)
		done(err)
	})
}

// open reads a file and holds it against the till where its columns are known;
// else it asks what they are. But not while what a person said is written: the file would be
// read without it, and what is said next would take it away.
func (s *Screen) open(path string) {
	if s.result.saving {
		s.choose.say(s.opened.env.Words.T("day.busy"))
		s.result.busy()
		return
	}
	banks := remembered(s.opened.env)
	speech := s.opened.env.Words.In(s.opened.env.Words.Lang())
	var file *bank.File
	var guess bank.Mapping
	var doubts []bank.Doubt
	var out found
	var name string
	whole := false
	s.work(func(ctx context.Context) error {
		data, err := s.opened.deps.Read(ctx, path)
		if err != nil {
			return err
		}
		if file, err = bank.Open(ctx, data, bank.Mapping{}); err != nil {
			return err
		}
		if err := file.Usable(); err != nil {
			return err
		}
		guess, doubts = file.Guess()
		m := guess
		if kept, known := banks.Find(file); known {
			name = kept.Name
			m, doubts = kept.Mapping, nil
			m.Encoding, m.Delimiter, m.HeadRow = guess.Encoding, guess.Delimiter, guess.HeadRow
			if doubts, err = file.Validate(m); err != nil { // its columns are called otherwise by now
				guess, doubts = file.Guess()
				return nil
			}
			guess = reset(m, guess, doubts)
		} else if file.Table() {
			return nil // the columns are chosen once
		}
		if slices.ContainsFunc(doubts, func(d bank.Doubt) bool { return d != bank.DoubtID }) {
			return nil
		}
		out, err = s.opened.deps.match(ctx, s.opened.env, file, m, speech, filepath.Base(path), name)
		if code := report.CodeOf(err); code == report.CodeMapping {
			return nil
		}
		whole = err == nil && len(out.items) > 0
		if whole {
			guess = m
			banks = banks.KeepFee(file, out.fee)
		}
		return err
	}, func(err error) {
		if err != nil {
			s.choose.showError(err)
			s.goTo(stepChoose)
			return
		}
		if whole && out.fee != (bank.Fee{}) {
			saveMappings(s.opened.env, banks.String())
		}
		s.opened.name, s.opened.file, s.opened.mapping, s.opened.doubts, s.opened.found, s.opened.bank = filepath.Base(path), file, guess, doubts, out, name
		if !whole {
			s.change()
			return
		}
		s.result.show()
		s.goTo(stepResult)
	})
}

// match holds the file against the till by the columns that were chosen.
func (s *Screen) match() {
	var out found
	file, called := s.opened.name, strings.TrimSpace(s.columns.bank.Text())
	m, speech := s.opened.mapping, s.opened.env.Words.In(s.opened.env.Words.Lang())
	s.work(func(ctx context.Context) (err error) {
		out, err = s.opened.deps.match(ctx, s.opened.env, s.opened.file, m, speech, file, called)
		return err
	}, func(err error) {
		if err == nil {
			s.opened.bank = called
			saveMappings(s.opened.env, remembered(s.opened.env).Add(s.opened.file, s.opened.bank, m).KeepFee(s.opened.file, out.fee).String())
		}
		if err != nil {
			s.columns.showError(exporting.Sentence(s.opened.env.Words, err))
			return
		}
		s.opened.found = out
		s.result.show()
		s.goTo(stepResult)
	})
}

// reset takes out of a mapping that was kept what the file contradicts: it is asked
// again, beginning with what the file itself says.
func reset(kept, guess bank.Mapping, doubts []bank.Doubt) bank.Mapping {
	for _, d := range doubts {
		switch d {
		case bank.DoubtLayout:
			kept.Layout = guess.Layout
		case bank.DoubtDecimal:
			kept.Decimal = guess.Decimal
		case bank.DoubtCurrency:
			kept.Currency = ""
		}
	}
	return kept
}

// saveMappings writes how the banks' files are read into the preferences.
func saveMappings(env screen.Env, banks string) {
	env.Preferences.Update(func(v *preferences.Values) { v.Statement = banks })
}
