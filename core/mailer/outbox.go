package mailer

import (
	"cmp"
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"sanduq/core"
	"sanduq/core/pause"
)

// Due is a Z: its number, and when it was made. A number that comes back with another time, after records were put back
// from a copy, is another Z.
type Due struct {
	Number uint64
	At     time.Time
}

// Source has the Zs. Its methods are called from one goroutine at a time.
type Source interface {
	// Newest is the newest Z; the zero Due where there is none.
	Newest(ctx context.Context) (Due, error)
	// After lists those with higher numbers, the oldest first.
	After(ctx context.Context, number uint64) ([]Due, error)
	// Letter writes the letter of one. doubt: an earlier one may have arrived.
	Letter(ctx context.Context, number uint64, doubt bool) (Letter, error)
}

// Holder holds what an Outbox remembers, and the password, each as it was saved last.
type Holder interface {
	Load() ([]byte, error) // none is no error
	Save(kept []byte) error
	// Password is that of c's account; blank when none was kept, or one of another account.
	Password(ctx context.Context, c Config) (core.Secret, error)
}

// State is how far a Z is.
type State string

// The states.
const (
	Waiting State = "waiting" // it is tried again by itself
	Sending State = "sending"
	Sent    State = "sent" // a server has taken it
	// Failed is tried again when a person says so, the settings change or, if each would have failed, another goes out.
	Failed State = "refused"
)

// Item is what became of one Z.
type Item struct {
	Number uint64    `json:"number"`
	Made   time.Time `json:"made"`
	State  State     `json:"state"`
	Why    Why       `json:"why,omitempty"`
	Said   string    `json:"said,omitempty"` // the server's words
	At     time.Time `json:"at,omitzero"`    // of the newest change
	// Doubt: an earlier letter may have arrived.
	Doubt bool `json:"doubt,omitempty"`
	// Again counts the times a person had it sent once more.
	Again int `json:"again,omitempty"`
	// Own counts the tries that failed by this Z alone: others go before it.
	Own int `json:"own,omitempty"`
}

// kept is what lies on the disk.
type kept struct {
	Config Config    `json:"config"`
	From   uint64    `json:"from"`            // the Zs up to it are sent when a person says so, and not by themselves
	Items  []Item    `json:"items,omitempty"` // in the order of their numbers
	Tries  int       `json:"tries,omitempty"` // that failed since the last success
	Next   time.Time `json:"next,omitzero"`   // when it is tried again
}

// errNoPassword is a user whose password was not kept: nobody tries without.
var errNoPassword = errors.New("mailer: the password of the mail server is not there")

// mostItems is how many Zs are remembered; of older ones only those that are not sent, mostUnsent with them.
const mostItems, mostUnsent = 200, 800

// Options are what an Outbox is made of.
type Options struct {
	Source Source
	Holder Holder
	Roots  *tls.Config // nil for whom the system trusts
	Name   string      // of the till, in the IDs of its letters
	Log    *slog.Logger
	Now    func() time.Time
	// Look is how often it looks for Zs, First and Most the shortest and the longest time between two tries, Limit how
	// long one may take. Zero is the usual: 15 s, a minute, an hour, a minute.
	Look, First, Most, Limit time.Duration
}

// Outbox sends each Z once it is made. Its methods may be called from any goroutine.
type Outbox struct {
	o     Options
	wake  chan struct{}
	write sync.Mutex // one change at a time is saved

	mu     sync.Mutex // guards the rest
	kept   kept
	unread error // why nothing is known; nil else
}

// New reads what is remembered.
func New(o Options) *Outbox {
	o.Look, o.First, o.Most, o.Limit = cmp.Or(o.Look, 15*time.Second), cmp.Or(o.First, time.Minute), cmp.Or(o.Most, time.Hour), cmp.Or(o.Limit, sendTime)
	b := &Outbox{o: o, wake: make(chan struct{}, 1)}
	text, err := o.Holder.Load()
	if err == nil && len(text) > 0 {
		err = json.Unmarshal(text, &b.kept)
	}
	if b.unread = err; err != nil {
		b.kept = kept{}
		o.Log.Warn("what is remembered of e-mail cannot be read: none is sent until it is set up again", "err", err)
	}
	for i := range b.kept.Items {
		if item := &b.kept.Items[i]; item.State == Sending { // the program ended meanwhile
			item.State, item.Why, item.Doubt = Waiting, Cut, true
		}
	}
	return b
}

