// Package chime is what the till sounds like: which sound follows which news,
// how the sounds are made, and a bell that plays them without making anyone
// wait. It knows no sound device; see chime/speaker for that.
package chime

import (
	"log/slog"
	"sync"
)

// Sound is one of the few that a cashier learns to tell apart.
type Sound int

// The sounds, the more important ones later: while one is playing, the most
// important of those that came meanwhile is played next.
const (
	Silence   Sound = iota
	Tick            // something changed at a sale that is not on the screen
	Practised       // paid in practice: never to be mistaken for money
	Failed          // the gateway said: not paid
	Paid            // the gateway said: paid, and that is on disk
	Attention       // money that nobody understands: a person must look
)

// Volume is how loud the bell is.
type Volume int

// The volumes. The zero value is the usual one.
const (
	Normal Volume = iota
	Soft
	Loud
	Off
)

// Volumes lists them as a person chooses among them.
func Volumes() []Volume { return []Volume{Off, Soft, Normal, Loud} }

// Player plays one sound to its end: samples of one channel, SampleRate of them
// a second. An error means that there is no working device.
type Player interface {
	Play(samples []int16) error
}

// Bell plays sounds, one at a time. Its methods return at once and may be
// called from any goroutine.
type Bell struct {
	player Player
	log    *slog.Logger

	mu      sync.Mutex
	more    *sync.Cond
	volume  Volume
	next    Sound
	broken  bool
	closed  bool
	changed func()
}

// NewBell returns a bell that plays until Close. A device that does not work is
// said once in the log; the bell goes on trying, since a loudspeaker may be
// plugged in later.
func NewBell(p Player, log *slog.Logger) *Bell {
	b := &Bell{player: p, log: log}
	b.more = sync.NewCond(&b.mu)
	go b.loop()
	return b
}

// Ring plays a sound after the one that is playing.
func (b *Bell) Ring(s Sound) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.volume == Off || b.closed || s <= b.next {
		return
	}
	b.next = s
	b.more.Signal()
}

// Volume returns how loud it is.
func (b *Bell) Volume() Volume {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.volume
}

// SetVolume changes it for the sounds that follow.
func (b *Bell) SetVolume(v Volume) {
	b.mu.Lock()
	b.volume = v
	if v == Off {
		b.next = Silence
	}
	b.mu.Unlock()
}

// Broken tells whether the newest sound could not be played.
func (b *Bell) Broken() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.broken
}

// Watch has changed called, from any goroutine, when the device stops or begins
// to work. There is one watcher.
func (b *Bell) Watch(changed func()) {
	b.mu.Lock()
	b.changed = changed
	b.mu.Unlock()
}

// Close ends the bell; a sound that is playing is not waited for.
func (b *Bell) Close() {
	b.mu.Lock()
	b.closed = true
	b.more.Signal()
	b.mu.Unlock()
}

func (b *Bell) loop() {
	for {
		b.mu.Lock()
		for b.next == Silence && !b.closed {
			b.more.Wait()
		}
		if b.closed {
			b.mu.Unlock()
			return
		}
		s, v, was := b.next, b.volume, b.broken
		b.next = Silence
		b.mu.Unlock()

		err := b.player.Play(s.Samples(v))
		b.mu.Lock()
		b.broken = err != nil
		changed := b.changed
		b.mu.Unlock()
		if was == (err != nil) {
			continue
		}
		if err != nil {
			b.log.Warn("no sound device works", "err", err)
		} else {
			b.log.Info("the sound device works again")
		}
		if changed != nil {
			changed()
		}
	}
}
