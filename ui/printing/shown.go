package printing

import (
	"image"
	"slices"

	"sanduq/core/journal"
)

// shownSales is of how many sales the practice printer's slip can be shown: more
// than stand side by side at a till, and some megabytes.
const shownSales = 12

// came is a slip that the practice printer took.
type came struct {
	sale    journal.SaleID
	picture *image.Paletted
}

// remember keeps the slip of a sale in place of an older one of it.
func (p *Printing) remember(sale journal.SaleID, picture *image.Paletted) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.came = slices.DeleteFunc(p.came, func(c came) bool { return c.sale == sale })
	p.came = append(p.came, came{sale, picture})
	p.came = p.came[max(0, len(p.came)-shownSales):]
}

// Slip is the newest slip of a sale that the practice printer took since the
// start; nil where there is none, or where it is not among the newest.
func (p *Printing) Slip(sale journal.SaleID) image.Image {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.came {
		if c.sale == sale {
			return c.picture
		}
	}
	return nil
}
