package receipt

import "strings"

// sum draws the amount: the whole part large with its thousands parted, the fraction and the currency smaller on the
// same baseline. The digits never turn around; from right to left the currency stands left of the number. An amount
// that is too wide shrinks, it never wraps and never loses a digit.
func (s *slip) sum() {
	s.y += s.form.sumAbove
	size := s.form.sum
	parts, width := s.sumParts(size)
	if room := s.inner() / s.scale; width > room {
		size *= room / width
		parts, width = s.sumParts(size)
	}
	if s.dst != nil {
		x := (float64(s.width) - width*s.scale) / 2
		base := (s.y + baseline(s.form.sum, s.form.sum)) * s.scale
		for _, p := range parts {
			p.line.draw(s.dst, x+p.x*s.scale, base, ink)
		}
	}
	s.y += s.form.sum + s.form.sumBelow
	for _, note := range s.content.Notes {
		s.centred(note, regular, smallText, smallLine)
	}
}

type sumPart struct {
	line textLine
	x    float64 // points from the start of the sum
}

// sumParts lays the amount out from left to right; width is in points.
func (s *slip) sumParts(size float64) (parts []sumPart, width float64) {
	add := func(text string, w weight, size float64) {
		l := s.text.line(text, w, size*s.scale, s.content.RTL)
		parts = append(parts, sumPart{l, width})
		width += l.width / s.scale
	}
	number := func() {
		for i, g := range groups(s.content.Sum.Whole) {
			if i > 0 {
				width += groupRate * size
			}
			add(g, bold, size)
		}
		if s.content.Sum.Fraction != "" {
			add(s.content.Sum.Fraction, bold, fractionRate*size)
		}
	}
	currency := func() {
		add(s.content.Sum.Currency, semiBold, max(currencyRate*size, smallText*size/s.form.sum))
	}
	if s.content.RTL {
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
