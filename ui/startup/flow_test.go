package startup

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"
	"go.uber.org/goleak"

	"sanduq/core"
	"sanduq/ui/keys"
	"sanduq/ui/preferences"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/typeset"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// rooms write down what they are asked, and answer as a test says.
type rooms struct {
	asked  []string
	answer []error   // of one opening after the other; none is nil
	needs  *Question // the passphrase that an opening asks for
	phrase string
	help   *Rescue
	leave  func(Next)
	opened int            // and not closed
	older  chan [2]uint64 // how far older data have been brought, until they are; nil for none
}

func (r *rooms) Open(ctx context.Context, ask Asker, counted func(done, total uint64)) (err error) {
	r.asked = append(r.asked, "open")
	if r.needs != nil {
		phrase, err := ask(ctx, *r.needs)
		if err != nil {
			return err
		}
		r.phrase = phrase.Reveal()
	}
	for r.older != nil {
		far, more := <-r.older
		if !more {
			break
		}
		counted(far[0], far[1])
	}
	if len(r.answer) > 0 {
		err, r.answer = r.answer[0], r.answer[1:]
	}
	if err == nil {
		r.opened++
	}
	return err
}

func (r *rooms) Enter(w *Window, leave func(Next)) {
	r.asked, r.leave = append(r.asked, "enter"), leave
	w.SetContent(canvas.NewRectangle(nil))
}
func (r *rooms) CloseTill()   { r.asked = append(r.asked, "leave") }
func (r *rooms) Practise()    { r.asked = append(r.asked, "practise") }
func (r *rooms) Failed(error) { r.asked = append(r.asked, "failed") }
func (r *rooms) Close()       { r.asked, r.opened = append(r.asked, "close"), 0 }

func (r *rooms) Rescue(context.Context) *Rescue { return r.help }

// walk is a flow over a person's hands: what it posts waits until the test lets
// it run.
type walk struct {
	*Flow
	t     *testing.T
	rooms *rooms
	out   strings.Builder
	queue chan func()
}

func newWalk(t *testing.T, r *rooms) *walk {
	t.Helper()
	app := uitest.OwnApp(t)
	w := words.MustLoad(words.English)
	theme.Apply(app, theme.Look{Still: true})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	win := test.NewTempWindow(t, canvas.NewRectangle(nil))
	win.SetPadded(false)
	win.Resize(size)
	f := &walk{t: t, rooms: r, queue: make(chan func(), 100)}
	f.Flow = &Flow{Window: &Window{Window: win, App: app, Words: w, Kept: preferences.Open(nil)}, Rooms: r, Out: &f.out, ready: true,
		Post: func(f2 func()) { f.queue <- f2 }}
	f.begin(t.Context())
	t.Cleanup(f.stop)
	return f
}

// until lets what was posted run until the window is in a phase.
func (f *walk) until(want Phase) {
	f.t.Helper()
	for end := time.After(20 * time.Second); f.phase != want; {
		select {
		case do := <-f.queue:
			do()
		case <-end:
			f.t.Fatalf("the window is %q, not %q", f.phase, want)
		}
	}
}

func (f *walk) says(want string) {
	f.t.Helper()
	if got := uitest.Words(f.Window.Canvas().Content()); !strings.Contains(got, want) {
		f.t.Errorf("the window does not say %q but %q", want, got)
	}
}

func (f *walk) press(name fyne.KeyName) {
	if on := f.Window.Canvas().Focused(); on != nil {
		on.TypedKey(&fyne.KeyEvent{Name: name})
		return
	}
	f.Window.Canvas().OnTypedKey()(&fyne.KeyEvent{Name: name})
}

func (f *walk) asked(want ...string) {
	f.t.Helper()
	if !slices.Equal(f.rooms.asked, want) {
		f.t.Errorf("the rooms were asked %q, want %q", f.rooms.asked, want)
	}
}

func (f *walk) ends(status int) {
	f.t.Helper()
	if got := f.ended(); got != status {
		f.t.Errorf("the exit status is %d, want %d", got, status)
	}
	if f.stop(); f.rooms.opened != 0 {
		f.t.Error("what was opened was not closed")
	}
}

