package settings

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/settings/office"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
)

// refusal is what a page refuses, and how its sentence begins.
type refusal struct {
	do    func(*harness)
	said  string
	field func(*harness) fyne.Focusable // that has the keys then; nil where nothing was typed wrong
}

// person opens a form of a new person and saves it.
func person(name, one, two string, code journal.Code) func(*harness) {
	return func(r *harness) {
		r.screen.goTo(atUsers)
		r.staff().err = nil
		if code != "" {
			r.staff().err = &journal.Error{Code: code}
		}
		r.openPerson(journal.User{})
		r.fill(name, one, two)
		r.screen.enter()
	}
}

// onShop types into the page of the shop and saves.
func onShop(typed func(*harness)) func(*harness) {
	return func(r *harness) {
		r.screen.goTo(atShop)
		typed(r)
		r.screen.enter()
	}
}

var refusals = map[string]refusal{
	"codes differ": {person("Mona", "2580", "2581", ""), "The two codes differ.", func(r *harness) fyne.Focusable { return r.fields()[2].Focusable() }},
	"code":         {person("Mona", "25", "25", journal.CodePINShape), "Type 4 to 8 digits.", func(r *harness) fyne.Focusable { return r.fields()[1].Focusable() }},
	"name":         {person("", "2580", "2580", ""), "Type a name", func(r *harness) fyne.Focusable { return r.fields()[0].Focusable() }},
	"disk":         {person("Mona", "2580", "2580", journal.CodeDiskFull), "The disk is full.", nil},
	"last manager": {func(r *harness) {
		r.staff().err = &journal.Error{Code: journal.CodeLastManager}
		r.screen.goTo(atUsers)
		r.openPerson(r.staff().users[0])
		r.choose("settings.users.role", 0)
		r.screen.enter()
	}, "The till needs a manager.", nil},
	"removed": {func(r *harness) {
		r.staff().err = &journal.Error{Code: journal.CodeLastManager}
		r.screen.goTo(atUsers)
		r.openPerson(r.staff().users[0])
		r.press(r.env.Words.T("settings.users.remove"), 0)
	}, "The till needs a manager.", nil},
	"rights": {func(r *harness) {
		r.staff().err = &journal.Error{Code: journal.CodeDiskFull}
		r.screen.goTo(atUsers)
		r.openRights(journal.RoleCashier)
		r.screen.enter()
	}, "The disk is full.", nil},
	"shop":  {onShop(func(r *harness) { r.field("settings.shop").SetText("") }), "This is needed", func(r *harness) fyne.Focusable { return r.field("settings.shop").Focusable() }},
	"till":  {onShop(func(r *harness) { r.field("settings.tillName").SetText("") }), "This is needed", func(r *harness) fyne.Focusable { return r.field("settings.tillName").Focusable() }},
	"most":  {onShop(func(r *harness) { r.field("settings.askAbove").SetText("5oo") }), "Type an amount", func(r *harness) fyne.Focusable { return r.field("settings.askAbove").Focusable() }},
	"quick": {onShop(func(r *harness) { r.field("settings.quick", "n", journal.MostQuick).SetText("ten") }), "Type up to six", func(r *harness) fyne.Focusable { return r.field("settings.quick", "n", journal.MostQuick).Focusable() }},
	"elsewhere": {func(r *harness) {
		r.screen.goTo(atShop)
		r.field("settings.askAbove").SetText("5oo")
		r.screen.goTo(atLook)
		r.screen.enter()
	}, "Type an amount", func(r *harness) fyne.Focusable { return r.field("settings.askAbove").Focusable() }},
	"store": {func(r *harness) {
		r.saveErr = errors.New("disk")
		onShop(func(r *harness) { r.field("settings.place").SetText("Benghazi") })(r)
	}, "The till could not save this.", nil},
	"login": {func(r *harness) {
		r.deps.Login.(*system).refuse = errors.New("no")
		onShop(func(r *harness) { r.choose("settings.login", 1) })(r)
	}, "Not changed:", nil},
	"day": {func(r *harness) {
		r.saveErr = &journal.Error{Code: journal.CodeShiftOpen}
		r.screen.goTo(atDay)
		r.choose("settings.day.cash", 1)
		r.screen.enter()
	}, "A shift is open.", nil},
	"address": {func(r *harness) {
		r.screen.goTo(atEnvironment)
		r.field("settings.env.address").SetText("pay.example.ly")
		r.screen.enter()
	}, "Type an address that begins", func(r *harness) fyne.Focusable { return r.field("settings.env.address").Focusable() }},
	"profile": {func(r *harness) {
		r.checkErr = errors.New("no")
		r.screen.goTo(atEnvironment)
		r.field("settings.profile.none").SetText("/media/stick/bank.json")
		r.screen.enter()
	}, "This file cannot", func(r *harness) fyne.Focusable { return r.field("settings.profile.none").Focusable() }},
	"keys": {func(r *harness) {
		r.screen.goTo(atKeys)
		r.choose("settings.keys", 1)
		r.press("Set", 2)
		r.typed("client")
		r.screen.enter()
	}, "Client ID and signing secret", nil},
	"folder": {func(r *harness) {
		r.deps.Backups.(*fakeBackups).err = errors.New("no")
		r.screen.goTo(atBackup)
		r.field("settings.backup.second.hint").SetText("/media/stick")
		r.screen.enter()
	}, "Sanduq cannot write there.", nil},
	"news": {func(r *harness) {
		r.deps.Updates.(*fakeUpdates).err = errors.New("no")
		r.screen.goTo(atAbout)
		r.choose("settings.news", 1)
		r.screen.enter()
	}, "This choice could not be saved.", nil},
	"recovery": {func(r *harness) {
		r.deps.Recovery.(*codes).err = errors.New("no")
		r.screen.goTo(atRecovery)
		r.makeCode()
	}, "The recovery code could not be made", nil},
	"office": {func(r *harness) {
		r.deps.Office.(*fakeOffice).why, r.deps.Office.(*fakeOffice).err = office.Away, errors.New("no")
		r.screen.goTo(atOffice)
		r.field("settings.office.address").SetText("https://office.example")
		r.field("settings.office.code").SetText("ABCD-EFGH")
		r.screen.enter()
	}, "The office does not answer.", nil},
	"printer": {func(r *harness) {
		r.screen.goTo(atPrinter)
		r.field("settings.printer.address").SetText("nowhere at all")
		r.press("Use", 0)
	}, "This is not a printer", func(r *harness) fyne.Focusable { return r.field("settings.printer.address").Focusable() }},
}

