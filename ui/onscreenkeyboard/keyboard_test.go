package onscreenkeyboard

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/ui/preferences"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest/outline"
	"sanduq/ui/words"
)

// TestEveryKeyTypesWhatItShows taps every key of every page, in both cases.
func TestEveryKeyTypesWhatItShows(t *testing.T) {
	for lang, pages := range map[string][]page{words.English: {latin, signs}, words.French: {azerty, signs}, words.Arabic: {arabic, signs}} {
		r := newHarness(t, lang, preferences.KeyboardAutomatic, control.FieldSpec{})
		r.touch(r.first)
		for _, p := range pages {
			if r.k.page != p {
				r.tap(r.does(turn))
			}
			if r.k.page != p {
				t.Fatalf("%s: page %v, want %v", lang, r.k.page, p)
			}
			for _, up := range []bool{false, true} {
				for _, c := range lettersOf(p) {
					want := c
					if s := r.does(shift); up && s != nil {
						r.tap(s)
						want = cased(c, true)
					}
					if k := r.letter(c); k.label() != want {
						t.Errorf("%s: the key of %q shows %q", lang, c, k.label())
					}
					r.tap(r.letter(c))
					if got := r.first.Text(); got != want {
						t.Errorf("%s: %q types %q", lang, want, got)
					}
					r.first.SetText("")
				}
			}
		}
		r.tap(r.does(space))
		if r.first.Text() != " " {
			t.Errorf("%s: space types %q", lang, r.first.Text())
		}
	}
}

func lettersOf(p page) (all []string) {
	for _, row := range keysOf(p) {
		for _, c := range row {
			if c.what == letter {
				all = append(all, c.types)
			}
		}
	}
	return all
}

// TestNoCharacterIsMissing: a passphrase may hold any ASCII character, a name
// any French or Arabic letter.
func TestNoCharacterIsMissing(t *testing.T) {
	arabicLetters := strings.Fields("ا أ إ آ ب ت ث ج ح خ د ذ ر ز س ش ص ض ط ظ ع غ ف ق ك ل م ن ه و ي ء ؤ ئ ى ة لا ، ؛ ؟")
	french := strings.Fields("à â ä æ ç é è ê ë î ï ô ö œ ù û ü ÿ À É È Ç Ê Œ")
	var ascii []string
	for r := rune('!'); r <= '~'; r++ {
		ascii = append(ascii, string(r))
	}
	for _, c := range []struct {
		name  string
		pages []page
		want  []string
	}{
		{"english", []page{latin, signs}, append(ascii, french...)},
		{"french", []page{azerty, signs}, append(ascii, french...)},
		{"arabic", []page{arabic, signs}, arabicLetters},
	} {
		can := map[string]bool{}
		for _, p := range c.pages {
			for _, row := range keysOf(p) {
				for _, k := range row {
					for _, one := range append(k.offers(), k.types) {
						can[one], can[cased(one, true)] = true, true
					}
				}
			}
		}
		for _, one := range c.want {
			if !can[one] {
				t.Errorf("%s: nothing types %q", c.name, one)
			}
		}
	}
}

func TestOpensByItself(t *testing.T) {
	for _, c := range []struct {
		name           string
		mode           preferences.KeyboardMode
		before         func(*harness)
		pressed, given bool // opens when pressed; when only given the focus
	}{
		{"automatic", preferences.KeyboardAutomatic, func(*harness) {}, true, false},
		{"automatic, a hand has typed", preferences.KeyboardAutomatic, func(r *harness) { r.k.KeyDown() }, false, false},
		{"automatic, a scanner has typed", preferences.KeyboardAutomatic, func(r *harness) {
			for range 12 {
				r.now = r.now.Add(8 * time.Millisecond)
				r.k.KeyDown()
			}
		}, true, false},
		{"automatic, a scanner, then a hand", preferences.KeyboardAutomatic, func(r *harness) {
			for _, ms := range []int{8, 8, 8, 900} {
				r.now = r.now.Add(time.Duration(ms) * time.Millisecond)
				r.k.KeyDown()
			}
		}, false, false},
		{"always", preferences.KeyboardAlways, func(r *harness) { r.k.KeyDown() }, true, true},
		{"never", preferences.KeyboardNever, func(*harness) {}, false, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newHarness(t, words.English, c.mode, control.FieldSpec{})
			c.before(r)
			r.now = r.now.Add(time.Second)
			r.win.Canvas().Focus(r.first.Focusable())
			if r.open() != c.given {
				t.Errorf("given the focus: open = %v", r.open())
			}
			r.touch(r.first)
			if r.open() != c.pressed {
				t.Errorf("pressed: open = %v", r.open())
			}
		})
	}
}

