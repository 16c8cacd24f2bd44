package outgoing

import (
	"context"
	"errors"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/mailer"
	"sanduq/ui/present"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/typeset"
)

// Mail sends the Zs. State is quick, the others may be slow.
type Mail interface {
	State() mailer.Status
	// Set changes where they go; a blank password keeps the one that there is, a Config that is off forgets it.
	Set(ctx context.Context, c mailer.Config, password core.Secret) error
	// Test sends a letter of no Z, once it is written down who lets it go. Errors of the letter are a *mailer.Failure.
	Test(ctx context.Context, c mailer.Config, password core.Secret) error
}

// every is how often a page looks again while it is shown.
const every = 2 * time.Second

// MailPage says where Zs go by e-mail, and how it stands with them.
type MailPage struct {
	page.Card
	env      screen.Env
	host     page.Host
	mail     Mail // nil where none can be sent
	draft    *form.Draft[mailer.Config]
	password string
	form     *form.Form
	test     *control.Button
	stop     *control.Button
	working  bool
	told     string       // what came of a test; blank for none
	wrong    bool         // it was not sent
	next     screen.Timer // the next look
}

const placePassword = "password"

// NewMail is the page; d is what was changed.
func NewMail(env screen.Env, h page.Host, m Mail, d *form.Draft[mailer.Config]) *MailPage {
	p := &MailPage{Card: page.NewCard(theme.S3), env: env, host: h, mail: m, draft: d}
	w, c := env.Words, &d.Now
	p.test = control.NewButton(control.ButtonSpec{Kind: control.Tonal, Label: w.T("settings.mail.test"), Mid: true}, p.try)
	p.stop = control.NewButton(control.ButtonSpec{Label: w.T("settings.mail.stop"), Mid: true}, func() {
		p.draft.Now, p.password = mailer.Config{}, ""
		p.changed()
		p.Paint()
	})
	ways := []bool{false, true}
	p.form = form.New(w, form.Plain(), form.Hooks{Changed: p.changed, Faded: p.Paint, Enter: func(*control.Field) { h.Enter() }},
		form.Field{Kind: form.Objects, Draw: p.standing},
		form.Field{Name: mailer.FieldServer, Kind: form.Latin, Label: "settings.mail.server", Placeholder: "smtp.example", Value: plain(&c.Server), Share: 3},
		form.Field{Name: mailer.FieldPort, Kind: form.Latin, Label: "settings.mail.port", Placeholder: "587", Value: plain(&c.Port), Beside: true},
		form.Field{Kind: form.Choice, Label: "settings.mail.encryption", Options: form.OneOf(ways, func(direct bool) string {
			return map[bool]string{false: "STARTTLS (587)", true: "TLS (465)"}[direct]
		}, &c.Direct), Inline: true},
		form.Field{Name: mailer.FieldFrom, Kind: form.Latin, Label: "settings.mail.from", Placeholder: "till@shop.example", Value: trimmed(&c.From)},
		form.Field{Name: mailer.FieldTo, Kind: form.Latin, Label: "settings.mail.to", Placeholder: "owner@shop.example, books@shop.example", Value: trimmed(&c.To), Beside: true},
		form.Field{Name: "user", Kind: form.Latin, Label: "settings.mail.user", Value: trimmed(&c.User)},
		form.Field{Name: placePassword, Kind: form.Secret, Label: "settings.mail.password", Hint: "settings.mail.password.hint", Value: form.At(&p.password), Beside: true},
		form.Field{Kind: form.Said},
		form.Field{Kind: form.Objects, Draw: p.after})
	return p
}

// trimmed is the value of a variable without blanks at its ends.
func trimmed(text *string) form.Value {
	return form.Value{Get: func() string { return *text }, Set: func(t string) { *text = strings.TrimSpace(t) }}
}

// plain is the value of a variable that a machine reads; see page.Typed.
func plain(text *string) form.Value {
	return form.Value{Get: func() string { return *text }, Set: func(t string) { *text = page.Typed(t) }}
}

func (p *MailPage) changed() {
	p.told = ""
	p.host.Changed()
	p.paintTest()
}

func (p *MailPage) paintTest() {
	p.test.SetDisabled(p.working || p.draft.Now.Check() != "")
}

// Left is for page.Page: no password stays, and nothing looks any more.
func (p *MailPage) Left() {
	p.password, p.told, p.working = "", "", false
	p.form.Empty()
	p.next.Stop()
}

// ShowAt is for page.Page.
func (p *MailPage) ShowAt(place, sentence string) {
	if sentence == "" {
		p.form.Clear()
	} else {
		p.form.ShowAt(place, sentence)
	}
	p.Paint()
}

// Paint is for page.Page.
func (p *MailPage) Paint() {
	if p.mail == nil {
		return
	}
	p.draft.Update(p.mail.State().Config)
	p.form.Paint()
	p.paintTest()
	p.Show(p.form.Rows()...)
	p.next.Once(p.env, every, func() {
		if p.host.Shows(p) {
			p.Paint()
		}
	})
}

