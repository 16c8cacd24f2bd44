package ui

import (
	"sanduq/core/till"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// Player is what the shell asks of the sound; sound.Player is one.
type Player interface {
	Play(sound.Sound)
	Volume() sound.Volume
	SetVolume(sound.Volume)
	// Broken tells whether the sound device does not work.
	Broken() bool
	// Watch has changed called, from any goroutine, when Broken changes.
	Watch(changed func())
}

// ring plays what a notice calls for.
func (s *Shell) ring(n till.Notice, before till.View, known bool) {
	if s.opt.Sound != nil {
		s.opt.Sound.Play(sound.For(before, known, n, n.View.ID == s.nav.at.sale, s.opt.Practice))
	}
}

// setVolume changes how loud the till is and lets the program remember it.
func (s *Shell) setVolume(v sound.Volume) {
	s.opt.Sound.SetVolume(v)
	s.opt.Sound.Play(sound.Tick) // so that it is heard
	if s.opt.VolumeChanged != nil {
		s.opt.VolumeChanged(v)
	}
	s.bar.paint()
}

// mute turns the sound off, or on again as loud as it was.
func (s *Shell) mute() {
	if v := s.opt.Sound.Volume(); v != sound.Off {
		s.loudness = v
		s.setVolume(sound.Off)
		return
	}
	s.setVolume(s.loudness)
}

// paintSound shows whether anything can be heard.
func (s *Shell) paintSound(t *widgets.Tool) {
	icon, colour := "sound-on", theme.Muted
	if s.opt.Sound.Broken() || s.opt.Sound.Volume() == sound.Off {
		icon = "sound-off"
	}
	t.Set(icon, "", colour)
}
