// Package sounds is what the till sounds like: what a notice calls for, how loud, and the
// button that turns it off. It knows notices and preferences, no window. It belongs on
// the UI goroutine.
package sounds

import (
	"sanduq/core/journal"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/preferences"
	"sanduq/ui/screen"
)

// Player is what is asked of the sound; sound.Player is one.
type Player interface {
	Play(sound.Sound)
	SetVolume(sound.Volume)
	// Broken reports whether the sound device does not work.
	Broken() bool
	// Watch has changed called, from any goroutine, when Broken changes.
	Watch(changed func())
}

// Sounds plays. Without a player it is silent.
type Sounds struct {
	env     screen.Env
	player  Player       // nil where there is none
	before  sound.Volume // it was turned off
	changed func()
}

// New is as loud as is preferred. player may be nil. changed is called when something
// else is to be shown of it.
func New(env screen.Env, player Player, changed func()) *Sounds {
	if player != nil {
		player.SetVolume(env.Preferences.Get().Volume)
	}
	return &Sounds{env: env, player: player, changed: changed}
}

// Start follows whether the device works.
func (s *Sounds) Start() {
	if s.On() {
		s.player.Watch(func() { s.env.Post(s.changed) })
	}
}

// On reports whether there is a player.
func (s *Sounds) On() bool { return s.player != nil }

// Notice plays what a notice calls for. shown is true for a sale on the screen.
func (s *Sounds) Notice(n journal.Notice, before journal.View, known, shown bool) {
	if s.On() {
		s.player.Play(sound.For(before, known, n, shown, s.env.Practice))
	}
}

// SetVolume makes another volume take effect.
func (s *Sounds) SetVolume(v sound.Volume) {
	if s.On() {
		s.player.SetVolume(v)
		s.changed()
	}
}

// Sample plays how loud the till is.
func (s *Sounds) Sample() { s.player.Play(sound.Tick) }

// Broken reports whether no sound device works.
func (s *Sounds) Broken() bool { return s.player.Broken() }

// Mute turns the sound off, or on again as loud as it was.
func (s *Sounds) Mute() {
	next := s.before
	if now := s.env.Preferences.Get().Volume; now != sound.Off {
		s.before, next = now, sound.Off
	}
	s.env.Preferences.Update(func(v *preferences.Values) { v.Volume = next })
	s.Sample()
}

// Audible reports whether anything can be heard.
func (s *Sounds) Audible() bool { return !s.Broken() && s.env.Preferences.Get().Volume != sound.Off }
