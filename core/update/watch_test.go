package update

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// world is a server, a disk and a till, as a watcher meets them.
type world struct {
	t      *testing.T
	known  Known
	full   error // of the disk
	busy   atomic.Bool
	mu     sync.Mutex
	asked  []time.Time
	fetch  func(context.Context) ([]byte, error)
	errors []error
}

// answer changes what the server does.
func (w *world) answer(f func(context.Context) ([]byte, error)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.fetch = f
}

// times are the questions so far.
func (w *world) times() []time.Time {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.asked)
}

// logged counts the errors so far.
func (w *world) logged() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.errors)
}

func (w *world) Load() (Known, error) { return w.known, nil }
func (w *world) Save(k Known) error {
	if w.full == nil {
		w.known = k
	}
	return w.full
}

// start runs a watcher until its end is called.
func (w *world) start() (watcher *Watcher, end func()) {
	watcher = New(Options{Running: Version{1, 1, 0}, Key: public, Memory: w, Quiet: func() bool { return !w.busy.Load() },
		Fetch: func(ctx context.Context) ([]byte, error) {
			w.mu.Lock()
			w.asked = append(w.asked, time.Now())
			fetch := w.fetch
			w.mu.Unlock()
			return fetch(ctx)
		},
		Failed: func(err error) {
			w.mu.Lock()
			defer w.mu.Unlock()
			w.errors = append(w.errors, err)
		}})
	ctx, cancel := context.WithCancel(w.t.Context())
	done := make(chan struct{})
	go func() { watcher.Run(ctx); close(done) }()
	return watcher, func() { cancel(); <-done }
}

// sleep lets the watcher work for a while.
func sleep(d time.Duration) { time.Sleep(d); synctest.Wait() }

// inTime runs a test in time of its own.
func inTime(t *testing.T, f func(*testing.T, *world)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		w := &world{t: t, known: Known{On: true}}
		w.fetch = func(context.Context) ([]byte, error) {
			return signed(t, func(s *Statement) {
				s.Issued, s.Expires = time.Now().Truncate(time.Second), time.Now().AddDate(0, 0, 30)
			}), nil
		}
		f(t, w)
	})
}

func TestOffAsksNobody(t *testing.T) {
	inTime(t, func(t *testing.T, w *world) {
		w.known = Known{}
		watcher, end := w.start()
		defer end()
		sleep(10 * Period)
		if len(w.times()) != 0 {
			t.Errorf("asked %d times", len(w.times()))
		}
		if err := watcher.Set(true); err != nil {
			t.Fatal(err)
		}
		sleep(2 * glance)
		if s := watcher.State(); len(w.times()) != 1 || !s.On || s.Newer.String() != "1.2.0" || s.Answered.IsZero() {
			t.Errorf("switched on: asked %d times, %+v", len(w.times()), s)
		}
		if err := watcher.Set(false); err != nil {
			t.Fatal(err)
		}
		sleep(3 * Period)
		if s := watcher.State(); len(w.times()) != 1 || s.On || s.Newer != (Version{}) {
			t.Errorf("switched off: asked %d times, %+v", len(w.times()), s)
		}
	})
}

func TestOnceADayAcrossRestarts(t *testing.T) {
	inTime(t, func(t *testing.T, w *world) {
		for range 200 { // a till that is started over and over, 5 hours in all
			_, end := w.start()
			sleep(90 * time.Second)
			end()
		}
		if len(w.times()) != 1 {
			t.Errorf("asked %d times in 5 hours", len(w.times()))
		}
		_, end := w.start()
		defer end()
		sleep(10*Period - 5*time.Hour)
		if len(w.times()) != 10 {
			t.Errorf("asked %d times in 10 days", len(w.times()))
		}
		asked := w.times()
		for i := 1; i < len(asked); i++ {
			if gap := asked[i].Sub(asked[i-1]); gap < Period || gap > Period+glance {
				t.Errorf("%v between questions", gap)
			}
		}
	})
}

