package assets

import (
	"bytes"
	"strings"
	"testing"
)

func TestEveryWeightOfTheFaceIsThere(t *testing.T) {
	for _, weight := range []string{"Regular", "Medium", "SemiBold", "Bold"} {
		data, ok := Font(weight)
		if !ok || !bytes.HasPrefix(data, []byte("wOFF")) {
			t.Errorf("%s: not a WOFF file", weight)
		}
	}
	if _, ok := Font("Thin"); ok {
		t.Error("a weight that the program does not use is embedded")
	}
}

func TestIconsTakeTheColourTheyAreGiven(t *testing.T) {
	if len(Icons()) < 30 {
		t.Fatalf("only %d icons", len(Icons()))
	}
	for _, name := range Icons() {
		data, ok := Icon(name)
		if !ok {
			t.Fatalf("%s: listed, not readable", name)
		}
		svg := string(data)
		own := strings.HasPrefix(name, "app")
		if own == strings.Contains(svg, "currentColor") {
			t.Errorf("%s: currentColor = %v", name, !own)
		}
		if !own && !strings.Contains(svg, `viewBox="0 0 24 24"`) {
			t.Errorf("%s: not on the grid of 24", name)
		}
		if strings.Contains(svg, "stroke") {
			t.Errorf("%s: has a stroke, which the renderer does not scale", name)
		}
	}
}

func TestNamesCannotLeaveTheTree(t *testing.T) {
	for _, name := range []string{"../assets", "", "/etc/passwd", "../icons/app"} {
		if _, ok := Icon(name); ok {
			t.Errorf("Icon(%q) found something", name)
		}
		if _, ok := Translation(name); ok && name == "" {
			t.Errorf("Translation(%q) found something", name)
		}
	}
}

func TestApplicationIconsAreDifferentPictures(t *testing.T) {
	live, practice := AppIcon(false), AppIcon(true)
	if !bytes.HasPrefix(live, []byte("\x89PNG")) || !bytes.HasPrefix(practice, []byte("\x89PNG")) {
		t.Fatal("not PNG")
	}
	if bytes.Equal(live, practice) {
		t.Fatal("practice looks like live")
	}
}

func TestLicenceOfTheFaceTravelsWithIt(t *testing.T) {
	for _, p := range ThirdParties() {
		if p.Name == "IBM Plex Sans Arabic" && strings.Contains(p.Texts[0].Text, "SIL OPEN FONT LICENSE") {
			return
		}
	}
	t.Fatal("the typeface's licence is missing")
}
