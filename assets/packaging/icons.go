package packaging

import (
	"bytes"
	"fmt"
	"image"
	"image/png"

	"github.com/fyne-io/oksvg"
	"github.com/srwiley/rasterx"

	"sanduq/assets"
)

// Sizes are the pixels of the icons that systems ask for.
var Sizes = []int{16, 22, 24, 32, 48, 64, 128, 256, 512}

// IconSVG is the application's icon as a drawing; practice is the one on
// yellow.
func IconSVG(practice bool) []byte {
	name := "app"
	if practice {
		name = "app-practice"
	}
	data, _ := assets.Icon(name)
	return data
}

// Icon draws the application's icon. The same picture comes out on every
// machine.
func Icon(practice bool, size int) (*image.RGBA, error) {
	drawing, err := oksvg.ReadIconStream(bytes.NewReader(IconSVG(practice)))
	if err != nil {
		return nil, fmt.Errorf("the application's icon: %w", err)
	}
	drawing.SetTarget(0, 0, float64(size), float64(size))
	picture := image.NewRGBA(image.Rect(0, 0, size, size))
	drawing.Draw(rasterx.NewDasher(size, size, rasterx.NewScannerGV(size, size, picture, picture.Bounds())), 1)
	return picture, nil
}

// IconPNG is Icon as a file.
func IconPNG(practice bool, size int) ([]byte, error) {
	picture, err := Icon(practice, size)
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	err = (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, picture)
	return out.Bytes(), err
}
