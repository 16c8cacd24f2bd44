// Package preferences is what people chose for looks and comfort: language,
// theme, how loud the till is, the bank used last. Values is all of it, a plain
// value; a Store keeps it and says when it changes. Each data folder keeps its own,
// so that what is chosen while people practise stays there, and two tills that run at
// once take nothing back from each other. Nothing that matters is here: nothing about
// money, the shop or its keys.
//
// A new preference is a field of Values and a line of kept, and nothing else
// here: an offered one is listed by the settings as it is, and the room that obeys
// it reads it from the Store that every screen has.
//
//sanduq:norace its tests draw screens, nearly all in one goroutine
package preferences

import (
	"slices"

	"sanduq/core/printer"
	"sanduq/ui/desktop/sound"
	"sanduq/ui/theme"
)

// Values are all preferences. They can be compared.
type Values struct {
	Language     string // blank until one was chosen
	Look         Look
	Customer     CustomerMode
	Keyboard     KeyboardMode
	Volume       sound.Volume
	PhoneFolded  bool // the practice phone was folded away
	Institutions Institutions
	Printer      Printer
	Statement    string // what the columns of the bank's files are, as JSON
	Export       string // how files were written last, as JSON
	Place        Place
}

// kept is where each preference is kept, and what it is until somebody chose. A
// name that was given is never given to something else.
var kept = append(institutions(),
	text("lang", func(v *Values) *string { return &v.Language }),
	lookEntry(func(v *Values) *Look { return &v.Look }),
	choice("customer", CustomerModes(), func(v *Values) *CustomerMode { return &v.Customer }),
	offered(choice("keyboard", KeyboardModes(), func(v *Values) *KeyboardMode { return &v.Keyboard })),
	number("volume", sound.Volumes(), sound.Normal, func(v *Values) *sound.Volume { return &v.Volume }),
	flag("phoneFolded", func(v *Values) *bool { return &v.PhoneFolded }),
	text("printer.address", func(v *Values) *string { return &v.Printer.Address }),
	number("printer.dots", Widths(), printer.Dots80, func(v *Values) *int { return &v.Printer.Dots }),
	choice("printer.cut", Cuts(), func(v *Values) *printer.Cut { return &v.Printer.Cut }),
	number("printer.slips", Slips(), 1, func(v *Values) *int { return &v.Printer.Slips }),
	number("printer.drawer", Pins(), printer.NoPin, func(v *Values) *printer.Pin { return &v.Printer.Drawer }),
	ofBank(text("statement", func(v *Values) *string { return &v.Statement })),
	text("export", func(v *Values) *string { return &v.Export }),
	place("window", func(v *Values) *Place { return &v.Place }),
)

// Look is how the program looks, but for what follows from language and window.
type Look struct {
	Variant     theme.Variant
	TextPercent int
	Still       bool // nothing moves
}

// TextPercents lists the sizes of text in the order of offering.
func TextPercents() []int { return []int{100, 125, 150, 200} }

// Named is the look in a variant that was named from outside; blank changes
// nothing.
func (l Look) Named(variant string) Look {
	if variant != "" {
		l.Variant = theme.ParseVariant(variant)
	}
	return l
}

// In is the look in a direction.
func (l Look) In(rtl bool) theme.Look {
	return theme.Look{Variant: l.Variant, RTL: rtl, Still: l.Still, TextScale: float32(l.TextPercent) / 100}
}

// CustomerMode is where the customer's view is shown.
type CustomerMode string

// The modes, the usual one first. Whatever the mode, the main window can be
// turned into the customer's view where no window of the customer's is open.
const (
	CustomerSecond CustomerMode = "second" // full screen on the second monitor while there is one
	CustomerKey    CustomerMode = "key"    // only in the main window, by F6
	CustomerPlain  CustomerMode = "plain"  // in a plain window, to be put anywhere
)

// CustomerModes lists them in the order of offering.
func CustomerModes() []CustomerMode {
	return []CustomerMode{CustomerSecond, CustomerKey, CustomerPlain}
}

// KeyboardMode says when the keyboard on the screen opens by itself.
type KeyboardMode string

// Automatic, the usual one, opens it when a field was pressed by a finger or a
// mouse, until a hand has typed on a keyboard that is plugged in. Always opens it
// for each field that gets the focus, Never for none.
const (
	KeyboardAutomatic KeyboardMode = "auto"
	KeyboardAlways    KeyboardMode = "always"
	KeyboardNever     KeyboardMode = "never"
)

// KeyboardModes lists them in the order in which they are offered.
func KeyboardModes() []KeyboardMode {
	return []KeyboardMode{KeyboardAutomatic, KeyboardAlways, KeyboardNever}
}

// Printer is where slips come out, and how. It decides nothing about money.
type Printer struct {
	Address string // for printer.Open; blank until one was chosen
	Dots    int    // across the paper
	Cut     printer.Cut
	Slips   int         // that come by themselves when a sale is paid; 0 on demand only
	Drawer  printer.Pin // on which it opens a drawer; NoPin for none
}

// Widths lists the papers in dots, Cuts how they are cut, the usual one first,
// and Slips how many can come by themselves, all in the order of offering.
func Widths() []int { return []int{printer.Dots58, printer.Dots80} }

// Cuts is described at Widths.
func Cuts() []printer.Cut { return []printer.Cut{printer.PartialCut, printer.FullCut, printer.NoCut} }

// Slips is described at Widths.
func Slips() []int { return []int{1, 2, 0} }

// Pins lists the lines of a printer on which a drawer may listen, the usual one,
// none, first.
func Pins() []printer.Pin { return []printer.Pin{printer.NoPin, printer.Pin2, printer.Pin5} }

// known is one of all; the first when it is none of them.
func known[T comparable](one T, all []T) T {
	if slices.Contains(all, one) {
		return one
	}
	return all[0]
}