// TestARefusalIsInSight: anyone who saved sees why it was refused, beside what it is
// about, without scrolling, and types on in the field that was wrong.
func TestARefusalIsInSight(t *testing.T) {
	for _, scale := range []float32{1, 2} {
		for _, size := range []fyne.Size{fyne.NewSize(928, 548), fyne.NewSize(1134, 610)} {
			for name, one := range refusals {
				t.Run(fmt.Sprintf("%s/%.0f/%.0f%%", name, size.Width, scale*100), func(t *testing.T) {
					r := habitHarness(t)
					r.deps.Recovery, r.deps.Office = &codes{}, &fakeOffice{}
					theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, TextScale: scale, Small: size.Width < 1000})
					r.show()
					r.win.Resize(size)
					one.do(r)
					r.picture(fmt.Sprintf("refused-%s-%.0f-%.0f", strings.ReplaceAll(name, " ", "-"), size.Width, scale*100))
					if fault := r.unseen(one.said); fault != "" {
						t.Error(fault)
					}
					if one.field == nil {
						return
					}
					if got := r.win.Canvas().Focused(); got != one.field(r) {
						t.Errorf("the keys are with %T", got)
					}
				})
			}
		}
	}
}

// unseen is what hides a sentence, blank where it stands whole in sight.
func (r *harness) unseen(sentence string) string {
	for _, d := range uitest.Scene(r.win.Canvas())[0] {
		said := ""
		switch x := d.Object.(type) {
		case *control.Field:
			said = x.Problem()
		case *typeset.Text:
			said = x.Text()
		}
		if !strings.HasPrefix(said, sentence) {
			continue
		}
		if field, is := d.Object.(*control.Field); is { // of a high one the line and what is below it
			top, _ := field.Line()
			d.Box.Top += top
		}
		if !d.Box.Within(d.Seen, 1.5) {
			return fmt.Sprintf("%q stands at %v, of which %v is seen", said, d.Box, d.Seen)
		}
		return ""
	}
	return fmt.Sprintf("%q is said nowhere: %s", sentence, r.text())
}

// TestAllFaultsOfAPageAreShownAtOnce, each below its field, and the first has the keys.
// Those of another page wait until this one is well.
func TestAllFaultsOfAPageAreShownAtOnce(t *testing.T) {
	r := newHarness(t).reach(atEnvironment)
	address := r.field("settings.env.address")
	address.SetText("bank.example")
	r.screen.goTo(atShop)
	fields := []*control.Field{r.field("settings.shop"), r.field("settings.tillName"), r.field("settings.askAbove")}
	for i, text := range []string{"", " ", "5oo"} {
		fields[i].SetText(text)
	}
	r.screen.enter()
	if r.memory.at != atEnvironment || !address.Focused() || address.Problem() == "" || fields[0].Problem() != "" {
		t.Errorf("at %d, the address is %q", r.memory.at, address.Problem())
	}
	address.SetText("https://bank.example")
	r.screen.enter()
	for _, f := range fields {
		if f.Problem() == "" {
			t.Errorf("%s: nothing is said", f.Spec().Label)
		}
	}
	if r.memory.at != atShop || !fields[0].Focused() || len(r.by) != 0 {
		t.Errorf("at %d, the first has the keys: %v, saved %d times", r.memory.at, fields[0].Focused(), len(r.by))
	}
}
