package receipts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/paperview"
	"sanduq/ui/present"
	"sanduq/ui/receipts/ledger"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// preview is the selected sale beside the list: its slip when it is paid, what is known of it when it is not, and what
// can be done with either.
type preview struct {
	env   screen.Env
	deps  Deps
	saver *saver
	proof *proof
	sale  journal.Sale
	there bool // a sale is selected
	tell  func(journal.Sale)

	slip   *paperview.Paper
	known  *known
	scroll *container.Scroll // holds both
	was    journal.SaleID    // shown last
	fault  *typeset.Text
	copy   *control.Button // nil without a printer
	pdf    *control.Button
	what   *control.Button // what happened with a sale that has no receipt
	open   *control.Button
	root   *fyne.Container
}

func newPreview(env screen.Env, d Deps, open func()) *preview {
	p := &preview{env: env, deps: d, proof: &proof{env: env, deps: d}}
	p.saver = newSaver(env, d, func() { p.root.Refresh() })
	p.slip = paperview.New(d.Drawer, receipt.Small)
	p.known = newKnown(env)
	p.scroll = ledger.NewPaper(p.paperHeight, p.slip, p.known.card)
	p.fault = typeset.NewParagraph("", typeset.Body.Tint(theme.Failed))
	p.pdf = control.NewButton(control.ButtonSpec{Label: env.Words.T("receipts.pdf"), Icon: "download", PadX: theme.S3}, func() {
		p.saver.pdf(p.proof)
	})
	p.what = control.NewButton(control.ButtonSpec{Label: env.Words.T("happened.button"), Icon: "list", Key: "F3", PadX: theme.S3}, func() { p.tell(p.sale) })
	objects := []fyne.CanvasObject{p.scroll, p.fault, p.saver.note, p.pdf, p.what}
	if d.Paper.Print != nil {
		p.copy = control.NewButton(control.ButtonSpec{Label: env.Words.T("receipts.print"), Icon: "printer", PadX: theme.S3}, func() {
			p.saver.print(p.sale.ID)
		})
		objects = append(objects, p.copy)
	}
	p.open = control.NewButton(control.ButtonSpec{Kind: control.Filled, Large: true, Icon: "receipt", Key: "Enter"}, open)
	p.root = layout.New(nil, p.place, append(objects, p.open)...)
	p.clear()
	return p
}

// set shows a sale. Its slip is shown once the receipt is read: until then there is no paper, never an older one.
func (p *preview) set(s journal.Sale) {
	if p.there && p.sale.ID == s.ID && p.sale.Version == s.Version && p.proof.err == nil {
		return
	}
	if p.sale.ID != s.ID {
		p.saver.cancel()
	}
	p.sale, p.there = s, true
	if !p.deps.hasReceipt(s) {
		p.proof.clear()
		p.known.set(s)
		p.paint()
		return
	}
	p.proof.read(s, p.paint)
	p.paint()
}

// clear shows nothing.
func (p *preview) clear() {
	p.there = false
	p.proof.clear()
	p.saver.cancel()
	p.paint()
}

func (p *preview) paint() {
	paid := p.there && p.deps.hasReceipt(p.sale)
	ready := paid && p.proof.there
	p.slip.Hidden, p.known.card.Hidden = !ready, !p.there || paid
	p.fault.SetText("")
	if paid && p.proof.err != nil {
		p.fault.SetText(p.env.Words.T("receipts.unreadable"))
	}
	if ready {
		p.slip.Set(p.proof.content().Brief().View())
	}
	for _, b := range []*control.Button{p.pdf, p.copy} {
		if b == nil {
			continue
		}
		b.Hidden = !ready
	}
	p.open.Hidden, p.what.Hidden = !p.there || !paid && p.deps.Shell == nil, !p.there || paid || p.deps.elsewhere()
	spec := p.open.Spec()
	spec.Icon, spec.Label = "receipt", p.env.Words.T("receipts.openOne")
	if p.there && !paid {
		spec.Icon, spec.Label = present.Status(p.sale.Status()).State.Icon(), p.env.Words.T("receipts.openSale")
	}
	p.open.Set(spec)
	p.scroll.Content.Refresh()
	if p.was != p.sale.ID {
		p.was = p.sale.ID
		p.scroll.ScrollToTop()
	}
	p.root.Refresh()
}

func (p *preview) place(b layout.Placer) {
	y := b.H - theme.PrimaryHigh
	b.Put(p.open, 0, y, b.W, theme.PrimaryHigh)
	if p.there && p.deps.hasReceipt(p.sale) { // the place is kept while the receipt is read
		y = p.placeButtons(b, y-theme.S4)
	} else if p.there {
		y -= theme.S4 + theme.Target
		b.Put(p.what, 0, y, b.W, theme.Target)
	}
	if p.saver.note.Text() != "" {
		note := p.saver.note.MinSize().Height
		y -= note + theme.S1
		b.Put(p.saver.note, theme.S1, y, b.W-2*theme.S1, note)
	}
	ledger.Place(b, p.scroll, 0, 0, b.W, y-theme.S4)
	b.Put(p.fault, 0, 0, b.W, p.fault.HeightFor(b.W))
}

// placeButtons puts the buttons side by side where their words fit, and returns their top.
func (p *preview) placeButtons(b layout.Placer, bottom float32) float32 {
	y := bottom - theme.Target
	if p.copy == nil {
		b.Put(p.pdf, 0, y, b.W, theme.Target)
		return y
	}
	half := (b.W - theme.S2) / 2
	if max(p.copy.MinSize().Width, p.pdf.MinSize().Width) <= half {
		b.Put(p.copy, 0, y, half, theme.Target)
		b.Put(p.pdf, b.W-half, y, half, theme.Target)
		return y
	}
	b.Put(p.pdf, 0, y, b.W, theme.Target)
	y -= theme.S2 + theme.Target
	b.Put(p.copy, 0, y, b.W, theme.Target)
	return y
}

// paperHeight is the height of what scrolls: the slip or the card.
func (p *preview) paperHeight(width float32) float32 {
	switch {
	case p.slip.Visible():
		return p.slip.HeightFor(width)
	case p.known.card.Visible():
		return p.known.heightFor(width)
	}
	return 0
}
