package settings

import (
	"context"
	"fmt"
	"image"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/core/journal"
	"sanduq/core/printer"
	"sanduq/core/receipt"
	"sanduq/ui/preferences"
	"sanduq/ui/present"
	"sanduq/ui/printing"
	"sanduq/ui/receipts"
	"sanduq/ui/theme"
	"sanduq/ui/toolkit/control"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

// shelf has the printers of a computer.
type shelf struct {
	found    []printer.Found
	states   map[string]printer.State
	practice string
	said     bool
	err      error
	printed  []preferences.Printer
	rolls    []printer.State
	paper    *printing.Printing
}

func (s *shelf) Find(context.Context) ([]printer.Found, error) { return s.found, nil }
func (s *shelf) Practice() string                              { return s.practice }
func (s *shelf) SetRoll(r printer.State)                       { s.rolls = append(s.rolls, r); s.states[s.practice] = r }

func (s *shelf) Status(_ context.Context, address string) (printer.State, error) {
	if state, there := s.states[address]; there {
		return state, nil
	}
	return printer.Unknown, &journal.PaperError{Code: "unreachable"}
}

func (s *shelf) Preview(dots int, shop journal.Settings, at time.Time) (*image.Paletted, error) {
	return s.paper.Preview(dots, shop, at)
}

func (s *shelf) TestPage(_ context.Context, to preferences.Printer, _ journal.Settings, _ time.Time) (bool, error) {
	s.printed = append(s.printed, to)
	return s.said, s.err
}

func newShelf() *shelf {
	return &shelf{practice: "tcp:127.0.0.1:1", said: true, found: []printer.Found{
		{Address: "usb:back", Way: printer.WayUSB, Name: "Back room"},
		{Address: "cups:Office", Way: printer.WayCUPS, Name: "Office", Place: "1st floor"},
	}, states: map[string]printer.State{"tcp:127.0.0.1:1": printer.Ready, "usb:back": printer.PaperOut, "cups:Office": printer.Ready,
		"tcp:192.168.1.40": printer.Ready}}
}

// on has paper to draw on.
func (s *shelf) on(r *harness) *shelf {
	s.paper = printing.New(receipts.NewDrawer(), func() receipt.Words { return present.OnPaper(r.env.Words, time.UTC) }, s.practice)
	return s
}

// printerPageOf opens the page on a shelf.
func printerPageOf(t *testing.T, s *shelf) *harness {
	t.Helper()
	r := newHarness(t, func(r *harness) { r.deps.Printers = s.on(r) })
	r.screen.goTo(atPrinter)
	return r
}

// lookAgain presses what looks for printers.
func (r *harness) lookAgain() {
	r.t.Helper()
	test.Tap(first(r, "way to look again", func(o *control.Tool) bool { return uitest.Words(o) == "Look again" }))
}

func TestPrintersAreFoundByName(t *testing.T) {
	s := newShelf()
	r := printerPageOf(t, s)
	for name, want := range map[string]string{"Practice printer": "Ready", "Back room": "Out of paper", "Office": "Ready"} {
		if row := r.device(name); row == nil || row.State() != want {
			t.Errorf("%q: %+v, want %s", name, row, want)
		}
	}
	r.device("Office").Tapped(nil)
	if got := r.env.Preferences.Get().Printer.Address; got != "cups:Office" {
		t.Errorf("chosen %q", got)
	}
	// One that was unplugged is still named, and found again when it is back.
	delete(s.states, "cups:Office")
	found := s.found
	s.found = s.found[:1]
	r.lookAgain()
	if row := r.device("Office"); row == nil || row.State() != "Does not answer" || row.Name() != "Office" {
		t.Errorf("a lost printer is shown as %+v", row)
	}
	s.found, s.states["cups:Office"] = found, printer.Ready
	r.lookAgain()
	if row := r.device("Office"); row == nil || row.State() != "Ready" {
		t.Errorf("found again it is shown as %+v", row)
	}
}

func TestAPrinterOfTheNetworkIsSetByItsAddress(t *testing.T) {
	r := printerPageOf(t, newShelf())
	address, chosen := r.field("settings.printer.address"), func() string { return r.env.Preferences.Get().Printer.Address }
	address.SetText("no printer/at all")
	r.press("Use", 0)
	if chosen() != "" || address.Problem() == "" {
		t.Errorf("a wrong address is taken: %q, %q", chosen(), address.Problem())
	}
	address.SetText(" ١٩٢.١٦٨.١.٤٠\u200f ") // as an Arabic keyboard types it
	r.press("Use", 0)
	if row := r.device("192.168.1.40"); row == nil || row.State() != "Ready" || address.Text() != "" {
		t.Errorf("%+v in %s", row, r.text())
	}
	if got := r.env.Preferences.Get().Printer.Address; got != "tcp:192.168.1.40" {
		t.Errorf("chosen %q", got)
	}
}

// widest is the width of the widest of pictures.
func widest(all []*canvas.Image) (wide int) {
	for _, one := range all {
		if one.Image != nil {
			wide = max(wide, one.Image.Bounds().Dx())
		}
	}
	return wide
}

func TestHowItPrintsIsTriedAtOnce(t *testing.T) {
	r := printerPageOf(t, newShelf())
	for key, i := range map[string]int{"width": 0, "cut": 1, "slips": 2, "drawer": 2} {
		r.choose("settings.printer."+key, i)
	}
	want := preferences.Printer{Dots: printer.Dots58, Cut: printer.FullCut, Slips: 0, Drawer: printer.Pin5}
	if got := r.env.Preferences.Get().Printer; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	if wide := widest(drawn[*canvas.Image](r)); wide != printer.Dots58 {
		t.Errorf("the test page is shown %d dots wide", wide)
	}
}

func TestTheTestPageSaysWhatCameOfIt(t *testing.T) {
	s := newShelf()
	r := printerPageOf(t, s)
	for _, c := range []struct {
		said bool
		err  error
		want string
	}{
		{true, nil, "The printer says that it printed it."},
		{false, nil, "Handed over. See whether it comes out."},
		{false, &journal.PaperError{Code: "no-paper"}, "Out of paper. Put a roll in and print again."},
		{false, &journal.PaperError{Code: "unheard of"}, "The printer does not say what is wrong. Check it, then print again."},
		{false, fmt.Errorf("none of ours"), "The printer does not say what is wrong. Check it, then print again."},
	} {
		s.said, s.err = c.said, c.err
		r.press("Print it", 0)
		r.says(c.want)
	}
	if len(s.printed) != 5 || s.printed[0].Dots != printer.Dots80 {
		t.Errorf("%+v", s.printed)
	}
}

func TestWithoutAPrinterNothingCanBeTested(t *testing.T) {
	s := newShelf()
	s.practice = ""
	r := printerPageOf(t, s)
	if !r.button("Print it").Disabled() || r.shown("settings.printer.roll") != nil || r.device("No printer") == nil {
		t.Error("a till without a printer prints")
	}
}

func TestThePracticePrinterRunsOutOfPaper(t *testing.T) {
	s := newShelf()
	r := printerPageOf(t, s)
	r.choose("settings.printer.roll", 1)
	if got := r.device("Practice printer").State(); fmt.Sprint(s.rolls) != "[paper-out]" || got != "Out of paper" {
		t.Errorf("%v, %q", s.rolls, got)
	}
}

// TestThePrinterPageInEveryLook is for eyes.
func TestThePrinterPageInEveryLook(t *testing.T) {
	for name, c := range map[string]struct {
		lang string
		look theme.Look
		size fyne.Size
	}{
		"en": {words.English, theme.Look{}, fyne.NewSize(1134, 610)}, "dark": {words.English, theme.Look{Variant: theme.Dark}, fyne.NewSize(1134, 610)},
		"ar": {words.Arabic, theme.Look{RTL: true}, fyne.NewSize(1134, 610)}, "fr": {words.French, theme.Look{}, fyne.NewSize(1134, 610)},
		"small": {words.English, theme.Look{Small: true}, fyne.NewSize(928, 560)},
	} {
		r := printerPageOf(t, newShelf())
		if err := r.env.Words.Use(c.lang); err != nil {
			t.Fatal(err)
		}
		c.look.Still = true
		theme.Apply(fyne.CurrentApp(), c.look)
		r.show()
		r.win.Resize(c.size)
		r.device("Back room").Tapped(nil)
		uitest.Picture(t, r.win, "settings-printer-"+name)
	}
}
