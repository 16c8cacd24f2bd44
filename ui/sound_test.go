package ui

import (
	"testing"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/chime"
)

// ear hears what was rung.
type ear struct {
	heard  []chime.Sound
	volume chime.Volume
}

func (e *ear) Ring(s chime.Sound)       { e.heard = append(e.heard, s) }
func (e *ear) Volume() chime.Volume     { return e.volume }
func (e *ear) SetVolume(v chime.Volume) { e.volume = v }
func (e *ear) Broken() bool             { return false }
func (e *ear) Watch(func())             {}

func (e *ear) last() chime.Sound {
	if len(e.heard) == 0 {
		return chime.Silence
	}
	return e.heard[len(e.heard)-1]
}

func TestTheBellRingsForWhatTheGatewaySaid(t *testing.T) {
	bell := &ear{}
	r := newRig(t, tenSales, func(_ *rig, o *Options) { o.Bell = bell })
	r.shell.open(sale(20).ID)
	answer := &core.PaymentEvent{}
	say := func(v till.View, p *core.PaymentEvent) {
		r.shell.notice(till.Notice{Kind: till.NoticeSale, View: v, Payment: p})
	}
	say(sale(20, version(2), aside), nil) // the cashier's own doing
	if got := bell.last(); got != chime.Silence {
		t.Errorf("set aside rang %d", got)
	}
	say(sale(19, version(2), paid), answer)
	if got := bell.last(); got != chime.Tick {
		t.Errorf("paid elsewhere rang %d", got)
	}
	say(sale(20, version(3), paid), answer)
	want := chime.Paid
	if r.shell.opt.Practice {
		want = chime.Practised
	}
	if got := bell.last(); got != want {
		t.Errorf("paid on screen rang %d, want %d", got, want)
	}
}

func TestMuteComesBackAsLoudAsItWas(t *testing.T) {
	bell := &ear{volume: chime.Loud}
	var kept []chime.Volume
	r := newRig(t, func(_ *rig, o *Options) {
		o.Bell, o.VolumeChanged = bell, func(v chime.Volume) { kept = append(kept, v) }
	})
	r.shell.mute()
	if bell.volume != chime.Off || r.shell.bar.sound.Icon() != "sound-off" {
		t.Fatalf("muted at volume %d under the icon %s", bell.volume, r.shell.bar.sound.Icon())
	}
	r.shell.mute()
	if bell.volume != chime.Loud || r.shell.bar.sound.Icon() != "sound-on" || len(kept) != 2 {
		t.Errorf("volume %d under the icon %s, remembered %v", bell.volume, r.shell.bar.sound.Icon(), kept)
	}
}
