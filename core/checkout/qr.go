package checkout

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/skip2/go-qrcode"
)

// quietZone is the white border that a scanner needs, in modules.
const quietZone = 4

// drawQR draws a code as SVG, black on white, quiet zone included.
func drawQR(code *qrcode.QRCode) string {
	code.DisableBorder = true
	modules := code.Bitmap()
	var path strings.Builder
	for y, row := range modules {
		for x := 0; x < len(row); {
			run := x
			for run < len(row) && row[run] {
				run++
			}
			if run > x {
				path.WriteString("M" + strconv.Itoa(x+quietZone) + " " + strconv.Itoa(y+quietZone) + "h" + strconv.Itoa(run-x) +
					"v1h-" + strconv.Itoa(run-x) + "z")
			}
			x = max(run, x+1)
		}
	}
	side := strconv.Itoa(len(modules) + 2*quietZone)
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
	payload := p.look().session.QRPayload
	code, err := qrcode.New(payload, qrcode.Medium)
	if payload == "" || err != nil {
		c.gone(w, r)
		return
	}
	if strings.HasSuffix(r.URL.Path, ".svg") {
		w.Header().Set("Content-Type", "image/svg+xml")
		_, _ = w.Write([]byte(drawQR(code)))
		return
	}
	picture, err := code.PNG(-8) // pixels a module
	if err != nil {
		c.trouble(w, r)
		return
	}
	w.Header().Set("Content-Type", "image/png")
	w.Header().Set("Content-Disposition", `attachment; filename="qr.png"`)
	_, _ = w.Write(picture)
}
