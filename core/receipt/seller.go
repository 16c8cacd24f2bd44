package receipt

import "sanduq/core/seller"

// Names are what a slip says of who sells, each text set in lines as long as it needs. The zero Names are a shop that
// has told nothing: its slips are as they would be without.
type Names struct {
	Lines    []string // legal name, address, numbers
	Document string   // what a receipt calls itself; blank on what is no receipt
	Footer   string   // below what a receipt says; blank on what is no receipt
}

// NamesOf is who sells as a paper says it that is no receipt: texts as they are drawn, and no blank ones.
func NamesOf(s seller.Seller, w Words) (n Names) {
	for _, text := range append([]string{s.Name}, s.Address[:]...) {
		if text = clean(text); text != "" {
			n.Lines = append(n.Lines, text)
		}
	}
	for _, f := range []struct {
		field  seller.Field
		number string
	}{{seller.Tax, s.Tax}, {seller.Register, s.Register}} {
		if number := clean(f.number); number != "" {
			n.Lines = append(n.Lines, w.Say(s.Key(f.field))+": \u200e"+number) // parts between slashes keep their order
		}
	}
	return n
}

// Of is the receipt of a seller: the one that was named when it was issued. Cash that was taken off again is no
// document of a sale, and its slip does not call itself one.
func (c Content) Of(s seller.Seller, w Words) Content {
	c.Seller = NamesOf(s, w)
	if _, off := c.Value(LineOff); !off && s.Document != seller.Unnamed {
		c.Seller.Document = w.Say("seller.document." + string(s.Document))
	}
	c.Seller.Footer = clean(s.Footer)
	return c
}

// draw sets who sells, and then till and place.
func (n Names) draw(p *pen, under string) {
	for _, text := range n.Lines {
		p.balanced(text, regular, smallText, smallLine)
	}
	p.centred(under, regular, smallText, smallLine)
	if n.Document != "" {
		p.y += partGap / 2
		p.balanced(n.Document, semiBold, p.form.text, textLines*p.form.text)
	}
}
