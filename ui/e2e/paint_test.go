//go:build e2e

package e2e

import (
	"image"
	"image/color"
	_ "image/png"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sanduq/ui/e2e/harness"
	"sanduq/ui/theme"
)

// TestColoursOnTheScreen reads single points off the real window: the shaders
// that draw grounds, lines and fills exist only there.
func TestColoursOnTheScreen(t *testing.T) {
	screen, err := harness.StartDisplay(t.Context(), harness.Width, harness.Height)
	if err != nil {
		t.Fatal(err)
	}
	defer screen.Stop()
	for _, look := range theme.Variants() {
		t.Run(look.String(), func(t *testing.T) {
			app, err := harness.StartApp(screen, binary(t), t.TempDir(), nil, "--lang", "en", "--theme", look.String(), "--bank-addr", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = app.Stop() }()
			ctx, cancel := timeout(t, 30*time.Second)
			defer cancel()
			if _, err := app.Ready(ctx, screen); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Second)
			if err := screen.Type("12.5"); err != nil {
				t.Fatal(err)
			}
			if err := screen.Key("F4", "F2"); err != nil { // each fades in, and must have come up whole
				t.Fatal(err)
			}
			path := filepath.Join(pictures(t), "paint", look.String()+".png")
			if err := screen.SaveStable(path); err != nil {
				t.Fatal(err)
			}
			picture := read(t, path)
			for _, c := range []struct {
				what string
				x, y int
				want theme.Colour
			}{
				{"the ground", 245, 300, theme.Ground}, {"beside a corner of a card", 257, 105, theme.Ground},
				{"the amount's card", 400, 220, theme.Card}, {"its middle seam", 262, 300, theme.Card},
				{"its upper line", 540, 104, theme.Line}, {"its left line", 256, 300, theme.Line}, {"its right line", 833, 300, theme.Line}, {"its lower line", 540, 569, theme.Line},
				{"a key", 870, 125, theme.Card}, {"a key's line", 910, 104, theme.Line},
				{"the primary button", 300, 630, theme.Primary}, {"its upper edge", 300, 595, theme.Primary},
				{"the sidebar of sales", 100, 300, theme.Card}, {"the practice ribbon", 700, 14, theme.Practice},
			} {
				got := color.NRGBAModel.Convert(picture.At(c.x, c.y)).(color.NRGBA)
				if want := c.want.In(look); far(got.R, want.R) || far(got.G, want.G) || far(got.B, want.B) {
					t.Errorf("%s at (%d, %d) is %v, want %v", c.what, c.x, c.y, got, want)
				}
			}
		})
	}
}

// far reports whether two parts of a colour differ by more than rounding.
func far(a, b uint8) bool { return max(a, b)-min(a, b) > 1 }

func read(t *testing.T, path string) image.Image {
	t.Helper()
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	picture, _, err := image.Decode(file)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}
