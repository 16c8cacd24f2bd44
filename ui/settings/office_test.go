package settings

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/ui/settings/office"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// fakeOffice does what it is told and writes down what it was asked.
type fakeOffice struct {
	state office.State
	asked []string
	why   office.Fault
	err   error
	looks int
}

func (f *fakeOffice) State(context.Context) office.State {
	f.looks++
	return f.state
}

func (f *fakeOffice) Join(_ context.Context, by, address string, code core.Secret) (office.Fault, error) {
	f.asked = append(f.asked, fmt.Sprintf("%s joins %s by %s", by, address, code.Reveal()))
	if f.why == "" {
		f.state = office.State{Joined: true, Address: address, Shop: "Harbour", Till: "Till 2"}
	}
	return f.why, f.err
}

func (f *fakeOffice) Unenrol(_ context.Context, by string) error {
	f.asked = append(f.asked, by+" leaves")
	if f.err == nil {
		f.state = office.State{}
	}
	return f.err
}

func (f *fakeOffice) Show(_ context.Context, by, address string) (office.Fault, error) {
	f.asked = append(f.asked, by+" shows "+address)
	if f.why == "" {
		f.state.Shown = address
	}
	return f.why, f.err
}

func officeHarness(t *testing.T, lang string) (*harness, *fakeOffice, *[]func()) {
	t.Helper()
	f, due := &fakeOffice{}, &[]func(){}
	r := newHarness(t, func(r *harness) {
		r.deps.Office, r.env.Words = f, words.MustLoad(lang)
		r.env.After = func(_ time.Duration, do func()) func() {
			at := len(*due)
			*due = append(*due, do)
			return func() { (*due)[at] = nil }
		}
	})
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, RTL: r.env.Words.RTL()})
	r.show()
	r.screen.goTo(atOffice)
	return r, f, due
}

// pass lets what is due happen.
func pass(due *[]func()) (ran int) {
	all := *due
	*due = nil
	for _, do := range all {
		if do != nil {
			do()
			ran++
		}
	}
	return ran
}

func TestAnOfficeIsJoinedAndLeft(t *testing.T) {
	r, f, due := officeHarness(t, words.English)
	code := func() string { return r.field("settings.office.code").Text() }
	r.says("Several shops, one history", "Office address", "Code from the office")
	if r.screen.save.Visible() {
		t.Error("nothing can be joined yet")
	}
	r.field("settings.office.address").SetText(" https://office.example ")
	r.field("settings.office.code").SetText(" abcd-efgh ")
	f.why, f.err = office.Away, errors.New("no way")
	r.press("Send to this office", 0)
	r.says("The office does not answer.")
	if code() == "" || len(r.failures) != 1 {
		t.Errorf("a code that was not used is %q, logged %v", code(), r.failures)
	}
	f.why, f.err = office.Code, nil
	r.press("Send to this office", 0)
	r.says("The office does not know this code")
	if code() != "" {
		t.Error("a code that was refused stays")
	}
	r.field("settings.office.code").SetText("NEW")
	r.saysNot("does not know this code")
	f.why = ""
	r.press("Send to this office", 0)
	r.says("Harbour", "Till 2", "https://office.example", "Nothing was sent yet.")
	for _, c := range []struct {
		state office.State
		says  []string
	}{
		{office.State{Heard: noon, Counted: true}, []string{"Everything is sent, up to 20 Nov 2026, 14:31."}},
		{office.State{Heard: noon, Counted: true, Waiting: 12}, []string{"Sent up to 20 Nov 2026, 14:31.", "12 records wait."}},
		{office.State{Heard: noon, Counted: true, Waiting: 1, Fault: office.Away, Since: noon.Add(time.Minute)},
			[]string{"Not sent since 20 Nov 2026, 14:32.", "The office does not answer.", "Sent up to 20 Nov 2026, 14:31.", "1 record waits."}},
		{office.State{Heard: noon, Fault: office.Key, Since: noon}, []string{"its key was revoked"}},
	} {
		c.state.Joined = true
		f.state = c.state
		if pass(due) == 0 {
			t.Fatal("the page does not look again")
		}
		r.says(c.says...)
	}
	r.press("Stop sending", 0)
	r.says("The key of this till will be deleted.")
	r.key(fyne.KeyEscape)
	r.saysNot("The key of this till will be deleted.")
	r.press("Stop sending", 0)
	f.err = errors.New("disk full")
	r.press("Stop sending and delete the key", 0)
	r.says("Nothing was changed")
	f.err = nil
	r.press("Stop sending", 0)
	r.press("Stop sending and delete the key", 0)
	r.says("Office address")
	want := "Samira joins  https://office.example  by abcd-efgh, Samira joins  https://office.example  by abcd-efgh, Samira joins  https://office.example  by NEW, Samira leaves, Samira leaves"
	if got := strings.Join(f.asked, ", "); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
}