// Status is how it stands with all of them.
type Status struct {
	Config Config
	Items  []Item    // in the order of their numbers
	Next   time.Time // of the next try, where something waits
	Err    error     // why nothing is known of earlier letters
}

// Status is how it stands.
func (b *Outbox) Status() Status {
	b.mu.Lock()
	defer b.mu.Unlock()
	return Status{b.kept.Config, slices.Clone(b.kept.Items), b.kept.Next, b.unread}
}

// Item is what became of a Z; false for one that is not to be sent. One that is to be, and was not looked at, waits.
func (b *Outbox) Item(d Due) (Item, bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if i := b.kept.find(d); i >= 0 {
		return b.kept.Items[i], true
	}
	return Item{Number: d.Number, Made: d.At, State: Waiting}, b.kept.Config.On() && d.Number > b.kept.From
}

func (k *kept) find(d Due) int {
	return slices.IndexFunc(k.Items, func(i Item) bool { return i.Number == d.Number && i.Made.Equal(d.At) })
}

// change saves a change and then takes note of it. An error is of the disk, and nothing is changed.
func (b *Outbox) change(f func(k *kept)) error { return b.save(f, false) }

// save is change; happened takes note of it in any case. What the disk has then is found at the next start.
func (b *Outbox) save(f func(k *kept), happened bool) error {
	b.write.Lock()
	defer b.write.Unlock()
	b.mu.Lock()
	now := b.kept
	now.Items = slices.Clone(now.Items)
	b.mu.Unlock()
	f(&now)
	for i := 0; len(now.Items) > mostItems && i < len(now.Items); {
		if now.Items[i].State != Sent && len(now.Items) <= mostUnsent {
			i++
			continue
		}
		now.From = max(now.From, now.Items[i].Number)
		now.Items = slices.Delete(now.Items, i, i+1)
	}
	text, err := json.Marshal(now)
	if err == nil {
		err = b.o.Holder.Save(text)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if err == nil || happened {
		b.kept = now
	}
	if err != nil {
		return fmt.Errorf("mailer: %w", err)
	}
	b.unread = nil
	return nil
}

// Set changes where letters go. What was refused is tried again; a Config that is off forgets what waits. The first
// time it begins with the Z after the newest.
func (b *Outbox) Set(ctx context.Context, c Config) error {
	newest, err := b.o.Source.Newest(ctx)
	if err != nil {
		return err
	}
	err = b.change(func(k *kept) {
		if !k.Config.On() || !c.On() {
			k.From = newest.Number
			k.Items = slices.DeleteFunc(k.Items, func(i Item) bool { return i.State != Sent })
		}
		for i := range k.Items {
			if k.Items[i].State == Failed {
				k.Items[i].State = Waiting
			}
		}
		k.Config, k.Tries, k.Next = c, 0, time.Time{}
	})
	b.Wake()
	return err
}

// Again sends a Z at once: one that waits or was refused, one from before mail was set up, or once more one that
// was sent.
func (b *Outbox) Again(d Due) error {
	err := b.change(func(k *kept) {
		i := k.find(d)
		if i < 0 {
			k.add(d)
			i = k.find(d)
		}
		if item := &k.Items[i]; item.State == Sent {
			item.State, item.Doubt, item.Again = Waiting, true, item.Again+1
		} else if item.State == Failed {
			item.State = Waiting
		}
		k.Next, k.Tries = time.Time{}, 0
	})
	b.Wake()
	return err
}

// add lets a Z wait, in its place.
func (k *kept) add(d Due) {
	k.Items = slices.DeleteFunc(k.Items, func(i Item) bool { return i.Number == d.Number }) // of records that were put back
	k.Items = append(k.Items, Item{Number: d.Number, Made: d.At, State: Waiting})
	slices.SortFunc(k.Items, func(x, y Item) int { return cmp.Compare(x.Number, y.Number) })
}

// Wake lets it look at once.
func (b *Outbox) Wake() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// Run sends until ctx ends.
func (b *Outbox) Run(ctx context.Context) {
	for ctx.Err() == nil {
		wait := b.o.Look
		if err := b.step(ctx); err != nil && ctx.Err() == nil {
			b.o.Log.Warn("a Z was not sent by e-mail", "err", err)
		} else if err == nil && b.due() {
			continue
		}
		b.mu.Lock()
		if left := pause.Left(b.kept.Next, b.o.Now(), b.o.Most); left > 0 {
			wait = min(wait, left)
		}
		b.mu.Unlock()
		timer := time.NewTimer(wait)
		select {
		case <-ctx.Done():
		case <-b.wake:
		case <-timer.C:
		}
		timer.Stop()
	}
}

// due reports whether something can be tried now.
func (b *Outbox) due() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.kept.Config.On() && pause.Left(b.kept.Next, b.o.Now(), b.o.Most) == 0 && b.kept.waiting() >= 0
}

