package ui

import (
	"sanduq/core/journal"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/preferences"
	"sanduq/ui/theme"
	uicontrol "sanduq/ui/toolkit/control"
)

// Player is what the shell asks of the sound; sound.Player is one.
type Player interface {
	Play(sound.Sound)
	SetVolume(sound.Volume)
	// Broken reports whether the sound device does not work.
	Broken() bool
	// Watch has changed called, from any goroutine, when Broken changes.
	Watch(changed func())
}

// sounds is what the till sounds like. Without a player it is silent.
type sounds struct {
	shell  *Shell
	player Player       // nil where there is none
	before sound.Volume // it was turned off
}

func newSounds(s *Shell) sounds {
	if s.opt.Sound != nil {
		s.opt.Sound.SetVolume(s.env.Preferences.Get().Volume)
	}
	return sounds{shell: s, player: s.opt.Sound}
}

// on reports whether there is a player.
func (s *sounds) on() bool { return s.player != nil }

// play plays what a notice calls for.
func (s *sounds) play(n journal.Notice, before journal.View, known bool) {
	if s.on() {
		s.player.Play(sound.For(before, known, n, s.shell.nav.Shows(n.View.ID), s.shell.env.Practice))
	}
}

// setVolume makes another volume take effect.
func (s *sounds) setVolume(v sound.Volume) {
	if s.on() {
		s.player.SetVolume(v)
		s.shell.bar.paint()
	}
}

// Sample plays how loud the till is.
func (s *sounds) Sample() { s.player.Play(sound.Tick) }

// Broken reports whether no sound device works.
func (s *sounds) Broken() bool { return s.player.Broken() }

// mute turns the sound off, or on again as loud as it was.
func (s *sounds) mute() {
	next := s.before
	if now := s.shell.env.Preferences.Get().Volume; now != sound.Off {
		s.before, next = now, sound.Off
	}
	s.shell.env.Preferences.Update(func(v *preferences.Values) { v.Volume = next })
	s.Sample()
}

// paint shows whether anything can be heard.
func (s *sounds) paint(t *uicontrol.Tool) {
	icon := "sound-on"
	if s.Broken() || s.shell.env.Preferences.Get().Volume == sound.Off {
		icon = "sound-off"
	}
	t.Set(icon, "", theme.Muted)
}
