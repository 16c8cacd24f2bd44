package card

import (
	"bytes"
	"image"
	"strings"
	"testing"
	"time"

	"sanduq/core/receipt"
	"sanduq/ui/receipts"
	"sanduq/ui/words"
)

func TestEveryLanguageFitsItsPage(t *testing.T) {
	d := receipts.NewDrawer()
	for _, lang := range words.Languages() {
		c, err := In(words.MustLoad(lang))
		if err != nil {
			t.Fatal(err)
		}
		if _, high := d.Card(c); high > receipt.CardHeight || high < receipt.CardHeight*.8 {
			t.Errorf("%s: %.1f mm of %.0f", lang, high, receipt.CardHeight)
		}
		if c.RTL != (lang == words.Arabic) {
			t.Errorf("%s: from right to left %v", lang, c.RTL)
		}
		all := []string{c.Title, c.Under, c.Footer}
		for _, p := range c.Parts {
			all = append(all, p.Heading)
			for _, r := range p.Rows {
				all = append(all, r.Name, r.Text)
			}
		}
		for _, s := range all {
			if s == "" || strings.Contains(s, "⟨") {
				t.Errorf("%s: words are missing: %q", lang, all)
			}
		}
	}
}

// TestTheSignsDifferWithoutColour: the card may be printed in black, and people
// may not tell colours apart.
func TestTheSignsDifferWithoutColour(t *testing.T) {
	shapes := map[string]string{}
	for name := range frames {
		img, err := picture(name)
		if err != nil {
			t.Fatal(err)
		}
		var shape bytes.Buffer
		for y := 0; y < side; y += 4 {
			for x := 0; x < side; x += 4 {
				shape.WriteByte("01"[dark(img, x, y)])
			}
		}
		if twin, there := shapes[shape.String()]; there {
			t.Errorf("%s looks like %s in black and white", name, twin)
		}
		shapes[shape.String()] = name
	}
}

func dark(img image.Image, x, y int) int {
	r, g, b, _ := img.At(x, y).RGBA()
	if (299*r+587*g+114*b)/1000 < 0x8000 {
		return 1
	}
	return 0
}

func TestAPictureThatIsNotThere(t *testing.T) {
	if _, err := picture("no-such"); err == nil {
		t.Error("a picture of nothing was drawn")
	}
}

func TestTheDocumentHasAPageForEachLanguage(t *testing.T) {
	d := receipts.NewDrawer()
	one, err := PDF(d, time.Unix(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(one), "/Type /Page\n"); n != len(words.Languages()) {
		t.Errorf("%d pages", n)
	}
	if len(one) > 500_000 {
		t.Errorf("%d bytes, for three pages of flat colours", len(one))
	}
}
