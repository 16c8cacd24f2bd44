package receipt

import (
	"image"
	"strings"
	"testing"
)

// strokeBoxes are the boxes of what a pen draws, one for each stroke, on paper that goes on at its sides.
func strokeBoxes(p *pen, height int) (all []image.Rectangle) {
	const beside = 100
	for _, stroke := range p.strokes {
		img := image.NewAlpha(image.Rect(-beside, 0, p.width+beside, height))
		stroke(img)
		box := image.Rectangle{}
		for i, a := range img.Pix {
			if at := image.Pt(i%img.Stride-beside, i/img.Stride); a >= halfInk {
				box = box.Union(image.Rectangle{at, at.Add(image.Pt(1, 1))})
			}
		}
		all = append(all, box)
	}
	return all
}

// TestASumOfATableStandsBesideItsText: a small sum below a large one, beside a text of any length, as cash in and out
// has them.
func TestASumOfATableStandsBesideItsText(t *testing.T) {
	d := newTestDrawer(t)
	for lang, word := range map[string]string{"en": "bread ", "fr": "pain ", "ar": "خبز "} {
		w := spoken(lang)
		for n := 1; n < 24; n++ {
			table := Table{[]TableRow{{Text: w.Say("slip.z.movements"), Sum: "12\u00a0500.000"}, {Text: strings.TrimSpace(strings.Repeat(word, n)), Sum: "5.000"}}}
			p := d.pen(Slip{RTL: w.RTL()}, paperForm(PaperDots58), PaperDots58)
			p.thermal = true
			boxes := strokeBoxes(p, p.run([]Part{table}))
			for i, a := range boxes[1:] { // the first is the rule
				for _, b := range boxes[i+2:] {
					if o := a.Intersect(b); o.Dx() > 1 && o.Dy() > 8 { // two lines below each other touch a little
						t.Errorf("%s, %d words: %v stands over %v", lang, n, a, b)
					}
				}
			}
		}
	}
}

// TestANameThatIsTooLongPushesNoSumOffThePaper: it takes lines of its own, and the column is as wide as what stands
// in it.
func TestANameThatIsTooLongPushesNoSumOffThePaper(t *testing.T) {
	d := newTestDrawer(t)
	for _, lang := range []string{"en", "fr", "ar"} {
		w := spoken(lang)
		by := func(name string) string { return w.Say("slip.z.by", "time", w.DateTime(settled), "name", name) }
		table := Table{[]TableRow{{Text: w.Say("slip.z.opened"), Sum: by("عبد الرحمن عبد العزيز Featherstonehaugh")}, {Text: w.Say("slip.z.closed"), Sum: by("Huda")}}}
		p := d.pen(Slip{RTL: w.RTL()}, paperForm(PaperDots58), PaperDots58)
		p.thermal = true
		for _, box := range strokeBoxes(p, p.run([]Part{table})) {
			if box.Min.X < 0 || box.Max.X > PaperDots58 {
				t.Errorf("%s: ink at %v", lang, box)
			}
		}
	}
}
