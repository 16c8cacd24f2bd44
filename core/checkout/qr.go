package checkout

import (
	"image/png"
	"net/http"
	"strconv"
	"strings"

	"sanduq/core/qr"
)

// drawQR draws a code as SVG, black on white, quiet zone included.
func drawQR(modules [][]bool) string {
	var path strings.Builder
	for y, row := range modules {
		for x := 0; x < len(row); {
			run := x
			for run < len(row) && row[run] {
				run++
			}
			if run > x {
				path.WriteString("M" + strconv.Itoa(x+qr.QuietZone) + " " + strconv.Itoa(y+qr.QuietZone) + "h" + strconv.Itoa(run-x) +
					"v1h-" + strconv.Itoa(run-x) + "z")
			}
			x = max(run, x+1)
		}
	}
	side := strconv.Itoa(len(modules) + 2*qr.QuietZone)
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + side + ` ` + side + `" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h` +
		side + `v` + side + `H0z"/><path fill="#000" d="` + path.String() + `"/></svg>`
}

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
		_, _ = w.Write([]byte(drawQR(modules)))
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Content-Disposition", `attachment; filename="qr.png"`)
	_ = png.Encode(w, qr.Picture(modules, 8)) // fails where the customer has gone
}
