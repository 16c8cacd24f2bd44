package gateway

import (
	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// keysPage is where the bank's keys are put in, replaced and removed. None is
// ever shown again.
type keysPage struct {
	page.Card
	bank  *bank
	shown core.Environment

	title  *typeset.Text
	choose *control.Segmented // nil in live: practice is set up while practising
	rows   []*keyRow
	form   *form.Form
}

const keyGap float32 = 8

func newKeysPage(g *bank) *keysPage {
	k := &keysPage{Card: page.NewCard(keyGap), bank: g, shown: core.Live}
	w := g.env.Words
	if g.env.Practice {
		k.choose = control.NewSegmented([]string{word(w, core.Sandbox), word(w, core.Live)}, 0, func(i int) { k.showEnvironment(environments()[i]) })
		if !g.deps.OwnKeys { // else there is nothing to do about practice's own
			k.shown = core.Sandbox
		}
	}
	k.title = typeset.NewText(w.T("settings.keys"), typeset.Lead).Cut()
	for _, one := range []struct{ name, label string }{
		{KeyAPI, "settings.apiKey"}, {KeySecret, "settings.secretKey"}, {KeyClient, "settings.clientId"}, {KeyHMAC, "settings.hmac"},
	} {
		k.rows = append(k.rows, newKeyRow(k, one.name, w.T(one.label)))
	}
	fields := append([]form.Field{{Kind: form.Objects, Draw: k.head}, {Kind: form.Said}, {Kind: form.Objects, Draw: k.drawRows, Offered: k.usable}},
		PhraseFields(form.Field{}, form.Field{Style: typeset.Label.Tint(theme.Failed)}, form.Value{})...)
	for i := 3; i < len(fields); i++ {
		fields[i].Offered = func() bool { return g.phrased(k.shown) }
	}
	k.form = form.New(w, form.Plain(), form.Hooks{Faded: k.Paint}, fields...)
	k.Paint()
	return k
}

// Aside is for page.Page.
func (k *keysPage) Aside() fyne.CanvasObject { return k.bank.line.root }

// Press is for page.Page: Esc takes back what is being typed.
func (k *keysPage) Press(p screen.KeyPress) bool {
	if p.Name != fyne.KeyEscape {
		return false
	}
	used := false
	for _, r := range k.rows {
		used = r.cancel() || used
	}
	return used
}

// Read is for page.Page.
func (k *keysPage) Read() {
	for _, e := range environments() {
		k.read(e)
	}
}

func (k *keysPage) read(e core.Environment) {
	g := k.bank
	var kept keyring
	page.Later(g.host, func() { kept.since, kept.err = g.deps.Keys.Kept(g.env.Life, e) }, func() {
		g.draft.rememberKeys(e, kept)
		g.host.Failed(kept.err)
		k.Paint()
	})
}

// Left is for page.Page: it throws away every field that a key or a passphrase was
// typed into.
func (k *keysPage) Left() {
	for _, r := range k.rows {
		r.field = nil
	}
	k.form.Empty()
	k.ShowAt("", "")
}

// ShowAt is for page.Page.
func (k *keysPage) ShowAt(place, sentence string) {
	if sentence == "" {
		k.form.Clear()
	} else {
		if place != "" && k.shown != core.Live { // which alone has a passphrase
			k.showEnvironment(core.Live)
		}
		k.form.ShowAt(place, sentence)
	}
	k.Paint()
}

// showEnvironment shows the keys of another environment.
func (k *keysPage) showEnvironment(e core.Environment) {
	k.close()
	k.shown = e
	k.form.Clear()
	k.Paint()
}

// close takes what is being typed into the draft.
func (k *keysPage) close() {
	for _, r := range k.rows {
		r.close()
	}
}

// Paint is for page.Page.
func (k *keysPage) Paint() {
	if k.choose != nil {
		if k.choose.SetSelected(0); k.shown == core.Live {
			k.choose.SetSelected(1)
		}
	}
	k.Show(k.form.Rows()...)
	k.bank.line.Aim()
}

// usable reports whether keys can be put in.
func (k *keysPage) usable() bool {
	g := k.bank
	kept, asked := g.draft.kept[k.shown]
	return asked && !(k.shown == core.Sandbox && g.deps.OwnKeys) && (kept.err == nil || g.phrased(k.shown))
}

// head is which keys are shown, and where they are kept.
func (k *keysPage) head() []fyne.CanvasObject {
	g := k.bank
	kept, asked := g.draft.kept[k.shown]
	note := "settings.keys.kept"
	switch {
	case k.shown == core.Sandbox && g.deps.OwnKeys:
		note = "settings.keys.own"
	case !asked:
		note = "settings.keys.asking"
	case g.phrased(k.shown):
		note = "setup.bank.phrase"
	case kept.err != nil:
		note = "settings.keys.noKeyring"
	}
	head := []fyne.CanvasObject{layout.Grow(1, k.title)}
	if k.choose != nil {
		head = append(head, k.choose)
	}
	return []fyne.CanvasObject{layout.Centred(theme.S2, head...), page.Plain(g.env.Words.T(note))}
}

func (k *keysPage) drawRows() (all []fyne.CanvasObject) {
	for _, r := range k.rows {
		r.paint()
		all = append(all, r.root)
	}
	return all
}

// phrase is the passphrase that was typed.
func (k *keysPage) phrase() core.Secret { return core.NewSecret(k.form.Text(LinePhrase)) }

// used empties the lines of a passphrase that protects the keys now, unless another
// was typed since.
func (k *keysPage) used(phrase core.Secret) {
	if k.phrase().Reveal() == phrase.Reveal() {
		k.form.Empty()
	}
}
