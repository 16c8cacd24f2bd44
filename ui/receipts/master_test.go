package receipts

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"sanduq/core/receipt"
	"sanduq/ui/paperview"
	"sanduq/ui/theme"
	"sanduq/ui/words"
)

var update = flag.Bool("update", false, "write what is seen as what is to be seen")

// outline lists what can be seen below an object in the order in which it is drawn: words, icons with their colours.
// Places and sizes are left out: pictures judge those.
func outline(b *bytes.Buffer, o fyne.CanvasObject, depth int) {
	if !o.Visible() {
		return
	}
	line := func(format string, args ...any) {
		fmt.Fprintf(b, "%s%s\n", strings.Repeat("  ", depth), fmt.Sprintf(format, args...))
	}
	switch o := o.(type) {
	case interface{ Text() string }:
		if o.Text() != "" {
			line("%s", words.Plain(o.Text()))
		}
	case *canvas.Image:
		if o.Resource != nil {
			line("[%s]", strings.TrimSuffix(o.Resource.Name(), ".svg"))
		}
	case *canvas.Text:
		line("%s", o.Text)
	case *paperview.Paper:
		line("slip")
		for _, part := range o.Slip().Parts {
			switch part := part.(type) {
			case receipt.Rows:
				for _, l := range part.Lines {
					line("  %s: %s", words.Plain(l.Label), words.Plain(l.Value))
				}
			case receipt.Foot:
				line("  %s", words.Plain(part.Text))
			}
		}
	case *fyne.Container:
		for _, c := range o.Objects {
			outline(b, c, depth)
		}
	case fyne.Widget:
		for _, c := range test.WidgetRenderer(o).Objects() {
			outline(b, c, depth+1)
		}
	}
}

func TestScreensShowWhatTheyShould(t *testing.T) {
	cases := []struct {
		name, lang string
		live       bool
		keys       []fyne.KeyName
		copies     int
	}{
		{"list", words.English, false, nil, 0},
		{"list-live", words.English, true, nil, 0},
		{"list-ar", words.Arabic, false, nil, 0},
		{"unknown-fr", words.French, false, []fyne.KeyName{fyne.KeyDown, fyne.KeyDown, fyne.KeyDown}, 0},
		{"receipt", words.English, false, []fyne.KeyName{fyne.KeyReturn}, 0},
		{"receipt-ar", words.Arabic, false, []fyne.KeyName{fyne.KeyReturn}, 0},
		{"copy", words.English, false, []fyne.KeyName{fyne.KeyReturn}, 2},
		{"copy-ar", words.Arabic, false, []fyne.KeyName{fyne.KeyReturn}, 2},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			theme.Use(theme.Look{Still: true, RTL: c.lang == words.Arabic})
			defer theme.Use(theme.Look{})
			r := build(t, friday20(), c.lang)
			r.deps.Practice = !c.live
			r.show()
			r.key(c.keys...)
			for range c.copies {
				r.screen.view.makeCopy()
			}
			var b bytes.Buffer
			outline(&b, r.screen.Object(), 0)
			path := filepath.Join("testdata", c.name+".txt")
			if *update {
				if err := os.MkdirAll("testdata", 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, b.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if !bytes.Equal(want, b.Bytes()) {
				t.Errorf("%s differs; run with -update and look at the change. Now:\n%s", path, b.String())
			}
		})
	}
}

// Green is for live money alone: whatever the practice screens show, none of it has the colour of paid.
func TestPracticeShowsNothingGreen(t *testing.T) {
	r := newHarness(t, friday20()).show()
	var b bytes.Buffer
	outline(&b, r.screen.Object(), 0)
	c := theme.Paid.NRGBA()
	if green := fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B); strings.Contains(b.String(), green) {
		t.Errorf("something is green:\n%s", b.String())
	}
	r.deps.Practice = false
	r.show()
	b.Reset()
	outline(&b, r.screen.Object(), 0)
	if green := fmt.Sprintf("%02X%02X%02X", c.R, c.G, c.B); !strings.Contains(b.String(), green) {
		t.Error("live money is not green")
	}
}
