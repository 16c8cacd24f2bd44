package ui

import (
	"testing"

	"sanduq/core"
	"sanduq/core/till"
	"sanduq/ui/desktop/sound"
)

// ear hears what was played.
type ear struct {
	heard  []sound.Sound
	volume sound.Volume
}

func (e *ear) Play(s sound.Sound)       { e.heard = append(e.heard, s) }
func (e *ear) Volume() sound.Volume     { return e.volume }
func (e *ear) SetVolume(v sound.Volume) { e.volume = v }
func (e *ear) Broken() bool             { return false }
func (e *ear) Watch(func())             {}

func (e *ear) last() sound.Sound {
	if len(e.heard) == 0 {
		return sound.Silence
	}
	return e.heard[len(e.heard)-1]
}

func TestTheSoundIsForWhatTheGatewaySaid(t *testing.T) {
	player := &ear{}
	r := newRig(t, tenSales, func(_ *rig, o *Options) { o.Sound = player })
	r.shell.open(sale(20).ID)
	answer := &core.PaymentEvent{}
	say := func(v till.View, p *core.PaymentEvent) {
		r.shell.notice(till.Notice{Kind: till.NoticeSale, View: v, Payment: p})
	}
	say(sale(20, version(2), aside), nil) // the cashier's own doing
	if got := player.last(); got != sound.Silence {
		t.Errorf("set aside rang %d", got)
	}
	say(sale(19, version(2), paid), answer)
	if got := player.last(); got != sound.Tick {
		t.Errorf("paid elsewhere rang %d", got)
	}
	say(sale(20, version(3), paid), answer)
	want := sound.Paid
	if r.shell.opt.Practice {
		want = sound.Practised
	}
	if got := player.last(); got != want {
		t.Errorf("paid on screen rang %d, want %d", got, want)
	}
}

func TestMuteComesBackAsLoudAsItWas(t *testing.T) {
	player := &ear{volume: sound.Loud}
	var kept []sound.Volume
	r := newRig(t, func(_ *rig, o *Options) {
		o.Sound, o.VolumeChanged = player, func(v sound.Volume) { kept = append(kept, v) }
	})
	r.shell.mute()
	if player.volume != sound.Off || r.shell.bar.sound.Icon() != "sound-off" {
		t.Fatalf("muted at volume %d under the icon %s", player.volume, r.shell.bar.sound.Icon())
	}
	r.shell.mute()
	if player.volume != sound.Loud || r.shell.bar.sound.Icon() != "sound-on" || len(kept) != 2 {
		t.Errorf("volume %d under the icon %s, remembered %v", player.volume, r.shell.bar.sound.Icon(), kept)
	}
}
