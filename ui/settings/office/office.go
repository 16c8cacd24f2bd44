package office

import (
	"context"
	"slices"
	"strings"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/screen"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/draw"
	"sanduq/ui/toolkit/form"
	"sanduq/ui/toolkit/graphic"
	"sanduq/ui/toolkit/typeset"
)

// Office is the head office that the till sends to. All its methods may be slow.
type Office interface {
	State(ctx context.Context) State
	// Join trades a one-time code of an office for a key of the till's own, writes
	// down who did it, and sends from then on. What it could not is told as why, with
	// an error for the log; blank is well.
	Join(ctx context.Context, by, address string, code core.Secret) (why Fault, err error)
	// Unenrol sends no more and forgets the key, once it is written down who wants it.
	Unenrol(ctx context.Context, by string) error
	// Show lets the next start show the office at an address instead of the till,
	// once it is written down who wants it; a blank address takes that back.
	Show(ctx context.Context, by, address string) (why Fault, err error)
}

// State is how it stands between the till and its office.
type State struct {
	Joined     bool
	Address    string
	Shop, Till string    // as the office calls them
	Heard      time.Time // when the office last had everything; zero before the first time
	Waiting    int       // records that it has not
	Counted    bool      // Waiting is known
	// Fault is why nothing is sent, or not all, Since when; blank while all is well.
	Fault Fault
	Since time.Time
	Shown string // the office that the next start shows instead of the till; blank for none
}

// Fault is the key of the sentence that a person is told.
type Fault string

// The faults.
const (
	Address     Fault = "settings.office.why.address"     // no address of an office
	Away        Fault = "settings.office.why.away"        // not reached, or it does not answer
	Certificate Fault = "settings.office.why.certificate" // another's, or expired
	Code        Fault = "settings.office.why.code"        // the one-time code is not known, used or too old
	Key         Fault = "settings.office.why.key"         // the till's key was revoked
	Environment Fault = "settings.office.why.environment" // practice here, live there
	Version     Fault = "settings.office.why.version"     // the office's program is older
	Held        Fault = "settings.office.why.held"        // somebody at the office must look
	Unkept      Fault = "settings.office.why.unkept"      // the key cannot be kept here
	Unwritten   Fault = "settings.office.why.unwritten"   // the audit did not take it, so nothing was done
	Disk        Fault = "settings.office.why.disk"        // the till's own records cannot be read
	Open        Fault = "settings.office.why.open"        // a sale is not finished, which nobody would ask about
	Rows        Fault = "settings.office.why.rows"        // the office cannot keep some rows; the others are sent
	Other       Fault = "settings.office.why.other"
)

// every is how often the page looks again while it is shown.
const every = 2 * time.Second

// reusable are the faults after which a one-time code is still good.
var reusable = []Fault{Open, Away, Address, Certificate}

// Page joins an office, tells how it stands, and leaves it again.
type Page struct {
	page.Card
	env     screen.Env
	host    page.Host
	office  Office // nil where nothing is sent
	state   State
	read    bool
	working bool
	leaving bool         // waits to be confirmed
	next    screen.Timer // the next look

	address, code string
	form          *form.Form
	leave, show   *control.Button
}

const placeCode = "code"

// New is the page.
func New(env screen.Env, h page.Host, office Office) *Page {
	p := &Page{Card: page.NewCard(theme.S3), env: env, host: h, office: office}
	w := env.Words
	joining := func() bool { return p.read && !p.working && !p.state.Joined }
	p.form = form.New(w, form.Look{Fault: typeset.Fact.Tint(theme.Failed)}, form.Hooks{Changed: p.paint, Enter: func(in *control.Field) {
		if in == p.form.Line(placeCode) {
			h.Enter()
			return
		}
		draw.Focus(p.Object(), p.form.Line(placeCode).Focusable())
	}},
		form.Field{Kind: form.Objects, Draw: p.standing},
		form.Field{Name: "address", Kind: form.Latin, Label: "settings.office.address", Placeholder: "https://office.example", Value: form.At(&p.address), Offered: joining},
		form.Field{Name: placeCode, Kind: form.Latin, Label: "settings.office.code", Placeholder: "ABCD-EFGH-JKLM-NPQR", Value: form.At(&p.code), Offered: joining},
		form.Field{Kind: form.Said},
		form.Field{Kind: form.Objects, Draw: p.shown, Offered: func() bool {
			// An office that takes nothing is not shown either, and its page has no room left.
			return p.read && !p.working && !p.leaving && (p.state.Fault == "" || p.state.Shown != "")
		}})
	p.leave = control.NewButton(control.ButtonSpec{Label: w.T("settings.office.leave"), Mid: true}, func() {
		p.leaving = true
		p.paint()
	})
	p.show = control.NewButton(control.ButtonSpec{Label: w.T("settings.office.show"), Mid: true}, p.switchRole)
	return p
}

