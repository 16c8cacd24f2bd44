package setup

import (
	"time"
	"unicode/utf8"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/screen"
	"sanduq/ui/settings"
	"sanduq/ui/startup"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// bankPage asks for what live needs: the gateway's address, the bank's keys, and
// the word by which a person says that they mean it.
type bankPage struct {
	screen *Screen

	address, word *control.Field
	keys          map[string]*control.Field
	line          *settings.Connection
	test          *control.Button // of the line, in view below what scrolls; nil where the line stands beside
	note          *typeset.Text
	kept          map[string]time.Time
	keyless       bool // this computer keeps no keys
	phrased       bool // a passphrase is to keep them

	phrase, again *control.Field // that is to keep them
}

func newBankPage(s *Screen) *bankPage {
	p := &bankPage{screen: s, keys: map[string]*control.Field{}}
	w, m := s.deps.Words, s.memory
	p.line = settings.NewConnection(settings.Deps{Env: s.deps.Env, Gateway: settings.Gateway{Probe: s.deps.Probe}, Failed: s.deps.Failed},
		func() (core.Environment, string) { return core.Live, trimmed(m.address) })
	if s.below() {
		p.test = p.line.Apart(func() {
			s.slide.Refresh()
			s.slide.To(s.heightOf(p.line.Object()))
		})
	}
	p.address = s.field(control.FieldSpec{Label: w.T("settings.env.address"), Placeholder: "https://", Input: control.InputLatin}, m.address, func(t string) {
		m.address = t
		p.line.Aim()
	})
	for name, label := range keyLabels {
		p.keys[name] = s.field(control.FieldSpec{Label: w.T(label), Password: true, Input: control.InputLatin}, m.keys[name].Reveal(), func(t string) {
			if t = trimmed(t); t == "" {
				delete(m.keys, name)
			} else {
				m.keys[name] = core.NewSecret(t)
			}
		})
	}
	p.word = s.field(control.FieldSpec{Label: w.T("setup.word"), Placeholder: settings.LiveWord, Input: control.InputLatin}, m.word, func(t string) { m.word = t })
	p.word.Filter = settings.LiveRune
	p.phrase = s.field(control.FieldSpec{Label: w.T("startup.phrase.newLabel"), Password: true, Input: control.InputLatin}, m.phrase.Reveal(), func(t string) {
		m.phrase = core.NewSecret(t)
	})
	p.again = s.field(control.FieldSpec{Label: w.T("startup.phrase.again"), Password: true, Input: control.InputLatin}, "", func(string) {})
	p.note = typeset.NewParagraph(w.T("setup.bank.text"), typeset.Body.Tint(theme.Muted))
	p.line.Aim()
	p.ask()
	return p
}

// ask looks whether this computer can keep keys, and which are there already.
func (p *bankPage) ask() {
	s := p.screen
	var kept map[string]time.Time
	var err error
	s.later(func() { kept, err = s.deps.Keys.Kept(s.deps.Life, core.Live) }, func() {
		s.deps.failed(err)
		p.kept, p.phrased = kept, err != nil && s.deps.Phrase != nil && s.deps.Phrase.Helps(err)
		p.keyless = err != nil && !p.phrased
		for name := range kept {
			spec := control.FieldSpec{Label: s.deps.Words.T(keyLabels[name]), Placeholder: s.deps.Words.T("settings.key.keptOnce"), Password: true, Input: control.InputLatin}
			if f := p.keys[name]; f != nil {
				f.SetSpec(spec)
			}
		}
		if p.phrased {
			p.note.SetText(s.deps.Words.T("setup.bank.phrase"))
		}
		if p.keyless {
			p.note.SetSpans(typeset.Span{Text: s.deps.Words.T("settings.keys.noKeyring"), Style: typeset.Fact.Tint(theme.Failed)})
		}
		s.paint()
	})
}

var keyLabels = map[string]string{settings.KeyAPI: "settings.apiKey", settings.KeySecret: "settings.secretKey",
	settings.KeyClient: "setup.client", settings.KeyHMAC: "setup.hmac"}

func (p *bankPage) title() string { return p.screen.deps.Words.T("setup.step.bank") }

func (p *bankPage) body() []fyne.CanvasObject {
	if p.keyless {
		return []fyne.CanvasObject{p.note}
	}
	half := []float32{1, 1}
	rows := []fyne.CanvasObject{p.note, p.address,
		abreast(half, p.keys[settings.KeyAPI], p.keys[settings.KeySecret]),
		abreast(half, p.keys[settings.KeyClient], p.keys[settings.KeyHMAC])}
	if p.phrased {
		w := p.screen.deps.Words
		rows = append(rows, typeset.NewParagraph(w.T("startup.phrase.why", "n", startup.PhraseLeast), typeset.Body),
			abreast(half, p.phrase, p.again), typeset.NewParagraph(w.T("startup.phrase.lost"), typeset.Fact.Tint(theme.Failed)))
	}
	all := []fyne.CanvasObject{layout.Rows(rowGap, append(rows, p.word)...)}
	if p.test != nil {
		all = append(all, p.line.Object())
	}
	return all
}

// action is for acting.
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

func (p *bankPage) needed() []*control.Field {
	if p.keyless {
		return nil
	}
	all := []*control.Field{p.address}
	for _, name := range []string{settings.KeyAPI, settings.KeySecret} {
		if _, there := p.kept[name]; !there {
			all = append(all, p.keys[name])
		}
	}
	if p.phrased {
		all = append(all, p.phrase, p.again)
	}
	return append(all, p.word)
}

func (p *bankPage) onward() (string, func()) {
	if p.keyless {
		return "", func() {}
	}
	return p.screen.deps.Words.T("setup.goLive"), p.done
}

func (p *bankPage) skip() (string, func()) {
	return p.screen.deps.Words.T("manager.back"), func() { p.screen.turn(stepTill) }
}

func (p *bankPage) press(screen.KeyPress) bool { return false }

func (p *bankPage) has(name string) bool {
	_, there := p.kept[name]
	return there || !p.screen.memory.keys[name].Empty()
}

// fault is the first thing that keeps this till from going live.
func (p *bankPage) fault() (at *control.Field, key string) {
	m := p.screen.memory
	switch {
	case trimmed(m.address) == "":
		return p.address, "settings.env.address.needed"
	case core.CheckBaseURL(core.Live, trimmed(m.address)) != nil:
		return p.address, "settings.env.address.wrong"
	case !p.has(settings.KeyAPI):
		return p.keys[settings.KeyAPI], "setup.key.needed"
	case !p.has(settings.KeySecret):
		return p.keys[settings.KeySecret], "setup.key.needed"
	case p.has(settings.KeyClient) && !p.has(settings.KeyHMAC):
		return p.keys[settings.KeyHMAC], "settings.keys.pair"
	case p.has(settings.KeyHMAC) && !p.has(settings.KeyClient):
		return p.keys[settings.KeyClient], "settings.keys.pair"
	case p.phrased && utf8.RuneCountInString(p.phrase.Text()) < startup.PhraseLeast:
		return p.phrase, "startup.phrase.tooShort"
	case p.phrased && p.phrase.Text() != p.again.Text():
		return p.again, "startup.phrase.differs"
	case m.word != settings.LiveWord:
		return p.word, "setup.word.wrong"
	}
	return nil, ""
}

// done hands the keys over, and then lets the next start be live. Whatever fails
// on the way leaves the till practising, and not set up.
func (p *bankPage) done() {
	s := p.screen
	if at, key := p.fault(); at != nil {
		s.wrong(at, s.deps.Words.T(key, "n", startup.PhraseLeast))
		return
	}
	s.goLive(p.phrased, func(key string) {
		if key == otherPhrase {
			s.wrong(p.phrase, s.deps.Words.T(key))
			return
		}
		p.note.SetSpans(typeset.Span{Text: s.deps.Words.T(key), Style: typeset.Fact.Tint(theme.Failed)})
		s.paint()
		s.slide.Reveal(0, 0)
	})
}