func TestFailureIsNoReasonToAskSooner(t *testing.T) {
	inTime(t, func(t *testing.T, w *world) {
		good := w.fetch
		w.answer(func(context.Context) ([]byte, error) { return nil, ErrUnreached })
		watcher, end := w.start()
		defer end()
		sleep(Period - time.Hour)
		if s := watcher.State(); len(w.times()) != 1 || !errors.Is(s.Err, ErrUnreached) || s.Asked.IsZero() || !s.Answered.IsZero() {
			t.Errorf("asked %d times, %+v", len(w.times()), s)
		}
		w.answer(good)
		sleep(2 * time.Hour)
		if s := watcher.State(); len(w.times()) != 2 || s.Err != nil || s.Newer.String() != "1.2.0" {
			t.Errorf("asked %d times, %+v", len(w.times()), s)
		}
	})
}

func TestNeverDuringASale(t *testing.T) {
	inTime(t, func(t *testing.T, w *world) {
		w.busy.Store(true)
		watcher, end := w.start()
		defer end()
		sleep(3 * Period)
		if len(w.times()) != 0 {
			t.Fatalf("asked %d times during a sale", len(w.times()))
		}
		var gone atomic.Bool
		w.answer(func(ctx context.Context) ([]byte, error) { // a slow server, and a sale meanwhile
			time.AfterFunc(time.Second, func() { w.busy.Store(true) })
			begun := time.Now()
			select {
			case <-ctx.Done():
			case <-time.After(fetchTimeout):
			}
			if took := time.Since(begun); took > time.Second+2*alert {
				t.Errorf("the question went on for %v", took)
			}
			gone.Store(ctx.Err() != nil)
			return nil, ctx.Err()
		})
		w.busy.Store(false)
		sleep(2 * glance)
		if s := watcher.State(); len(w.times()) != 1 || !gone.Load() || !errors.Is(s.Err, errSale) || !errors.Is(s.Err, ErrUnreached) {
			t.Errorf("asked %d times, ended early: %v, %+v", len(w.times()), gone.Load(), s)
		}
	})
}

func TestADiskThatTakesNothingAsksNothing(t *testing.T) {
	inTime(t, func(t *testing.T, w *world) {
		w.full = errors.New("disk full")
		watcher, end := w.start()
		defer end()
		sleep(Period)
		if len(w.times()) != 0 || w.logged() == 0 {
			t.Errorf("asked %d times, logged %d errors", len(w.times()), w.logged())
		}
		if err := watcher.Set(false); !errors.Is(err, w.full) || !watcher.State().On {
			t.Errorf("switched off with %v", err)
		}
	})
}

func TestAClockThatWasPutBack(t *testing.T) {
	inTime(t, func(t *testing.T, w *world) {
		w.known.Asked = time.Now().AddDate(3, 0, 0)
		_, end := w.start()
		defer end()
		sleep(Period)
		if len(w.times()) != 0 {
			t.Errorf("asked %d times on the first day", len(w.times()))
		}
		sleep(Period)
		if len(w.times()) != 1 {
			t.Errorf("asked %d times in two days", len(w.times()))
		}
	})
}

