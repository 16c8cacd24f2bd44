package startup

import (
	"fmt"
	"testing"

	"sanduq/ui/desktop/monitor"
	"sanduq/ui/preferences"
)

// monitorOf is a monitor of a size in pixels, at about 96 dots an inch, with a panel along its lower edge.
func monitorOf(x, width, height int) monitor.Screen {
	return monitor.Screen{Work: monitor.Area{X: x, Y: 0, Width: width, Height: height - 40}, Pixels: width, Lines: height, Millimetre: width * 254 / 960}
}

// TestTheWindowOpensWithinTheScreen: never larger than what the desktop leaves free, where it stood last as long as
// that is still to be seen, and larger on a large screen.
func TestTheWindowOpensWithinTheScreen(t *testing.T) {
	last := preferences.Place{X: 200, Y: 60, Width: 1100, Height: 660}
	right := preferences.Place{X: 2000, Y: 60, Width: 1100, Height: 660}
	dense := monitor.Screen{Work: monitor.Area{Width: 3840, Height: 2160}, Pixels: 3840, Millimetre: 340}
	for _, x := range []struct {
		name    string
		screens []monitor.Screen
		last    preferences.Place
		user    float32
		want    string
	}{
		{"nobody says", nil, preferences.Place{}, 1, "1366×690"},
		{"nobody says, full", nil, preferences.Place{Full: true}, 1, "1366×690, full screen"},
		{"1024×640", []monitor.Screen{monitorOf(0, 1024, 640)}, preferences.Place{}, 1, "1024×568"},
		{"1280×800", []monitor.Screen{monitorOf(0, 1280, 800)}, preferences.Place{}, 1, "1280×690"},
		{"1366×768", []monitor.Screen{monitorOf(0, 1366, 768)}, preferences.Place{}, 1, "1366×690"},
		{"1920×1080", []monitor.Screen{monitorOf(0, 1920, 1080)}, preferences.Place{}, 1, "1366×690, 1.2 times as large"},
		{"2560×1440", []monitor.Screen{monitorOf(0, 2560, 1440)}, preferences.Place{}, 1, "1366×690, 1.8 times as large"},
		{"as it stood", []monitor.Screen{monitorOf(0, 1366, 768)}, last, 1, "1100×660 at 200,60"},
		{"as it stood, full", []monitor.Screen{monitorOf(0, 1366, 768)}, preferences.Place{X: 200, Y: 60, Width: 1100, Height: 660, Full: true}, 1, "1100×660 at 200,60, full screen"},
		{"on the second screen", []monitor.Screen{monitorOf(0, 1366, 768), monitorOf(1366, 1366, 768)}, right, 1, "1100×660 at 1632,60"},
		{"the second screen is gone", []monitor.Screen{monitorOf(0, 1366, 768)}, right, 1, "1366×690"},
		{"the screen is smaller by now", []monitor.Screen{monitorOf(0, 1024, 640)}, last, 1, "1024×568 at 0,32"},
		{"twice as large for the person", []monitor.Screen{monitorOf(0, 2560, 1440)}, preferences.Place{}, 2, "1280×684"},
		{"no desktop around it", []monitor.Screen{{Work: monitor.Area{Width: 1366, Height: 690}, Pixels: 1366, Lines: 690}}, preferences.Place{}, 1, "1366×690"},
		{"a dense screen", []monitor.Screen{dense}, preferences.Place{}, 1, "1366×690"},
	} {
		p := placed(x.screens, x.last, x.user)
		if got := p.String(); got != x.want {
			t.Errorf("%s: %s, want %s", x.name, got, x.want)
		}
	}
}

// String is how a window opens, in words.
func (p place) String() string {
	s := fmt.Sprintf("%.0f×%.0f", p.size.Width, p.size.Height)
	if p.at != nil {
		s += fmt.Sprintf(" at %d,%d", p.at.X, p.at.Y)
	}
	if p.larger > 1 {
		s += fmt.Sprintf(", %g times as large", p.larger)
	}
	if p.full {
		s += ", full screen"
	}
	return s
}
