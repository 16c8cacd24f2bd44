package packaging

import (
	"bytes"
	"encoding/binary"
)

// icnsParts are the pictures in an icon of macOS: the name of the part and the
// pixels of its PNG.
var icnsParts = []struct {
	name string
	size int
}{{"ic07", 128}, {"ic08", 256}, {"ic09", 512}, {"ic10", 1024}, {"ic11", 32}, {"ic12", 64}, {"ic13", 256}, {"ic14", 512}}

// ICNS is the application's icon as macOS wants it: "icns", the length of all,
// and for each picture its name, its length and a PNG. Lengths count their own
// eight bytes, in big endian.
func ICNS(practice bool) ([]byte, error) {
	var parts bytes.Buffer
	for _, p := range icnsParts {
		picture, err := IconPNG(practice, p.size)
		if err != nil {
			return nil, err
		}
		parts.WriteString(p.name)
		parts.Write(binary.BigEndian.AppendUint32(nil, uint32(8+len(picture))))
		parts.Write(picture)
	}
	head := binary.BigEndian.AppendUint32([]byte("icns"), uint32(8+parts.Len()))
	return append(head, parts.Bytes()...), nil
}
