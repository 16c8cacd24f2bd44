package day

import (
	"context"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/ui/day/entry"
	"sanduq/ui/day/figures"
	"sanduq/ui/permission"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// beginning is how a person opens the shift: with what the last Z counted, or with what
// they count and type; and with the reason where the two differ. Nothing is chosen at
// first: a bare Enter opens no shift.
type beginning struct {
	page   *dayPage
	float  *entry.Amount
	text   *typeset.Text
	who    *typeset.Text // of the last count
	was    *typeset.Amount
	use    *control.Button
	last   *fyne.Container
	differ *typeset.Text
	reason *control.Field
	why    *fyne.Container // differ and reason
	follow screen.Follow
	chosen bool // the last count
}

func newBeginning(p *dayPage) *beginning {
	s := p.screen
	w := s.env.Words
	b := &beginning{page: p}
	b.text = typeset.NewParagraph(s.beginText(), typeset.Body)
	b.who = typeset.NewParagraph("", typeset.Caption)
	b.was = typeset.NewAmount("", "", theme.AmountM)
	b.use = control.NewButton(control.ButtonSpec{Icon: "check", Label: w.T("day.begin.use"), Key: w.T("key.space"), Mid: true}, b.choose)
	b.last = layout.Rows(theme.S2, typeset.NewText(w.T("day.begin.last"), typeset.Fact).Cut(), b.who, layout.New(func() fyne.Size {
		amount, use := b.was.MinSize(), b.use.MinSize()
		return fyne.NewSize(use.Width+theme.S3+80, max(amount.Height, use.Height))
	}, func(at layout.Placer) {
		use := b.use.MinSize()
		at.Put(b.was, 0, 0, at.W-use.Width-theme.S3, at.H)
		at.Put(b.use, at.W-use.Width, (at.H-use.Height)/2, use.Width, use.Height)
	}, b.was, b.use))
	b.differ = typeset.NewParagraph("", typeset.Body)
	b.reason = control.NewField(control.FieldSpec{Label: w.T("day.reason"), Placeholder: w.T("day.reason.hint")})
	b.reason.OnChanged = func(string) { p.paintPrimary() }
	b.reason.OnSubmit, b.reason.OnScan = func(string) { p.proceed() }, unscanned
	b.why = layout.Rows(theme.S2, b.differ, b.reason)
	b.follow = screen.Follow{Env: s.env, Line: b.reason, Shown: func() bool { return s.shown && s.on(p) && !b.why.Hidden }}
	b.float = entry.NewAmount(s.env, w.T("day.begin.found"), s.deps.Till.Settings().Currency, b.typed)
	layout.SetVisible(false, b.last, b.why)
	return b
}

func (b *beginning) object() fyne.CanvasObject {
	return b.float.Beside(b.page.frame, b.why, b.last, b.text)
}

// found is what is in the drawer; ok is false until somebody typed or chose it.
func (b *beginning) found() (minor int64, ok bool) {
	if b.chosen {
		return b.page.screen.view.Last.Minor, true
	}
	return b.float.Value().Minor, !b.float.Empty()
}

// differs is what was found less what was counted; 0 where nothing was counted.
func (b *beginning) differs() int64 {
	minor, ok := b.found()
	if last := b.page.screen.view.Last; ok && last != nil {
		return minor - last.Minor
	}
	return 0
}

// ready reports whether the shift can be opened.
func (b *beginning) ready() bool {
	_, ok := b.found()
	return ok && (b.differs() == 0 || strings.TrimSpace(b.reason.Text()) != "")
}

// choose begins with the last count.
func (b *beginning) choose() {
	if b.page.screen.view.Last == nil {
		return
	}
	b.float.Key(control.PadClear)
	b.chosen = true
	b.paint()
}

// typed takes note that something else was counted.
func (b *beginning) typed() {
	b.chosen = false
	b.paint()
}

func (b *beginning) clear() {
	b.chosen = false
	b.reason.SetText("")
	b.follow.End()
	b.float.Key(control.PadClear)
}

func (b *beginning) paint() {
	s := b.page.screen
	w, last := s.env.Words, s.view.Last
	if last != nil && last.Minor < 0 || b.page.frame.Root == nil {
		return
	}
	if last == nil {
		b.chosen = false
	} else {
		currency := s.deps.Till.Settings().Currency
		b.was.Set(money.Amount{Minor: last.Minor, Currency: currency}.Major(), s.env.CurrencyWord(currency))
		b.who.SetText(w.T("day.begin.who", "time", w.DateTime(last.At.In(s.env.Zone)), "name", present.Somebody(w, last.By), "z", journal.ZNumber(last.Z)))
	}
	by := b.differs()
	layout.SetVisible(last != nil && by == 0, b.last) // the reason has its room
	if b.chosen {
		b.float.Show(b.was.Number(), true)
	} else {
		b.float.Paint()
	}
	spec := b.use.Spec()
	if spec.Label, spec.Chosen = w.T("day.begin.use"), b.chosen; b.chosen {
		spec.Label = w.T("day.begin.chosen")
	}
	b.use.Set(spec)
	layout.SetVisible(by != 0, b.why)
	layout.SetVisible(by == 0 && !b.chosen, b.text) // it has been done
	if by != 0 {
		key, minor := "day.begin.more", by
		if by < 0 {
			key, minor = "day.begin.less", -by
		}
		b.differ.SetText(w.T(key, "sum", figures.Sum(s.env, minor, s.deps.Till.Settings().Currency)))
	}
	b.float.Lay()
	b.page.paintPrimary()
}

// needs is what to do first, by its keys; where nothing was counted yet there is only an
// amount to type.
func (b *beginning) needs(key, first string) string {
	if b.page.screen.view.Last == nil {
		key = first
	}
	return b.page.screen.env.Words.T(key)
}

// press takes an amount, Space for the last count, and from the first letter on the reason.
func (b *beginning) press(k screen.KeyPress) bool {
	s := b.page.screen
	if k.Rune != 0 {
		b.follow.Heard()
	}
	minor, ok := b.found()
	why := ok && b.differs() != 0
	switch {
	case why && k.Rune != 0 && b.follow.On():
		b.follow.Type(k.Rune)
	case k.Name == fyne.KeyBackspace && b.follow.Backspace():
	case k.Rune == ' ' && s.view.Last != nil && !why:
		b.choose()
	case enter(k) && !ok:
		b.page.frame.Wrong(b.needs("day.begin.nothing", "day.begin.nothing.first"))
	case enter(k) && !b.ready():
		b.reason.Focus()
	case enter(k):
		b.page.proceed()
	case b.float.Press(k):
	case why && k.Rune > ' ':
		b.follow.Type(k.Rune)
	default:
		return false
	}
	if again, _ := b.found(); again != minor { // what was said of another sum
		b.page.frame.ShowNotice("")
	}
	return true
}

func (b *beginning) kept() func() {
	amount, reason, chosen := b.float.Kept(), b.reason.Text(), b.chosen
	return func() {
		b.follow.End()
		amount()
		b.reason.SetText(reason)
		b.chosen = chosen
		b.paint()
	}
}

// label is what the primary says.
func (b *beginning) label(spec *control.ButtonSpec) {
	s := b.page.screen
	minor, ok := b.found()
	switch {
	case !ok:
		spec.Label = b.needs("day.begin.needs", "day.begin.needs.first")
		return
	case !b.ready():
		spec.Label = s.env.Words.T("day.begin.why")
		return
	}
	currency := s.deps.Till.Settings().Currency
	spec.Label, spec.Icon = s.env.Words.T("day.beginWith"), "drawer"
	spec.Amount, spec.Currency = money.Amount{Minor: minor, Currency: currency}.Major(), s.env.CurrencyWord(currency)
}

// open asks the till to open the shift, once.
func (b *beginning) open() {
	s := b.page.screen
	if _, ok := b.found(); !ok || !b.ready() {
		return
	}
	permission.Ask(s.env, s.deps.Person, journal.RightOpen, func() {
		found, ok := b.found()
		if !ok || !b.ready() || b.page.opened() {
			return
		}
		reason := strings.TrimSpace(b.reason.Text())
		s.act(s.dated(func(ctx context.Context) error { return s.deps.Till.OpenShift(ctx, s.deps.Person.By(), found, reason) }), func(err error) {
			if err != nil {
				s.refused(b.page, s.doubts(b.page, err))
			} else {
				s.read = false // what was read is over
				s.openDrawer(nil)
			}
			s.load()
		})
	}, b.page.frame.Wrong)
}
