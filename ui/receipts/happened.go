package receipts

import (
	"context"
	"maps"
	"slices"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/receipts/ledger"
	"sanduq/ui/receipts/pager"
	"sanduq/ui/receipts/source"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// happened is all that is known of one order: every attempt of it, each word of
// the bank with its time, and one sentence at the top that it comes to.
type happened struct {
	env     screen.Env
	deps    Deps
	saver   *saver
	sale    journal.Sale
	reading screen.Newest

	attempts, others []journal.Sale
	said             journal.Conclusion
	statement        journal.Day // of the bank, that has the payment; blank for none
	returned         map[journal.SaleID]bool
	read             bool
	err              error

	back       *control.Tool
	title, day *typeset.Text
	amount     *typeset.Amount
	sentence   *typeset.Text
	story      *ledger.Card
	numbers    *ledger.Card
	pdf, copy  *control.Button
	primary    *control.Button // prints or, without a printer, saves
	root       *fyne.Container
}

func newHappened(env screen.Env, d Deps, back func()) *happened {
	h := &happened{env: env, deps: d}
	w := env.Words
	h.saver = newSaver(env, d, func() { h.root.Refresh() })
	h.back = control.NewIconButton("back", back)
	h.title, h.day = typeset.NewText("", typeset.Lead.With(theme.Regular)).Cut(), typeset.NewText("", typeset.Caption.Tint(theme.Muted))
	h.amount = typeset.NewAmount("", "", theme.Instruction)
	h.amount.Align = typeset.Trailing
	h.sentence = typeset.NewParagraph("", typeset.Title.Sized(theme.AmountS).Tight(1.15))
	h.story, h.numbers = ledger.NewCard(), ledger.NewCard()
	h.pdf = control.NewButton(control.ButtonSpec{Label: w.T("receipts.pdf"), Icon: "download", PadX: theme.S3}, h.savePDF)
	h.copy = control.NewButton(control.ButtonSpec{Label: w.T("happened.copy"), Icon: "copy", PadX: theme.S3}, h.copied)
	spec := control.ButtonSpec{Kind: control.Filled, Large: true, Key: "Enter", Label: w.T("receipts.pdf"), Icon: "download"}
	do := h.savePDF
	if d.Paper.PrintSlip != nil {
		spec.Label, spec.Icon, do = w.T("paper.print"), "printer", h.printed
	}
	h.primary = control.NewButton(spec, do)
	h.pdf.Hidden = d.Paper.PrintSlip == nil
	h.root = layout.New(nil, h.place, h.back, h.title, h.amount, h.day, h.sentence, h.story.Root, h.numbers.Root, h.saver.note, h.pdf, h.copy, h.primary)
	return h
}

// set reads the story of a sale's order, and shows it once it is read.
func (h *happened) set(s journal.Sale) {
	h.cancel()
	h.sale, h.attempts, h.others, h.read, h.err = s, nil, nil, false, nil
	h.statement, h.returned = "", nil
	h.story.Scroll.ScrollToTop()
	h.paint()
	h.tell()
}

// tell reads the story as it is now. What is shown stays until it is read: a sale of it may
// be paid, or another attempt begin, while somebody looks.
func (h *happened) tell() {
	var all, others []journal.Sale
	var statement journal.Day
	var returned map[journal.SaleID]bool
	s := h.sale
	h.reading.Ask(h.env, func(ctx context.Context) (err error) {
		if all, err = h.deps.History.Attempts(ctx, s.ID); err == nil {
			others, err = h.deps.sameAccount(ctx, s, all)
			statement = h.deps.reconciled(ctx, s.ID)
		}
		if err == nil {
			returned, err = h.deps.returnedOf(ctx, all)
		}
		return err
	}, func(err error) {
		if err == nil && h.read && statement == h.statement && maps.Equal(returned, h.returned) && same(all, h.attempts) && same(others, h.others) {
			return
		}
		if at := slices.IndexFunc(all, func(a journal.Sale) bool { return a.ID == s.ID }); at >= 0 {
			h.sale = all[at]
		}
		h.statement, h.returned = statement, returned
		h.attempts, h.others, h.err, h.read = all, others, err, err == nil
		h.said = journal.Conclude(all)
		h.env.Report(h.deps.Failed, err)
		h.paint()
	})
}

// returnedOf are the sales of an order of which all was given back: of two payments a sale does not
// tell whose money it was, and the ledger does.
func (d Deps) returnedOf(ctx context.Context, all []journal.Sale) (whole map[journal.SaleID]bool, err error) {
	from, told := d.History.(source.GiverBack)
	whole = map[journal.SaleID]bool{}
	for _, s := range all {
		if !told || s.OwedEnd != journal.DebtReturned || s.Reversed != nil {
			continue
		}
		back, err := from.GivenBack(ctx, journal.SaleQuery{From: s.ID.Day(), To: s.ID.Day()})
		if err != nil {
			return nil, err
		}
		whole[s.ID] = back[s.ID] == s.Amount.Minor
	}
	return whole, nil
}

// same reports whether two readings of sales are of the same records.
func same(a, b []journal.Sale) bool {
	return slices.EqualFunc(a, b, func(a, b journal.Sale) bool { return a.ID == b.ID && a.Version == b.Version })
}

// cancel drops an answer that is under way.
func (h *happened) cancel() {
	h.reading.Drop()
	h.saver.cancel()
}

// sameAccount are the other orders of the day from an account that looks the
// same; none where no account is known.
func (d Deps) sameAccount(ctx context.Context, s journal.Sale, attempts []journal.Sale) (others []journal.Sale, err error) {
	masked := s.Session.MaskedAccount
	tail := strings.TrimLeft(masked, "•* ")
	if tail == "" {
		return nil, nil
	}
	got, err := d.History.Sales(ctx, journal.SaleQuery{From: s.ID.Day(), To: s.ID.Day(), Search: tail, Limit: pager.PageSize})
	for _, o := range got.Sales {
		if o.Session.MaskedAccount == masked && !slices.ContainsFunc(attempts, func(a journal.Sale) bool { return a.ID == o.ID }) {
			others = append(others, o)
		}
	}
	return others, err
}

func (h *happened) paint() {
	env, d, w, s := h.env, h.deps, h.env.Words, h.sale
	h.title.SetText(w.T("happened.title", "order", s.ID.Paper()))
	h.amount.Set(s.Amount.Major(), env.CurrencyWord(s.Amount.Currency))
	h.day.SetText(present.Number(s.ID) + ", " + d.day(env, s.ID.Day()))
	h.story.Clear()
	h.numbers.Clear()
	switch {
	case h.err != nil:
		h.sentence.SetText(w.T("receipts.unreadable.list"))
	case !h.read:
		h.sentence.SetText(w.T("receipts.reading"))
	default:
		h.sentence.SetText(d.concluded(env, h.said))
		h.tellStory()
		h.tellNumbers()
	}
	for _, b := range []*control.Button{h.pdf, h.copy, h.primary} {
		b.SetDisabled(!h.read)
	}
	h.story.Scroll.Content.Refresh()
	h.numbers.Scroll.Content.Refresh()
	h.root.Refresh()
}

func (h *happened) tellStory() {
	env := h.env
	for i, s := range h.attempts {
		look := present.Past(s)
		if h.returned[s.ID] {
			look = present.Returned
		}
		h.story.Band(tryName(env, i+1, s), env.Words.T(look.Key), graphic.NewStateIcon(look.State, 20, env.Practice))
		for _, e := range s.History {
			h.story.Event(seconds(env, e.At), whose(env, e.Code), fact(env, s, e), final[e.Code])
		}
	}
	if len(h.others) == 0 {
		return
	}
	h.story.Band(env.Words.T("happened.others"), "", nil)
	for _, s := range h.others {
		h.story.Event(seconds(env, s.CreatedAt), env.Words.T("happened.till"), env.Words.T("happened.other", "number", present.Number(s.ID),
			"amount", present.Major(env.Words, s.Amount), "state", env.Words.T(present.Past(s).Key)), false)
	}
}

func (h *happened) tellNumbers() {
	w, s := h.env.Words, h.sale
	line := func(key, value string) {
		if value != "" {
			h.numbers.Line(w.T(key), value)
		}
	}
	h.numbers.Band(w.T("happened.ours"), "", nil)
	line("receipt.sale", s.ID.Paper())
	if s.ReceiptSeq != 0 {
		line("receipt.number", present.Receipt(s.ReceiptSeq))
	}
	line("receipt.cashier", s.Cashier)
	h.numbers.Band(w.T("happened.theirs"), "", nil)
	line("happened.payment", s.Session.PaymentID)
	line("fact.transaction", s.Session.TransactionID)
	line("receipt.from", from(h.env, s))
	if h.statement != "" {
		h.numbers.Line(w.T("receipt.reconciled"), w.T("receipt.statement", "day", date(h.env, h.statement)))
	}
}

func (h *happened) savePDF() {
	slip, name := h.slip(), h.sale.ID.Paper()
	var place string
	h.saver.do(name, func(ctx context.Context) error {
		data, err := h.deps.Drawer.SlipPDF(slip, name, h.env.Now())
		if err == nil {
			place, err = h.deps.Save(ctx, name+".pdf", data)
		}
		return err
	}, func(err error) (string, []any) { return saved(err, place) })
}

func (h *happened) printed() {
	slip := h.slip()
	h.saver.do(present.Number(h.sale.ID), func(ctx context.Context) error { return h.deps.Paper.PrintSlip(ctx, slip) }, func(err error) (string, []any) {
		if err != nil {
			return h.saver.notPrinted(err), nil
		}
		return "happened.printed", nil
	})
}

func (h *happened) copied() {
	h.env.Copy(h.forTheBank())
	h.saver.showResult("happened.copied", theme.Muted)
}

func (h *happened) press(p screen.KeyPress) bool {
	switch p.Name {
	case fyne.KeyEscape, fyne.KeyF3:
		h.back.OnTapped()
	case fyne.KeyReturn, fyne.KeyEnter:
		if !h.primary.Disabled() {
			h.primary.OnTapped()
		}
	case fyne.KeyUp:
		h.story.Scroll.ScrollToOffset(fyne.NewPos(0, h.story.Scroll.Offset.Y-ledger.LedgerRow))
	case fyne.KeyDown:
		h.story.Scroll.ScrollToOffset(fyne.NewPos(0, h.story.Scroll.Offset.Y+ledger.LedgerRow))
	default:
		return false
	}
	return true
}

func (h *happened) place(b layout.Placer) {
	pad := theme.S5()
	side := min(previewWidth, (b.W-3*pad)*2/5)
	b.Put(h.back, pad, pad, theme.Target, theme.Target)
	a := min(h.amount.MinSize().Width, b.W/3)
	sum, m := h.amount.MinSize().Height, h.day.MinSize()
	head := max(theme.Target, sum+m.Height)
	b.Put(h.amount, b.W-pad-a, pad, a, sum)
	b.Put(h.day, b.W-pad-m.Width, pad+head-m.Height, m.Width, m.Height)
	t := h.title.MinSize().Height
	b.Put(h.title, pad+theme.Target+theme.S4, pad+(theme.Target-t)/2, b.W-3*pad-theme.Target-max(a, m.Width)-theme.S4, t)
	y := pad + head + theme.S4
	high := h.fitSentence(b.W - 2*pad)
	b.Put(h.sentence, pad, y, b.W-2*pad, high)
	y += high + theme.S4
	b.Put(h.story.Root, pad, y, b.W-3*pad-side, b.H-y-pad)

	x, bottom := b.W-pad-side, b.H-pad-theme.PrimaryHigh
	b.Put(h.primary, x, bottom, side, theme.PrimaryHigh)
	bottom -= theme.S4 + theme.Target
	half := (side - theme.S2) / 2
	switch {
	case h.pdf.Hidden:
		b.Put(h.copy, x, bottom, side, theme.Target)
	case max(h.pdf.MinSize().Width, h.copy.MinSize().Width) <= half:
		b.Put(h.pdf, x, bottom, half, theme.Target)
		b.Put(h.copy, x+half+theme.S2, bottom, half, theme.Target)
	default:
		b.Put(h.copy, x, bottom, side, theme.Target)
		bottom -= theme.S2 + theme.Target
		b.Put(h.pdf, x, bottom, side, theme.Target)
	}
	bottom -= theme.S4
	if h.saver.note.Text() != "" {
		n := h.saver.note.MinSize().Height
		bottom -= n
		b.Put(h.saver.note, x+theme.S1, bottom, side-2*theme.S1, n)
		bottom -= theme.S2
	}
	b.Put(h.numbers.Root, x, y, side, bottom-y)
}

// fitSentence steps the sentence down to one line, or at last to two.
func (h *happened) fitSentence(wide float32) float32 {
	for _, size := range []theme.Size{theme.AmountS, theme.Fixed(40), theme.Instruction, theme.Title, theme.Lead} {
		h.sentence.SetStyle(h.sentence.Style().Sized(size))
		if h.sentence.Width() <= wide {
			break
		}
	}
	return h.sentence.HeightFor(wide)
}