func TestTheTillComesIntoTheWindowThatIsThere(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	f := newWalk(t, &rooms{})
	if f.phase != PhaseOpening {
		t.Errorf("it begins %q", f.phase)
	}
	f.until(PhaseTill)
	f.asked("open", "enter")
	f.ends(0)
}

// TestOlderDataSayHowFarTheyAre, once it takes long.
func TestOlderDataSayHowFarTheyAre(t *testing.T) {
	r := &rooms{older: make(chan [2]uint64)}
	f := newWalk(t, r)
	r.older <- [2]uint64{370_000, 1_000_000}
	for end := time.After(20 * time.Second); !strings.Contains(uitest.Words(f.Window.Canvas().Content()), "37 %"); {
		select {
		case do := <-f.queue:
			do()
		case <-end:
			t.Fatal("nothing is said of how far the data are")
		}
	}
	r.older <- [2]uint64{1_000_000, 1_000_000}
	(<-f.queue)()
	f.says("100 %")
	close(r.older)
	f.until(PhaseTill)
	f.ends(0)
}

// TestATillThatWasSetUpLiveComesBackInTheSameWindow, and is closed before it is
// opened again.
func TestATillThatWasSetUpLiveComesBackInTheSameWindow(t *testing.T) {
	f := newWalk(t, &rooms{})
	f.until(PhaseTill)
	f.rooms.leave(Reopen)
	f.rooms.leave(Reopen) // pressed twice
	f.until(PhaseOpening)
	f.until(PhaseTill)
	f.asked("open", "enter", "leave", "close", "open", "enter")
	f.ends(0)
}

func TestAPassphraseIsAskedForInTheWindowThatIsThere(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	f := newWalk(t, &rooms{needs: &Question{Fits: func(s core.Secret) bool { return s.Reveal() == "four words are easy" }}})
	f.until(PhaseUnlock)
	f.says("passphrase")
	test.Type(f.Window.Canvas().Focused(), "four words are easy")
	f.press(fyne.KeyReturn)
	f.until(PhaseTill)
	if f.rooms.phrase != "four words are easy" {
		t.Errorf("the rooms got %q", f.rooms.phrase)
	}
	if f.Window.form.object != nil {
		t.Error("the form that was typed into is still held")
	}
	f.asked("open", "enter")
	f.ends(0)
}

func TestNoPassphraseIsNoTill(t *testing.T) {
	for name, leave := range map[string]func(*walk){
		"by key": func(f *walk) {
			f.press(fyne.KeyEscape)
			for f.status == 0 {
				(<-f.queue)()
			}
		},
		"by the window's own button": func(*walk) {},
	} {
		t.Run(name, func(t *testing.T) {
			defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
			f := newWalk(t, &rooms{needs: &Question{}})
			f.until(PhaseUnlock)
			leave(f)
			f.ends(1)
			if got := f.out.String(); strings.Count(got, "No passphrase was given") != 1 {
				t.Errorf("the terminal is told %q", got)
			}
		})
	}
}

func TestDamagedDataAreRescuedAndOpened(t *testing.T) {
	damaged := &Problem{Code: "STORE_DAMAGED", Detail: "/data", Cause: errors.New("x")}
	restored := ""
	f := newWalk(t, &rooms{answer: []error{damaged}, help: &Rescue{Copies: func() []Copy { return twoCopies },
		Restore: func(path string, _ core.Secret) error { restored = path; return nil }}})
	f.until(PhaseRescue)
	f.says("are damaged")
	if !strings.Contains(f.out.String(), "are damaged") {
		t.Errorf("the terminal is told %q", f.out.String())
	}
	for range 3 { // to the backups, to the question, and yes
		time.Sleep(keys.HoldTime)
		f.press(fyne.KeyReturn)
	}
	f.until(PhaseTill)
	if restored != "/b/new.db" {
		t.Errorf("restored %q", restored)
	}
	f.asked("open", "failed", "open", "enter")
	f.ends(0)
}

