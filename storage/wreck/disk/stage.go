package disk

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strconv"
)

// Stage puts states of a disk into a real folder. Files stay from one state to
// the next and are written to only where they differ; the folder's names are
// links to them.
type Stage struct {
	disk  *Disk
	pool  string // one file for each node
	root  string
	files map[int]*staged
}

// staged is one node's real file.
type staged struct {
	file  *os.File
	size  int64
	dirty []span // where it is not the durable content
}

// NewStage makes folders below dir: the states appear in Root.
func NewStage(d *Disk, dir string) (*Stage, error) {
	s := &Stage{disk: d, pool: filepath.Join(dir, "pool"), root: filepath.Join(dir, "root"), files: map[int]*staged{}}
	return s, errors.Join(os.MkdirAll(s.pool, 0o700), os.MkdirAll(s.root, 0o700))
}

// Root is the folder in which states appear.
func (s *Stage) Root() string { return s.root }

// Spoiled says that the program under test may have written to its files.
func (s *Stage) Spoiled() {
	for _, f := range s.files {
		f.size = -1
	}
}

// Show makes the folder what a power cut leaves.
func (s *Stage) Show(pending []*Unit, state State) error {
	if err := clearFolder(s.root); err != nil {
		return err
	}
	names := s.disk.names(pending, state)
	paths := make([]string, 0, len(names))
	for name := range names {
		paths = append(paths, name)
	}
	slices.Sort(paths)
	for _, name := range paths {
		n := names[name]
		target := filepath.Join(s.root, name)
		if n.folder {
			if err := os.Mkdir(target, 0o700); err != nil {
				return err
			}
			continue
		}
		if err := s.bring(n, pending, state); err != nil {
			return err
		}
		if err := os.Link(s.path(n), target); err != nil {
			return err
		}
	}
	return nil
}

func (s *Stage) path(n *node) string { return filepath.Join(s.pool, strconv.Itoa(n.id)) }

// bring writes what differs from the last state of a file.
func (s *Stage) bring(n *node, pending []*Unit, state State) error {
	f := s.files[n.id]
	if f == nil {
		file, err := os.OpenFile(s.path(n), os.O_RDWR|os.O_CREATE|os.O_TRUNC, 0o600)
		if err != nil {
			return err
		}
		f = &staged{file: file, size: -1}
		s.files[n.id] = f
	}
	want := f.dirty
	if f.size < 0 {
		want = []span{{0, int64(len(n.content))}}
		if err := f.file.Truncate(0); err != nil {
			return err
		}
	} else {
		want = append(want, n.changed...)
	}
	n.changed = nil
	for _, part := range want {
		to := min(part.to, int64(len(n.content)))
		if part.from < to {
			if _, err := f.file.WriteAt(n.content[part.from:to], part.from); err != nil {
				return err
			}
		}
	}
	f.dirty = nil
	size := int64(len(n.content))
	if err := f.file.Truncate(size); err != nil {
		return err
	}
	for i, u := range pending {
		if u.node != n || !state.Kept(i) {
			continue
		}
		if u.length {
			f.dirty = append(f.dirty, span{min(u.size, size), max(u.size, size)})
			size = u.size
			if err := f.file.Truncate(size); err != nil {
				return err
			}
			continue
		}
		part := u.data[:state.bytes(i, u)]
		if _, err := f.file.WriteAt(part, u.off); err != nil {
			return err
		}
		end := u.off + int64(len(part))
		f.dirty = append(f.dirty, span{u.off, end})
		size = max(size, end)
	}
	f.size = size
	return nil
}

func clearFolder(dir string) error {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if e.IsDir() {
			err = errors.Join(err, clearFolder(path))
		}
		err = errors.Join(err, os.Remove(path))
	}
	return err
}

// Close closes the files.
func (s *Stage) Close() {
	for _, f := range s.files {
		_ = f.file.Close()
	}
}
