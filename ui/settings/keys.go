package settings

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"sanduq/core"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// keysPage is where the bank's keys are put in, replaced and removed. None is
// ever shown again.
type keysPage struct {
	screen *Screen
	shown  core.Environment

	title   *typeset.Text
	choose  *control.Segmented // nil in live: practice is set up while practising
	note    *typeset.Text
	wrong   *typeset.Text
	rows    []*keyRow
	phrase  *phraseRows
	content *fyne.Container
	root    fyne.CanvasObject
}

func newKeysPage(s *Screen) *keysPage {
	k := &keysPage{screen: s, shown: core.Live}
	w := s.deps.Words
	if s.deps.Practice {
		k.shown = core.Sandbox
		k.choose = control.NewSegmented([]string{s.deps.environmentWord(core.Sandbox), s.deps.environmentWord(core.Live)}, 0,
			func(i int) { k.look(environments()[i]) })
		if s.deps.OwnKeys { // there is nothing to do about practice's own
			k.shown = core.Live
			k.choose.SetSelected(1)
		}
	}
	k.title = typeset.NewText(w.T("settings.keys"), typeset.Lead).Cut()
	k.note = typeset.NewParagraph("", typeset.Label.With(theme.Regular))
	k.wrong = typeset.NewParagraph("", typeset.Label.Tint(theme.Failed))
	for _, one := range []struct{ name, label string }{
		{KeyAPI, w.T("settings.apiKey")}, {KeySecret, w.T("settings.secretKey")},
		{KeyClient, w.T("settings.clientId")}, {KeyHMAC, w.T("settings.hmac")},
	} {
		k.rows = append(k.rows, newKeyRow(k, one.name, one.label))
	}
	k.phrase = newPhraseRows(k)
	k.content = layout.Rows(keyGap)
	k.root = card(k.content)
	k.paint()
	return k
}

const keyGap float32 = 8

// card is a page: content that scrolls when it is higher than its card.
func card(content fyne.CanvasObject) fyne.CanvasObject {
	pad := func() float32 { return theme.S5() + theme.Border() }
	inner := layout.Padding(pad(), pad(), content)
	return graphic.NewCardPadded(container.NewVScroll(inner), theme.Border(), theme.Border())
}

func (k *keysPage) object() fyne.CanvasObject { return k.root }
func (k *keysPage) aside() fyne.CanvasObject  { return k.screen.line.root }

func (k *keysPage) press(p screen.KeyPress) bool {
	if p.Name != fyne.KeyEscape {
		return false
	}
	used := false
	for _, r := range k.rows {
		used = r.cancel() || used
	}
	return used
}

// look shows the keys of another environment.
func (k *keysPage) look(e core.Environment) {
	k.close()
	k.shown = e
	if k.choose != nil {
		k.choose.SetSelected(0)
		if e == core.Live {
			k.choose.SetSelected(1)
		}
	}
	k.wrong.SetText("")
	k.paint()
	k.screen.line.Aim()
}

// close takes what is being typed into the draft.
func (k *keysPage) close() {
	for _, r := range k.rows {
		r.close()
	}
}

// forget throws every field away that a key was typed into.
func (k *keysPage) forget() {
	for _, r := range k.rows {
		r.field = nil
	}
	k.phrase.forget()
	k.wrong.SetText("")
	k.paint()
}

func (k *keysPage) say(sentence string) {
	k.wrong.SetText(sentence)
	k.paint()
}

func (k *keysPage) paint() {
	d, w := k.screen.draft(), k.screen.deps.Words
	if d == nil {
		return
	}
	head := []fyne.CanvasObject{layout.Grow(1, k.title)}
	if k.choose != nil {
		head = append(head, k.choose)
	}
	all := []fyne.CanvasObject{layout.Centred(theme.S2, head...), k.note}
	usable := false
	switch {
	case k.shown == core.Sandbox && k.screen.deps.OwnKeys:
		k.note.SetText(w.T("settings.keys.own"))
	case !d.asked[k.shown]:
		k.note.SetText(w.T("settings.keys.asking"))
	case k.screen.phrased(k.shown):
		usable = true
		k.note.SetText(w.T("setup.bank.phrase"))
	case d.keyless[k.shown] != nil:
		k.note.SetText(w.T("settings.keys.noKeyring"))
	default:
		usable = true
		k.note.SetText(w.T("settings.keys.kept"))
	}
	if k.wrong.Text() != "" {
		all = append(all, k.wrong)
	}
	if usable {
		for _, r := range k.rows {
			r.paint(d)
			all = append(all, r.root)
		}
		if k.screen.phrased(k.shown) {
			all = append(all, k.phrase.rows()...)
		}
	}
	k.content.Objects = all
	k.content.Refresh()
	k.root.Refresh()
}
