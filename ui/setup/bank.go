package setup

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/wire"
	"sanduq/ui/settings/gateway"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// bankPage asks for what live needs: the gateway's address, the bank's keys, and
// the word by which a person says that they mean it.
type bankPage struct {
	base
	line    *gateway.Connection
	test    *control.Button // of the line, in view below what scrolls; nil where the line stands beside
	note    *typeset.Text
	kept    map[string]time.Time
	keyless bool // this computer keeps no keys
	phrased bool // a passphrase is to keep them
}

const lineAddress = "address"

var keyLabels = map[string]string{gateway.KeyAPI: "settings.apiKey", gateway.KeySecret: "settings.secretKey",
	gateway.KeyClient: "setup.client", gateway.KeyHMAC: "setup.hmac"}

func newBankPage(s *Screen) *bankPage {
	p := &bankPage{base: base{screen: s, name: "setup.step.bank"}}
	w, m := s.env.Words, s.memory
	p.line = gateway.NewConnection(s.env, s.deps.Probe, s.failed, func() (core.Environment, string) { return core.Live, trimmed(m.address) })
	if s.below() {
		p.test = p.line.Apart(func() {
			s.slide.Refresh()
			s.slide.To(s.heightOf(p.line.Object()))
		})
	}
	p.note = typeset.NewParagraph(w.T("setup.bank.text"), typeset.Body.Tint(theme.Muted))
	p.form = s.newForm(p.fields()...)
	p.line.Aim()
	p.ask()
	return p
}

func (p *bankPage) fields() []form.Field {
	m := p.screen.memory
	fields := []form.Field{
		{Kind: form.Objects, Draw: func() []fyne.CanvasObject { return []fyne.CanvasObject{p.note} }},
		{Name: lineAddress, Kind: form.Latin, Label: "settings.env.address", Placeholder: "https://", Needed: true, Wrong: wrongAddress,
			Value: form.Value{Get: func() string { return m.address }, Set: func(t string) {
				m.address = t
				p.line.Aim()
			}}},
		p.key(gateway.KeyAPI, "setup.key.needed", func(has bool) bool { return !has }),
		p.key(gateway.KeySecret, "setup.key.needed", func(has bool) bool { return !has }),
		p.key(gateway.KeyClient, "settings.keys.pair", func(has bool) bool { return !has && p.has(gateway.KeyHMAC) }),
		p.key(gateway.KeyHMAC, "settings.keys.pair", func(has bool) bool { return !has && p.has(gateway.KeyClient) }),
	}
	fields[3].Beside, fields[5].Beside = true, true
	fields[2].Needed, fields[3].Needed = true, true
	phrase := gateway.PhraseFields(form.Field{Style: typeset.Body}, form.Field{Style: typeset.Fact.Tint(theme.Failed)},
		form.Value{Get: func() string { return m.phrase.Reveal() }, Set: func(t string) { m.phrase = core.NewSecret(t) }})
	for i := range phrase {
		phrase[i].Offered = func() bool { return p.phrased }
	}
	return append(append(fields, phrase...), form.Field{Name: "word", Kind: form.Latin, Label: "setup.word", Placeholder: gateway.LiveWord, Filter: gateway.LiveRune,
		Value: form.At(&m.word), Needed: true, Wrong: func(text string) string {
			if text != gateway.LiveWord {
				return "setup.word.wrong"
			}
			return ""
		}})
}

func wrongAddress(text string) string {
	switch {
	case trimmed(text) == "":
		return "settings.env.address.needed"
	case wire.CheckBaseURL(core.Live, trimmed(text)) != nil:
		return "settings.env.address.wrong"
	}
	return ""
}

// key is the line of a key. What stands in it is not trimmed while it is typed.
func (p *bankPage) key(name, fault string, wrong func(has bool) bool) form.Field {
	keys := p.screen.memory.keys
	return form.Field{Name: name, Kind: form.Secret, Label: keyLabels[name],
		Value: form.Value{Get: func() string { return keys[name].Reveal() }, Set: func(text string) {
			if text = trimmed(text); text == "" {
				delete(keys, name)
			} else {
				keys[name] = core.NewSecret(text)
			}
		}},
		Wrong: func(string) string {
			if wrong(p.has(name)) {
				return fault
			}
			return ""
		}}
}

// ask looks whether this computer can keep keys, and which are there already.
func (p *bankPage) ask() {
	s := p.screen
	var kept map[string]time.Time
	var err error
	s.later(func() { kept, err = s.deps.Keys.Kept(s.env.Life, core.Live) }, func() {
		w := s.env.Words
		s.failed(err)
		p.kept, p.phrased = kept, err != nil && s.deps.Phrase != nil && s.deps.Phrase.Helps(err)
		p.keyless = err != nil && !p.phrased
		for name := range kept {
			if f := p.form.Line(name); f != nil {
				spec := f.Spec()
				spec.Placeholder = w.T("settings.key.keptOnce")
				f.SetSpec(spec)
			}
		}
		if p.phrased {
			p.note.SetText(w.T("setup.bank.phrase"))
		}
		if p.keyless {
			p.warn("settings.keys.noKeyring")
		}
		s.paint()
	})
}

// warn says above all what is wrong.
func (p *bankPage) warn(key string) {
	p.note.SetSpans(typeset.Span{Text: p.screen.env.Words.T(key), Style: typeset.Fact.Tint(theme.Failed)})
}

func (p *bankPage) body() []fyne.CanvasObject {
	if p.keyless {
		return []fyne.CanvasObject{p.note}
	}
	all := []fyne.CanvasObject{layout.Rows(rowGap, p.form.Rows()...)}
	if p.test != nil {
		all = append(all, p.line.Object())
	}
	return all
}

func (p *bankPage) action() *control.Button {
	if p.keyless {
		return nil
	}
	return p.test
}

func (p *bankPage) beside() fyne.CanvasObject {
	if p.keyless || p.test != nil {
		return nil
	}
	return p.line.Object()
}

// needed are no keys that are kept already.
func (p *bankPage) needed() []*control.Field {
	if p.keyless {
		return nil
	}
	return slices.DeleteFunc(p.base.needed(), func(f *control.Field) bool {
		for name := range p.kept {
			if f == p.form.Line(name) {
				return true
			}
		}
		return false
	})
}

func (p *bankPage) onward() (string, func()) {
	if p.keyless {
		return "", func() {}
	}
	return p.screen.env.Words.T("setup.goLive"), p.done
}

func (p *bankPage) skip() (string, func()) {
	return p.screen.env.Words.T("manager.back"), func() { p.screen.goTo(stepTill) }
}

func (p *bankPage) has(name string) bool {
	_, there := p.kept[name]
	return there || !p.screen.memory.keys[name].Empty()
}

// done hands the keys over, and then lets the next start be live. Whatever fails
// on the way leaves the till practising, and not set up.
func (p *bankPage) done() {
	s := p.screen
	if !p.check() {
		return
	}
	s.goLive(p.phrased, func(key string) {
		if key == otherPhrase {
			p.wrong(gateway.LinePhrase, s.env.Words.T(key))
			return
		}
		p.warn(key)
		s.paint()
		s.slide.Reveal(0, 0)
	})
}
