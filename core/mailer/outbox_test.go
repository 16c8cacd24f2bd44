package mailer

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core"
)

// shop is a Source of Zs that are made at once, and a Holder in a file.
type shop struct {
	path string
	mu   sync.Mutex
	zs   []Due
	full bool // nothing can be kept
	deaf bool // no Z can be read
	lost bool // the password
}

func (s *shop) close(n uint64) Due {
	s.mu.Lock()
	defer s.mu.Unlock()
	d := Due{n, time.Date(2026, 11, 26, 20, 0, int(n), len(s.zs), time.UTC)}
	s.zs = append(s.zs, d)
	return d
}

func (s *shop) Newest(context.Context) (d Due, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, z := range s.zs {
		d = z
	}
	return d, nil
}

func (s *shop) After(_ context.Context, n uint64) (all []Due, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, z := range s.zs {
		if z.Number > n {
			all = append(all, z)
		}
	}
	return all, nil
}

// anybody is whom the killed program trusts: the test's own server has a certificate of the moment.
var anybody = &tls.Config{InsecureSkipVerify: true} //nolint:gosec // loopback

const mayBeThere = "This Z may have reached you before."

func (s *shop) Letter(_ context.Context, n uint64, doubt bool) (Letter, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.deaf {
		return Letter{}, errors.New("not readable")
	}
	l := sample()
	l.Subject = fmt.Sprintf("Z-%04d", n)
	if doubt {
		l.Body += "\n" + mayBeThere
	}
	return l, nil
}

