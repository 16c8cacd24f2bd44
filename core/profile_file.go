package core

import (
	"errors"
	"fmt"
	"io"
	"os"
)

// LoadProfile reads a wire profile from a file. An error matches ErrProfile
// when the file is no profile, and the system's own error when it cannot be
// read.
func LoadProfile(path string) (WireProfile, error) {
	file, err := os.Open(path)
	if err != nil {
		return WireProfile{}, fmt.Errorf("core: read the wire profile: %w", err)
	}
	document, err := io.ReadAll(io.LimitReader(file, maxReply+1))
	if err = errors.Join(err, file.Close()); err != nil {
		return WireProfile{}, fmt.Errorf("core: read the wire profile: %w", err)
	}
	if len(document) > maxReply {
		return WireProfile{}, fmt.Errorf("%w: more than %d bytes", ErrProfile, maxReply)
	}
	return ParseProfile(document)
}
