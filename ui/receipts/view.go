package receipts

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core/journal"
	"sanduq/core/receipt"
	"sanduq/ui/paperview"
	"sanduq/ui/popover"
	"sanduq/ui/present"
	"sanduq/ui/receipts/ledger"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// view is one receipt: the whole slip, what happened, and what can be done with it.
type view struct {
	env   screen.Env
	deps  Deps
	saver *saver
	proof *proof
	tell  func(journal.Sale)      // shows what happened with the sale
	whole func(journal.Sale) bool // all of it was given back
	sale  journal.Sale

	back     *control.Tool
	title    *typeset.Text
	icon     *graphic.StateIcon
	word     *typeset.Text
	slip     *paperview.Paper
	paper    *container.Scroll
	facts    *facts
	past     *container.Scroll
	pastCard *graphic.Card
	buttons  []*control.Button // beside more
	more     *control.Button   // the rarer actions
	menu     *popover.Popover
	primary  *control.Button
	fault    *typeset.Text
	root     *fyne.Container
}

const viewSlip float32 = 430

// newView calls back to leave.
func newView(env screen.Env, d Deps, back func()) *view {
	v := &view{env: env, deps: d, proof: &proof{env: env, deps: d}}
	v.saver = newSaver(env, d, func() { v.root.Refresh() })
	w := env.Words
	v.back = control.NewIconButton("back", back)
	v.title = typeset.NewText("", typeset.Title).Cut()
	v.icon = graphic.NewStateIcon(graphic.StatePaid, 22, env.Practice)
	v.word = typeset.NewText("", typeset.Lead.With(theme.Medium))
	v.slip = paperview.New(d.Drawer, receipt.Full)
	v.paper = ledger.NewPaper(v.slip.HeightFor, v.slip)
	v.facts = newFacts(env)
	v.facts.high = factHeight
	v.past = container.NewVScroll(layout.New(func() fyne.Size { return fyne.NewSize(100, v.facts.height()) },
		func(b layout.Placer) { b.Put(v.facts.root, 0, 0, b.W, v.facts.height()) }, v.facts.root))
	v.pastCard = graphic.NewCardPadded(v.past, 24, theme.S2)
	v.fault = typeset.NewParagraph("", typeset.Body.Tint(theme.Failed))
	button := func(label, icon, key string, do func()) {
		v.buttons = append(v.buttons, control.NewButton(control.ButtonSpec{Label: w.T(label), Icon: icon, Key: key, PadX: theme.S3}, do))
	}
	if !d.elsewhere() {
		button("happened.button", "list", "F3", func() { v.tell(v.sale) })
	}
	large := control.ButtonSpec{Kind: control.Filled, Large: true, Key: "Enter", Label: w.T("receipts.pdf"), Icon: "download"}
	do := v.savePDF
	if d.Paper.Print != nil {
		button("receipts.pdf", "download", "F10", v.savePDF)
		large.Label, large.Icon = w.T("receipts.print"), "printer"
		do = func() { v.saver.print(v.sale.ID) }
	}
	v.menu = popover.New()
	v.menu.Above = true // below is the primary, which stays in view
	v.menu.Closed = func() { v.more.SetChosen(false) }
	v.more = control.NewButton(control.ButtonSpec{Icon: "more", Mid: true, PadX: theme.S3}, v.showMore)
	v.primary = control.NewButton(large, do)
	objects := []fyne.CanvasObject{v.back, v.title, v.icon, v.word, v.paper, v.pastCard, v.fault, v.saver.note}
	objects = append(objects, layout.Objects(v.buttons)...)
	v.root = layout.New(nil, v.place, append(objects, v.more, v.primary, v.menu.Layer())...)
	return v
}

func (v *view) savePDF() { v.saver.pdf(v.proof) }

// showMore opens the rarer actions: what the sale that is shown has a use for.
func (v *view) showMore() {
	var all []popover.Choice
	add := func(key, icon string, do func()) {
		all = append(all, popover.Choice{Icon: icon, Label: v.env.Words.T(key), Pick: func() {
			v.menu.Close()
			do()
		}})
	}
	r := v.proof.receipt
	add("receipts.png", "picture", func() { v.saver.file(v.proof, ".png", v.saver.deps.Drawer.PNG) })
	if v.deps.Shell != nil && r.Seq != 0 && !v.sale.Owed() && !v.sale.Returned() && !v.whole(v.sale) { // a customer is told of money that stays
		if hand := v.deps.Shell.HandOver(); hand != nil {
			add("receipts.handOver", "screen", func() { hand(v.sale, r) })
		}
	}
	if r.TransactionID != "" {
		add("receipts.copy", "copy", func() { v.saver.copied(r.TransactionID) })
	}
	v.more.SetChosen(true)
	v.menu.Open(v.more, popover.NewChoices(all, 0, 1))
}

// left takes away what is about the receipt that was shown.
func (v *view) left() {
	v.saver.cancel()
	v.menu.Close()
}

// heading names what is read.
func (v *view) heading() string {
	number := receipt.Number(v.sale.ReceiptSeq)
	if v.sale.CashSeq != 0 {
		number = receipt.CashNumber(v.sale.CashSeq)
	}
	return v.env.Words.T("receipt.title", "number", number)
}

