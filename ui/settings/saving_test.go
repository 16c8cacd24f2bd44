package settings

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/settings/gateway"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
)

// meanwhile holds back what a save brings, so that a person goes on while it is
// under way.
func meanwhile(r *harness) { r.held = true }

// TestWhatIsTypedWhileASaveIsUnderWayStays: on each page it is an unsaved edit
// afterwards, nothing says that it was saved, and the next Save keeps it.
func TestWhatIsTypedWhileASaveIsUnderWayStays(t *testing.T) {
	for name, one := range habits {
		t.Run(name, func(t *testing.T) {
			r := habitHarness(t)
			meanwhile(r)
			r.screen.goTo(atShop)
			r.drain()
			r.field("settings.tillName").SetText("Till 9")
			r.screen.enter()
			r.says("Saving…")
			before := one.now(r)
			if one.at != atShop {
				r.screen.goTo(one.at)
			}
			r.drainLoads()
			one.choose(r)
			r.drain()
			if r.set.Till != "Till 9" {
				t.Fatalf("the save kept %q", r.set.Till)
			}
			if one.now(r) != before {
				t.Error("it was kept by the save before it")
			}
			r.saysNot("Saved.")
			if !r.screen.Unsaved() || r.screen.save.Disabled() {
				t.Fatal("what was chosen meanwhile is gone")
			}
			r.screen.enter()
			r.drain()
			if one.now(r) == before || r.screen.Unsaved() {
				t.Errorf("Save keeps %v", one.now(r))
			}
			r.says("Saved.")
		})
	}
}

// drainLoads lets what the pages read arrive, but not what was asked first: the
// save.
func (r *harness) drainLoads() {
	for len(r.queue) > 1 {
		next := r.queue[1]
		r.queue = append(r.queue[:1], r.queue[2:]...)
		next()
	}
}

// TestEachFieldStaysForItself: a field that was typed into meanwhile is unsaved,
// the others are saved; one that is put back to what was saved is no edit.
func TestEachFieldStaysForItself(t *testing.T) {
	r := newHarness(t)
	meanwhile(r)
	r.screen.goTo(atShop)
	r.field("settings.place").SetText(" Benghazi ")
	r.screen.enter()
	r.field("settings.tillName").Focus()
	r.field("settings.tillName").SetText("Till 3")
	r.drain()
	if r.set.Till != "Till 2" || r.set.Place != "Benghazi" || !r.screen.Unsaved() {
		t.Errorf("kept %+v, unsaved %v", r.set, r.screen.Unsaved())
	}
	if !r.field("settings.tillName").Focused() || r.field("settings.tillName").Text() != "Till 3" {
		t.Errorf("the field holds %q, focused %v", r.field("settings.tillName").Text(), r.field("settings.tillName").Focused())
	}
	r.says("Save")
	r.saysNot("Saved.")
	r.screen.enter()
	r.field("settings.shop").SetText("Al Noor")
	r.field("settings.shop").SetText("Al Noor Market")
	r.drain()
	r.says("Saved.")
	if r.set.Till != "Till 3" || r.screen.Unsaved() {
		t.Errorf("saved %+v, unsaved %v", r.set, r.screen.Unsaved())
	}
}

// TestAKeyTypedWhileAnotherIsSaved keeps its open field, and a key that is being
// saved cannot be taken back.
func TestAKeyTypedWhileAnotherIsSaved(t *testing.T) {
	r := newHarness(t, keptLive)
	meanwhile(r)
	r.press("Replace", 0)
	r.typed("first")
	r.screen.enter()
	r.saysNot("Undo")
	r.press("Replace", 0) // of the second
	r.typed("sec")
	r.drain()
	if got := strings.Join(r.changed, ", "); got != "live apiKey+" {
		t.Errorf("changed %q", got)
	}
	r.says("Kept since 20 Nov 2026")
	r.typed("ond")
	r.saysNot("Saved.")
	r.screen.enter()
	r.drain()
	if got := strings.Join(r.changed, ", "); got != "live apiKey+, live secretKey+" || r.values[gateway.KeySecret] != "second" {
		t.Errorf("changed %q, the second is %d letters", got, len(r.values[gateway.KeySecret]))
	}
	r.says("Saved.")
}

// TestAWishTakenBackWhileItIsSaved is a wish for how it was.
func TestAWishTakenBackWhileItIsSaved(t *testing.T) {
	r := habitHarness(t)
	meanwhile(r)
	r.screen.goTo(atShop)
	r.drain()
	login, backups, updates := r.deps.Login.(*system), r.deps.Backups.(*fakeBackups), r.deps.Updates.(*fakeUpdates)
	wish := func(i int, folder string) {
		r.screen.goTo(atShop)
		r.choose("settings.login", i)
		r.screen.goTo(atAbout)
		r.choose("settings.news", i)
		r.screen.goTo(atBackup)
		r.field("settings.backup.second.hint").SetText(folder)
	}
	wish(1, "/media/stick")
	r.drain()
	r.env.Preferences.Try(func(v *preferences.Values) { v.Look.Variant = theme.Dark })
	r.screen.enter()
	wish(0, "")
	r.drain()
	if !login.state.On || !updates.state.On || backups.state.Second != "/media/stick" || r.env.Preferences.Trying() {
		t.Fatalf("saved %+v %+v %+v", login.state, updates.state, backups.state)
	}
	r.saysNot("Saved.")
	r.screen.goTo(atShop)
	r.drain()
	if r.shownOn() || !r.screen.Unsaved() {
		t.Errorf("login is shown as %v, unsaved %v", r.shownOn(), r.screen.Unsaved())
	}
	r.screen.enter()
	r.drain()
	if login.state.On || updates.state.On || backups.state.Second != "" || r.screen.Unsaved() {
		t.Errorf("afterwards %+v %+v %+v, unsaved %v", login.state, updates.state, backups.state, r.screen.Unsaved())
	}
}

