package settings

import (
	"context"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/layout"
	"sanduq/ui/toolkit/typeset"
)

// Office is the head office that the till sends to. All its methods may be slow.
type Office interface {
	State(ctx context.Context) OfficeState
	// Join trades a one-time code of an office for a key of the till's own, writes
	// down who did it, and sends from then on. What it could not is told as why, with
	// an error for the log; blank is well.
	Join(ctx context.Context, by, address string, code core.Secret) (why OfficeTrouble, err error)
	// Leave sends no more and forgets the key, once it is written down who wants it.
	Leave(ctx context.Context, by string) error
	// Show lets the next start show the office at an address instead of the till,
	// once it is written down who wants it; a blank address takes that back.
	Show(ctx context.Context, by, address string) (why OfficeTrouble, err error)
}

// OfficeState is how it stands between the till and its office.
type OfficeState struct {
	Joined     bool
	Address    string
	Shop, Till string    // as the office calls them
	Heard      time.Time // when the office last had everything; zero before the first time
	Waiting    int       // records that it has not
	Counted    bool      // Waiting is known
	// Trouble is why nothing is sent, Since when; blank while all is well.
	Trouble OfficeTrouble
	Since   time.Time
	Shown   string // the office that the next start shows instead of the till; blank for none
}

// OfficeTrouble is the key of the sentence that a person is told.
type OfficeTrouble string

// The troubles.
const (
	OfficeAddress     OfficeTrouble = "settings.office.why.address"     // no address of an office
	OfficeAway        OfficeTrouble = "settings.office.why.away"        // not reached, or it does not answer
	OfficeCertificate OfficeTrouble = "settings.office.why.certificate" // another's, or expired
	OfficeCode        OfficeTrouble = "settings.office.why.code"        // the one-time code is not known, used or too old
	OfficeKey         OfficeTrouble = "settings.office.why.key"         // the till's key was revoked
	OfficeEnvironment OfficeTrouble = "settings.office.why.environment" // practice here, live there
	OfficeVersion     OfficeTrouble = "settings.office.why.version"     // the office's program is older
	OfficeHeld        OfficeTrouble = "settings.office.why.held"        // somebody at the office must look
	OfficeUnkept      OfficeTrouble = "settings.office.why.unkept"      // the key cannot be kept here
	OfficeUnwritten   OfficeTrouble = "settings.office.why.unwritten"   // the audit did not take it, so nothing was done
	OfficeDisk        OfficeTrouble = "settings.office.why.disk"        // the till's own records cannot be read
	OfficeOpen        OfficeTrouble = "settings.office.why.open"        // a sale is not finished, which nobody would ask about
	OfficeOther       OfficeTrouble = "settings.office.why.other"
)

// officeEvery is how often the page looks again while it is shown.
const officeEvery = 2 * time.Second

// officePage joins an office, tells how it stands, and leaves it again.
type officePage struct {
	screen  *Screen
	state   OfficeState
	read    bool
	working bool
	leaving bool          // waits to be confirmed
	wrong   OfficeTrouble // of the newest try to join or to leave
	next    func()        // stops the next look; nil for none

	address, code *control.Field
	leave, show   *control.Button
	content       *fyne.Container
	root          fyne.CanvasObject
}

func newOfficePage(s *Screen) *officePage {
	p := &officePage{screen: s}
	w := s.deps.Words
	typed := func(string) {
		p.wrong = ""
		p.fill()
		s.paint()
	}
	p.address = control.NewField(control.FieldSpec{Label: w.T("settings.office.address"), Placeholder: "https://office.example", Input: control.InputLatin})
	p.code = control.NewField(control.FieldSpec{Label: w.T("settings.office.code"), Placeholder: "ABCD-EFGH-JKLM-NPQR", Input: control.InputLatin})
	p.address.OnChanged, p.code.OnChanged = typed, typed
	p.address.OnSubmit = func(string) { focus(p.root, p.code.Focusable()) }
	p.code.OnSubmit = func(string) { s.enter() }
	p.leave = control.NewButton(control.ButtonSpec{Label: w.T("settings.office.leave"), Mid: true}, func() {
		p.leaving = true
		p.paint()
		s.paint()
	})
	p.show = control.NewButton(control.ButtonSpec{Label: w.T("settings.office.show"), Mid: true}, p.turn)
	p.content = layout.Rows(theme.S3)
	p.root = card(p.content)
	return p
}

