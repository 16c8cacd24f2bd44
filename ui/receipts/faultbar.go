package receipts

import (
	"fyne.io/fyne/v2"

	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// faultBar is the bar below a list that could not be read to its end: what stands above may be old, or not be all.
type faultBar struct {
	text  *typeset.Text
	again *control.Button
	root  *fyne.Container
}

func newFaultBar(env screen.Env, again func()) *faultBar {
	t := &faultBar{
		text: typeset.NewText(env.Words.T("receipts.unreadable.list"), typeset.Fact.Tint(theme.Failed)).Cut(),
		again: control.NewButton(control.ButtonSpec{Label: env.Words.T("receipts.readAgain"), Icon: "refresh",
			Height: theme.ChipHeight}, again),
	}
	back, line := graphic.NewPanel(theme.FailedTint), graphic.NewPanel(theme.Line)
	t.root = layout.New(nil, func(b layout.Placer) {
		b.Put(back, 0, 0, b.W, b.H)
		b.Put(line, 0, 0, b.W, theme.Border())
		m := t.again.MinSize()
		b.Put(t.again, b.W-theme.S2-m.Width, (b.H-m.Height)/2, m.Width, m.Height)
		h := t.text.MinSize().Height
		b.Put(t.text, sidePad, (b.H-h)/2, b.W-sidePad-2*theme.S2-m.Width, h)
	}, back, line, t.text, t.again)
	t.root.Hide()
	return t
}
