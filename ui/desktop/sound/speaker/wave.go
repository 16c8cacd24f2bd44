//go:build !linux

package speaker

import (
	"bytes"
	"encoding/binary"

	"sanduq/ui/desktop/sound"
)

// wave is a WAV file of one channel with 16 bits a sample.
func wave(samples []int16) []byte {
	var b bytes.Buffer
	size := uint32(2 * len(samples))
	put := func(v any) { _ = binary.Write(&b, binary.LittleEndian, v) } // a buffer takes everything
	b.WriteString("RIFF")
	put(36 + size)
	b.WriteString("WAVEfmt ")
	put(uint32(16))
	put([]uint16{1, 1})
	put([]uint32{sound.SampleRate, 2 * sound.SampleRate})
	put([]uint16{2, 16})
	b.WriteString("data")
	put(size)
	put(samples)
	return b.Bytes()
}