// set shows the receipt of a sale that has one.
func (v *view) set(s journal.Sale) {
	if s.ID != v.sale.ID {
		v.left()
		v.paper.ScrollToTop()
		v.past.ScrollToTop()
	}
	v.sale = s
	v.facts.set(s, s.History)
	v.proof.read(s, v.paint)
	v.paint()
}

func (v *view) paint() {
	look, ready := present.Past(v.sale), v.proof.there
	if v.whole(v.sale) {
		look = present.Returned
	}
	v.title.SetText(v.heading())
	v.icon.Set(look.State, v.env.Practice)
	v.word.SetSpans(typeset.Span{Text: v.env.Words.T(look.Key), Style: typeset.Lead.With(theme.Medium)})
	if ready {
		v.slip.Set(v.proof.content().View())
		v.paper.Content.Refresh()
		v.paper.Show()
	} else {
		v.paper.Hide()
	}
	v.fault.SetText("")
	if v.proof.err != nil {
		v.fault.SetText(v.env.Words.T("receipts.unreadable"))
	}
	for _, b := range v.buttons {
		b.Hidden = !ready
	}
	v.more.Hidden, v.primary.Hidden = !ready, !ready
	v.past.Content.Refresh()
	v.root.Refresh()
}

func (v *view) press(p screen.KeyPress, back func()) bool {
	if v.menu.Press(p) {
		return true
	}
	switch p.Name {
	case fyne.KeyEscape:
		back()
	case fyne.KeyF3:
		if !v.deps.elsewhere() {
			v.tell(v.sale)
		}
	case fyne.KeyF10:
		if v.primary.Visible() {
			v.savePDF()
		}
	case fyne.KeyReturn, fyne.KeyEnter:
		if v.primary.Visible() {
			v.primary.OnTapped()
		}
	case fyne.KeyUp, fyne.KeyDown:
		by := float32(factHeight)
		if p.Name == fyne.KeyUp {
			by = -by
		}
		v.past.ScrollToOffset(fyne.NewPos(0, v.past.Offset.Y+by))
	default:
		return false
	}
	return true
}

func (v *view) place(b layout.Placer) {
	pad := theme.S5()
	b.Put(v.back, pad, pad, theme.Target, theme.Target)
	middle := pad + theme.Target/2
	word := b.PutMiddle(v.word, b.W-pad-v.word.MinSize().Width, middle)
	x := b.W - pad - word.Width - theme.S2 - 22
	b.PutMiddle(v.icon, x, middle)
	h := v.title.MinSize().Height
	b.Put(v.title, pad+theme.Target+theme.S4, middle-h/2, x-pad-theme.Target-2*theme.S4, h)

	top := pad + theme.Target + theme.S4
	side := min(viewSlip, (b.W-3*pad)/2)
	ledger.Place(b, v.paper, pad, top, side, b.H-top-pad)
	b.Put(v.fault, pad, top, side, v.fault.HeightFor(side))

	x = pad + side + pad
	wide, y := b.W-pad-x, b.H-pad-theme.PrimaryHigh
	b.Put(v.primary, x, y, wide, theme.PrimaryHigh)
	y = v.placeButtons(b, x, y-theme.S4, wide)
	note := v.saver.note.MinSize().Height
	bottom := y - theme.S4
	if v.saver.note.Text() != "" {
		b.Put(v.saver.note, x+theme.S1, y-note-theme.S1, wide-2*theme.S1, note)
		bottom = y - note - theme.S2
	}
	b.Put(v.pastCard, x, top, wide, bottom-top)
	b.Put(v.menu.Layer(), 0, 0, b.W, b.H)
}

// placeButtons puts the buttons side by side where their words fit, else each on a line of its own, before the one with
// the rarer actions, and returns their top.
func (v *view) placeButtons(b layout.Placer, x, bottom, wide float32) float32 {
	buttons := v.buttons
	square := max(theme.Target, v.more.MinSize().Width)
	b.Put(v.more, x+wide-square, bottom-theme.Target, square, theme.Target)
	wide -= square + theme.S2
	for per := len(buttons); per > 0; per-- {
		lines := (len(buttons) + per - 1) / per
		top := bottom - float32(lines)*theme.Target - float32(lines-1)*theme.S2
		if per > 1 && !fits(buttons, per, wide) {
			continue
		}
		for i, o := range buttons {
			line := i / per
			n := min(per, len(buttons)-line*per)
			each := (wide - theme.S2*float32(n-1)) / float32(n)
			b.Put(o, x+float32(i%per)*(each+theme.S2), top+float32(line)*(theme.Target+theme.S2), each, theme.Target)
		}
		return top
	}
	return bottom
}

// fits reports whether per buttons stand side by side with their words whole.
func fits(buttons []*control.Button, per int, wide float32) bool {
	for i, o := range buttons {
		n := min(per, len(buttons)-i/per*per)
		if o.MinSize().Width > (wide-theme.S2*float32(n-1))/float32(n) {
			return false
		}
	}
	return true
}