func (p *officePage) object() fyne.CanvasObject { return p.root }
func (p *officePage) aside() fyne.CanvasObject  { return nil }

// primary joins, or leaves once somebody said so.
func (p *officePage) primary() (control.ButtonSpec, func(), bool) {
	w := p.screen.deps.Words
	switch {
	case p.screen.deps.Office == nil || !p.read || p.working:
	case p.leaving:
		return control.ButtonSpec{Label: w.T("settings.office.leave.sure")}, p.away, true
	case !p.state.Joined && strings.TrimSpace(p.address.Text()) != "" && strings.TrimSpace(p.code.Text()) != "":
		return control.ButtonSpec{Label: w.T("settings.office.join"), Key: "Enter"}, p.join, true
	}
	return control.ButtonSpec{}, nil, false
}

// press lets Esc take back that the office shall be left.
func (p *officePage) press(k screen.KeyPress) bool {
	if !p.leaving || k.Name != fyne.KeyEscape {
		return false
	}
	p.leaving = false
	p.paint()
	p.screen.paint()
	return true
}

// forget takes back what was typed and asked; nothing looks any more.
func (p *officePage) forget() {
	if p.next != nil {
		p.next()
		p.next = nil
	}
	p.leaving, p.working, p.wrong = false, false, ""
	p.code.SetText("")
}

// look asks how it stands, now and then again while the page is shown.
func (p *officePage) look() {
	s := p.screen
	if s.deps.Office == nil || p.next != nil {
		return
	}
	if s.deps.After != nil {
		p.next = s.deps.After(officeEvery, func() {
			p.next = nil
			if s.memory.at == atOffice {
				p.look()
			}
		})
	}
	var now OfficeState
	s.later(func() { now = s.deps.Office.State(s.deps.Life) }, func() { p.take(now) })
}

func (p *officePage) take(now OfficeState) {
	if p.read && p.state == now {
		return
	}
	p.state, p.read = now, true
	if p.screen.memory.at == atOffice {
		p.fill()
		p.screen.paint()
	}
}

// join asks for the key, for who may.
func (p *officePage) join() {
	s, address, code := p.screen, p.address.Text(), core.NewSecret(strings.TrimSpace(p.code.Text()))
	p.act(func(by string) (OfficeTrouble, error) { return s.deps.Office.Join(s.deps.Life, by, address, code) })
}

// away leaves the office, for who may.
func (p *officePage) away() {
	s := p.screen
	p.act(func(by string) (OfficeTrouble, error) {
		if err := s.deps.Office.Leave(s.deps.Life, by); err != nil {
			return OfficeUnwritten, err
		}
		return "", nil
	})
}

// turn makes the computer the office's from its next start on, or a till's again,
// for who may.
func (p *officePage) turn() {
	s, address := p.screen, p.shownAddress()
	p.act(func(by string) (OfficeTrouble, error) { return s.deps.Office.Show(s.deps.Life, by, address) })
}

// shownAddress is what Show is to be asked for: blank where it is to be taken back.
func (p *officePage) shownAddress() string {
	switch {
	case p.state.Shown != "":
		return ""
	case p.state.Joined:
		return p.state.Address
	}
	return p.address.Text()
}

func (p *officePage) act(do func(by string) (OfficeTrouble, error)) {
	s := p.screen
	if p.working {
		return
	}
	s.withRights(func() {
		p.working, p.wrong, p.leaving = true, "", false
		p.fill()
		s.paint()
		var why OfficeTrouble
		var err error
		var now OfficeState
		by := s.deps.Shop.Settings().Cashier
		s.act(s.deps.Words.T("settings.office"), func() {
			why, err = do(by)
			now = s.deps.Office.State(s.deps.Life)
		}, func() {
			p.working, p.wrong, p.read = false, why, false
			s.deps.failed(err)
			if p.state.Shown == now.Shown && why != OfficeOpen && why != OfficeAway && why != OfficeAddress && why != OfficeCertificate { // it is good for one use
				p.code.SetText("")
			}
			p.wrong = why
			p.take(now)
			if why != "" && s.memory.at == atOffice {
				s.see(s.deps.Words.T(string(why)))
			}
		}, func() string {
			s.deps.failed(err)
			if why == "" {
				return ""
			}
			return s.deps.Words.T(string(why))
		})
	}, journal.RightRecover)
}

func (p *officePage) paint() {
	p.look()
	p.fill()
}

