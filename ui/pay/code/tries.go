package code

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/pay/wording"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

const (
	triesDot float32 = 14
	triesGap float32 = 6
	mostDots         = 5 // more are a number in words alone
)

// tries are the dots at the end of the label: one for each code that the bank took
// or will take. They are not there where neither bank nor profile says how many.
type tries struct {
	word *typeset.Text
	dots []*canvas.Circle
	of   int // how many dots are shown
}

func newTries(env screen.Env) *tries {
	t := &tries{word: typeset.NewText(env.Words.T("otp.tries"), typeset.Label)}
	for range mostDots {
		t.dots = append(t.dots, canvas.NewCircle(color.Transparent))
	}
	return t
}

func (t *tries) objects() []fyne.CanvasObject {
	all := []fyne.CanvasObject{t.word}
	all = append(all, layout.Objects(t.dots)...)
	return all
}

// paint shows what is left: spent tries are hollow and stand first.
func (t *tries) paint(s journal.Sale) {
	t.of = max(s.Session.OTPTries, s.TriesLeft)
	if t.of > mostDots {
		t.of = 0
	}
	for i, d := range t.dots {
		ink, fill := theme.Text.NRGBA(), theme.Text.NRGBA()
		if i < t.of-s.TriesLeft {
			ink, fill = theme.Failed.NRGBA(), color.NRGBA{}
		}
		d.FillColor, d.StrokeColor, d.StrokeWidth = fill, ink, 2
		d.Refresh()
	}
}

// place sets them at the end of a row and returns how wide they are. Where the
// label leaves too little room, the dots stand without their word.
func (t *tries) place(p layout.Placer, end, y, high, room float32) float32 {
	dots := float32(t.of)*(triesDot+triesGap) - triesGap
	word := t.word.MinSize().Width
	t.word.Hidden = t.of == 0 || dots+theme.S3+word > room
	for i, d := range t.dots {
		if d.Hidden = i >= t.of; !d.Hidden {
			p.Put(d, end-dots+float32(i)*(triesDot+triesGap), y+(high-triesDot)/2, triesDot, triesDot)
		}
	}
	switch {
	case t.of == 0:
		return 0
	case t.word.Hidden:
		return dots
	}
	p.Put(t.word, end-dots-theme.S3-word, y, word, high)
	return dots + theme.S3 + word
}

func (t *tries) hide() {
	for _, o := range t.objects() {
		o.Hide()
	}
}

// said is why the newest code was refused: how often by now, so that each attempt
// changes the picture, and how many tries are left, where that is known.
func said(e screen.Env, v journal.View) []typeset.Span {
	text := wording.Refusal(e, v)
	if v.Refusal.Operation == core.OpSubmitOTP && wording.Meaning(v.Refusal.Code) == "WRONG_OTP" {
		text = e.Words.N("otp.wrong", max(wrongSince(v.History), 1))
	}
	if v.Refusal.Operation == core.OpSubmitOTP && v.TriesLeft > 0 {
		text += " " + e.Words.N("otp.triesLeft", v.TriesLeft)
	}
	what, todo, more := strings.Cut(text, ". ")
	if !more {
		return []typeset.Span{{Text: text, Style: typeset.Fact.Tint(theme.Failed)}}
	}
	return []typeset.Span{{Text: what + ". ", Style: typeset.Fact.Tint(theme.Failed)}, {Text: todo, Style: typeset.Body}}
}

// wrongSince is how many wrong codes were refused since a code was sent last.
func wrongSince(history []journal.HistoryEvent) int {
	n := 0
	for _, f := range history {
		switch {
		case f.Code == journal.HistoryCodeSent:
			n = 0
		case f.Code == journal.HistoryCodeRefused && wording.Meaning(f.Word) == "WRONG_OTP":
			n++
		}
	}
	return n
}