// Primary is for page.Page: it joins, or leaves once somebody said so.
func (p *Page) Primary() (control.ButtonSpec, func(), bool) {
	w := p.env.Words
	switch {
	case p.office == nil || !p.read || p.working:
	case p.leaving:
		return control.ButtonSpec{Label: w.T("settings.office.leave.sure")}, p.away, true
	case !p.state.Joined && strings.TrimSpace(p.address) != "" && strings.TrimSpace(p.code) != "":
		return control.ButtonSpec{Label: w.T("settings.office.join"), Key: "Enter"}, p.join, true
	}
	return control.ButtonSpec{}, nil, false
}

// Press is for page.Page: Esc takes back that the office shall be left.
func (p *Page) Press(k screen.KeyPress) bool {
	if !p.leaving || k.Name != fyne.KeyEscape {
		return false
	}
	p.leaving = false
	p.paint()
	return true
}

// Left is for page.Page: it takes back what was typed and asked; nothing looks any
// more.
func (p *Page) Left() {
	p.next.Stop()
	p.leaving, p.working = false, false
	p.form.Clear()
	p.spend()
}

// spend takes the code away.
func (p *Page) spend() {
	p.code = ""
	p.form.Paint()
}

// poll asks how it stands, now and then again while the page is shown.
func (p *Page) poll() {
	if p.office == nil || p.next.Waits() {
		return
	}
	p.next.Start(p.env, every, func() {
		if p.host.Shows(p) {
			p.poll()
		}
	})
	var now State
	page.Later(p.host, func() { now = p.office.State(p.env.Life) }, func() { p.update(now) })
}

func (p *Page) update(now State) {
	if p.read && p.state == now {
		return
	}
	p.state, p.read = now, true
	if p.host.Shows(p) {
		p.paint()
	}
}

// join asks for the key, for who may.
func (p *Page) join() {
	address, code := p.address, core.NewSecret(strings.TrimSpace(p.code))
	p.act(func(by string) (Fault, error) { return p.office.Join(p.env.Life, by, address, code) })
}

// away leaves the office, for who may.
func (p *Page) away() {
	p.act(func(by string) (Fault, error) {
		if err := p.office.Unenrol(p.env.Life, by); err != nil {
			return Unwritten, err
		}
		return "", nil
	})
}

// switchRole makes the computer the office's from its next start on, or a till's again,
// for who may.
func (p *Page) switchRole() {
	address := p.address
	switch {
	case p.state.Shown != "": // it is taken back
		address = ""
	case p.state.Joined:
		address = p.state.Address
	}
	p.act(func(by string) (Fault, error) { return p.office.Show(p.env.Life, by, address) })
}

func (p *Page) act(do func(by string) (Fault, error)) {
	if p.working {
		return
	}
	p.host.WithRights(func() {
		p.working, p.leaving = true, false
		p.form.Clear()
		p.paint()
		var why Fault
		var err error
		var now State
		by := p.host.By()
		p.host.Act(p.env.Words.T("settings.office"), func() {
			why, err = do(by)
			now = p.office.State(p.env.Life)
		}, func() {
			p.working, p.read = false, false
			p.host.Failed(err)
			if p.state.Shown == now.Shown && !slices.Contains(reusable, why) { // it is good for one use
				p.spend()
			}
			p.form.Clear()
			if why != "" {
				p.form.ShowAt("", p.env.Words.T(string(why)))
			}
			p.update(now)
			if why != "" && p.host.Shows(p) {
				p.host.See(p.env.Words.T(string(why)))
			}
		}, func() string {
			p.host.Failed(err)
			if why == "" {
				return ""
			}
			return p.env.Words.T(string(why))
		})
	}, journal.RightRecover)
}

