package receipt

import "strings"

// sum draws the amount: the whole part large with its thousands parted, the fraction and the currency smaller on the
// same baseline. The digits never turn around; from right to left the currency stands left of the number. An amount
// that is too wide shrinks, it never wraps and never loses a digit.
func (p *pen) sum(sum Sum, notes []string) {
	p.y += p.form.sumAbove
	size := p.form.sum
	parts, width := p.sumParts(sum, size)
	if room := p.inner() / p.scale; width > room {
		size *= room / width
		parts, width = p.sumParts(sum, size)
	}
	x := (float64(p.width) - width*p.scale) / 2
	base := (p.y + baseline(p.form.sum, p.form.sum)) * p.scale
	for _, part := range parts {
		p.at(part.line, x+part.x*p.scale, base, ink)
	}
	p.y += p.form.sum + p.form.sumBelow
	for _, note := range notes {
		p.centred(note, regular, smallText, smallLine)
	}
}

type sumPart struct {
	line textLine
	x    float64 // points from the start of the sum
}

// sumParts lays the amount out from left to right; width is in points.
func (p *pen) sumParts(sum Sum, size float64) (parts []sumPart, width float64) {
	add := func(text string, w weight, size float64) {
		l := p.text.line(text, w, size*p.scale, p.rtl)
		parts = append(parts, sumPart{l, width})
		width += l.width / p.scale
	}
	number := func() {
		for i, g := range groups(sum.Whole) {
			if i > 0 {
				width += groupRate * size
			}
			add(g, bold, size)
		}
		if sum.Fraction != "" {
			add(sum.Fraction, bold, fractionRate*size)
		}
	}
	currency := func() {
		add(sum.Currency, semiBold, max(currencyRate*size, smallText*size/p.form.sum))
	}
	if p.rtl {
		currency()
		width += groupRate * size
		number()
	} else {
		number()
		width += groupRate * size
		currency()
	}
	return parts, width
}

// groups cuts the digits of a whole number into thousands; a sign stays with the first.
func groups(whole string) []string {
	digits := strings.TrimLeft(whole, "-")
	sign := whole[:len(whole)-len(digits)]
	var out []string
	for len(digits) > 3 {
		cut := (len(digits)-1)%3 + 1
		out, digits = append(out, digits[:cut]), digits[cut:]
	}
	out = append(out, digits)
	out[0] = sign + out[0]
	return out
}
