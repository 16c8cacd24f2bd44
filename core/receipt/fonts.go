package receipt

import (
	"bytes"
	"fmt"

	"github.com/go-text/typesetting/font"
	"github.com/go-text/typesetting/font/opentype"
)

// Fonts are the files of the typeface, as TrueType, OpenType or WOFF. All four weights are needed.
type Fonts struct {
	Regular, Medium, SemiBold, Bold []byte
}

type weight int

const (
	regular weight = iota
	medium
	semiBold
	bold
	weightCount
)

// faces are the weights of the typeface. Each is read when the first word is set in it: that takes some milliseconds
// and a megabyte, and a till may print nothing for hours. It is not safe for concurrent use.
type faces struct {
	data  [weightCount][]byte
	pdf   [weightCount]*pdfFont // for text in a PDF; nil until it is asked for
	files [weightCount]*opentype.Loader
	read  [weightCount]*font.Face
}

// open looks into the files, as far as to know that they are fonts.
func (f Fonts) open() (out faces, err error) {
	for w, data := range [weightCount][]byte{f.Regular, f.Medium, f.SemiBold, f.Bold} {
		out.data[w] = data
		if out.files[w], err = opentype.NewLoader(bytes.NewReader(data)); err != nil {
			return out, fmt.Errorf("receipt: font %d of %d: %w", w+1, weightCount, err)
		}
	}
	return out, nil
}

// of panics when the tables of a font are damaged.
func (f *faces) of(w weight) *font.Face {
	if f.read[w] == nil {
		one, err := font.NewFont(f.files[w])
		if err != nil {
			panic(fmt.Sprintf("receipt: font %d of %d: %v", w+1, weightCount, err))
		}
		f.read[w], f.files[w] = font.NewFace(one), nil
	}
	return f.read[w]
}
