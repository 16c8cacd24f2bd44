package receipt

import (
	"bytes"
	"image/png"
	"testing"
	"time"
)

func TestASheetIsOnePageWithTheCodeAsPixelsOnly(t *testing.T) {
	d := newTestDrawer(t)
	s := Sheet{Title: "Recovery code", Large: []string{"CANA - RY01 - 7777 - 8888", "9999 - ABCD - EFGH - JKMN"},
		Notes: []string{"Al Noor Market, Till 2.", "Keep it away from the till."}, Made: time.Unix(1_800_000_000, 0)}
	pdf, err := d.SheetPDF(s)
	if err != nil {
		t.Fatal(err)
	}
	sound(t, "sheet", pdf)
	if bytes.Count(pdf, []byte("/Type /Page\n")) != 1 || bytes.Contains(pdf, []byte("CANA")) {
		t.Error("not one page, or the code stands in it as text")
	}
	if again, err := d.SheetPDF(s); err != nil || !bytes.Equal(pdf, again) {
		t.Errorf("the same sheet gives other bytes, %v", err)
	}
	s.RTL, s.Title, s.Notes[1] = true, "رمز الاستعادة", "احفظه بعيدًا عن الصندوق."
	picture, err := d.sheet(s)
	if err != nil {
		t.Fatal(err)
	}
	img, err := png.Decode(bytes.NewReader(picture))
	if err != nil {
		t.Fatal(err)
	}
	dark := map[bool]int{}
	for y := range img.Bounds().Dy() {
		for x := range img.Bounds().Dx() {
			if r, _, _, _ := img.At(x, y).RGBA(); r < 0x8000 {
				dark[x < sheetMargin || x >= sheetDots-sheetMargin/2]++
			}
		}
	}
	if dark[false] < 5000 || dark[true] > 0 {
		t.Errorf("%d dark dots on the page, %d in its margins", dark[false], dark[true])
	}
}