func TestOldNewsAreNotBroughtBack(t *testing.T) {
	inTime(t, func(t *testing.T, w *world) {
		first, err := w.fetch(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(time.Hour)
		_, end := w.start()
		sleep(2 * glance)
		end()
		w.answer(func(context.Context) ([]byte, error) { return first, nil })
		watcher, again := w.start()
		defer again()
		sleep(Period)
		if s := watcher.State(); len(w.times()) != 2 || !errors.Is(s.Err, ErrOlder) || s.Newer.String() != "1.2.0" {
			t.Errorf("asked %d times, %+v", len(w.times()), s)
		}
	})
}

func TestWhatIsRunningIsNoNews(t *testing.T) {
	for _, text := range []string{"1.1.0", "1.0.9", "0.9.0"} {
		inTime(t, func(t *testing.T, w *world) {
			w.fetch = func(context.Context) ([]byte, error) {
				return signed(t, func(s *Statement) {
					s.Version, s.Issued, s.Expires = version(t, text), time.Now(), time.Now().Add(time.Hour)
				}), nil
			}
			watcher, end := w.start()
			defer end()
			sleep(2 * glance)
			if s := watcher.State(); s.Err != nil || s.Answered.IsZero() || s.Newer != (Version{}) {
				t.Errorf("%s: %+v", text, s)
			}
		})
	}
}

func TestFileRemembers(t *testing.T) {
	f := File(filepath.Join(t.TempDir(), "update.json"))
	if k, err := f.Load(); err != nil || k != (Known{}) {
		t.Errorf("nothing kept: %+v, %v", k, err)
	}
	want := Known{On: true, Asked: noon, Answered: noon, Issued: noon.Add(-time.Hour), Version: Version{1, 2, 0}}
	for range 2 {
		if err := f.Save(want); err != nil {
			t.Fatal(err)
		}
	}
	if k, err := f.Load(); err != nil || k != want {
		t.Errorf("came back as %+v, %v", k, err)
	}
	if all, _ := os.ReadDir(filepath.Dir(string(f))); len(all) != 1 {
		t.Errorf("%d files are left", len(all))
	}
	for _, bad := range []string{"", "{", `{"on":true,"version":"evil"}`, `{"on":true}{"on":true}`} {
		if err := os.WriteFile(string(f), []byte(bad), 0o600); err != nil {
			t.Fatal(err)
		}
		var heard error
		w := New(Options{Memory: f, Failed: func(err error) { heard = err }})
		if s := w.State(); s.On || heard == nil {
			t.Errorf("%q: %+v, %v", bad, s, heard)
		}
	}
	gone := File(filepath.Join(t.TempDir(), "no", "update.json"))
	if err := gone.Save(want); err == nil {
		t.Error("saved into a folder that is not there")
	}
}

// TestPracticeAndLiveShareWhatIsKnown: they run beside each other over one file. What a person switches off in one
// stays off, and both together ask once a day.
func TestPracticeAndLiveShareWhatIsKnown(t *testing.T) {
	file := File(filepath.Join(t.TempDir(), "update.json"))
	program := func() *Watcher {
		return New(Options{Running: Version{1, 1, 0}, Key: public, Memory: file, Quiet: func() bool { return true }, Fetch: func(context.Context) ([]byte, error) {
			return signed(t, func(s *Statement) {
				s.Issued, s.Expires = time.Now().Truncate(time.Second), time.Now().AddDate(0, 0, 30)
			}), nil
		}})
	}
	practice, now := program(), time.Now()
	if err := practice.Set(true); err != nil {
		t.Fatal(err)
	}
	live := program()
	if !practice.begin(now) || live.begin(now.Add(time.Hour)) {
		t.Error("both ask on one day")
	}
	if err := practice.Set(false); err != nil {
		t.Fatal(err)
	}
	if live.begin(now.Add(2 * Period)) {
		t.Error("it asks although that was switched off")
	}
	live.ask(t.Context())
	if known, err := file.Load(); err != nil || known.On || known.Answered.IsZero() || live.State().On {
		t.Errorf("%+v, on %v: %v", known, live.State().On, err)
	}
}

// stuck is a disk that does not answer before it is let go.
type stuck chan struct{}

func (stuck) Load() (Known, error) { return Known{}, nil }
func (s stuck) Save(Known) error   { <-s; return nil }

// TestWhatIsKnownIsToldWhileTheDiskIsStuck: the window asks for it.
func TestWhatIsKnownIsToldWhileTheDiskIsStuck(t *testing.T) {
	disk := make(stuck)
	defer close(disk)
	w := New(Options{Running: Version{1, 1, 0}, Key: public, Memory: disk})
	go func() { _ = w.Set(true) }()
	told := make(chan State)
	go func() {
		time.Sleep(50 * time.Millisecond)
		told <- w.State()
	}()
	select {
	case s := <-told:
		if s.On {
			t.Error("it is on, and that is on no disk")
		}
	case <-time.After(10 * time.Second):
		t.Error("the window waits for the disk")
	}
}