// TestWhatIsRestoredMayHaveAPassphrase: the list of backups comes back as it was
// left.
func TestWhatIsRestoredMayHaveAPassphrase(t *testing.T) {
	damaged := &Problem{Code: "STORE_DAMAGED", Detail: "/data", Cause: errors.New("x")}
	f := newWalk(t, &rooms{answer: []error{damaged}})
	f.rooms.help = &Rescue{Copies: func() []Copy { return twoCopies }, Restore: func(string, core.Secret) error {
		_, err := f.ask(f.ctx, Question{Fits: func(core.Secret) bool { return true }})
		return err
	}}
	f.until(PhaseRescue)
	for range 3 { // to the backups, to the question, and yes
		time.Sleep(keys.HoldTime)
		f.press(fyne.KeyReturn)
	}
	f.until(PhaseUnlock)
	f.press(fyne.KeyEscape)
	f.until(PhaseRescue)
	f.says("Which backup?")
	f.ends(1)
}

func TestABackupIsPickedAtAWholeTill(t *testing.T) {
	f := newWalk(t, &rooms{help: &Rescue{Copies: func() []Copy { return nil }}})
	f.until(PhaseTill)
	f.rooms.leave(PickBackup)
	f.until(PhaseRescue)
	f.says("Which backup?")
	f.asked("open", "enter", "leave", "close")
	if got := f.ended(); got != 0 {
		t.Errorf("closing it here is status %d", got)
	}
	f.press(fyne.KeyEscape) // back to the till
	f.until(PhaseTill)
	f.ends(0)
}

func TestWhatNothingHelpsIsTold(t *testing.T) {
	f := newWalk(t, &rooms{answer: []error{&Problem{Code: Bank, Detail: "127.0.0.1:1", Cause: errors.New("x")}}})
	f.until(PhaseTold)
	f.says("practice bank cannot listen")
	f.ends(1)
	f.press(fyne.KeyReturn)
	if f.status != 1 {
		t.Error("the key that closes it does nothing")
	}
}

// TestAWindowThatClosesWaitsForWhatIsBeingOpened, and closes it.
func TestAWindowThatClosesWaitsForWhatIsBeingOpened(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	f := newWalk(t, &rooms{})
	f.ends(0)
	f.asked("open", "close")
}

// TestEveryProblemIsTold in each language, within the window.
func TestEveryFormInItsWindow(t *testing.T) {
	for _, lang := range words.Languages() {
		app := uitest.OwnApp(t)
		w := words.MustLoad(lang)
		theme.Apply(app, theme.Look{Still: true, RTL: w.RTL()})
		t.Cleanup(func() { theme.Use(theme.Look{}) })
		win := &Window{Window: test.NewTempWindow(t, canvas.NewRectangle(nil)), App: app, Words: w, Kept: preferences.Open(nil)}
		win.SetPadded(false)
		win.Resize(size)
		win.show(newTold(&Problem{Code: Bank, Detail: "127.0.0.1:47821", Cause: errors.New("x")}, w, func() {}, nil))
		uitest.Picture(t, win, "window-told-"+lang)
		win.show(newTold(&Problem{Code: Keys, Cause: errors.New("x")}, w, func() {}, func() {}))
		uitest.Picture(t, win, "window-told-keys-"+lang)
		win.unlock(Question{Choose: true}, nil, nil, nil)
		uitest.Picture(t, win, "window-unlock-"+lang)
		opening, counted := newOpening(w, func(_ time.Duration, now func()) { now() })
		win.show(opening)
		uitest.Picture(t, win, "window-opening-"+lang)
		counted(370_000, 1_000_000)
		uitest.Picture(t, win, "window-counting-"+lang)
		uitest.Walk(opening.object, func(o fyne.CanvasObject) {
			if text, ok := o.(*typeset.Text); ok && text.HeightFor(text.Size().Width) > text.HeightFor(formWide) {
				t.Errorf("%s: %q has %.0f of the window's width", lang, text.Text(), text.Size().Width)
			}
		})
	}
}

// TestALiveTillWithoutTheBanksKeysCanPractise: the settings of practice take them, and
// nobody needs a command line.
func TestALiveTillWithoutTheBanksKeysCanPractise(t *testing.T) {
	f := newWalk(t, &rooms{answer: []error{&Problem{Code: Keys, Cause: errors.New("x")}}})
	f.until(PhaseTold)
	f.says("Start practice and put them in")
	f.press(fyne.KeyReturn)
	f.until(PhaseTill)
	f.asked("open", "failed", "practise", "open", "enter")
	f.ends(0)
}