func (s *shop) Load() ([]byte, error) {
	text, err := os.ReadFile(s.path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

func (s *shop) Save(text []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.full {
		return errors.New("no space left on device")
	}
	if err := os.WriteFile(s.path+".new", text, 0o600); err != nil {
		return err
	}
	return os.Rename(s.path+".new", s.path)
}

func (s *shop) Password(context.Context, Config) (core.Secret, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lost {
		return core.Secret{}, nil
	}
	return secret, nil
}

func (s *shop) set(f func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	f()
}

func (s *shop) outbox(v *server) *Outbox {
	return New(Options{Source: s, Holder: s, Roots: v.trust, Name: "till", Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Look: 20 * time.Millisecond, First: 20 * time.Millisecond, Most: 80 * time.Millisecond, Limit: 10 * time.Second})
}

// run sends until the test is over, or stop is called.
func run(t *testing.T, b *Outbox) (stop func()) {
	ctx, end := context.WithCancel(t.Context())
	var all sync.WaitGroup
	all.Go(func() { b.Run(ctx) })
	stop = sync.OnceFunc(func() { end(); all.Wait() })
	t.Cleanup(stop)
	return stop
}

func until(t *testing.T, b *Outbox, d Due, is func(Item) bool) Item {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		i, ok := b.Item(d)
		if ok && is(i) {
			return i
		}
		if time.Now().After(deadline) {
			t.Fatalf("%+v, there %v, still", i, ok)
		}
	}
}

func in(s State) func(Item) bool { return func(i Item) bool { return i.State == s } }

func newShop(t *testing.T) *shop { return &shop{path: filepath.Join(t.TempDir(), "mail.json")} }

// TestZsGoOutOnceEach sets mail up after two Zs, closes more while the server is away, ends the program and starts it
// again: each later Z arrives once, in order, and those before it do not until a person says so.
func TestZsGoOutOnceEach(t *testing.T) {
	v, s := newServer(t), newShop(t)
	old := s.close(1)
	s.close(2)
	b := s.outbox(v)
	if err := b.Set(t.Context(), v.config()); err != nil {
		t.Fatal(err)
	}
	v.fail("greeting", "421 4.3.2 away", 0)
	third, fourth := s.close(3), s.close(4)
	stop := run(t, b)
	i := until(t, b, third, func(i Item) bool { return i.Why == Busy })
	if i.State != Waiting || !strings.HasPrefix(i.Said, "421") || b.Status().Next.IsZero() {
		t.Errorf("%+v", i)
	}
	stop()
	b = s.outbox(v)
	if i, _ := b.Item(third); i.Why != Busy && i.Why != Away {
		t.Errorf("after a new start: %+v", i)
	}
	v.fail("greeting", "", 0)
	run(t, b)
	until(t, b, fourth, in(Sent))
	if i, there := b.Item(old); there {
		t.Errorf("from before: %+v", i)
	}
	if err := b.Again(old); err != nil {
		t.Fatal(err)
	}
	until(t, b, old, in(Sent))
	if got := subjects(v); !slices.Equal(got, []string{"Z-0003", "Z-0004", "Z-0001"}) {
		t.Errorf("%q", got)
	}
	for _, l := range v.letters() {
		if strings.Contains(l.text, mayBeThere) {
			t.Error("a first letter says it may be there")
		}
	}
	if err := b.Again(third); err != nil { // once more on purpose
		t.Fatal(err)
	}
	until(t, b, third, func(i Item) bool { return i.State == Sent && i.Again == 1 })
	all := v.letters()
	if len(all) != 4 || !strings.Contains(all[3].text, mayBeThere) || all[3].id(t) == all[0].id(t) {
		t.Errorf("%d letters", len(all))
	}
}

func subjects(v *server) (all []string) {
	for _, l := range v.letters() {
		_, rest, _ := strings.Cut(l.text, "Subject: ")
		one, _, _ := strings.Cut(rest, "\r\n")
		all = append(all, one)
	}
	return all
}

// TestALetterTakenWithoutAWordIsSentAgainAndSaysSo drops the line after the server has the letter.
func TestALetterTakenWithoutAWordIsSentAgainAndSaysSo(t *testing.T) {
	v, s := newServer(t), newShop(t)
	b := s.outbox(v)
	if err := b.Set(t.Context(), v.config()); err != nil {
		t.Fatal(err)
	}
	v.fail("answer", "drop", 1)
	d := s.close(1)
	run(t, b)
	i := until(t, b, d, in(Sent))
	all := v.letters()
	if !i.Doubt || len(all) != 2 || strings.Contains(all[0].text, mayBeThere) || !strings.Contains(all[1].text, mayBeThere) || all[0].id(t) != all[1].id(t) {
		t.Errorf("%+v, %d letters", i, len(all))
	}
}

// TestARefusalWaitsForAPerson: what is final is not tried again by itself, is on the disk with the server's words, and
// goes out once the settings were saved again. A wrong password is tried once, however many Zs wait.
func TestARefusalWaitsForAPerson(t *testing.T) {
	v, s := newServer(t), newShop(t)
	wrong := v.config()
	wrong.User = "other"
	b := s.outbox(v)
	if err := b.Set(t.Context(), wrong); err != nil {
		t.Fatal(err)
	}
	var all []Due
	for n := range 5 {
		all = append(all, s.close(uint64(n+1)))
	}
	stop := run(t, b)
	for _, d := range all {
		if i := until(t, b, d, in(Failed)); i.Why != Login || i.Said != "" {
			t.Errorf("%+v", i)
		}
	}
	time.Sleep(200 * time.Millisecond)
	stop()
	if n := v.connections(); n != 1 {
		t.Errorf("%d times asked with a wrong password", n)
	}
	if text, _ := s.Load(); strings.Contains(string(text), "CANARY") || !strings.Contains(string(text), `"refused"`) {
		t.Errorf("kept %s", text)
	}
	b = s.outbox(v)
	run(t, b)
	if err := b.Set(t.Context(), v.config()); err != nil {
		t.Fatal(err)
	}
	for _, d := range all {
		until(t, b, d, in(Sent))
	}
	if n := len(v.letters()); n != len(all) {
		t.Errorf("%d letters", n)
	}
}

// TestNothingIsSentThatCannotBeKept: while the disk takes nothing, a letter that went out could go out again unsaid.
func TestNothingIsSentThatCannotBeKept(t *testing.T) {
	v, s := newServer(t), newShop(t)
	b := s.outbox(v)
	if err := b.Set(t.Context(), v.config()); err != nil {
		t.Fatal(err)
	}
	s.set(func() { s.full = true })
	d := s.close(1)
	run(t, b)
	time.Sleep(200 * time.Millisecond)
	if i, there := b.Item(d); !there || i.State != Waiting || len(v.letters()) != 0 || v.connections() != 0 {
		t.Errorf("%+v, there %v, %d letters", i, there, len(v.letters()))
	}
	s.set(func() { s.full, s.deaf = false, true })
	until(t, b, d, func(i Item) bool { return i.State == Waiting && i.Why == Unread })
	s.set(func() { s.deaf = false })
	until(t, b, d, in(Sent))
}

// TestNobodyTriesWithoutThePassword of a user: it was lost, or is of another account.
func TestNobodyTriesWithoutThePassword(t *testing.T) {
	v, s := newServer(t), newShop(t)
	s.lost = true
	b := s.outbox(v)
	if err := b.Set(t.Context(), v.config()); err != nil {
		t.Fatal(err)
	}
	d := s.close(1)
	run(t, b)
	until(t, b, d, func(i Item) bool { return i.State == Waiting && i.Why == Unread })
	if n := v.connections(); n != 0 {
		t.Errorf("the server was asked %d times", n)
	}
	s.set(func() { s.lost = false })
	until(t, b, d, in(Sent))
}

// TestRecordsThatWerePutBack: a number that comes again is another Z, and goes out.
func TestRecordsThatWerePutBack(t *testing.T) {
	v, s := newServer(t), newShop(t)
	b := s.outbox(v)
	if err := b.Set(t.Context(), v.config()); err != nil {
		t.Fatal(err)
	}
	s.close(1)
	lost := s.close(2)
	stop := run(t, b)
	until(t, b, lost, in(Sent))
	stop()
	s.set(func() { s.zs = s.zs[:1] })
	b = s.outbox(v)
	run(t, b)
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		if _, there := b.Item(lost); there && time.Now().Before(deadline) && len(b.Status().Items) > 1 {
			continue
		}
		break
	}
	s.set(func() { s.zs = append(s.zs, Due{2, lost.At.Add(time.Hour)}) })
	until(t, b, Due{2, lost.At.Add(time.Hour)}, in(Sent))
	if got := subjects(v); !slices.Equal(got, []string{"Z-0001", "Z-0002", "Z-0002"}) {
		t.Errorf("%q", got)
	}
}