// TestAPassphraseChangedMeanwhileStays, one that was used does not.
func TestAPassphraseChangedMeanwhileStays(t *testing.T) {
	r := newHarness(t, func(r *harness) {
		r.keyErr = errors.New("no keyring")
		r.deps.Gateway.Phrase = &noRing{r: r, fits: true}
	})
	meanwhile(r)
	first, again := r.field("startup.phrase.newLabel"), r.field("startup.phrase.again")
	for _, typed := range []string{"", "another phrase"} {
		r.press("Set", 0)
		r.typed("key")
		first.SetText("four words of it")
		again.SetText("four words of it")
		r.keyErr = nil
		r.screen.enter()
		if typed != "" {
			first.SetText(typed)
		}
		r.drain()
		if first.Text() != typed {
			t.Errorf("%q stands there, not %q", first.Text(), typed)
		}
		r.keyErr = errors.New("no keyring")
		r.screen.read()
		r.drain()
	}
}

// TestAPersonIsTypedOnWhileTheyAreSaved: the form stays, as one of the person
// that there is by now.
func TestAPersonIsTypedOnWhileTheyAreSaved(t *testing.T) {
	staff := &fakeStaff{}
	r := newHarness(t, func(r *harness) { r.deps.Staff = staff })
	meanwhile(r)
	r.screen.goTo(atUsers)
	r.openPerson(journal.User{})
	r.fill("Huda", "2580", "2580")
	name := r.fields()[0]
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	name.SetText("Huda S.")
	r.drain()
	f := r.fields()
	if len(f) != 3 || f[0] != name || name.Text() != "Huda S." || !r.screen.Unsaved() {
		t.Fatalf("the form holds %q, shown %d", name.Text(), len(f))
	}
	if f[1].Text()+f[2].Text() != "" {
		t.Error("the code that was kept is still there")
	}
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	r.drain()
	if got := strings.Join(staff.said, "; "); got != "add Huda manager 4; change Huda to Huda S. manager 0" {
		t.Errorf("staff was asked %q", got)
	}
	if len(r.fields()) != 0 {
		t.Error("the form stays open")
	}

	r.openRights(journal.RoleCashier)
	r.turnRight(journal.RightClose)
	r.screen.Press(screen.KeyPress{Name: fyne.KeyReturn})
	r.turnRight(journal.RightCount)
	r.drain()
	if len(drawn[*control.Chip](r)) != len(journal.Rights()) || !r.screen.Unsaved() {
		t.Fatal("what was chosen meanwhile is gone")
	}
}

// TestALookAsksForTheSettingsRight whatever else is saved with it, and spends what was
// granted for it: the till writes down that somebody changed what the shop chose.
func TestALookAsksForTheSettingsRight(t *testing.T) {
	for _, gateway := range []bool{false, true} {
		var may, asked journal.RightSet
		var give func()
		r := newHarness(t, func(r *harness) {
			r.deps.May = may.Has
			r.deps.Window.Delegate = func(rights []journal.Right, then func()) { asked, give = rights, then }
		})
		want := journal.RightSet{journal.RightSettings}
		if gateway {
			r.reach(atEnvironment).field("settings.env.address").SetText("https://pay.example.ly")
			want = journal.RightSet{journal.RightRecover, journal.RightSettings}
		}
		r.env.Preferences.Try(func(v *preferences.Values) { v.Look.Variant = theme.Dark })
		if r.screen.store(); !slices.Equal(asked, want) {
			t.Errorf("gateway %v: asked for %v", gateway, asked)
		}
		if give(); len(r.by) != 1 || r.env.Preferences.Trying() || r.set.Shop != "Al Noor Market" {
			t.Errorf("gateway %v: written down %d times, on trial %v, %+v", gateway, len(r.by), r.env.Preferences.Trying(), r.set)
		}
	}
}

// TestNobodyIsAskedForACodeBeforeAllIsRight: what was granted for a save that is refused could be used for something
// else.
func TestNobodyIsAskedForACodeBeforeAllIsRight(t *testing.T) {
	var asked []journal.RightSet
	r := newHarness(t, func(r *harness) {
		r.deps.May = func(journal.Right) bool { return false }
		r.deps.Window.Delegate = func(rights []journal.Right, then func()) {
			asked = append(asked, rights)
			then()
		}
	})
	address := r.reach(atEnvironment).field("settings.env.address")
	address.SetText("http://pay.example.ly")
	if r.screen.store(); len(asked) != 0 || address.Problem() == "" || len(r.audited) != 0 {
		t.Errorf("asked for %v, said %q, written down %q", asked, address.Problem(), r.audited)
	}
	address.SetText("https://pay.example.ly")
	if r.screen.store(); len(asked) != 1 || len(r.audited) != 1 || r.choice.BaseURL != "https://pay.example.ly" {
		t.Errorf("asked for %v, written down %q, kept %+v", asked, r.audited, r.choice)
	}
}
