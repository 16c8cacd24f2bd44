package day

import (
	"context"
	"errors"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/exporting"
	"sanduq/ui/pages"
	"sanduq/ui/paperview"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

const paperWide float32 = 430

// scrolled lets something scroll where there is too little room for it.
func scrolled(o fyne.CanvasObject) fyne.CanvasObject { return container.NewVScroll(o) }

// sheet is an X or a Z on paper, with what can be done with it.
type sheet struct {
	screen  *Screen
	z       journal.Z // nothing is shown while its shift is 0
	moves   []journal.Movement
	counts  []journal.ShiftCount // where there are more than one
	before  *receipt.BeforeShift // what stands in no Z; nil until it was read
	listed  bool                 // moves and counts are all of the shift, and before is known
	first   bool                 // it was not printed yet, as far as is known here
	paper   *paperview.Paper
	scroll  *container.Scroll
	of      page // that it stands on
	reading screen.Newest
	reads   bool
	wanted  func() // what is to be done as soon as all of it is read
	mail    *mailed
	done    *typeset.Text // what was done is said there; nil for the page's own line
}

func newSheet(s *Screen, of page) *sheet {
	p := &sheet{screen: s, of: of, paper: paperview.New(s.deps.Drawer, receipt.Full)}
	p.scroll = paperview.Scroll(p.paper)
	p.mail = &mailed{sheet: p, line: typeset.NewParagraph("", typeset.Body)}
	return p
}

// set shows a record; its movements are read beside it, and what came before its shift
// where that is not known: nil.
func (p *sheet) set(z journal.Z, before *receipt.BeforeShift) {
	p.z, p.moves, p.counts, p.before, p.listed, p.wanted = z, nil, nil, before, false, nil
	p.reading.Drop()
	p.paint()
	p.mail.paint()
	p.read()
}

func (p *sheet) read() {
	p.reads = true
	s, z, before := p.screen, p.z, p.before
	var moves []journal.Movement
	var counts []journal.ShiftCount
	p.reading.Ask(s.env, func(context.Context) error {
		var err, lost error
		moves, err = Movements(s.env.Life, s.deps.Records, z.Shift)
		counts, lost = s.counts(z)
		if before == nil {
			read := s.outsideShift(s.env.Life, z)
			before = &read
		}
		return errors.Join(err, lost)
	}, func(err error) {
		p.reads = false
		s.failed(err)
		then := p.wanted
		p.wanted = nil
		if err != nil {
			p.showResult(s.env.Words.T("day.moves.unreadable"), true)
			return
		}
		p.moves, p.counts, p.before, p.listed = moves, counts, before, true
		p.paint()
		if then != nil {
			then()
		}
	})
}

// once does something with the paper as soon as all of it is read, and asks for it
// again where it could not be. A paper without its cash in and out would not be true.
func (p *sheet) once(do func()) {
	switch {
	case p.z.Shift == 0:
	case p.listed:
		do()
	default:
		p.wanted = do
		if !p.reads {
			p.read()
		}
	}
}

// slip is the record on paper, in the language of the screen.
func (p *sheet) slip(again receipt.Again) (receipt.Slip, error) {
	var before receipt.BeforeShift
	if p.before != nil {
		before = *p.before
	}
	return receipt.NewDayPaper(receipt.DayPaper{Z: p.z, Movements: p.moves, Counts: p.counts, Before: before, Again: again, Seller: p.screen.deps.Till.Settings().SellerAt(p.z.At)}, present.OnPaper(p.screen.env.Words, p.screen.env.Zone))
}

func (p *sheet) paint() {
	slip, err := p.slip(receipt.Again{})
	if err != nil {
		p.screen.failed(err)
		p.showResult(p.screen.env.Words.T("error.sum"), true)
		return
	}
	p.paper.Set(slip)
	p.scroll.Content.Refresh()
	p.scroll.Refresh()
	if p.screen.on(p.of) {
		p.of.object().Refresh() // it has another height
	}
}

// whole is the paper at its full height, for a page that scrolls.
func (p *sheet) whole() fyne.CanvasObject {
	return layout.New(func() fyne.Size { return fyne.NewSize(200, p.paper.HeightFor(max(200, p.paper.Size().Width))) },
		func(b layout.Placer) { b.Put(p.paper, 0, 0, b.W, b.H) }, p.paper)
}

// name is what a file of it is called: "Z-0042", or "X-0042" of a shift.
func (p *sheet) name() string {
	if p.z.Seq == 0 {
		return "X" + journal.ZNumber(p.z.Shift)[1:]
	}
	return journal.ZNumber(p.z.Seq)
}

// buttons are what can be done with it.
func (p *sheet) buttons(high float32, printing string) (all []*control.Button) {
	w, d := p.screen.env.Words, p.screen.deps
	if d.Paper.Print != nil {
		all = append(all, control.NewButton(control.ButtonSpec{Icon: "printer", Label: w.T(printing), Mid: true, Height: high}, p.toPrinter))
	}
	if d.Paper.Save != nil {
		all = append(all, control.NewButton(control.ButtonSpec{Icon: "download", Label: w.T("day.pdf"), Mid: true, Height: high}, p.toFile))
	}
	return all
}

// zButtons are what can be done with a Z: it can be taken along too, with those of
// any days.
func (p *sheet) zButtons(high float32) []*control.Button {
	all, env, d := p.buttons(high, "day.print"), p.screen.env, p.screen.deps
	if d.Export != nil {
		all = append(all, control.NewButton(control.ButtonSpec{Icon: "folder", Label: env.Words.T("export.title"), Mid: true, Height: high}, func() {
			d.Export(exporting.Request{Of: exporting.OfZs, Choose: true})
		}))
	}
	if b := p.mail.button(high); b != nil {
		all = append(all, b)
	}
	return all
}

func (p *sheet) toPrinter() { p.once(p.print) }

func (p *sheet) toFile() { p.once(p.save) }

func (p *sheet) print() {
	env, d := p.screen.env, p.screen.deps
	again := receipt.Again{}
	if p.z.Seq != 0 && !p.first {
		again = receipt.Again{By: d.Person.By(), At: env.Now()}
	}
	slip, err := p.slip(again)
	if err != nil {
		return
	}
	p.screen.act(func(ctx context.Context) error { return d.Paper.Print(ctx, slip) }, func(err error) {
		paper, known := errors.AsType[*journal.PaperError](err)
		if !known || paper.OnPaper { // of two unmarked slips nobody knows which came first
			p.first = false
		}
		switch {
		case err == nil:
			p.showResult(env.Words.T("day.printed"), false)
		case known && env.Words.Has("printer."+paper.Code):
			p.showResult(env.Words.T("printer."+paper.Code), true)
		default:
			p.showResult(env.Words.T("day.notPrinted"), true)
		}
	})
}

func (p *sheet) save() {
	env, d := p.screen.env, p.screen.deps
	slip, err := p.slip(receipt.Again{})
	if err != nil {
		return
	}
	var place string
	name, at := p.name(), p.z.At
	p.screen.act(func(ctx context.Context) error {
		data, err := d.Drawer.SlipPDF(slip, name, at)
		if err == nil {
			place, err = d.Paper.Save(ctx, name+".pdf", data)
		}
		return err
	}, func(err error) {
		if err != nil {
			p.showResult(env.Words.T("day.notSaved"), true)
			return
		}
		p.showResult(env.Words.T("day.saved", "place", place), false)
	})
}

// beside sets a page beside the paper that it is about.
func beside(p *sheet, page *pages.Frame) *fyne.Container {
	return layout.New(nil, func(b layout.Placer) {
		pad := theme.S5()
		wide, top := min(paperWide, (b.W-3*pad)/2), pad
		if page.Tabbed {
			top = 0
		}
		b.Put(p.scroll, pad, top, wide, min(b.H-top-pad, p.paper.HeightFor(wide)))
		b.Put(page.Root, pad+wide, 0, b.W-pad-wide, b.H)
	}, p.scroll, page.Root)
}

// showResult says what became of it; a failure also where its page was left meanwhile.
func (p *sheet) showResult(text string, failed bool) {
	switch {
	case failed:
		if p.done != nil {
			p.done.SetText("")
		}
		p.screen.refused(p.of, text)
	case p.screen.on(p.of):
		if p.done != nil && !pages.Large() {
			p.of.face().ShowNotice("")
			p.done.SetText(text)
			p.of.object().Refresh()
			return
		}
		p.of.face().ShowNotice(text)
	}
}

// press scrolls the paper.
func (p *sheet) press(k screen.KeyPress) bool {
	const by = 42
	off := p.scroll.Offset
	switch k.Name {
	case fyne.KeyUp:
		off.Y -= by
	case fyne.KeyDown:
		off.Y += by
	case fyne.KeyPageUp:
		off.Y -= p.scroll.Size().Height - by
	case fyne.KeyPageDown:
		off.Y += p.scroll.Size().Height - by
	default:
		return false
	}
	p.scroll.ScrollToOffset(off)
	return true
}
