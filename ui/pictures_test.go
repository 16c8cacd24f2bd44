package ui

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/present"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

// TestTheWholeRouteLooksRight walks a sale through its screens in every look;
// the pictures are for eyes, what is asserted is that no word is missing.
func TestTheWholeRouteLooksRight(t *testing.T) {
	for _, c := range []struct {
		name string
		live bool
		dress
	}{
		{name: "light"}, {name: "live", live: true}, {name: "dark", dress: dress{variant: theme.Dark}}, {name: "contrast", dress: dress{variant: theme.Contrast}},
		{name: "ar", dress: dress{lang: words.Arabic}}, {name: "fr", dress: dress{lang: words.French}}, {name: "small", dress: dress{size: fyne.NewSize(1024, 640)}},
		{name: "large-type", dress: dress{text: 1.5}}, {name: "largest-type", dress: dress{text: 2}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newHarness(t, shopFloor, everything, func(r *harness, _ *Options) { r.env.Practice = !c.live })
			r.wear(c.dress)
			walkThrough(r, func(name string) {
				r.picture("shell-" + name + "-" + c.name)
				r.saysNot("⟨")
			})
		})
	}
}

// TestTheLockLooksRight leaves pictures for eyes.
func TestTheLockLooksRight(t *testing.T) {
	for name, in := range map[string]dress{"light": {}, "dark": {variant: theme.Dark}, "contrast": {variant: theme.Contrast}, "large": {text: 1.5},
		"largest": {text: 2}, "ar": {lang: words.Arabic}, "fr": {lang: words.French}, "small": {size: fyne.NewSize(1024, 640)}} {
		r, _ := staffed(t)
		r.wear(in)
		r.keys(fyne.KeyF12)
		r.runes("25")
		r.picture("lock-" + name)
		r.runes("00")
		r.picture("lock-wrong-" + name)
		r.keys(fyne.KeyDown)
		r.runes("2582")
		r.picture("lock-over-" + name)
		r.saysNot("⟨")
		r.keys(fyne.KeyEscape)
		r.shell.approvals.With(journal.RightSettings, "", "", func() {})
		r.picture("lock-manager-" + name)
		r.saysNot("⟨")
	}
}

func TestTheListOfKeysIsCompleteInEveryLanguage(t *testing.T) {
	for _, lang := range []string{words.English, words.Arabic, words.French} {
		for _, scale := range []float32{1, 2} {
			r := newHarness(t, everything, func(r *harness, _ *Options) { r.env.Words = words.MustLoad(lang) })
			r.wear(dress{text: scale})
			r.keys(fyne.KeyF1)
			for _, key := range []string{"Enter", "Backspace", "Delete", "Esc"} {
				r.says(strings.Fields(present.Key(r.shell.env.Words, key))...)
			}
			r.says("Tab", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F11", "F12", "1 – 9", "0 – 9")
			r.saysNot("⟨")
		}
	}
}

// TestTheFreezeLooksRight leaves pictures for eyes.
func TestTheFreezeLooksRight(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, shopFloor, everything, func(r *harness, _ *Options) { r.till.put = putBack("20261120-000010") })
		r.speak(lang)
		r.picture("frozen-asking-" + lang)
		r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeRecovery, Recovery: putBack()})
		r.shell.banner.Act()
		r.picture("frozen-confirm-" + lang)
		r.saysNot("⟨")
		r.keys(fyne.KeyEscape)
		r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeRecovery})
		r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeLink, Link: journal.Link{LastAnswer: noon, Offset: time.Hour}})
		r.picture("clock-" + lang)
	}
}

func TestLanguageChangesEverythingAtOnce(t *testing.T) {
	r := newHarness(t, shopFloor)
	r.runes("12.5")
	for range words.Languages() {
		chosen := r.shell.people.NextLanguage()
		r.speak(chosen)
		if r.prefers().Language != chosen || r.shell.env.Words.Lang() != chosen {
			t.Errorf("%s was chosen, %s is preferred", chosen, r.prefers().Language)
		}
		if theme.Now().RTL != (chosen == words.Arabic) {
			t.Errorf("%s: mirrored %v", chosen, theme.Now().RTL)
		}
		x := r.shell.sidebar.Object().Position().X
		if (x > 0) != theme.Now().RTL {
			t.Errorf("%s: the sidebar stands at %v", chosen, x)
		}
		r.saysNot("⟨")
		if got := r.shell.typed.draft.Amount.Text(); got != "12.500" {
			t.Errorf("%s: the draft is now %s", chosen, got)
		}
	}
	r.says("Sale #12")
}
