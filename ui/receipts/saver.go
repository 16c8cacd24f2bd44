package receipts

import (
	"context"
	"errors"
	"time"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/typeset"
)

// toldFor is how long the line about what was done stays.
const toldFor = 8 * time.Second

// saver does what a person can do with a receipt, and tells in one line what became of it. One thing at a time.
type saver struct {
	env  screen.Env
	deps Deps
	note *typeset.Text
	told func() // called when the line came or went

	busy  bool
	turn  int          // how often what it was about was left
	quiet screen.Timer // after it the line goes away
}

func newSaver(env screen.Env, d Deps, told func()) *saver {
	return &saver{env: env, deps: d, told: told, note: typeset.NewText("", typeset.Caption).Cut()}
}

// pdf saves a receipt as a PDF, png as a picture. Its file is called by its number, in every language.
func (s *saver) pdf(p *proof) { s.file(p, ".pdf", s.deps.Drawer.PDF) }

func (s *saver) file(p *proof, ext string, draw func(receipt.Content) ([]byte, error)) {
	c := p.content()
	name := c.Number + ext
	var place string
	s.do(c.Number, func(ctx context.Context) error {
		data, err := draw(c)
		if err == nil {
			place, err = s.deps.Save(ctx, name, data)
		}
		return err
	}, func(err error) (string, []any) { return saved(err, place) })
}

// saved is what is said of a file, which is at a place where it could be kept.
func saved(err error, place string) (key string, args []any) {
	if err != nil {
		return "receipts.notSaved", nil
	}
	return "receipts.saved", []any{"place", place}
}

// print puts a receipt on paper.
func (s *saver) print(id journal.SaleID) {
	s.do(present.Number(id), func(ctx context.Context) error { return s.deps.Paper.Print(ctx, id) }, func(err error) (string, []any) {
		if err != nil {
			return s.notPrinted(err), nil
		}
		return "receipts.printed", nil
	})
}

// notPrinted is the key of what to do about a receipt that did not come out.
func (s *saver) notPrinted(err error) string {
	if e, ok := errors.AsType[*journal.PaperError](err); ok && s.env.Words.Has("printer."+e.Code) {
		return "printer." + e.Code
	}
	return "receipts.notPrinted"
}

// copied puts the transaction where it can be pasted.
func (s *saver) copied(transaction string) {
	s.env.Copy(transaction)
	s.showResult("receipts.copied", theme.Muted)
}

// do does one thing, named by about, and tells what done makes of it: here, unless
// something else is looked at by now. What did not work is told even then.
func (s *saver) do(about string, work func(context.Context) error, done func(error) (key string, args []any)) {
	if s.busy {
		return
	}
	s.busy = true
	turn := s.turn
	s.env.Go(func() {
		err := work(s.env.Life)
		s.env.Post(func() {
			s.busy = false
			s.env.Report(s.deps.Failed, err)
			colour := theme.Muted
			if err != nil {
				colour = theme.Failed
			}
			switch key, args := done(err); {
			case turn == s.turn:
				s.showResult(key, colour, args...)
			case err != nil:
				s.env.Miss(about, s.env.Words.T(key, args...))
			}
		})
	})
}

func (s *saver) showResult(key string, c theme.Colour, args ...any) {
	s.hush()
	style := typeset.Caption.Tint(c)
	if c == theme.Failed {
		style = style.With(theme.SemiBold)
	}
	s.note.SetSpans(typeset.Span{Text: s.env.Words.T(key, args...), Style: style})
	if c != theme.Failed {
		s.quiet.Start(s.env, toldFor, s.hush)
	}
	s.told()
}

// cancel is for another receipt, or another screen: what is under way is not about it.
func (s *saver) cancel() {
	s.turn++
	s.hush()
}

// hush takes the line away.
func (s *saver) hush() {
	s.quiet.Stop()
	if s.note.Text() != "" {
		s.note.SetText("")
		s.told()
	}
}
