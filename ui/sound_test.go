package ui

import (
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/preferences"
)

// ear hears what was played.
type ear struct {
	heard  []sound.Sound
	volume sound.Volume
}

func (e *ear) Play(s sound.Sound)       { e.heard = append(e.heard, s) }
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
	r := newHarness(t, tenSales, func(_ *harness, o *Options) { o.Sound = player })
	r.shell.open(sale(20).ID)
	answer := &core.PaymentEvent{}
	say := func(v journal.View, p *core.PaymentEvent) {
		r.shell.feed.Notice(journal.Notice{Kind: journal.NoticeSale, View: v, Payment: p})
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
	if r.shell.env.Practice {
		want = sound.Practised
	}
	if got := player.last(); got != want {
		t.Errorf("paid on screen rang %d, want %d", got, want)
	}
}

func TestMuteComesBackAsLoudAsItWas(t *testing.T) {
	player := &ear{}
	r := newHarness(t, preferring(func(v *preferences.Values) { v.Volume = sound.Loud }), func(_ *harness, o *Options) { o.Sound = player })
	if player.volume != sound.Loud {
		t.Fatalf("it begins at volume %d", player.volume)
	}
	r.shell.sounds.Mute()
	if player.volume != sound.Off || r.tool("sound-on", "sound-off").Icon() != "sound-off" {
		t.Fatalf("muted at volume %d under the icon %s", player.volume, r.tool("sound-on", "sound-off").Icon())
	}
	r.shell.sounds.Mute()
	if player.volume != sound.Loud || r.tool("sound-on", "sound-off").Icon() != "sound-on" || r.prefers().Volume != sound.Loud || player.last() != sound.Tick {
		t.Errorf("volume %d under the icon %s, preferred %d, heard %v", player.volume, r.tool("sound-on", "sound-off").Icon(), r.prefers().Volume, player.heard)
	}
}
