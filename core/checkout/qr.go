package checkout

import (
	"net/http"
	"strconv"
	"strings"

	"github.com/skip2/go-qrcode"
)

// quietZone is the white border that a scanner needs, in modules.
const quietZone = 4

// qrDrawing is a code as the data of an SVG path, on a square of Side modules,
// quiet zone included.
type qrDrawing struct {
	Side int
	Path string
}

// drawQR draws a payload; false when it is too long for any code.
func drawQR(payload string) (qrDrawing, bool) {
	code, err := qrcode.New(payload, qrcode.Medium)
	if err != nil {
		return qrDrawing{}, false
	}
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
	return qrDrawing{len(modules) + 2*quietZone, path.String()}, true
}

// qrPicture is the code as a file, for a banking app on the same phone.
func (c *Checkout) qrPicture(w http.ResponseWriter, r *http.Request) {
	p, ok := c.found(w, r)
	if !ok {
		return
	}
	defer c.release(p)
	now := p.look()
	code, err := qrcode.New(now.session.QRPayload, qrcode.Medium)
	if now.session.QRPayload == "" || err != nil {
		c.gone(w, r)
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
