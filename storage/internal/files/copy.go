package files

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"math"
	"os"
	"time"
)

// CopyPaced copies a large file beside a working till, and syncs the copy.
func CopyPaced(ctx context.Context, from, to string) error {
	in, err := OpenExisting(from, os.O_RDONLY, 0)
	if err != nil {
		return err
	}
	defer func() { _ = in.Close() }()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(NewPaced(ctx, out), struct{ io.Reader }{in})
	return errors.Join(err, out.Sync(), out.Close())
}

// Sum returns the SHA-256 of a file's content.
func Sum(ctx context.Context, path string) ([]byte, error) {
	file, err := OpenExisting(path, os.O_RDONLY, 0)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	sum := sha256.New()
	_, err = io.Copy(sum, stopped{ctx, file})
	return sum.Sum(nil), err
}

// stopped ends a long read when its context does.
type stopped struct {
	ctx context.Context
	io.Reader
}

func (s stopped) Read(b []byte) (int, error) {
	if err := s.ctx.Err(); err != nil {
		return 0, err
	}
	return s.Reader.Read(b)
}

// Paced writes a large file in pieces that are synced one by one, with pauses
// as long as they took: a sale's commit is never behind more than one of them.
type Paced struct {
	ctx     context.Context
	file    *os.File
	pending int
	since   time.Time
}

const pacedPiece = 4 << 20

// NewPaced returns a Paced that writes to file until ctx ends.
func NewPaced(ctx context.Context, file *os.File) *Paced { return &Paced{ctx: ctx, file: file} }

// Write implements io.Writer.
func (p *Paced) Write(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	if p.pending == 0 {
		p.since = time.Now()
	}
	n, err := p.file.Write(b)
	if p.pending += n; err != nil || p.pending < pacedPiece {
		return n, err
	}
	p.pending = 0
	if err := p.file.Sync(); err != nil {
		return n, err
	}
	pause := time.NewTimer(min(time.Since(p.since), time.Second))
	defer pause.Stop()
	select {
	case <-p.ctx.Done():
		return n, p.ctx.Err()
	case <-pause.C:
		return n, nil
	}
}

// Copy copies a file whole: to holds all of it or what was there before.
func Copy(from, to string) error {
	content, err := Read(from, math.MaxInt64-1)
	if err != nil {
		return err
	}
	return Replace(to, content)
}
