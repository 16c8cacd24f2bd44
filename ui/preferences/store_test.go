package preferences

import (
	"reflect"
	"testing"

	"fyne.io/fyne/v2"

	"sanduq/core"
	"sanduq/core/printer"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
)

// usual is what everything is until somebody chooses.
var usual = Values{Look: Look{TextPercent: 100}, Customer: CustomerSecond, Keyboard: KeyboardAutomatic, Volume: sound.Normal,
	Printer: Printer{Dots: printer.Dots80, Cut: printer.PartialCut, Slips: 1}}

// others is another choice everywhere: every switch is on, and every option is
// the last that is offered. The test below sees to it that no field is left out.
func others() Values {
	v := Values{Language: "ar", Look: Look{Variant: theme.Dark, TextPercent: 125}, Customer: CustomerPlain,
		Keyboard: KeyboardAutomatic, Volume: sound.Loud, Institutions: Institutions{1: {"FPB", `{"FPB":[10]}`}, 2: {"SRB", `{"SRB":[9]}`}},
		Printer: Printer{Address: "tcp:192.168.1.40", Dots: printer.Dots58, Cut: printer.FullCut, Slips: 2, Drawer: printer.Pin5}, Statement: `{"date":"Date"}`, Export: `{"form":"csv"}`, Place: Place{X: 12, Y: 34, Width: 1280, Height: 760}}
	leaves(reflect.ValueOf(&v).Elem(), "Values", func(_ string, field reflect.Value) {
		if field.Kind() == reflect.Bool {
			field.SetBool(true)
		}
	})
	for _, o := range Options() {
		o.Choose(&v, len(o.Words)-1)
	}
	return v
}

// leaves visits every single value in a struct.
func leaves(v reflect.Value, name string, visit func(name string, v reflect.Value)) {
	if v.Kind() != reflect.Struct {
		visit(name, v)
		return
	}
	for i := range v.NumField() {
		leaves(v.Field(i), name+"."+v.Type().Field(i).Name, visit)
	}
}

func TestWhatWasChosenIsThereAgain(t *testing.T) {
	place := uitest.OwnApp(t).Preferences()
	s := Open(place)
	if got := s.Get(); got != usual || Open(nil).Get() != usual {
		t.Errorf("before any choice: %+v", got)
	}
	s.Update(func(v *Values) { *v = others() })
	again := Open(place).Get()
	leaves(reflect.ValueOf(again), "Values", func(name string, v reflect.Value) {
		was, set := reflect.ValueOf(usual), reflect.ValueOf(others())
		find := func(in reflect.Value) (found any) {
			leaves(in, "Values", func(n string, v reflect.Value) {
				if n == name {
					found = v.Interface()
				}
			})
			return found
		}
		switch got := v.Interface(); {
		case find(set) == find(was):
			t.Errorf("%s: this test chooses nothing else", name)
		case got != find(set):
			t.Errorf("%s is %v at the next start, %v was chosen", name, got, find(set))
		}
	})
}