// TestAKilledProgramLosesNoLetter kills a process of its own with SIGKILL at each step of the talk with the server, and
// starts another: the Z is in the mailbox in the end, and where it is there twice the second says so.
func TestAKilledProgramLosesNoLetter(t *testing.T) {
	if path := os.Getenv("MAILER_KILLED"); path != "" {
		return // the other side is TestMain's
	}
	for _, step := range []string{"greeting", "starttls", "auth", "mail", "rcpt", "data", "middle", "taken", "answer", "rest"} {
		t.Run(step, func(t *testing.T) {
			v, s := newServer(t), newShop(t)
			if err := s.outbox(v).Set(t.Context(), v.config()); err != nil {
				t.Fatal(err)
			}
			d := s.close(1)
			child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^TestAKilledProgramLosesNoLetter$")
			child.Env = append(os.Environ(), "MAILER_KILLED="+s.path)
			struck := false
			v.reached = func(at string) {
				if at == step && !struck {
					struck = true
					_ = child.Process.Kill()
					_ = child.Wait()
				}
			}
			v.mu.Lock()
			if err := child.Start(); err != nil {
				t.Fatal(err)
			}
			v.mu.Unlock()
			for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
				v.mu.Lock()
				over := struck
				v.mu.Unlock()
				if over {
					break
				}
			}
			b := s.outbox(v)
			run(t, b)
			i := until(t, b, d, in(Sent))
			all := v.letters()
			if !struck || len(all) == 0 || len(all) > 2 {
				t.Fatalf("killed %v, %d letters", struck, len(all))
			}
			if len(all) == 2 && (!i.Doubt || !strings.Contains(all[1].text, mayBeThere) || all[0].id(t) != all[1].id(t)) {
				t.Errorf("twice, and not said: %+v", i)
			}
			if i.Doubt != strings.Contains(all[len(all)-1].text, mayBeThere) {
				t.Errorf("%+v", i)
			}
			t.Logf("killed at %s: %d letters, doubt %v", step, len(all), i.Doubt)
		})
	}
}

// TestMain is also the program that TestAKilledProgramLosesNoLetter kills.
func TestMain(m *testing.M) {
	path := os.Getenv("MAILER_KILLED")
	if path == "" {
		os.Exit(m.Run())
	}
	s := &shop{path: path}
	s.close(1)
	b := New(Options{Source: s, Holder: s, Roots: anybody, Name: "till", Log: slog.New(slog.DiscardHandler), Now: time.Now, Look: 20 * time.Millisecond})
	ctx, end := context.WithTimeout(context.Background(), 30*time.Second)
	defer end()
	b.Run(ctx)
}