// waiting is the oldest of those that failed the fewest times by themselves; -1 where none waits.
func (k *kept) waiting() int {
	first := -1
	for i, item := range k.Items {
		if item.State == Waiting && (first < 0 || item.Own < k.Items[first].Own) {
			first = i
		}
	}
	return first
}

// step takes in new Zs and tries the oldest that waits.
func (b *Outbox) step(ctx context.Context) error {
	b.mu.Lock()
	k := b.kept
	b.mu.Unlock()
	if !k.Config.On() {
		return nil
	}
	last := k.From
	for _, i := range k.Items {
		last = max(last, i.Number)
	}
	newest, err := b.o.Source.Newest(ctx)
	if err != nil {
		return err
	}
	if newest.Number < last { // records were put back from a copy: the Zs from there on will be others
		last = newest.Number
		if err := b.change(func(k *kept) {
			k.From = min(k.From, last)
			k.Items = slices.DeleteFunc(k.Items, func(i Item) bool { return i.Number > last })
		}); err != nil {
			return err
		}
	}
	all, err := b.o.Source.After(ctx, last)
	if err != nil {
		return err
	}
	if len(all) > 0 {
		if err := b.change(func(k *kept) {
			for _, d := range all {
				k.add(d)
			}
		}); err != nil {
			return err
		}
	}
	if !b.due() {
		return nil
	}
	b.mu.Lock()
	item := b.kept.Items[b.kept.waiting()]
	b.mu.Unlock()
	return b.try(ctx, item)
}

// try sends one, and keeps what came of it.
func (b *Outbox) try(ctx context.Context, item Item) error {
	d := Due{item.Number, item.Made}
	mark := func(happened bool, f func(k *kept, i *Item)) error {
		return b.save(func(k *kept) {
			if i := k.find(d); i >= 0 { // it may have been switched off meanwhile
				k.Items[i].At = b.o.Now()
				f(k, &k.Items[i])
			}
		}, happened)
	}
	b.mu.Lock()
	c := b.kept.Config
	b.mu.Unlock()
	letter, err := b.o.Source.Letter(ctx, item.Number, item.Doubt)
	var password core.Secret
	if err == nil && c.User != "" {
		if password, err = b.o.Holder.Password(ctx, c); err == nil && password.Empty() {
			err = errNoPassword
		}
	}
	if err == nil {
		err = mark(false, func(_ *kept, i *Item) { i.State = Sending })
	}
	if err == nil {
		letter.ID = fmt.Sprintf("%s %d %d %d", b.o.Name, item.Number, item.Made.UnixNano(), item.Again)
		err = send(ctx, c, password, b.o.Roots, letter, b.o.Limit)
	}
	if err == nil {
		return mark(true, func(k *kept, i *Item) {
			i.State, i.Why, i.Said = Sent, "", ""
			k.Tries, k.Next = 0, time.Time{}
			for j := range k.Items {
				if k.Items[j].State == Failed && k.Items[j].Own == 0 {
					k.Items[j].State = Waiting
				}
			}
		})
	}
	f := whyOf(err)
	return errors.Join(err, mark(true, func(k *kept, i *Item) {
		i.State, i.Why, i.Said, i.Doubt = Waiting, f.Why, f.Said, i.Doubt || f.Why == Cut
		if !f.All {
			i.Own++
		}
		if f.Final {
			i.State = Failed
		} else {
			k.Next = b.o.Now().Add(min(b.o.Most, b.o.First<<min(k.Tries, 20)))
			k.Tries++
		}
		for j := range k.Items {
			if f.Final && f.All && k.Items[j].State == Waiting { // a password that is tried for each may lock the account
				k.Items[j].State, k.Items[j].Why, k.Items[j].Said = Failed, f.Why, f.Said
			}
		}
	}))
}
