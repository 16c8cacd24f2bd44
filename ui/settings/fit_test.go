package settings

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/desktop/autostart"
	"sanduq/ui/settings/about"
	"sanduq/ui/theme"
	"sanduq/ui/uitest/overflow"
	"sanduq/ui/words"
)

// TestEverySectionFits lays every section out at every size, in text up to
// 150 % (at 200 % rows of keys are still cut) and in every language, and looks
// for words that are cut off or over others.
func TestEverySectionFits(t *testing.T) {
	for _, lang := range words.Languages() {
		for _, size := range overflow.Some(fyne.NewSize(1134, 610), fyne.NewSize(1688, 1000), fyne.NewSize(928, 560)) {
			for _, text := range overflow.Some[float32](1, 1.25, 1.5) {
				t.Run(fmt.Sprintf("%s/%.0f/%.0f%%", lang, size.Width, text*100), func(t *testing.T) {
					r := newHarness(t, keptLive, func(r *harness) {
						r.deps.Login = &system{state: autostart.State{On: true, Other: `"/opt/old till/sanduq"`}}
					})
					if err := r.env.Words.Use(lang); err != nil {
						t.Fatal(err)
					}
					theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, Small: size.Width < 1000, TextScale: text, RTL: lang == words.Arabic})
					r.show()
					r.win.Resize(size)
					for i := range r.screen.pages {
						r.screen.goTo(i)
						for _, f := range overflow.Faults(r.win.Canvas()) {
							t.Errorf("%s: %s", sectionNames[i], f)
						}
					}
				})
			}
		}
	}
}

// TestEverySectionInEveryLook asserts that no word is missing; its pictures are
// for eyes.
func TestEverySectionInEveryLook(t *testing.T) {
	for name, c := range map[string]struct {
		lang string
		look theme.Look
	}{
		"light": {words.English, theme.Look{}}, "dark": {words.English, theme.Look{Variant: theme.Dark}},
		"contrast": {words.English, theme.Look{Variant: theme.Contrast}}, "ar": {words.Arabic, theme.Look{RTL: true}},
		"fr": {words.French, theme.Look{}}, "small": {words.English, theme.Look{Small: true}}, "large": {words.English, theme.Look{TextScale: 1.5}},
	} {
		r := newHarness(t, keptLive)
		c.look.Still = true
		theme.Apply(fyne.CurrentApp(), c.look)
		if err := r.env.Words.Use(c.lang); err != nil {
			t.Fatal(err)
		}
		r.show()
		if c.look.Small {
			r.win.Resize(fyne.NewSize(928, 560))
		}
		for i, section := range sectionNames[:atAbout] { // which has pictures of its own
			r.screen.goTo(i)
			switch i {
			case atKeys:
				r.press(r.env.Words.T("settings.key.set"), 0)
				r.typed("alnoor")
			case atEnvironment:
				r.choose("", 1)
				r.press(r.env.Words.T("settings.test"), 0)
			}
			r.picture(section + "-" + name)
			if strings.Contains(r.text(), "⟨") {
				t.Errorf("%s, %s: words are missing in %q", section, name, r.text())
			}
		}
		r.screen.goTo(atShop)
		r.otherCurrencies()
		r.picture("currency-" + name)
	}
}

func TestAboutInEveryLanguage(t *testing.T) {
	for _, lang := range words.Languages() {
		r := newHarness(t, func(r *harness) {
			r.env.Words = words.MustLoad(lang)
			r.deps.About = about.Program{Version: "0.1.0", Commit: "abcdef012345", Date: "2026-11-21"}
		})
		theme.Apply(fyne.CurrentApp(), theme.Look{Still: true, RTL: r.env.Words.RTL()})
		r.show()
		open := licences(r, "github.com/go-text/typesetting")
		r.says(r.env.Words.T("settings.about"), r.env.Words.T("settings.about.version"))
		r.picture("about-" + lang)
		test.Tap(open)
		r.says("harfbuzz/LICENSE")
		r.picture("licence-" + lang)
	}
}

func TestNewsAreToldInEveryLanguage(t *testing.T) {
	for _, lang := range words.Languages() {
		r, f := newsHarness(t, lang)
		w := r.env.Words
		f.state = about.State{On: true, Asked: noon, Answered: noon.Add(-24 * time.Hour), Failed: true, Newer: "1.2.0"}
		r.screen.goTo(atAbout)
		r.says("1.2.0", w.T("settings.news.failed"))
		if !w.RTL() { // a line of two directions is drawn in pieces
			r.says(w.T("settings.news.newer", "version", "1.2.0"), w.T("settings.news.asked", "at", w.Moment(noon)),
				w.T("settings.news.answered", "at", w.Moment(noon.Add(-24*time.Hour))))
		}
		r.picture("news-" + lang)
		f.state = about.State{Unusable: true}
		r.screen.goTo(atAbout)
		r.says(w.T("settings.news.unusable"))
		r.saysNot(w.T("settings.news.text"))
	}
}
