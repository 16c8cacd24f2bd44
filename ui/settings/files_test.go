package settings

import (
	"context"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/report"
	"sanduq/ui/exporting/daily"
	"sanduq/ui/settings/page"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

type fakeFiles struct {
	state daily.Status
	again int
}

func (f *fakeFiles) State() daily.Status { return f.state }
func (f *fakeFiles) Set(_ context.Context, c daily.Config) error {
	f.state.Config = c
	return nil
}
func (f *fakeFiles) Again() error   { f.again++; return nil }
func (*fakeFiles) Drives() []string { return nil }

// TestWhatGoesElsewhereIsNamedApart: what is saved together stands in the audit with blanks between.
func TestWhatGoesElsewhereIsNamedApart(t *testing.T) {
	r := newHarness(t)
	r.show()
	for want, parts := range map[string][]page.Save{
		"Samira: copies e-mail files": {{Copies: "copies"}, {}, {Copies: "e-mail"}, {Copies: "files"}},
		"Samira: keys copies":         {{Gateway: "keys"}, {Copies: "copies"}},
	} {
		var saves []saving
		for _, one := range parts {
			saves = append(saves, saving{Save: one})
		}
		r.audited = nil
		if fault := r.screen.write(saves, "Samira"); fault != nil || strings.Join(r.audited, ", ") != want {
			t.Errorf("%q, want %q, %v", r.audited, want, fault)
		}
	}
}

// TestTheTimeOfDailyFilesIsTypedInDigitsOfAnyScript, as other numbers are.
func TestTheTimeOfDailyFilesIsTypedInDigitsOfAnyScript(t *testing.T) {
	f := &fakeFiles{}
	r := newHarness(t, func(r *harness) { r.deps.Files = f })
	r.show()
	r.screen.goTo(atFiles)
	r.memory.files.Now = daily.Config{When: daily.AtTime, Folder: "/media", Kinds: "sales/csv"}
	r.screen.Shown()
	r.field("settings.files.at").SetText("٢٢:٣٠\u200f")
	r.screen.store()
	if f.state.Config.At != "22:30" {
		t.Errorf("kept %+v: %s", f.state.Config, r.text())
	}
}

// TestDailyFilesAreChosen in every language: what is missing is said, what was chosen is kept and audited, and
// why nothing is written stands there with a way to try again.
func TestDailyFilesAreChosen(t *testing.T) {
	for _, lang := range words.Languages() {
		f := &fakeFiles{}
		r := newHarness(t, func(r *harness) { r.deps.Files, r.env.Words = f, words.MustLoad(lang) })
		theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, RTL: r.env.Words.RTL()})
		r.show()
		r.screen.goTo(atFiles)
		w := r.env.Words
		r.memory.files.Now.When = daily.AfterZ
		r.screen.Shown()
		r.screen.store()
		r.says(w.T("settings.files.wrong.folder"))
		r.field("settings.files.folder").SetText(" /media/huda/STICK ")
		r.memory.files.Now = r.memory.files.Now.Toggle(daily.Kinds()[0])
		r.screen.store()
		if f.state.Config != (daily.Config{When: daily.AfterZ, Folder: "/media/huda/STICK", Kinds: "sales/csv"}) || strings.Join(r.audited, ", ") != "Samira: files" {
			t.Errorf("kept %+v, audited %q", f.state.Config, r.audited)
		}
		f.state.Err, f.state.Since, f.state.Next = report.Refuse(report.CodeFolder, nil), noon.Add(-time.Hour), noon.Add(time.Minute)
		r.screen.Shown()
		r.picture("files-" + lang)
		if !w.RTL() {
			r.says(w.T("settings.files.failing", "since", w.Moment(f.state.Since)), w.T("report.error.folder"), w.T("settings.files.next", "at", "14:32"))
		}
		r.press(w.T("settings.files.now"), 0)
		if f.again != 1 {
			t.Error("it is not tried again")
		}
		if text := r.text(); strings.Contains(text, "settings.files") || strings.Contains(text, "export.kind") {
			t.Errorf("%s: %s", lang, text)
		}
	}
}
