package receipts

import (
	"fmt"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/uitest/outline"
	"sanduq/ui/words"
)

func TestScreensShowWhatTheyShould(t *testing.T) {
	cases := []struct {
		name, lang string
		live       bool
		keys       []fyne.KeyName
	}{
		{"list", words.English, false, nil},
		{"list-live", words.English, true, nil},
		{"list-ar", words.Arabic, false, nil},
		{"unknown-fr", words.French, false, []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyDown}},
		{"receipt", words.English, false, []fyne.KeyName{fyne.KeyReturn}},
		{"receipt-ar", words.Arabic, false, []fyne.KeyName{fyne.KeyReturn}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			theme.Use(theme.Look{Still: true, RTL: c.lang == words.Arabic})
			defer theme.Use(theme.Look{})
			r := build(t, friday20(), c.lang)
			r.env.Practice = !c.live
			r.show()
			r.key(c.keys...)
			outline.CheckObject(t, c.name, r.screen.Object())
		})
	}
}

// Green is for live money alone: whatever the practice screens show, none of it has the colour of paid.
func TestPracticeShowsNothingGreen(t *testing.T) {
	c := theme.Paid.NRGBA()
	green := fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B)
	r := newHarness(t, friday20()).show()
	if seen := icons(r.screen.Object()); strings.Contains(seen, green) {
		t.Errorf("something is green: %s", seen)
	}
	r.env.Practice = false
	r.show()
	if !strings.Contains(icons(r.screen.Object()), green) {
		t.Error("live money is not green")
	}
}

// icons returns the names of what is drawn from files: they end in the colour.
func icons(o fyne.CanvasObject) string {
	var all []string
	for _, i := range uitest.All[*canvas.Image](o) {
		if i.Resource != nil {
			all = append(all, i.Resource.Name())
		}
	}
	return strings.Join(all, " ")
}
