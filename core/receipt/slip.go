package receipt

import (
	"cmp"
	"fmt"
	"strings"
)

// Slip is what one piece of paper says, from top to bottom, in one language.
type Slip struct {
	RTL   bool
	Mark  string // on the band at the top: "TEST" where no money moved; blank is no band
	Parts []Part
}

// Part is one part of a slip. The types of this package are all there are.
type Part interface{ draw(p *pen) }

// The parts of slips.
type (
	// Heading is the shop, below it who sells, and then the till and the place.
	Heading struct {
		Shop, Under string
		Seller      Names
	}
	// Title says what kind of paper this is where it is no usual receipt, in a frame.
	Title struct{ Text string }
	// Amount is the sum of a receipt, the largest on the paper. Notes stand below it.
	Amount struct {
		Sum   Sum
		Notes []string
	}
	// Rows are labelled values below a rule.
	Rows struct{ Lines []Line }
	// Place is the heading of a slip on which something else comes first.
	Place struct {
		Shop, Under string
		Seller      Names
	}
	// Rule is a line across.
	Rule struct{}
	// Fact is a sentence in large type, Text one in small type, both centred.
	Fact struct{ Text string }
	Text struct{ Text string }
	// Code is a QR code of a text.
	Code struct{ Text string }
	// Footer is the last line, below a dashed rule.
	Footer struct{ Text string }
	// Ruler is as wide as the paper: black at both ends, squares of one millimetre between them.
	Ruler struct{}
	// Digits are figures in the type of an amount, without being one.
	Digits struct{ Text string }
)

// View is the receipt as it stands on the screen and in files.
func (c Content) View() Slip {
	s := Slip{RTL: c.RTL, Mark: c.Mark, Parts: []Part{Heading{c.Shop, c.Under, c.Seller}}}
	if c.Title != "" {
		s.Parts = append(s.Parts, Title{c.Title})
	}
	s.Parts = append(s.Parts, Amount{c.Sum, c.Notes}, Rows{c.Lines})
	if c.Seller.Footer != "" {
		s.Parts = append(s.Parts, Text{c.Seller.Footer})
	}
	if c.Copy != "" {
		s.Parts = append(s.Parts, Footer{c.Copy})
	}
	return s
}

// Slip is the receipt for paper: the same in the same order, with the code for looking it up, and on a copy its mark on
// top as well, where a thumb that holds the paper does not hide it.
func (c Content) Slip() Slip {
	s := c.View()
	if c.CopyMark != "" {
		s.Parts = append([]Part{Title{c.CopyMark}}, s.Parts...)
	}
	if c.Code != "" {
		code := []Part{Code{c.Code}}
		if n := len(s.Parts); c.Copy != "" {
			s.Parts = append(s.Parts[:n-1:n-1], append(code, s.Parts[n-1])...)
		} else {
			s.Parts = append(s.Parts, code...)
		}
	}
	return s
}

func (h Heading) draw(p *pen) {
	size := p.form.shop
	for p.thermal && size > p.form.text && len(p.text.few(centreLines, h.Shop, semiBold, size*p.scale, p.inner(), p.rtl)) > headingLines {
		size *= 0.85 // a name is whole before it is large
	}
	if line := p.form.shopLine * size / p.form.shop; p.thermal {
		p.balanced(h.Shop, semiBold, size, line)
	} else {
		p.centred(h.Shop, semiBold, size, line)
	}
	h.Seller.draw(p, h.Under)
}

func (h Place) draw(p *pen) {
	p.y += partGap
	p.centred(h.Shop, semiBold, p.form.text, textLines*p.form.text)
	h.Seller.draw(p, h.Under)
}

func (Rule) draw(p *pen) {
	p.y += p.form.ruleAbove
	p.rule(0)
	p.y += rulePadding
}

func (a Amount) draw(p *pen) { p.sum(a.Sum, a.Notes) }

func (r Rows) draw(p *pen) {
	Rule{}.draw(p)
	p.rows(r.Lines)
}

func (f Fact) draw(p *pen) {
	p.y += partGap
	size := factText
	for size > p.form.text && len(p.whole(f.Text, bold, size, p.inner())) > centreLines {
		size *= 0.85 // a sentence is whole before it is large
	}
	line := factLine * size / factText
	if all := p.whole(f.Text, bold, size, p.inner()); len(all) > centreLines {
		p.middle(all, size, line)
		return
	}
	p.balanced(f.Text, bold, size, line)
}

func (t Text) draw(p *pen) {
	p.y += partGap / 2
	p.balanced(t.Text, regular, p.form.text, textLines*p.form.text)
}

func (f Footer) draw(p *pen) {
	p.y += p.form.copyAbove
	p.rule(6)
	p.y += p.form.copyLineBelow
	text := f.Text
	if at := strings.LastIndex(text, partBreak); p.thermal && at > 0 && p.text.line(text, semiBold, smallText*p.scale, p.rtl).width > p.inner() {
		p.centred(text[:at], semiBold, smallText, smallLine)
		text = text[at+len(partBreak):] // a date is not broken
	}
	p.centred(text, semiBold, smallText, smallLine)
}

func (d Digits) draw(p *pen) {
	p.y += partGap
	p.centred(d.Text, bold, digitsText, digitsText)
}

// testPage is a page that shows whether paper, width and letters are right. It has no amount: nobody can hand it out
// for a receipt.
type testPage struct{ millimetres, dots int }

// letters are in both scripts of the typeface, with what other languages put above and below.
const letters = "Aa Éé Çç Ññ · أبجد هوّز"

// NewTestPage says what a printer of a width can do. Shop, place and till are those of every slip.
func NewTestPage(i Issuer, dots int, w Words) Slip {
	t := testPage{millimetres: paperOf(dots), dots: dots}
	return Slip{RTL: w.RTL(), Mark: w.Say(KeyTest), Parts: []Part{
		Heading{clean(i.Shop), i.under(w), NamesOf(i.Seller, w)},
		Digits{"0123456789"}, Text{letters}, Rule{},
		Text{w.Say(KeyTestWidth, "mm", fmt.Sprint(t.millimetres), "dots", fmt.Sprint(t.dots))},
		Ruler{}, Text{w.Say(KeyTestEnds)}, Text{w.DateTime(i.At)}, Code{"0123456789"},
	}}
}

// headingLines is how many lines a shop's name takes on paper before its letters become smaller.
const headingLines = 3

// paperOf is the width of the paper in millimetres that printers with so many dots take.
func paperOf(dots int) int {
	if dots <= PaperDots58 {
		return 58
	}
	return 80
}

// reference is what a receipt is looked up by: the bank's name of the payment, or the order while it has none.
func reference(transaction, order string) string { return cmp.Or(clean(transaction), clean(order)) }
