package preferences

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
)

// paper is a file in memory; full refuses what is written.
type paper struct {
	text []byte
	full error
}

func (p *paper) Load() ([]byte, error) { return slices.Clone(p.text), nil }

func (p *paper) Save(text []byte) error {
	if p.full == nil {
		p.text = slices.Clone(text)
	}
	return p.full
}

func TestTwoProgramsTakeNothingBackFromEachOther(t *testing.T) {
	file := &paper{}
	one, other := Open(NewFile(Folder{Own: file})), Open(NewFile(Folder{Own: file}))
	one.Update(func(v *Values) { v.Language = "ar" })
	other.Update(func(v *Values) { v.Volume = sound.Loud })
	one.Update(func(v *Values) { v.PhoneFolded = true })
	want := usual
	want.Language, want.Volume, want.PhoneFolded = "ar", sound.Loud, true
	if got := Open(NewFile(Folder{Own: file})).Get(); got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
}

// TestWhatIsChosenInPracticeStaysThere: a folder that keeps nothing yet begins with what
// the one beside it has, but for its bank; from its first choice on they are apart.
func TestWhatIsChosenInPracticeStaysThere(t *testing.T) {
	practice, live := &paper{}, &paper{}
	atPractice := Open(NewFile(Folder{Own: practice, Beside: live}))
	atPractice.Update(func(v *Values) {
		v.Language, v.Statement = "ar", `{"date":"Date"}`
		v.Institutions.Used(core.RouteAccount, "FPB")
		v.Institutions.LengthsOf(core.RouteAccount).Learn("FPB", 10)
	})
	openLive := func() *Store { return Open(NewFile(Folder{Own: live, Beside: practice})) }
	atLive := openLive()
	want := usual
	want.Language = "ar"
	if got := atLive.Get(); got != want {
		t.Errorf("a till that was set up live: %+v, want %+v", got, want)
	}
	atLive.Update(func(v *Values) { v.PhoneFolded = true })
	atPractice.Update(func(v *Values) { v.Language, v.Volume, v.Printer.Slips = "fr", sound.Off, 0 })
	want.PhoneFolded = true
	if got := openLive().Get(); got != want {
		t.Errorf("after choices in practice: %+v, want %+v", got, want)
	}
	if got := Open(NewFile(Folder{Own: practice, Beside: live})).Get(); got.Language != "fr" || got.Statement == "" || got.Institutions.Last(core.RouteAccount) != "FPB" {
		t.Errorf("practice: %+v", got)
	}
}

// TestAnOlderTillKeepsAll: former versions kept the preferences of all folders together.
func TestAnOlderTillKeepsAll(t *testing.T) {
	older := uitest.OwnApp(t).Preferences()
	Open(older).Update(func(v *Values) { *v = others() })
	beside := &paper{text: []byte(`{"lang":"fr"}`)}
	file := &paper{}
	s := Open(NewFile(Folder{Own: file, Older: older, Beside: beside}))
	if got := s.Get(); got != others() {
		t.Errorf("%+v, want %+v", got, others())
	}
	s.Update(func(v *Values) { v.Language = "en" })
	want := others()
	want.Language = "en"
	if got := Open(NewFile(Folder{Own: file})).Get(); got != want {
		t.Errorf("its own file: %+v, want %+v", got, want)
	}
	if got := Open(older).Get(); got != others() {
		t.Errorf("what the former version finds: %+v", got)
	}
}

func TestAFileThatCannotBeReadOrWrittenIsSaid(t *testing.T) {
	var said []string
	file := &paper{text: []byte("{cut")}
	f := Folder{Own: file, Failed: func(err error) { said = append(said, err.Error()) }}
	s := Open(NewFile(f))
	if got := s.Get(); got != usual || len(said) != 1 || !strings.Contains(said[0], "invalid character") {
		t.Errorf("%+v, said %q", got, said)
	}
	said, file.full = nil, errors.New("no space left on device")
	s.Update(func(v *Values) { v.Language = "ar" })
	if s.Get().Language != "ar" || !slices.Contains(said, "no space left on device") {
		t.Errorf("this run speaks %q, said %q", s.Get().Language, said)
	}
	file.full, file.text = nil, []byte(`{"phoneFolded":true}`) // by another program
	s.Update(func(v *Values) { v.Volume = sound.Loud })
	if got := Open(NewFile(f)).Get(); got.Language != "ar" || got.Volume != sound.Loud || !got.PhoneFolded {
		t.Errorf("once there is room: %+v", got)
	}
}

// TestATillThatWasSetUpLiveHasItsOwn: what a flag said holds on, and is not kept.
func TestATillThatWasSetUpLiveHasItsOwn(t *testing.T) {
	practice, live := &paper{}, &paper{text: []byte(`{"lang":"fr","volume":3,"textPercent":150}`)}
	s := Open(NewFile(Folder{Own: practice}))
	s.Override(func(v *Values) { v.Look.Variant = theme.Dark; v.Look.TextPercent = 200 })
	s.Update(func(v *Values) { v.Language = "ar" })
	told := 0
	s.Subscribe(func(_, now Values) { told++ })
	s.Move(NewFile(Folder{Own: live}))
	if got := s.Get(); got.Language != "fr" || got.Volume != sound.Off || got.Look.TextPercent != 200 || told != 1 || s.Trying() {
		t.Errorf("%+v, told %d, trying %v", got, told, s.Trying())
	}
	s.Update(func(v *Values) { v.PhoneFolded = true })
	if got := Open(NewFile(Folder{Own: live})).Get(); got.Look.TextPercent != 150 || !got.PhoneFolded {
		t.Errorf("its file: %+v", got)
	}
	if got := Open(NewFile(Folder{Own: practice})).Get(); got.Language != "ar" || got.PhoneFolded {
		t.Errorf("that of practice: %+v", got)
	}
}
