package checkout

import (
	"image/png"
	"net/http"
	"strings"

	"sanduq/core/qr"
)

// qrPicture is the code: as the page shows it, or as a file for a banking app on
// the same phone.
func (c *Checkout) qrPicture(w http.ResponseWriter, r *http.Request) {
	p, ok := c.found(w, r)
	if !ok {
		return
	}
	defer c.release(p)
	payload := p.snapshot().session.QRPayload
	modules, err := qr.Modules(payload)
	if err != nil {
		c.gone(w, r)
		return
	}
	if strings.HasSuffix(r.URL.Path, ".svg") {
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = w.Write([]byte(qr.SVG(modules)))
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Content-Disposition", `attachment; filename="qr.png"`)
	_ = png.Encode(w, qr.Picture(modules, 8)) // fails where the customer has gone
}
