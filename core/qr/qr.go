// Package qr makes QR codes, the one way for window, slip and payment page: the
// same error correction and the same quiet zone everywhere. It imports nothing of
// ours and keeps no state; its functions may be called from any goroutine.
//
// The practice bank draws its own codes: it shares no code with those who pay.
//
//sanduq:norace it computes, in one goroutine
package qr

import (
	"image"
	"image/color"
	"strconv"
	"strings"

	"github.com/skip2/go-qrcode"
)

// QuietZone is the white border that a scanner needs around a code, in modules.
const QuietZone = 4

// level lets a code be read with 15 % of it hidden: by a fold, a reflection, a
// scratch on the glass. A higher one would make the modules smaller.
const level = qrcode.Medium

// Modules returns the modules of a payload, row by row, true for black, without the
// quiet zone. An error means that the payload is blank, or too long for any code.
func Modules(payload string) ([][]bool, error) {
	code, err := qrcode.New(payload, level)
	if err != nil {
		return nil, err
	}
	code.DisableBorder = true
	return code.Bitmap(), nil
}

// Picture draws modules black on white with the quiet zone, each as a square of so
// many pixels.
func Picture(modules [][]bool, pixels int) *image.Paletted {
	side := (len(modules) + 2*QuietZone) * pixels
	out := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.White, color.Black})
	for y := range side {
		row := y/pixels - QuietZone
		if row < 0 || row >= len(modules) {
			continue
		}
		for x, black := range modules[row] {
			if !black {
				continue
			}
			at := out.PixOffset((x+QuietZone)*pixels, y)
			for i := range pixels {
				out.Pix[at+i] = 1
			}
		}
	}
	return out
}

// SVG draws a code as a picture for browsers, black on white, quiet zone included.
func SVG(modules [][]bool) string {
	var path strings.Builder
	for y, row := range modules {
		for x := 0; x < len(row); {
			run := x
			for run < len(row) && row[run] {
				run++
			}
			if run > x {
				path.WriteString("M" + strconv.Itoa(x+QuietZone) + " " + strconv.Itoa(y+QuietZone) + "h" + strconv.Itoa(run-x) +
					"v1h-" + strconv.Itoa(run-x) + "z")
			}
			x = max(run, x+1)
		}
	}
	side := strconv.Itoa(len(modules) + 2*QuietZone)
	return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ` + side + ` ` + side + `" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h` +
		side + `v` + side + `H0z"/><path fill="#000" d="` + path.String() + `"/></svg>`
}
