package receipts

import (
	"cmp"
	"strings"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// facts tells what happened to a sale, one line each: when, and what.
type facts struct {
	env   screen.Env
	high  float32 // of a line at text scale 1
	times []*typeset.Text
	what  []*typeset.Text
	lines []fyne.CanvasObject
	root  *fyne.Container
}

const (
	factTime   float32 = 76 // the column of times
	factGap    float32 = 12
	factHeight float32 = 48 // of a line where there is room
	factSmall  float32 = 36
)

func newFacts(env screen.Env) *facts {
	f := &facts{env: env, high: factSmall}
	f.root = layout.New(nil, f.place)
	return f
}

// set shows facts of a sale, oldest first.
func (f *facts) set(s journal.Sale, all []journal.HistoryEvent) {
	f.times, f.what, f.lines = nil, nil, nil
	f.root.Objects = nil
	for i, one := range all {
		style := typeset.Body
		if one.Code == journal.HistoryPaid || one.Code == journal.HistoryPaidLate {
			style = typeset.Fact
		}
		at := typeset.NewText(seconds(f.env, one.At), typeset.Body.Tint(theme.Muted))
		what := typeset.NewText(fact(f.env, s, one), style).Cut()
		f.times, f.what = append(f.times, at), append(f.what, what)
		f.root.Objects = append(f.root.Objects, at, what)
		if i+1 < len(all) {
			line := graphic.NewDivider()
			f.lines = append(f.lines, line)
			f.root.Objects = append(f.root.Objects, line)
		}
	}
	f.root.Refresh()
}

// fact is what happened in a sentence. A code that the catalogue does not know is shown as it is: it happened.
func fact(env screen.Env, s journal.Sale, f journal.HistoryEvent) string {
	key, name, number := "fact."+f.Code, "", ""
	switch {
	case f.Code == journal.HistoryPaidTwice && s.OwedWith() != s.ID, f.Code == journal.HistoryAlsoPaid:
		key, number = "receipt.step.twice", numberOf(f.Word)
	case f.Code == journal.HistoryOwedRead && f.Word != "":
		key, name = "receipt.step.owedRead", f.Word
	case f.Code == journal.HistorySetAside && s.SetAside != nil && s.SetAside.By != "":
		key, name = "receipt.step.aside", s.SetAside.By
	case f.Code == journal.HistoryReplaced && f.Word != "":
		key, number = "receipt.step.replaced", numberOf(f.Word)
		if s.SetAside != nil && s.SetAside.By != "" && s.SetAside.At.Equal(f.At) {
			key, name = "receipt.step.replacedBy", s.SetAside.By
		}
	case f.Code == journal.HistoryCharged && cmp.Or(f.Word, s.Cashier) != "":
		key, name = "receipt.step.charged", cmp.Or(f.Word, s.Cashier)
	case f.Code == journal.HistoryAmountAllowed, f.Code == journal.HistoryTakenOver:
		name = f.Word
	case f.Code == journal.HistoryCodeSent && s.Session.MaskedCustomer != "":
		key, name = "receipt.step.code", s.Session.MaskedCustomer
	}
	if !env.Words.Has(key) {
		return f.Code
	}
	return env.Words.T(key, "name", name, "number", number, "word", f.Word)
}

// numberOf is what people call the sale of a paper name: "#13".
func numberOf(paper string) string {
	if at := strings.LastIndexByte(paper, '-'); at >= 0 {
		if n := strings.TrimLeft(paper[at+1:], "0"); n != "" {
			return "#" + n
		}
	}
	return paper
}

func (f *facts) line() float32 { return f.high * max(theme.Now().TextScale, 1) }

func (f *facts) height() float32 { return f.line() * float32(len(f.times)) }

func (f *facts) place(b layout.Placer) {
	wide := factTime
	for _, t := range f.times {
		wide = max(wide, t.MinSize().Width)
	}
	high := f.line()
	for i := range f.times {
		y := float32(i) * high
		b.PutMiddle(f.times[i], 0, y+high/2)
		h := f.what[i].MinSize().Height
		b.Put(f.what[i], wide+factGap, y+(high-h)/2, b.W-wide-factGap, h)
		if i < len(f.lines) {
			b.Put(f.lines[i], 0, y+high-theme.Border(), b.W, theme.Border())
		}
	}
}