// TestNobodyLooksAtAnOfficeUnseen: not from another page, and not from away; a code
// that was typed does not stay either.
func TestNobodyLooksAtAnOfficeUnseen(t *testing.T) {
	r, f, due := officeHarness(t, words.English)
	r.screen.goTo(atShop)
	pass(due)
	looks := f.looks
	if pass(due) != 0 || f.looks != looks {
		t.Error("it looks from another page")
	}
	r.screen.goTo(atOffice)
	code := r.field("settings.office.code")
	code.SetText("ABCD")
	r.screen.Hidden()
	looks = f.looks
	if pass(due); f.looks != looks || code.Text() != "" {
		t.Errorf("after the settings were left: %d looks, a code of %d letters", f.looks-looks, len(code.Text()))
	}
}

func TestTheOfficeInEveryLanguage(t *testing.T) {
	for _, lang := range words.Languages() {
		r, f, due := officeHarness(t, lang)
		r.picture("office-new-" + lang)
		f.state = office.State{Joined: true, Address: "https://office.example", Shop: "Harbour", Till: "Till 2", Heard: noon, Counted: true, Waiting: 12, Fault: office.Away, Since: noon}
		pass(due)
		r.picture("office-away-" + lang)
		f.state.Fault, f.state.Since, f.state.Waiting = "", time.Time{}, 0
		pass(due)
		r.picture("office-" + lang)
		if text := r.text(); strings.Contains(text, "settings.office") {
			t.Errorf("%s: %s", lang, text)
		}
	}
}

// TestAComputerIsTheOfficesFromItsNextStart: where an address is known; and a till
// again before that. A till with a sale that is not finished says so.
func TestAComputerIsTheOfficesFromItsNextStart(t *testing.T) {
	r, f, due := officeHarness(t, words.English)
	if !r.button("Show the office here").Disabled() {
		t.Error("an office without an address can be shown")
	}
	r.fill("office.example", "ABCD")
	f.why = office.Open
	r.press("Show the office here", 0)
	r.says("A sale here is not finished")
	if got := r.field("settings.office.code").Text(); got != "ABCD" {
		t.Errorf("a code that was not used is %q", got)
	}
	f.why = ""
	r.press("Show the office here", 0)
	r.says("From its next start this computer shows the office at office.example.")
	r.saysNot("A sale here is not finished")
	r.press("Stay a till", 0)
	r.says("instead of a till")
	f.state = office.State{Joined: true, Address: "https://joined.example", Heard: noon, Counted: true}
	pass(due)
	r.press("Show the office here", 0)
	for shown, c := range map[string][2]string{"": {"Stop sending", "Show the office here"}, "https://joined.example": {"Stay a till", "Stop sending"}} {
		f.state.Fault, f.state.Since, f.state.Shown = office.Away, noon, shown
		pass(due)
		r.says(c[0])
		r.saysNot(c[1])
	}
	want := "Samira shows office.example, Samira shows office.example, Samira shows , Samira shows https://joined.example"
	if got := strings.Join(f.asked, ", "); got != want {
		t.Errorf("asked\n%s, want\n%s", got, want)
	}
}

// TestAnOfficeThatNobodyKnowsOfIsNoneToJoinFirst: where the key cannot be read it is said, as long as it is so.
func TestAnOfficeThatNobodyKnowsOfIsNoneToJoinFirst(t *testing.T) {
	r, f, due := officeHarness(t, words.English)
	f.state = office.State{Fault: office.Disk}
	pass(due)
	r.says("The till’s own records cannot be read now. Nothing is sent until they can.")
	r.saysNot("Several shops, one history")
	f.state = office.State{}
	pass(due)
	r.says("Several shops, one history")
}
