package preferences

import (
	"testing"

	"sanduq/ui/uitest"
)

// TestWhatAPersonWantsLiesOverTheShops: it is seen, never kept, and the shop's is
// there again when it goes, with what was chosen for the shop meanwhile.
func TestWhatAPersonWantsLiesOverTheShops(t *testing.T) {
	place := uitest.OwnApp(t).Preferences()
	s := Open(place)
	s.Update(func(v *Values) { v.Language = "fr" })
	var heard []string
	s.Subscribe(func(before, now Values) { heard = append(heard, before.Language+">"+now.Language) })
	s.SetPersonal(Personal{Language: "ar", TextPercent: 150})
	s.SetPersonal(Personal{Language: "ar", TextPercent: 150})
	if v, shop := s.Get(), s.Shop(); v.Language != "ar" || v.Look.TextPercent != 150 || shop.Language != "fr" || shop.Look.TextPercent != 100 || s.Trying() {
		t.Errorf("%+v over %+v, on trial: %v", v, shop, s.Trying())
	}
	s.Try(func(v *Values) { v.Look.Still = true })
	s.Update(func(v *Values) { v.Language = "en" })
	if v := s.Get(); v.Language != "ar" || v.Look.TextPercent != 150 || !v.Look.Still {
		t.Errorf("beside a trial %+v", v)
	}
	s.Confirm(s.Shop())
	if kept := Open(place).Get(); kept.Language != "en" || kept.Look != (Look{TextPercent: 100, Still: true}) {
		t.Errorf("kept %+v", kept)
	}
	s.SetPersonal(Personal{})
	if s.Get() != s.Shop() || s.Get().Language != "en" {
		t.Errorf("afterwards %+v", s.Get())
	}
	if len(heard) != 4 || heard[0] != "fr>ar" || heard[1] != "ar>ar" || heard[2] != "ar>ar" || heard[3] != "ar>en" {
		t.Errorf("heard %q", heard)
	}
}