// standing is how it stands with what was sent and what was not.
func (p *MailPage) standing() []fyne.CanvasObject {
	w, s := p.env.Words, p.mail.State()
	all := []fyne.CanvasObject{page.Plain(w.T("settings.mail.text"))}
	if s.Err != nil {
		return append(all, page.Failed(w.T("settings.mail.unread")))
	}
	if len(s.Items) == 0 {
		return all
	}
	waiting := 0
	for i := len(s.Items) - 1; i >= 0; i-- { // the newest says how it stands; what is older and was refused stands below
		item := s.Items[i]
		if item.State == mailer.Waiting {
			waiting++
		}
		if i == len(s.Items)-1 || item.State == mailer.Failed && len(all) < 5 {
			style := typeset.Fact
			if present.MailFailed(item) {
				style = style.Tint(theme.Failed)
			}
			all = append(all, typeset.NewParagraph(journal.ZNumber(item.Number)+" · "+present.Mailed(w, p.env.Zone, item), style))
		}
	}
	if waiting > 1 {
		all = append(all, typeset.NewParagraph(w.T("settings.mail.waiting", "n", waiting), typeset.Fact))
	}
	if waiting > 0 && s.Next.After(p.env.Now()) {
		all = append(all, page.Plain(w.T("settings.mail.next", "at", present.Clock(s.Next, p.env.Zone))))
	}
	return append(all, graphic.NewDivider())
}

// after is the test, what came of it, and the way to stop.
func (p *MailPage) after() []fyne.CanvasObject {
	w := p.env.Words
	text := page.Plain(w.T("settings.mail.test.text"))
	switch {
	case p.working:
		text = page.Plain(w.T("settings.mail.working"))
	case p.told != "" && p.wrong:
		text = page.Failed(p.told)
	case p.told != "":
		text = typeset.NewParagraph(p.told, typeset.Fact)
	}
	buttons := []fyne.CanvasObject{p.test}
	if p.draft.Kept.On() {
		buttons = append(buttons, p.stop)
	}
	return []fyne.CanvasObject{graphic.NewDivider(), page.Explained(text, buttons...)}
}

// try sends a letter of no Z by what stands in the form, for who may: it could go anywhere.
func (p *MailPage) try() {
	if p.working || !p.sound() {
		return
	}
	p.host.WithRights(func() {
		c, password := p.draft.Now, core.NewSecret(p.password)
		p.working, p.told = true, ""
		p.Paint()
		var err error
		w := p.env.Words
		said := func() string {
			f, known := errors.AsType[*mailer.Failure](err)
			switch {
			case err == nil:
				return w.T("settings.mail.tested", "to", strings.Join(c.Recipients(), ", "))
			case known:
				return present.MailWhy(w, f.Why, f.Said)
			}
			return present.MailWhy(w, mailer.Unread, "")
		}
		p.host.Act(w.T("settings.mail"), func() { err = p.mail.Test(p.env.Life, c, password) }, func() {
			p.working, p.told, p.wrong = false, said(), err != nil
			p.host.Failed(err)
			p.Paint()
			p.host.See(p.told)
		}, func() string {
			if err == nil {
				return ""
			}
			return said()
		})
	}, journal.RightRecover)
}

// sound reports whether nothing in the form is wrong, and says what is.
func (p *MailPage) sound() bool {
	p.form.Clear()
	all := mailPart{p: p}.Check()
	for _, f := range all {
		p.form.ShowAt(f.Place, p.env.Words.T(f.Key))
	}
	p.Paint()
	return len(all) == 0
}

// Part is what is saved of the page.
func (p *MailPage) Part() page.Part {
	return mailPart{p: p, Value: page.Value[mailer.Config]{Draft: p.draft, May: journal.RightRecover, Copies: "e-mail",
		Refused: func(error) page.Fault { return page.Fault{Page: p, Key: "settings.mail.unkept"} }}}
}

// mailPart is the Config with the password that belongs to it.
type mailPart struct {
	page.Value[mailer.Config]
	p *MailPage
}

// Edited is for page.Part.
func (m mailPart) Edited() bool { return m.p.mail != nil && (m.Value.Edited() || m.p.password != "") }

// Check is for page.Part. A password that is kept goes to no other server or user than it was typed for.
func (m mailPart) Check() []page.Fault {
	d := m.p.draft
	if m.p.mail == nil || !d.Now.On() && !d.Edited() || d.Now == (mailer.Config{}) {
		return nil
	}
	at := d.Now.Check()
	other := d.Now.Server != d.Kept.Server || d.Now.User != d.Kept.User || d.Now.Port != d.Kept.Port
	switch {
	case at != "":
		return []page.Fault{{Page: m.p, Place: at, Key: "settings.mail.wrong." + at}}
	case d.Now.User != "" && m.p.password == "" && other:
		return []page.Fault{{Page: m.p, Place: placePassword, Key: "settings.mail.wrong.password"}}
	}
	return nil
}

// Begin is for page.Part.
func (m mailPart) Begin() page.Save {
	edited, c, password := m.Edited(), m.p.draft.Now, core.NewSecret(m.p.password)
	s := m.Value.Begin()
	done := s.Done
	s.Done = func(ok bool) {
		if done(ok); ok {
			m.p.password = ""
			m.p.form.Empty()
		}
	}
	if !edited {
		return s
	}
	s.Copies = m.Copies
	s.Write = func() *page.Fault {
		if err := m.p.mail.Set(m.p.env.Life, c, password); err != nil {
			return &page.Fault{Page: m.p, Key: "settings.mail.unkept", Err: err}
		}
		return nil
	}
	return s
}
