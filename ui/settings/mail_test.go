package settings

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"sanduq/core"
	"sanduq/core/mailer"
	"sanduq/ui/settings/outgoing"
	"sanduq/ui/theme"
	"sanduq/ui/words"

	"fyne.io/fyne/v2"
)

// fakeMail does what it is told and writes down what it was asked.
type fakeMail struct {
	state mailer.Status
	asked []string
	err   error
}

func (f *fakeMail) State() mailer.Status { return f.state }

func (f *fakeMail) Set(_ context.Context, c mailer.Config, password core.Secret) error {
	f.asked = append(f.asked, fmt.Sprintf("set %s:%s %q", c.Server, c.Port, password.Reveal()))
	if f.err == nil {
		f.state.Config = c
	}
	return f.err
}

func (f *fakeMail) Test(_ context.Context, c mailer.Config, password core.Secret) error {
	f.asked = append(f.asked, fmt.Sprintf("test %s:%s %q", c.Server, c.Port, password.Reveal()))
	return f.err
}

var _ outgoing.Mail = (*fakeMail)(nil)

func mailHarness(t *testing.T, lang string) (*harness, *fakeMail) {
	f := &fakeMail{}
	r := newHarness(t, func(r *harness) { r.deps.Mail, r.env.Words = f, words.MustLoad(lang) })
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, RTL: r.env.Words.RTL()})
	r.show()
	r.screen.goTo(atMail)
	return r, f
}

const mailCanary = "CANARY-mail"

func (r *harness) fillMail() {
	for key, text := range map[string]string{"server": " smtp.example\u200f ", "port": "٥٨٧", "from": "till@shop.example", "to": "owner@shop.example, b@shop.example", "user": "till",
		"password": mailCanary} {
		r.field("settings.mail." + key).SetText(text)
	}
}

// TestMailIsSetUpAndTested goes the way of a person: a test that fails with the server's words, one that
// succeeds, Save, which is audited, and another server, to which a kept password does not go by itself.
func TestMailIsSetUpAndTested(t *testing.T) {
	r, f := mailHarness(t, words.English)
	r.says("Each Z goes out by e-mail")
	r.press("Send a test", 0)
	if len(f.asked) != 0 {
		t.Fatal("tested what is not filled in")
	}
	r.fillMail()
	f.err = &mailer.Failure{Why: mailer.Refused, Said: "550 5.1.1 no such user"}
	r.press("Send a test", 0)
	r.says("does not take the e-mail", "550 5.1.1 no such user")
	f.err = nil
	r.press("Send a test", 0)
	r.says("took the test for owner@shop.example, b@shop.example")
	r.screen.store()
	if r.holds(mailCanary) != "" || r.screen.Unsaved() {
		t.Errorf("after Save: the password is in %q, unsaved %v", r.holds(mailCanary), r.screen.Unsaved())
	}
	r.field("settings.mail.server").SetText("evil.example")
	r.press("Send a test", 0)
	r.says("type the password for it")
	r.screen.store()
	r.field("settings.mail.password").SetText("other")
	f.err = errors.New("disk full")
	r.screen.store()
	r.says("could not be kept")
	f.err = nil
	r.screen.store()
	r.press("Send no more", 0)
	r.screen.store()
	want := `test smtp.example:587 "CANARY-mail", test smtp.example:587 "CANARY-mail", set smtp.example:587 "CANARY-mail", set evil.example:587 "other", set evil.example:587 "other", set : ""`
	if got := strings.Join(f.asked, ", "); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
	if got := strings.Join(r.audited, ", "); got != "Samira: e-mail, Samira: e-mail, Samira: e-mail, Samira: e-mail" {
		t.Errorf("audited %s", got)
	}
}

func TestMailSaysWhatIsWrong(t *testing.T) {
	r, f := mailHarness(t, words.English)
	r.fillMail()
	r.field("settings.mail.to").SetText("owner")
	r.screen.store()
	r.says("E-mail addresses, with commas between.")
	if len(f.asked) != 0 {
		t.Error(f.asked)
	}
	r.screen.Hidden()
	if r.holds(mailCanary) != "" {
		t.Errorf("after the settings were left the password is in %s", r.holds(mailCanary))
	}
}

func TestMailInEveryLanguage(t *testing.T) {
	for _, lang := range words.Languages() {
		r, f := mailHarness(t, lang)
		r.picture("mail-new-" + lang)
		f.state = mailer.Status{Config: mailer.Config{Server: "smtp.example", Port: "587", From: "till@shop.example", To: "owner@shop.example", User: "till"}, Next: noon.Add(8 * time.Minute),
			Items: []mailer.Item{{Number: 41, Made: noon, State: mailer.Failed, Why: mailer.Refused, Said: "550 5.1.1 <owner@shop.example> no such user"},
				{Number: 42, Made: noon, State: mailer.Waiting, Why: mailer.Cut, Doubt: true}, {Number: 43, Made: noon, State: mailer.Waiting, Why: mailer.Away}}}
		r.screen.Shown()
		r.picture("mail-" + lang)
		w := r.env.Words
		r.says("Z-0041", w.T("mail.refused"), "550 5.1.1", "Z-0043", w.T("mail.why.away"))
		if !w.RTL() { // else what is said goes in runs
			r.says(w.T("settings.mail.waiting", "n", 2), w.T("settings.mail.next", "at", "14:39"))
		}
		if text := r.text(); strings.Contains(text, "settings.mail") || strings.Contains(text, "mail.why") {
			t.Errorf("%s: %s", lang, text)
		}
	}
}
