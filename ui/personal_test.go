package ui

import (
	"bytes"
	"fmt"
	"image"
	"image/draw"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// worn is what a person has chosen and the window shows: its language, its
// direction and its size of text.
type worn struct {
	language string
	rtl      bool
	text     float32
}

func (r *harness) wears(t *testing.T, when string, want worn) {
	t.Helper()
	l := theme.Now()
	if got := (worn{r.shell.env.Words.Lang(), l.RTL, max(l.TextScale, 1)}); got != want {
		t.Errorf("%s the window is %+v, want %+v", when, got, want)
	}
	if mirrored := r.shell.sidebar.Object().Position().X > 0; !r.shell.session.Shut() && mirrored != want.rtl {
		t.Errorf("%s the sales stand at %v", when, r.shell.sidebar.Object().Position().X)
	}
}

// TestTheWindowTakesThePersonsLanguageAndSize: when they sign in, and the shop's
// comes back when they go, however they go.
func TestTheWindowTakesThePersonsLanguageAndSize(t *testing.T) {
	r, staff := staffed(t)
	shop := worn{words.English, false, 1}
	staff.users[1].UserPreferences = journal.UserPreferences{Language: words.Arabic, TextPercent: 150}
	staff.users[2].UserPreferences = journal.UserPreferences{Language: "xx"} // of a newer program
	r.wears(t, "for Samira", shop)
	signIn := func(down int, pin string) {
		t.Helper()
		for range down {
			r.keys(fyne.KeyDown)
		}
		r.runes(pin)
		r.keys(fyne.KeyEscape) // whose sales they are
	}
	r.keys(fyne.KeyF12)
	r.wears(t, "locked", shop)
	signIn(1, "2582")
	r.wears(t, "for Yusuf", worn{words.Arabic, true, 1.5})
	r.says("بيع")
	r.keys(fyne.KeyF12)
	r.wears(t, "locked after Yusuf", shop)
	r.says("Who is at the till?", "Yusuf’s code")
	r.picture("own-locked-after-arabic")
	signIn(0, "2582")
	staff.present = "" // removed elsewhere
	r.pass(time.Second)
	r.wears(t, "without anybody", shop)
	signIn(1, "2583")
	r.wears(t, "for Mariam, whose language is not known", shop)
	if got := r.shell.env.Preferences.Shop(); got.Language != "" || got.Look.TextPercent != 100 {
		t.Errorf("the shop has %q and %d", got.Language, got.Look.TextPercent)
	}
}

// TestAPreferenceThatWasNotSavedIsToldAtTheTill: the person who chose it has locked the till by
// then, or another person has come.
func TestAPreferenceThatWasNotSavedIsToldAtTheTill(t *testing.T) {
	for name, leave := range map[string]func(*harness){
		"still there": func(*harness) {},
		"gone":        func(r *harness) { r.keys(fyne.KeyF12) },
		"another": func(r *harness) {
			r.keys(fyne.KeyF12, fyne.KeyDown)
			r.runes("2582")
			r.keys(fyne.KeyEscape) // whose sales they are
		},
	} {
		r, staff := staffed(t)
		var disk func()
		run := r.run
		r.run = func(f func()) { disk = f }
		r.shell.people.SetLanguage(words.French)
		r.run = run
		r.shell.env.Preferences.SetPersonal(preferences.Personal{}) // read in English
		leave(r)
		staff.broken = true
		disk()
		staff.broken = false
		if name == "gone" {
			r.saysNot("That did not work") // above the lock nothing is told
			r.runes("2581")
		}
		if name == "still there" {
			r.says("That did not work")
			r.saysNot("Understood")
			continue
		}
		r.says("That did not work: Samira, language and text size", "The till could not save this.", "Understood")
		r.picture("own-not-kept-" + name)
	}
}

// TestTheGlobeAsksBeforeALanguageBecomesSomebodys: a finger may have met it by chance,
// and what it changes stays. Where nobody signs in it changes the window's at once.
func TestTheGlobeAsksBeforeALanguageBecomesSomebodys(t *testing.T) {
	r, staff := staffed(t)
	next := r.shell.people.NextLanguage()
	globe := func() { r.shell.people.AskLanguage(next) }
	globe()
	r.says("from now on?", "whenever Samira signs in", "Change the language")
	r.wears(t, "while it is asked", worn{words.English, false, 1})
	r.picture("own-language-asked")
	r.keys(fyne.KeyReturn) // meant for what was there before
	r.wears(t, "by an Enter that came too early", worn{words.English, false, 1})
	r.keys(fyne.KeyEscape)
	if got := staff.users[0].UserPreferences; got != (journal.UserPreferences{}) {
		t.Errorf("%+v is kept although nobody said so", got)
	}
	globe()
	r.pass(time.Second)
	r.keys(fyne.KeyReturn)
	if got := staff.users[0].UserPreferences.Language; got != next {
		t.Errorf("%q is kept, want %q", got, next)
	}

	alone := newHarness(t)
	alone.shell.people.AskLanguage(alone.shell.people.NextLanguage())
	if got := alone.shell.env.Words.Lang(); got == words.English {
		t.Error("where nobody signs in the window keeps its language")
	}
}

// TestSwitchingKeepsWhatIsTyped: the globe and the card choose for who is there,
// at once, and neither an amount nor a reference is lost; it is there at the next
// sign-in, and the shop's is untouched.
func TestSwitchingKeepsWhatIsTyped(t *testing.T) {
	r, staff := staffed(t)
	r.runes("12.5")
	r.runes("k") // a letter goes to the reference
	r.keys(fyne.KeyEscape)
	typed := func(when string) {
		t.Helper()
		if d := r.shell.typed.draft; d.Amount.Amount() != lyd(12500) || d.Reference != "k" {
			t.Errorf("%s the draft is %s, %q", when, d.Amount.Amount().Major(), d.Reference)
		}
	}
	r.shell.people.SetLanguage(words.Arabic)
	r.wears(t, "by the globe", worn{words.Arabic, true, 1})
	typed("in Arabic")
	r.picture("own-sale-ar")
	r.shell.people.SetLanguage(words.English)
	r.wears(t, "back by the globe", worn{words.English, false, 1})
	typed("back in English")
	if got := staff.users[0].UserPreferences; got != (journal.UserPreferences{}) {
		t.Errorf("the shop's language was chosen, %+v is kept", got)
	}

	r.tool("user").OnTapped()
	r.says("Samira", "Your own language and text size", "As the shop", "Customers see the shop’s.")
	r.picture("own-card")
	w := r.shell.env.Words
	r.pressedSegment("Français")
	r.pressedSegment(w.T("settings.textSize.percent", "n", 125))
	r.wears(t, "before it is kept", worn{words.English, false, 1})
	r.keys(fyne.KeyReturn)
	r.wears(t, "by the card", worn{words.French, false, 1.25})
	typed("in French")
	if got := staff.users[0].UserPreferences; got != (journal.UserPreferences{Language: words.French, TextPercent: 125}) {
		t.Errorf("kept %+v", got)
	}
	if got := r.shell.env.Preferences.Shop(); got.Language != "" || got.Look.TextPercent != 100 {
		t.Errorf("the shop has %q and %d", got.Language, got.Look.TextPercent)
	}
	r.tool("user").OnTapped()
	r.pressedSegment("العربية")
	r.keys(fyne.KeyEscape)
	r.wears(t, "after Esc", worn{words.French, false, 1.25})

	staff.broken = true
	r.shell.people.SetLanguage(words.Arabic)
	r.wears(t, "on a full disk", worn{words.Arabic, true, 1.25})
	if !r.refused(journal.CodeStore) {
		t.Errorf("nobody says that it is not kept: %v", r.shell.banner.Alarms())
	}
	r.keys(fyne.KeyF12)
	r.wears(t, "at last", worn{words.English, false, 1})
}

// TestTheGlobeOfALockedTillIsForWhoeverStandsThere: it changes what the lock shows
// and nothing else, and anyone who signs in has their own, or the shop's.
func TestTheGlobeOfALockedTillIsForWhoeverStandsThere(t *testing.T) {
	g := &glass{t: t}
	r, staff := staffed(t, func(_ *harness, o *Options) { o.Customer = g })
	staff.users[2].UserPreferences = journal.UserPreferences{Language: words.French}
	r.keys(fyne.KeyF12)
	r.wears(t, "locked", worn{words.English, false, 1})
	r.shell.people.SetLanguage(words.Arabic)
	r.wears(t, "by the globe of the lock", worn{words.Arabic, true, 1})
	r.says("من يعمل على الصندوق؟")
	r.picture("own-lock-ar")
	kept := r.shell.env.Preferences.Shop().Language
	if got := r.shell.env.ForCustomers().Lang(); got != words.English || kept != "" {
		t.Errorf("customers read %s, the shop keeps %q", got, kept)
	}
	r.pass(time.Minute)
	r.wears(t, "a minute later", worn{words.Arabic, true, 1})
	r.shell.people.SetLanguage(words.English)
	r.wears(t, "back by the globe", worn{words.English, false, 1})
	r.shell.people.SetLanguage(words.Arabic)
	r.runes("2581") // Samira, who has none of her own
	r.keys(fyne.KeyEscape)
	r.wears(t, "for Samira", worn{words.English, false, 1})
	r.keys(fyne.KeyF12)
	r.wears(t, "locked again", worn{words.English, false, 1})
	r.shell.people.SetLanguage(words.Arabic)
	r.keys(fyne.KeyDown, fyne.KeyDown)
	r.runes("2583")
	r.keys(fyne.KeyEscape)
	r.wears(t, "for Mariam", worn{words.French, false, 1})
	if staff.users[0].UserPreferences != (journal.UserPreferences{}) || staff.users[2].Language != words.French {
		t.Errorf("people keep %+v, %+v", staff.users[0].UserPreferences, staff.users[2].UserPreferences)
	}
}

// TestAManagerChoosesForThemselvesInTheSettings: anyone who saves their own user in
// the settings sees it at once; and the shop's rows stay the shop's.
func TestAManagerChoosesForThemselvesInTheSettings(t *testing.T) {
	r, staff := staffed(t, rooms)
	staff.present = "4"
	r.shell.openSettings()
	staff.users[3].UserPreferences = journal.UserPreferences{Language: words.French} // as the form has kept
	r.shell.settingsSaved()
	r.wears(t, "after saving", worn{words.French, false, 1})
	r.turnSettings("settings.appearance")
	w := r.shell.env.Words
	r.says(strings.Fields(w.T("person.over"))...)
	r.pressedSegment("العربية") // the shop's
	r.wears(t, "while the shop's is tried", worn{words.French, false, 1})
	if got := r.shell.env.ForCustomers().Lang(); got != words.Arabic {
		t.Errorf("customers read %s while Arabic is tried", got)
	}
	r.keys(fyne.KeyReturn)
	if got := r.shell.env.Preferences.Shop().Language; got != words.Arabic {
		t.Errorf("the shop's language is %q", got)
	}
	r.wears(t, "with another shop's", worn{words.French, false, 1})
	r.keys(fyne.KeyEscape)
	r.keys(fyne.KeyF12)
	r.wears(t, "locked", worn{words.Arabic, true, 1})
}

// pressedSegment presses a choice of a row.
func (r *harness) pressedSegment(word string) {
	r.t.Helper()
	c := r.win.Canvas()
	objects := append(c.Overlays().List(), c.Content())
	if over := c.Overlays().Top(); over != nil {
		objects = []fyne.CanvasObject{over}
	}
	for _, o := range objects {
		found := false
		uitest.Walk(o, func(o fyne.CanvasObject) {
			if s, is := o.(interface{ Word() string }); is && s.Word() == word && !found {
				found = true
				o.(fyne.Tappable).Tapped(nil)
			}
		})
		if found {
			return
		}
	}
	r.t.Errorf("there is no choice %q in %s", word, r.reads())
}

// glass is a second monitor with a window on it.
type glass struct {
	t   *testing.T
	win fyne.Window
}

func (*glass) Second() bool { return true }
func (*glass) Focus()       {}
func (g *glass) Open(o fyne.CanvasObject, _ string, _ bool, _ func()) func() {
	g.win = test.NewTempWindow(g.t, o)
	g.win.SetPadded(false)
	g.win.Resize(fyne.NewSize(640, 360))
	return func() {}
}

func (g *glass) pixels() []byte {
	img := g.win.Canvas().Capture()
	flat := image.NewRGBA(img.Bounds())
	draw.Draw(flat, flat.Rect, img, img.Bounds().Min, draw.Src)
	return flat.Pix
}

// settles lets the first pictures of a scene pass: they may still be without
// what is drawn beside it.
func (g *glass) settles() {
	for was, n := g.pixels(), 0; n < 20; n++ {
		time.Sleep(20 * time.Millisecond)
		now := g.pixels()
		if bytes.Equal(was, now) {
			return
		}
		was = now
	}
	g.t.Error("the customer's view never comes to rest")
}

// differs is where two pictures differ.
func (g *glass) differs(a, b []byte) string {
	wide := g.win.Canvas().Capture().Bounds().Dx()
	box, n := image.Rectangle{}, 0
	for i := 0; i+4 <= min(len(a), len(b)); i += 4 {
		if !bytes.Equal(a[i:i+4], b[i:i+4]) {
			x, y := i/4%wide, i/4/wide
			box, n = box.Union(image.Rect(x, y, x+1, y+1)), n+1
		}
	}
	return fmt.Sprintf("%d dots in %v of %d and %d bytes", n, box, len(a), len(b))
}

// TestCustomersNeverSeeWhoIsAtTheTill: on every scene, each dot of the
// customer's view is the same, no matter who is at the till, and so are the words that
// customers take with them.
func TestCustomersNeverSeeWhoIsAtTheTill(t *testing.T) {
	wishes := []journal.UserPreferences{{}, {Language: words.Arabic}, {Language: words.French, TextPercent: 200}, {Language: words.Arabic, TextPercent: 150}, {}}
	for _, lang := range []string{words.English, words.Arabic} {
		var history screen.Env
		g := &glass{t: t}
		r, staff := staffed(t, func(r *harness, o *Options) {
			o.Customer, r.env.Words = g, words.MustLoad(lang)
			o.Receipts = func(env screen.Env, _ ReceiptsShell) Receipts { history = env; return blank{still{}} }
		})
		r.wear(dress{})
		r.pass(time.Second)
		for _, one := range []struct {
			name   string
			change func(*journal.View)
		}{{"qr", func(*journal.View) {}}, {"code", coded}, {"checking", state(core.StateWaitingPayment)}, {"unknown", capped}, {"paid", paid}} {
			name := one.name
			r.at(one.change)
			ways{r.shell}.ShowCustomer()
			var first []byte
			g.settles()
			r.pass(time.Second)
			for i, p := range wishes {
				staff.users[0].UserPreferences = p
				r.shell.people.Apply()
				r.shell.restyleCustomer() // as any notice might
				r.shell.customer.Tick()
				seen := g.pixels()
				if i == 0 {
					first = seen
					if bytes.Count(first, []byte{0}) == len(first) {
						t.Fatal("the customer sees nothing")
					}
				}
				if !bytes.Equal(first, seen) {
					uitest.Picture(t, g.win, fmt.Sprintf("customer-differs-%s-%s-%d", lang, name, i))
					t.Errorf("%s, %s: the customer sees that %+v is at the till: %s", lang, name, p, g.differs(first, seen))
				}
				if got := r.shell.env.ForCustomers().Lang(); got != lang {
					t.Errorf("what customers take along is in %s", got)
				}
			}
			uitest.Picture(t, g.win, "own-customer-"+lang+"-"+name)
		}
		staff.users[0].UserPreferences = journal.UserPreferences{Language: words.French}
		r.shell.people.Apply()
		r.shell.openReceipts()
		if history.Words.Lang() != words.French || history.ForCustomers().Lang() != lang {
			t.Errorf("the history speaks %s and puts %s on paper", history.Words.Lang(), history.ForCustomers().Lang())
		}
	}
}
