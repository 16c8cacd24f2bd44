package startup

import (
	"math"
	"os"
	"strconv"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"

	"sanduq/ui/desktop/monitor"
	"sanduq/ui/preferences"
)

// scaleVariable is read by the toolkit each time that it lays a window out. Who sets it before the start decides.
const scaleVariable = "FYNE_SCALE"

// place is how a window opens.
type place struct {
	at     *monitor.Area // where it stood last, in the desktop's coordinates; nil lets the desktop choose
	size   fyne.Size     // in units
	full   bool          // full screen
	larger float32       // than usual, everything in it: a large screen is looked at from further away
}

// Open places the window before it is shown: as it stood last, where that is still on a screen, and never larger than
// what the desktop leaves free. full opens it in full screen whatever it was.
func (w *Window) Open(full bool) {
	p := placed(monitor.Screens(), w.Kept.Get().Place, userScale(w.App))
	if os.Getenv(scaleVariable) == "" && p.larger > 1 {
		_ = os.Setenv(scaleVariable, strconv.FormatFloat(float64(userScale(w.App)*p.larger), 'f', 2, 32))
	}
	w.Resize(p.size)
	if d, ok := w.Window.(desktop.Window); ok && p.at != nil {
		d.RequestPosition(p.at.X, p.at.Y)
	}
	w.SetFullScreen(full || p.full)
	w.SetCloseIntercept(func() {
		w.remember()
		w.Close()
	})
}

// ToggleFullScreen makes the window fill its screen, or lets it stand as it stood before. The next start opens it so.
func (w *Window) ToggleFullScreen() {
	if !w.FullScreen() {
		w.remember() // where it stands, which a window in full screen does not
	}
	w.SetFullScreen(!w.FullScreen())
	w.Kept.Update(func(v *preferences.Values) { v.Place.Full = w.FullScreen() })
}

// Raise brings the window forward, a minimised one too.
func (w *Window) Raise() {
	monitor.Unfold(w.Window)
	w.RequestFocus()
}

// remember keeps where the window stands.
func (w *Window) remember() {
	if w.FullScreen() {
		return // what is kept is where it stands without
	}
	at, known := monitor.Place(w.Window)
	if known {
		w.Kept.Update(func(v *preferences.Values) {
			v.Place = preferences.Place{X: at.X, Y: at.Y, Width: at.Width, Height: at.Height}
		})
	}
}

// placed is how a window opens on some screens, the first of which is the desktop's.
func placed(screens []monitor.Screen, last preferences.Place, user float32) place {
	p := place{size: size, full: last.Full, larger: 1}
	if len(screens) == 0 {
		return p
	}
	on := screens[0]
	if last.Width > 0 && last.Height > 0 {
		for _, s := range screens { // a window whose upper edge cannot be reached cannot be moved
			if s.Work.Holds(last.X+last.Width/2, last.Y) {
				on, p.at = s, &monitor.Area{X: last.X, Y: last.Y, Width: last.Width, Height: last.Height}
				break
			}
		}
	}
	pixels := tenth(detected(on) * user)
	p.larger = largerOn(float32(on.Work.Width)/pixels, float32(on.Work.Height)/pixels)
	pixels = tenth(detected(on) * user * p.larger)
	if p.at != nil {
		p.size = fyne.NewSize(float32(p.at.Width)/pixels, float32(p.at.Height)/pixels)
	}
	room := on.Work.Height
	if room < on.Lines { // a desktop with panels puts a bar above windows, too; a screen that is free as a whole has neither
		room -= titleBar
	}
	p.size = fyne.NewSize(min(p.size.Width, float32(on.Work.Width)/pixels), min(p.size.Height, float32(room)/pixels))
	if p.at != nil { // all of it is seen
		right, bottom := on.Work.X+on.Work.Width, on.Work.Y+on.Work.Height
		p.at.X = max(on.Work.X, min(p.at.X, right-int(p.size.Width*pixels)))
		p.at.Y = max(on.Work.Y, min(p.at.Y, bottom-int(p.size.Height*pixels)))
	}
	return p
}

// titleBar is what the desktop puts above a window, in pixels, which no desktop says beforehand.
const titleBar = 32

// largerOn is how much larger everything is on a screen of a size in units.
func largerOn(width, height float32) float32 {
	switch {
	case width >= 2400 && height >= 1350:
		return 1.8
	case width >= 1680 && height >= 950:
		return 1.2
	}
	return 1
}

// tenth is a scale as the toolkit takes it.
func tenth(scale float32) float32 { return float32(math.Round(float64(scale*10))) / 10 }

// detected is how many pixels the toolkit takes for a unit on a screen, from the size that it says to have.
func detected(s monitor.Screen) float32 {
	const usual, inch = 120, 25.4
	if s.Millimetre <= 0 {
		return 1
	}
	dots := float32(s.Pixels) / (float32(s.Millimetre) / inch)
	if dots > 1000 || dots < 10 {
		return 1
	}
	return max(1, dots/usual)
}

// userScale is what the person set for all programs of the toolkit.
func userScale(a fyne.App) float32 {
	if given, err := strconv.ParseFloat(os.Getenv(scaleVariable), 32); err == nil && given > 0 {
		return float32(given)
	}
	if chosen := a.Settings().Scale(); chosen > 0 {
		return chosen
	}
	return 1
}
