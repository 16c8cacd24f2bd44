package ui

import (
	"sanduq/core/till"
	"sanduq/ui/chime"
	"sanduq/ui/theme"
	"sanduq/ui/widgets"
)

// Bell is what the shell asks of the bell; chime.Bell is one.
type Bell interface {
	Ring(chime.Sound)
	Volume() chime.Volume
	SetVolume(chime.Volume)
	// Broken tells whether the sound device does not work.
	Broken() bool
	// Watch has changed called, from any goroutine, when Broken changes.
	Watch(changed func())
}

// ring plays what a notice calls for.
func (s *Shell) ring(n till.Notice, before till.View, known bool) {
	if s.opt.Bell != nil {
		s.opt.Bell.Ring(chime.For(before, known, n, n.View.ID == s.at.sale, s.opt.Practice))
	}
}

// setVolume changes how loud the bell is and lets the program remember it.
func (s *Shell) setVolume(v chime.Volume) {
	s.opt.Bell.SetVolume(v)
	s.opt.Bell.Ring(chime.Tick) // so that it is heard
	if s.opt.VolumeChanged != nil {
		s.opt.VolumeChanged(v)
	}
	s.bar.paint()
}

// mute turns the bell off, or on again as loud as it was.
func (s *Shell) mute() {
	if v := s.opt.Bell.Volume(); v != chime.Off {
		s.loudness = v
		s.setVolume(chime.Off)
		return
	}
	s.setVolume(s.loudness)
}

// paintSound shows whether the bell can be heard.
func (s *Shell) paintSound(t *widgets.Tool) {
	icon, colour := "sound-on", theme.Muted
	if s.opt.Bell.Broken() || s.opt.Bell.Volume() == chime.Off {
		icon = "sound-off"
	}
	t.Set(icon, "", colour)
}
