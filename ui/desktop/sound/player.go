// Package sound is what the till sounds like: which sound follows which news,
// how the sounds are made, and a player that plays them without making anyone
// wait. It knows no sound device; see its speaker for that.
package sound

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

// Volume is how loud the till is.
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

// Device plays one sound to its end: samples of one channel, SampleRate of them
// a second. An error means that there is no working device.
type Device interface {
	Play(samples []int16) error
}

// Player plays sounds, one at a time. Its methods return at once and may be
// called from any goroutine.
type Player struct {
	device Device
	log    *slog.Logger

	mu      sync.Mutex
	more    *sync.Cond
	volume  Volume
	next    Sound
	broken  bool
	closed  bool
	changed func()
}

// NewPlayer returns a player that works until Close. A device that does not work
// is said once in the log; it is tried again, since a loudspeaker may be plugged
// in later.
func NewPlayer(d Device, log *slog.Logger) *Player {
	p := &Player{device: d, log: log}
	p.more = sync.NewCond(&p.mu)
	go p.loop()
	return p
}

// Play plays a sound after the one that is playing.
func (p *Player) Play(s Sound) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.volume == Off || p.closed || s <= p.next {
		return
	}
	p.next = s
	p.more.Signal()
}

// SetVolume changes how loud the sounds are that follow.
func (p *Player) SetVolume(v Volume) {
	p.mu.Lock()
	p.volume = v
	if v == Off {
		p.next = Silence
	}
	p.mu.Unlock()
}

// Broken reports whether the newest sound could not be played.
func (p *Player) Broken() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.broken
}

// Watch has changed called, from any goroutine, when the device stops or begins
// to work. There is one watcher.
func (p *Player) Watch(changed func()) {
	p.mu.Lock()
	p.changed = changed
	p.mu.Unlock()
}

// Close ends the player; a sound that is playing is not waited for.
func (p *Player) Close() {
	p.mu.Lock()
	p.closed = true
	p.more.Signal()
	p.mu.Unlock()
}

func (p *Player) loop() {
	for {
		p.mu.Lock()
		for p.next == Silence && !p.closed {
			p.more.Wait()
		}
		if p.closed {
			p.mu.Unlock()
			return
		}
		s, v, was := p.next, p.volume, p.broken
		p.next = Silence
		p.mu.Unlock()

		err := p.device.Play(s.Samples(v))
		p.mu.Lock()
		p.broken = err != nil
		changed := p.changed
		p.mu.Unlock()
		if was == (err != nil) {
			continue
		}
		if err != nil {
			p.log.Warn("no sound device works", "err", err)
		} else {
			p.log.Info("the sound device works again")
		}
		if changed != nil {
			changed()
		}
	}
}