func TestKeysNeverTakeTheFocus(t *testing.T) {
	r := newHarness(t, words.English, preferences.KeyboardAutomatic, control.FieldSpec{})
	var came []bool
	r.first.OnFocus = func(on bool) { came = append(came, on) }
	r.touch(r.first)
	for _, c := range "ab" {
		r.tap(r.letter(string(c)))
	}
	if r.win.Canvas().Focused() != r.first.Focusable() {
		t.Error("the field has lost the focus")
	}
	if len(came) != 1 || r.first.Text() != "ab" {
		t.Errorf("the field saw %v and holds %q", came, r.first.Text())
	}
	r.win.Canvas().Unfocus() // a press beside it
	if len(came) != 2 {
		t.Error("the field holds on to a focus that it has lost")
	}
	if !r.open() {
		t.Error("the window moves while a finger is down")
	}
	r.pass(leaveTime)
	if r.open() {
		t.Error("open without a field")
	}
}

func TestShift(t *testing.T) {
	r := newHarness(t, words.English, preferences.KeyboardAutomatic, control.FieldSpec{})
	r.touch(r.first)
	r.tap(r.does(shift))
	r.tap(r.letter("a"))
	r.tap(r.letter("b"))
	r.tap(r.does(shift))
	r.tap(r.does(shift)) // soon: held
	r.tap(r.letter("c"))
	r.tap(r.letter("d"))
	r.tap(r.does(shift))
	r.tap(r.letter("e"))
	r.tap(r.does(shift))
	r.now = r.now.Add(time.Second)
	r.tap(r.does(shift)) // late: off again
	r.tap(r.letter("f"))
	if got := r.first.Text(); got != "AbCDef" {
		t.Errorf("typed %q", got)
	}
}

func TestBackspaceRepeatsWhileHeld(t *testing.T) {
	r := newHarness(t, words.English, preferences.KeyboardAutomatic, control.FieldSpec{})
	r.first.SetText("12345678")
	r.touch(r.first)
	r.win.Canvas().Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEnd})
	k := r.does(back)
	r.down(k.middle())
	if r.first.Text() != "1234567" {
		t.Errorf("at once: %q", r.first.Text())
	}
	r.pass(firstPause)
	r.pass(nextPause)
	r.up(k.middle())
	r.pass(nextPause)
	if r.first.Text() != "12345" {
		t.Errorf("held for two repeats: %q", r.first.Text())
	}
}

func TestAHeldKeyOffersAccents(t *testing.T) {
	r := newHarness(t, words.English, preferences.KeyboardAutomatic, control.FieldSpec{})
	r.touch(r.first)
	e := r.letter("e")
	r.longPress(e)
	r.up(e.middle()) // they stay
	r.tap(r.offered("ê"))
	r.longPress(e)
	v := r.offered("ç")
	if v != nil || len(r.k.board.offered) != 4 {
		t.Error("e offers other than its own")
	}
	v = r.offered("é")
	r.k.board.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: v.middle()}})
	r.up(v.middle())
	if r.first.Text() != "êé" {
		t.Errorf("tapped, then slid to: %q", r.first.Text())
	}
	r.longPress(e)
	r.up(e.middle())
	r.tap(r.letter("x")) // beside them: they go, and x is typed
	if r.first.Text() != "êéx" || r.k.board.offered != nil {
		t.Errorf("beside them: %q, %d left", r.first.Text(), len(r.k.board.offered))
	}
}

func TestAFingerMaySlideToAnotherKey(t *testing.T) {
	r := newHarness(t, words.English, preferences.KeyboardAutomatic, control.FieldSpec{})
	r.touch(r.first)
	a, s := r.letter("a"), r.letter("s")
	r.down(a.middle())
	r.k.board.Dragged(&fyne.DragEvent{PointEvent: fyne.PointEvent{Position: s.middle()}})
	r.up(s.middle())
	if r.first.Text() != "s" {
		t.Errorf("typed %q", r.first.Text())
	}
}

