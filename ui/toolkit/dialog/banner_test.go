package dialog

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/themed"
)

func TestBannerShowsOnlyTheButtonsItHas(t *testing.T) {
	themed.App(t, theme.Look{})
	var acted, more int
	b := NewBanner(BannerSpec{Fact: "We cannot hear the bank.", Then: "The customer may have paid.", Action: "Check now"}, func() { acted++ }, func() { more++ })
	w := test.NewTempWindow(t, b)
	w.Resize(fyne.NewSize(1000, 100))
	if b.more.Visible() || !b.action.Visible() {
		t.Error("other buttons")
	}
	test.Tap(b.action)
	b.Set(BannerSpec{Fact: "Paid twice.", Action: "Open both", More: "+2 more"})
	test.Tap(b.more)
	if acted != 1 || more != 1 {
		t.Errorf("%d %d", acted, more)
	}
	b.Set(BannerSpec{Fact: "Late money: #10 is paid now.", Then: "15.250 LYD came at 14:29.", OwnLine: true})
	lines := map[float32]bool{}
	for _, c := range uitest.All[*canvas.Text](b.text) {
		lines[c.Position().Y] = true
	}
	if len(lines) != 2 {
		t.Errorf("%d lines", len(lines))
	}
}