func (p *officePage) fill() {
	d := p.screen.deps
	if d.Office == nil {
		return
	}
	w, plain := d.Words, typeset.Label.With(theme.Regular)
	all := []fyne.CanvasObject{typeset.NewText(w.T("settings.office"), typeset.Lead).Cut()}
	say := func(key string, style typeset.Style, values ...any) {
		all = append(all, typeset.NewParagraph(w.T(key, values...), style))
	}
	switch {
	case !p.read && !p.working:
		say("settings.office.reading", plain)
	case p.working:
		say("settings.office.working", plain)
	case p.state.Joined:
		all = append(all, p.joined()...)
	default:
		say("settings.office.text", plain)
		all = append(all, p.address, p.code)
	}
	if p.wrong != "" {
		say(string(p.wrong), typeset.Fact.Tint(theme.Failed))
	}
	// An office that takes nothing is not shown either, and its page has no room left.
	if p.read && !p.working && !p.leaving && (p.state.Trouble == "" || p.state.Shown != "") {
		all = append(all, graphic.NewDivider(), p.shown())
	}
	p.content.Objects = all
	p.content.Refresh()
	p.root.Refresh()
}

// joined tells how it stands with the office that there is.
func (p *officePage) joined() []fyne.CanvasObject {
	d, st := p.screen.deps, p.state
	w, plain := d.Words, typeset.Label.With(theme.Regular)
	fact := func(key, value string) fyne.CanvasObject {
		return layout.Columns(theme.S3, layout.Grow(1, typeset.NewText(w.T(key), typeset.Body.Tint(theme.Muted)).Cut()),
			layout.Grow(3, typeset.NewText(value, typeset.Fact).Cut()))
	}
	all := []fyne.CanvasObject{fact("settings.office.address", st.Address), fact("settings.shop", st.Shop), fact("settings.tillName", st.Till), graphic.NewDivider()}
	at := func(t time.Time) string { return w.Moment(t.In(d.Zone)) }
	if st.Trouble != "" {
		style := typeset.Fact.Tint(theme.Waiting) // it comes back by itself
		if st.Trouble != OfficeAway {
			style = typeset.Fact.Tint(theme.Failed)
		}
		if !st.Since.IsZero() {
			all = append(all, typeset.NewParagraph(w.T("settings.office.silent", "since", at(st.Since)), style))
		}
		all = append(all, typeset.NewParagraph(w.T(string(st.Trouble)), style))
	}
	switch {
	case st.Heard.IsZero():
		all = append(all, typeset.NewParagraph(w.T("settings.office.never"), plain))
	case st.Counted && st.Waiting == 0 && st.Trouble == "":
		all = append(all, typeset.NewParagraph(w.T("settings.office.sent", "at", at(st.Heard)), typeset.Fact))
	default:
		all = append(all, typeset.NewParagraph(w.T("settings.office.upTo", "at", at(st.Heard)), plain))
	}
	if st.Counted && st.Waiting > 0 {
		all = append(all, typeset.NewParagraph(w.N("settings.office.waiting", st.Waiting), typeset.Fact))
	}
	if st.Trouble != "" && st.Shown != "" { // one thing after the other
		return all
	}
	all = append(all, graphic.NewDivider())
	note := "settings.office.leave.text"
	if p.leaving {
		note = "settings.office.leave.ask"
		return append(all, typeset.NewParagraph(w.T(note), typeset.Fact))
	}
	return append(all, layout.Centred(theme.S3, layout.Grow(1, typeset.NewParagraph(w.T(note), plain)), p.leave))
}

// shown is what the computer shows from its next start on, and the way to change it.
func (p *officePage) shown() fyne.CanvasObject {
	w := p.screen.deps.Words
	text, style, label := w.T("settings.office.show.text"), typeset.Label.With(theme.Regular), w.T("settings.office.show")
	if p.state.Shown != "" {
		text, style, label = w.T("settings.office.shown", "address", p.state.Shown), typeset.Fact, w.T("settings.office.show.back")
	}
	spec := p.show.Spec()
	spec.Label = label
	p.show.Set(spec)
	if p.state.Shown == "" && !p.state.Joined && strings.TrimSpace(p.address.Text()) == "" {
		p.show.Disable()
	} else {
		p.show.Enable()
	}
	return layout.Centred(theme.S3, layout.Grow(1, typeset.NewParagraph(text, style)), p.show)
}