func TestEnterAndDone(t *testing.T) {
	r := newHarness(t, words.English, preferences.KeyboardAutomatic, control.FieldSpec{})
	submitted := ""
	r.first.OnSubmit = func(s string) { submitted = s; r.second.Focus() }
	r.touch(r.first)
	r.tap(r.letter("7"))
	r.tap(r.does(enter))
	if submitted != "7" || r.enters != 1 || r.win.Canvas().Focused() != r.second.Focusable() {
		t.Errorf("submitted %q, told of %d, focus on the second: %v", submitted, r.enters, r.win.Canvas().Focused() == r.second.Focusable())
	}
	r.tap(r.letter("8"))
	if r.second.Text() != "8" || r.first.Text() != "7" {
		t.Errorf("the keys did not follow the focus: %q, %q", r.first.Text(), r.second.Text())
	}
	r.tap(r.does(done))
	if r.open() || r.win.Canvas().Focused() != nil {
		t.Error("Done leaves the keyboard or the focus")
	}
}

func TestPagesFollowTheField(t *testing.T) {
	r := newHarness(t, words.Arabic, preferences.KeyboardAutomatic, control.FieldSpec{Input: control.InputDigits})
	r.touch(r.first)
	if got := strings.Join(lettersOf(r.k.page), ""); got != "1234567890" || r.does(language) != nil {
		t.Errorf("a field for digits gets %q", got)
	}
	r.touch(r.second)
	if r.k.page != arabic {
		t.Error("a field for any letters gets others than Arabic in Arabic")
	}
	r.tap(r.letter("لا"))
	r.tap(r.does(language))
	r.tap(r.letter("q"))
	if r.second.Text() != "لاq" {
		t.Errorf("typed %q", r.second.Text())
	}
	r.touch(r.first)
	r.touch(r.second)
	if r.k.page != latin {
		t.Error("the letters that were chosen are forgotten")
	}
	r.first.SetSpec(control.FieldSpec{Input: control.InputLatin})
	r.tap(r.does(language))
	r.touch(r.first)
	if r.k.page != latin || !r.k.arabic {
		t.Error("an address begins with Arabic letters, or changes the choice")
	}
}

// TestTheFieldRefuses: what a field does not take, it does not take from here.
func TestTheFieldRefuses(t *testing.T) {
	r := newHarness(t, words.English, preferences.KeyboardAutomatic, control.FieldSpec{Password: true})
	r.first.Filter = func(c rune) (rune, bool) { return c, c != 'b' }
	r.touch(r.first)
	for _, c := range "abc" {
		r.tap(r.letter(string(c)))
	}
	if r.first.Text() != "ac" {
		t.Errorf("the field took %q", r.first.Text())
	}
	r.first.Disable()
	r.k.Close()
	r.touch(r.first)
	if r.open() {
		t.Error("open for a field that takes nothing")
	}
}

// TestTabNeverEnters: the chain of Tab holds the two fields alone.
func TestTabNeverEnters(t *testing.T) {
	r := newHarness(t, words.English, preferences.KeyboardAlways, control.FieldSpec{})
	r.touch(r.first)
	c := r.win.Canvas()
	c.FocusNext()
	c.FocusNext()
	if c.Focused() != r.first.Focusable() {
		t.Errorf("Tab leads to %T", c.Focused())
	}
	if _, ok := any(r.k.board).(fyne.Focusable); ok {
		t.Error("the board can have the focus")
	}
	var _ desktop.Mouseable = r.k.board
}

// TestStructureOfThePages compares where the keys stand with masters.
func TestStructureOfThePages(t *testing.T) {
	for name, c := range map[string]struct {
		lang string
		spec control.FieldSpec
	}{"latin": {words.English, control.FieldSpec{}}, "azerty": {words.French, control.FieldSpec{}}, "arabic": {words.Arabic, control.FieldSpec{}},
		"digits": {words.English, control.FieldSpec{Input: control.InputDigits}}} {
		r := newHarness(t, c.lang, preferences.KeyboardAutomatic, c.spec)
		r.touch(r.first)
		outline.Check(t, name, r.win.Canvas())
	}
}
