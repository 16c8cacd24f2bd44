package mailer

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// counted counts how often a Source is asked, and cannot write the letter of one Z.
type counted struct {
	*shop
	asked atomic.Int64
	bad   uint64
}

func (c *counted) Newest(ctx context.Context) (Due, error) {
	c.asked.Add(1)
	return c.shop.Newest(ctx)
}

func (c *counted) Letter(ctx context.Context, n uint64, doubt bool) (Letter, error) {
	if n == c.bad {
		return Letter{}, errors.New("a record that cannot be read")
	}
	return c.shop.Letter(ctx, n, doubt)
}

// TestNothingToDoIsLeftAlone: a try that was put off and is then refused for good leaves nothing that is due.
func TestNothingToDoIsLeftAlone(t *testing.T) {
	v, s := newServer(t), &counted{shop: newShop(t)}
	v.fail("greeting", "421 4.3.2 away", 1)
	b := New(Options{Source: s, Holder: s, Roots: v.trust, Name: "till", Log: slog.New(slog.DiscardHandler), Now: time.Now, Look: time.Second, First: time.Millisecond})
	if err := b.Set(t.Context(), v.config()); err != nil {
		t.Fatal(err)
	}
	d := s.close(1)
	run(t, b)
	until(t, b, d, func(i Item) bool { return i.Why == Busy })
	v.fail("rcpt", "550 5.1.1 nobody", 0)
	until(t, b, d, in(Failed))
	before := s.asked.Load()
	time.Sleep(500 * time.Millisecond)
	if n := s.asked.Load() - before; n > 2 {
		t.Errorf("the records were asked %d times in half a second with nothing to send", n)
	}
}

// TestAClockThatWasAheadHoldsNothingBack: the next try was set by a clock that was a year ahead.
func TestAClockThatWasAheadHoldsNothingBack(t *testing.T) {
	v, s := newServer(t), newShop(t)
	v.fail("greeting", "421 4.3.2 away", 1)
	var ahead atomic.Int64
	ahead.Store(int64(365 * 24 * time.Hour))
	b := New(Options{Source: s, Holder: s, Roots: v.trust, Name: "till", Log: slog.New(slog.DiscardHandler), Look: 20 * time.Millisecond,
		First: 20 * time.Millisecond, Most: time.Minute, Now: func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }})
	if err := b.Set(t.Context(), v.config()); err != nil {
		t.Fatal(err)
	}
	d := s.close(1)
	stop := run(t, b)
	until(t, b, d, func(i Item) bool { return i.Why == Busy })
	stop()
	ahead.Store(0)
	if err := b.change(func(k *kept) { k.Next = time.Now().Add(365 * 24 * time.Hour) }); err != nil {
		t.Fatal(err)
	}
	if !b.due() {
		t.Error("what waits is not due for a year")
	}
}

// TestOneZHoldsNoOtherBack: the record of one cannot be read, the later ones go out, and it is tried still.
func TestOneZHoldsNoOtherBack(t *testing.T) {
	v, s := newServer(t), &counted{shop: newShop(t), bad: 1}
	b := New(Options{Source: s, Holder: s, Roots: v.trust, Name: "till", Log: slog.New(slog.DiscardHandler), Now: time.Now,
		Look: 5 * time.Millisecond, First: 5 * time.Millisecond, Most: 10 * time.Millisecond})
	if err := b.Set(t.Context(), v.config()); err != nil {
		t.Fatal(err)
	}
	first, second, third := s.close(1), s.close(2), s.close(3)
	run(t, b)
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(5 * time.Millisecond) {
		if i, _ := b.Item(third); i.State == Sent {
			break
		}
	}
	for _, d := range []Due{second, third} {
		if i, _ := b.Item(d); i.State != Sent {
			t.Errorf("Z %d is %s", d.Number, i.State)
		}
	}
	if i, _ := b.Item(first); i.State != Waiting || i.Why != Unread {
		t.Errorf("%+v", i)
	}
}

// TestWhatWasRefusedForAllGoesOutWithTheNext: the certificate had run out; once the server takes a letter again,
// those that it was not asked to take go out too. One that it refused itself does not.
func TestWhatWasRefusedForAllGoesOutWithTheNext(t *testing.T) {
	v, s := newServer(t), newShop(t)
	b := s.outbox(v)
	if err := b.Set(t.Context(), v.config()); err != nil {
		t.Fatal(err)
	}
	run(t, b)
	v.fail("rcpt", "550 5.1.1 nobody", 1)
	refused := s.close(1)
	until(t, b, refused, in(Failed))
	v.fail("greeting", "554 5.7.1 this address is on a list", 0)
	listed := s.close(2)
	until(t, b, listed, in(Failed))
	v.fail("greeting", "", 0)
	next := s.close(3)
	until(t, b, next, in(Sent))
	deadline := time.Now().Add(30 * time.Second)
	for i, _ := b.Item(listed); i.State != Sent && time.Now().Before(deadline); i, _ = b.Item(listed) {
		time.Sleep(5 * time.Millisecond)
	}
	if i, _ := b.Item(listed); i.State != Sent {
		t.Errorf("the server takes letters, and %+v", i)
	}
	if i, _ := b.Item(refused); i.State != Failed {
		t.Errorf("%+v", i)
	}
}

// TestAnAddressHasNoSignThatNobodySees: what an Arabic text copied with it would be a mailbox that is not there.
func TestAnAddressHasNoSignThatNobodySees(t *testing.T) {
	for _, mark := range []string{"\u200f", "\u200e", "\u202b", "\u2068", "\u00a0", "\ufeff", "\u200b"} {
		c := Config{Server: "smtp.example", Port: "587", From: "till@shop.example", To: mark + "owner@shop.example" + mark}
		if all := c.Recipients(); c.Check() == "" && (len(all) != 1 || all[0] != "owner@shop.example") {
			t.Errorf("%q is taken as %q", c.To, all)
		}
		c = Config{Server: "smtp.example", Port: "587", From: mark + "till@shop.example", To: "owner@shop.example"}
		if c.Check() != FieldFrom {
			t.Errorf("%q is taken as an address", c.From)
		}
		c = Config{Server: mark + "smtp.example", Port: "587", From: "till@shop.example", To: "owner@shop.example"}
		if c.Check() != FieldServer {
			t.Errorf("%q is taken as a server", c.Server)
		}
	}
}

// TestWhatIsRememberedFitsIntoItsFile: a server refuses each Z, in many words, for years. A Holder reads a megabyte.
func TestWhatIsRememberedFitsIntoItsFile(t *testing.T) {
	v, s := newServer(t), newShop(t)
	b := s.outbox(v)
	if err := b.Set(t.Context(), v.config()); err != nil {
		t.Fatal(err)
	}
	var last Due
	err := b.change(func(k *kept) {
		for n := range uint64(2000) {
			last = s.close(n + 1)
			k.add(last)
		}
		for i := range k.Items {
			k.Items[i].State, k.Items[i].Said = Failed, strings.Repeat("<", mostSaid)+"…"
		}
	})
	text, unread := s.Load()
	if err != nil || unread != nil || len(text) >= 1<<20 {
		t.Fatalf("%d bytes, %v %v", len(text), err, unread)
	}
	b = s.outbox(v)
	if i, there := b.Item(last); !there || i.State != Failed {
		t.Errorf("%+v", i)
	}
	run(t, b)
	time.Sleep(100 * time.Millisecond)
	if len(v.letters()) != 0 {
		t.Errorf("%d letters of what is not remembered any more", len(v.letters()))
	}
}
