package receipt

import (
	"bytes"
	"strings"
	"testing"
)

// TestWhatAnOrderCameToIsWholeOnPaper: a sentence without its end says something else, as "It may still be paid".
// Two pictures that are the same although their sentences end otherwise do not show the end.
func TestWhatAnOrderCameToIsWholeOnPaper(t *testing.T) {
	d := newTestDrawer(t)
	at := map[string]string{"en": "20 Nov 2026, 15:02", "fr": "20 novembre 2026, 15:02", "ar": "20 نوفمبر 2026، 15:02"}
	for _, dots := range []int{PaperDots58, PaperDots} {
		for lang, when := range at {
			w := spoken(lang)
			for _, key := range []string{"paid", "paid.clear", "paidOpen", "paidCash", "paidTwice", "maybeTwice", "notPaid", "resolved", "cash", "aside",
				"unknown", "open", "cashTaken", "returned", "kept", "reversed"} {
				said := w.Say("happened."+key, "time", when, "number", "#128")
				for _, text := range []string{said, w.Say("happened.practice", "said", said)} {
					look := func(text string) []byte {
						img, err := d.Paper(NewHappened(Happened{Issuer: Issuer{At: settled}, Order: "1-261120-005", Amount: sample().Amount, Said: text}, w), dots)
						if err != nil {
							t.Fatal(err)
						}
						return img.Pix
					}
					end := strings.TrimSuffix(text, ".")
					if other := end[:strings.LastIndex(end, " ")] + " 0."; bytes.Equal(look(text), look(other)) {
						t.Errorf("%s, %d dots: the end is cut off: %s", lang, dots, text)
					}
				}
			}
		}
	}
}

// TestATextThatFitsIsNotCutToBeBalanced: four lines are all that a text may take, and lines of one length must not
// cost it its last words.
func TestATextThatFitsIsNotCutToBeBalanced(t *testing.T) {
	d := newTestDrawer(t)
	for _, lang := range []string{"en", "fr", "ar"} {
		w := spoken(lang)
		p := d.pen(Slip{RTL: w.RTL()}, paperForm(PaperDots58), PaperDots58)
		for _, key := range []string{KeyUnknownFact, KeyUnknownDo, KeyTestEnds, "slip.x.note"} {
			text := w.Say(key)
			for len(p.text.lines(text, regular, p.form.text*p.scale, p.inner(), 0, p.rtl)) < centreLines {
				text += " " + w.Say(KeyUnknownFact)
			}
			for len(p.text.lines(text, regular, p.form.text*p.scale, p.inner(), 0, p.rtl)) > centreLines {
				text = text[:strings.LastIndex(text, " ")]
			}
			look := func(text string) []byte {
				img, err := d.Paper(Slip{RTL: w.RTL(), Parts: []Part{Text{text}}}, PaperDots58)
				if err != nil {
					t.Fatal(err)
				}
				return img.Pix
			}
			if other := text[:strings.LastIndex(text, " ")] + " 0"; bytes.Equal(look(text), look(other)) {
				t.Errorf("%s: the end is cut off: %s", lang, text)
			}
		}
	}
}