// TestWhatOlderTillsKept: the names and forms in which preferences have been kept
// since the first version.
func TestWhatOlderTillsKept(t *testing.T) {
	p := uitest.OwnApp(t).Preferences()
	p.SetString("lang", "fr")
	p.SetString("theme", "contrast")
	p.SetInt("textPercent", 150)
	p.SetBool("still", true)
	p.SetString("customer", "key")
	p.SetBool("phoneFolded", true)
	p.SetString("keyboard", "always")
	p.SetInt("volume", 3)
	p.SetString("institution.account", "FPB")
	p.SetString("institution.wallet", "W1")
	p.SetString("printer.address", "cups:Counter")
	p.SetInt("printer.dots", 384)
	p.SetString("printer.cut", "none")
	p.SetInt("printer.slips", 0)
	want := Values{Language: "fr", Look: Look{Variant: theme.Contrast, TextPercent: 150, Still: true}, Customer: CustomerKey, PhoneFolded: true,
		Keyboard: KeyboardAlways, Volume: sound.Off, Institutions: Institutions{1: {last: "FPB"}, 2: {last: "W1"}},
		Printer: Printer{Address: "cups:Counter", Dots: printer.Dots58, Cut: printer.NoCut}}
	if got := Open(p).Get(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

func TestWhatMakesNoSenseIsAsUsual(t *testing.T) {
	p := uitest.OwnApp(t).Preferences()
	p.SetString("theme", "plaid")
	p.SetString("customer", "ceiling")
	p.SetString("keyboard", "sometimes")
	p.SetInt("volume", 11)
	if got := Open(p).Get(); got != usual {
		t.Errorf("%+v, want %+v", got, usual)
	}
}

// noted notes what is written.
type noted struct {
	fyne.Preferences
	wrote map[string]bool
}

func (n noted) SetString(key, value string) {
	n.wrote[key] = true
	n.Preferences.SetString(key, value)
}
func (n noted) SetInt(key string, value int) {
	n.wrote[key] = true
	n.Preferences.SetInt(key, value)
}
func (n noted) SetBool(key string, value bool) {
	n.wrote[key] = true
	n.Preferences.SetBool(key, value)
}

func TestWhatAFlagSaidIsNotKept(t *testing.T) {
	p := noted{uitest.OwnApp(t).Preferences(), map[string]bool{}}
	s := Open(p)
	s.Override(func(v *Values) { v.Language, v.Volume = "ar", sound.Loud })
	s.Update(func(v *Values) { v.Volume = sound.Soft })
	if len(p.wrote) != 1 || !p.wrote["volume"] || s.Get().Language != "ar" {
		t.Errorf("kept %v; this run speaks %q", p.wrote, s.Get().Language)
	}
	s.Update(func(v *Values) { v.Language = "en" })
	if got := Open(p).Get(); got.Language != "en" || got.Volume != sound.Soft {
		t.Errorf("at the next start %+v", got)
	}
}

// TestATrialHoldsUntilItIsKeptOrTakenBack, and what is chosen elsewhere meanwhile
// stays chosen either way.
func TestATrialHoldsUntilItIsKeptOrTakenBack(t *testing.T) {
	p := noted{uitest.OwnApp(t).Preferences(), map[string]bool{}}
	s := Open(p)
	told := 0
	s.Subscribe(func(_, _ Values) { told++ })
	s.Try(func(v *Values) { v.Look.Variant, v.Volume = theme.Dark, sound.Loud })
	if s.Get().Look.Variant != theme.Dark || !s.Trying() || told != 1 || len(p.wrote) != 0 {
		t.Errorf("tried: %+v, trying %v, told %d, wrote %v", s.Get(), s.Trying(), told, p.wrote)
	}
	s.Update(func(v *Values) { v.Volume = sound.Off })
	if got := Open(p).Get(); got.Volume != sound.Off || got.Look != usual.Look {
		t.Errorf("an update beside a trial keeps %+v", got)
	}
	s.Discard()
	if got := s.Get(); got.Look != usual.Look || got.Volume != sound.Off || s.Trying() {
		t.Errorf("taken back: %+v, trying %v", got, s.Trying())
	}
	s.Try(func(v *Values) { v.Language = "fr" })
	s.Confirm(s.Shop())
	if got := Open(p).Get(); got.Language != "fr" || s.Trying() {
		t.Errorf("kept: %+v, trying %v", got, s.Trying())
	}
	if s.Discard(); s.Get().Language != "fr" {
		t.Error("what was kept is taken back")
	}
}

func TestChangesAreToldUntilSomebodyStops(t *testing.T) {
	s := Open(nil)
	var heard []string
	stop := s.Subscribe(func(before, now Values) { heard = append(heard, before.Language+">"+now.Language) })
	s.Subscribe(func(_, now Values) { heard = append(heard, now.Language) })
	s.Update(func(v *Values) { v.Language = "ar" })
	s.Update(func(v *Values) { v.Language = "ar" })
	s.Override(func(v *Values) { v.Language = "fr" })
	stop()
	stop()
	s.Update(func(v *Values) { v.Language = "en" })
	if len(heard) != 3 || heard[0] != ">ar" || heard[1] != "ar" || heard[2] != "en" {
		t.Errorf("heard %q", heard)
	}
}

func TestAChangeMadeWhileOneIsToldIsToldAfterIt(t *testing.T) {
	s := Open(nil)
	var heard []string
	s.Subscribe(func(before, now Values) {
		if now.Language == "ar" {
			s.Update(func(v *Values) { v.Language = "fr" })
		}
	})
	s.Subscribe(func(before, now Values) { heard = append(heard, before.Language+">"+now.Language) })
	s.Update(func(v *Values) { v.Language = "ar" })
	if len(heard) != 2 || heard[0] != ">ar" || heard[1] != "ar>fr" || s.Get().Language != "fr" {
		t.Errorf("heard %q", heard)
	}
}

func TestTheInstitutionOfEachWay(t *testing.T) {
	var i Institutions
	i.Used(core.RouteAccount, "FPB")
	i.Used(core.RouteWallet, "W1")
	i.Used(core.RouteQR, "X")
	if i.Last(core.RouteAccount) != "FPB" || i.Last(core.RouteWallet) != "W1" || i.Last(core.RouteQR) != "" {
		t.Errorf("%+v", i)
	}
}

func TestHowALookLooks(t *testing.T) {
	for percent, scale := range map[int]float32{100: 1, 125: 1.25, 150: 1.5, 200: 2} {
		l := Look{Variant: theme.Dark, TextPercent: percent, Still: true}
		if got, want := l.In(true), (theme.Look{Variant: theme.Dark, RTL: true, Still: true, TextScale: scale}); got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
		if l.Named("") != l || l.Named("contrast").Variant != theme.Contrast {
			t.Errorf("named: %+v and %+v", l.Named(""), l.Named("contrast"))
		}
	}
}
