package sale

import (
	"strconv"

	"fyne.io/fyne/v2"

	"sanduq/ui/amount"
	"sanduq/ui/pay"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

const maxLetter = 40 // of an order reference

// Sale is where an amount is typed. Nothing is sent from here.
type Sale struct {
	screen.Base
	env    screen.Env
	deps   Deps
	draft  *pay.Draft
	past   screen.Past[amount.Entry]
	follow screen.Follow // from the amount into the reference
	shown  bool
	number int // of the sale, within its day

	title, hint *typeset.Text
	amount      *amount.Line
	reference   *control.Field
	shift       *control.Button // where no sale can begin before it; nil else
	quick       *quickKeys
	pad         *control.Keypad
	charge      *control.Button
	card        fyne.CanvasObject
}

// New is the sale screen over a draft, which keeps what is typed.
func New(env screen.Env, deps Deps, draft *pay.Draft) *Sale {
	s := &Sale{env: env, deps: deps, draft: draft}
	w, id := env.Words, deps.Till.NextID()
	s.number = id.Number()
	s.title = typeset.NewText(w.T("sale.title", "number", strconv.Itoa(id.Number())), typeset.Lead)
	s.hint = typeset.NewParagraph(s.advice(), typeset.Body.Tint(theme.Muted)).Aligned(typeset.Trailing)
	s.amount = amount.NewLine(env.CurrencyWord(draft.Amount.Amount().Currency), present.Point(env.Words))
	s.reference = control.NewField(control.FieldSpec{
		Label: w.T("sale.reference"), Placeholder: w.T("sale.reference.hint"), Icon: "barcode"})
	s.reference.SetText(draft.Reference)
	s.reference.OnChanged = s.typedReference
	s.reference.OnSubmit = func(string) { draw.Focus(s.reference, nil) }
	s.reference.OnScan = func(code string) { s.reference.SetText(code); draw.Focus(s.reference, nil) }
	s.follow = screen.Follow{Env: env, Line: s.reference, Shown: func() bool { return s.shown }}
	s.pad = control.NewSalePad(w.T("pad.clear"), s.key)
	s.charge = control.NewPrimary(w.T("sale.charge"), "Enter", s.charged)
	s.quick = newQuickKeys(env, deps, draft.Last, s.setAmount)
	objects := []fyne.CanvasObject{s.title, s.amount, s.hint}
	if deps.NoShift != nil && deps.NoShift() {
		s.shift = control.NewButton(control.ButtonSpec{Kind: control.Quiet, Icon: "drawer", Label: w.T("sale.noShift"), Key: "F8", Height: theme.ChipHeight, PadX: theme.S3}, deps.Shell.ToDay)
		objects = append(objects, s.shift)
	}
	s.card = graphic.NewCard(layout.New(nil, s.placeCard, append(append(objects, s.quick.objects()...), s.reference)...))
	s.Root = layout.New(nil, s.place, s.card, s.pad, s.charge)
	s.paint()
	return s
}

// Height is for screen.Tall: what the card's words and the smallest keys need.
func (s *Sale) Height() float32 {
	card := 2*(theme.S5()+theme.Border()) + s.title.MinSize().Height + theme.AmountM.Units() + s.quick.high() + s.reference.MinSize().Height
	if s.shift != nil {
		card += s.shift.MinSize().Height
	}
	return 3*theme.S5() + theme.PrimaryHigh + max(card, 4*theme.Target+3*theme.S3)
}

// Shown is for screen.Screen.
func (s *Sale) Shown() { s.shown = true }

// Hidden is for screen.Screen.
func (s *Sale) Hidden() { s.shown = false }

// Press takes digits, the point, letters, Backspace, Delete, Enter, and a scan.
func (s *Sale) Press(p screen.KeyPress) bool {
	switch {
	case p.Scan != "":
		s.scanned(p.Scan, p.Taken)
	case p.Rune != 0:
		return s.rune(p.Rune)
	case p.Name == fyne.KeyBackspace && s.follow.Backspace():
	case p.Name == fyne.KeyBackspace:
		s.press(control.PadBackspace)
	case p.Name == fyne.KeyDelete:
		s.press(control.PadClear)
	case p.Name == fyne.KeyReturn || p.Name == fyne.KeyEnter:
		s.charged()
	default:
		return false
	}
	return true
}

func (s *Sale) key(k control.PadKey) {
	s.draft.Amount.Key(k)
	s.paint()
}

func (s *Sale) typedReference(text string) {
	if r := []rune(text); len(r) > maxLetter {
		s.reference.SetText(string(r[:maxLetter]))
		return
	}
	s.draft.Reference = text
}

func (s *Sale) charged() {
	s.draft.AllowedBy = ""
	switch a := s.draft.Amount.Amount(); {
	case a.Minor <= 0:
	case s.deps.Usual.Asks(s.deps.Shop(), a):
		s.deps.Shell.ToGuard()
	default:
		s.deps.Shell.ToRoutes()
	}
}

func (s *Sale) advice() string {
	switch {
	case s.shift != nil: // no sale can begin here
		return ""
	case s.draft.Replaces != "":
		return s.env.Words.T("sale.replaces", "number", present.Number(s.draft.Replaces))
	case s.draft.Kept:
		return s.env.Words.T("sale.kept", "amount", present.Major(s.env.Words, s.draft.Amount.Amount()))
	case s.number == 1 && s.env.Practice:
		return s.env.Words.T("sale.first")
	}
	return ""
}

func (s *Sale) paint() {
	a := s.draft.Amount
	s.draft.Kept = s.draft.Kept && a.Taken()
	if said := s.advice(); said != s.hint.Text() {
		s.hint.SetText(said)
		s.card.Refresh()
	}
	s.amount.Set(a.Text(), a.Untyped())
	spec, on := s.charge.Spec(), a.Amount().Minor > 0
	spec.Amount, spec.Currency = "", ""
	if on {
		spec.Amount, spec.Currency = a.Text(), s.env.CurrencyWord(a.Amount().Currency)
	}
	pay.SetButton(s.charge, spec, on)
}

func (s *Sale) placeCard(b layout.Placer) {
	t := b.PutMin(s.title, 0, 0)
	f := s.reference.MinSize().Height
	b.Put(s.reference, 0, b.H-f, b.W, f)
	f += s.quick.high()
	s.quick.place(b, b.H-f)
	if s.shift != nil { // said before an amount is typed for nothing
		m := s.shift.MinSize()
		wide := min(m.Width, b.W)
		f += m.Height
		b.Put(s.shift, b.W-wide, b.H-f, wide, m.Height)
	}
	b.Put(s.amount, 0, t.Height, b.W, b.H-f-t.Height)
	n := s.hint.HeightFor(b.W)
	top := b.H - f - n - theme.S5()
	s.hint.Hidden = top < t.Height+(b.H-f-t.Height+theme.AmountXL.Units())/2 // a hint goes before it covers the amount
	b.Put(s.hint, 0, top, b.W, n)
}

func (s *Sale) place(b layout.Placer) {
	p := theme.S5()
	bottom := b.H - p - theme.PrimaryHigh
	high := bottom - 2*p
	wide := min(pay.PadWidth, .55*(b.W-3*p)) // beside the practice phone the amount keeps its room
	if pay.Terse() {                         // large words take room beside the sale, and the amount must not shrink for it
		wide = min(wide, pay.TersePad)
	}
	b.Put(s.card, p, p, b.W-3*p-wide, high)
	pad := high
	if b.H <= s.Height() { // it scrolls, and the pad stands whole in what is in sight
		pad = min(pad, 4*theme.PrimaryHigh+3*theme.S3)
	}
	b.Put(s.pad, b.W-p-wide, p, wide, pad)
	b.Put(s.charge, p, bottom, b.W-2*p, theme.PrimaryHigh)
}