// Paint is for page.Page.
func (p *Page) Paint() {
	p.poll()
	p.paint()
}

func (p *Page) paint() {
	if p.office == nil {
		return
	}
	p.Show(p.form.Rows()...)
	p.host.Refresh()
}

// standing is how it stands between the till and its office.
func (p *Page) standing() []fyne.CanvasObject {
	w := p.env.Words
	all := []fyne.CanvasObject{typeset.NewText(w.T("settings.office"), typeset.Lead).Cut()}
	switch {
	case !p.read && !p.working:
		return append(all, page.Plain(w.T("settings.office.reading")))
	case p.working:
		return append(all, page.Plain(w.T("settings.office.working")))
	case p.state.Joined:
		return append(all, p.joined()...)
	case p.state.Fault != "": // nobody knows whether there is an office
		return append(all, page.Failed(w.T(string(p.state.Fault))))
	}
	return append(all, page.Plain(w.T("settings.office.text")))
}

// joined tells how it stands with the office that there is.
func (p *Page) joined() []fyne.CanvasObject {
	w, st := p.env.Words, p.state
	at := func(t time.Time) string { return w.Moment(t.In(p.env.Zone)) }
	all := []fyne.CanvasObject{page.Named(w.T("settings.office.address"), st.Address), page.Named(w.T("settings.shop"), st.Shop), page.Named(w.T("settings.tillName"), st.Till), graphic.NewDivider()}
	say := func(text string, style typeset.Style) { all = append(all, typeset.NewParagraph(text, style)) }
	if st.Fault != "" {
		style := typeset.Fact.Tint(theme.Waiting) // it comes back by itself
		if st.Fault != Away {
			style = typeset.Fact.Tint(theme.Failed)
		}
		if !st.Since.IsZero() {
			say(w.T("settings.office.silent", "since", at(st.Since)), style)
		}
		say(w.T(string(st.Fault)), style)
	}
	switch {
	case st.Heard.IsZero():
		all = append(all, page.Plain(w.T("settings.office.never")))
	case st.Counted && st.Waiting == 0 && st.Fault == "":
		say(w.T("settings.office.sent", "at", at(st.Heard)), typeset.Fact)
	default:
		all = append(all, page.Plain(w.T("settings.office.upTo", "at", at(st.Heard))))
	}
	if st.Counted && st.Waiting > 0 {
		say(w.N("settings.office.waiting", st.Waiting), typeset.Fact)
	}
	if st.Fault != "" && st.Shown != "" { // one thing after the other
		return all
	}
	all = append(all, graphic.NewDivider())
	if p.leaving {
		return append(all, typeset.NewParagraph(w.T("settings.office.leave.ask"), typeset.Fact))
	}
	return append(all, page.Explained(page.Plain(w.T("settings.office.leave.text")), p.leave))
}

// shown is what the computer shows from its next start on, and the way to change it.
func (p *Page) shown() []fyne.CanvasObject {
	w := p.env.Words
	text, label := page.Plain(w.T("settings.office.show.text")), w.T("settings.office.show")
	if p.state.Shown != "" {
		text, label = typeset.NewParagraph(w.T("settings.office.shown", "address", p.state.Shown), typeset.Fact), w.T("settings.office.show.back")
	}
	spec := p.show.Spec()
	spec.Label = label
	p.show.Set(spec)
	p.show.SetDisabled(p.state.Shown == "" && !p.state.Joined && strings.TrimSpace(p.address) == "")
	return []fyne.CanvasObject{graphic.NewDivider(), page.Explained(text, p.show)}
}
