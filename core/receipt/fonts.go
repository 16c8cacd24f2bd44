package receipt

import (
	"bytes"
	"fmt"

	"github.com/go-text/typesetting/font"
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

func (f Fonts) parse() (faces [weightCount]*font.Face, err error) {
	for w, data := range [weightCount][]byte{f.Regular, f.Medium, f.SemiBold, f.Bold} {
		face, err := font.ParseTTF(bytes.NewReader(data))
		if err != nil {
			return faces, fmt.Errorf("receipt: font %d of %d: %w", w+1, weightCount, err)
		}
		faces[w] = face
	}
	return faces, nil
}
