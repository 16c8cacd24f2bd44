package disk

import (
	"os"
	"path/filepath"
	"slices"
)

// Stage puts states of a disk into a real folder. Each one is written afresh:
// the program under test writes to its files, even one that only opens them.
type Stage struct {
	disk *Disk
	root string
}

// NewStage makes a folder below dir: the states appear in Root.
func NewStage(d *Disk, dir string) (*Stage, error) {
	s := &Stage{disk: d, root: filepath.Join(dir, "root")}
	return s, os.MkdirAll(s.root, 0o700)
}

// Root is the folder in which states appear.
func (s *Stage) Root() string { return s.root }

// Show makes the folder what a power cut leaves.
func (s *Stage) Show(pending []*Unit, state State) error {
	if err := os.RemoveAll(s.root); err != nil {
		return err
	}
	if err := os.Mkdir(s.root, 0o700); err != nil {
		return err
	}
	names := s.disk.names(pending, state)
	paths := make([]string, 0, len(names))
	for name := range names {
		paths = append(paths, name)
	}
	slices.Sort(paths)
	for _, name := range paths {
		n, target := names[name], filepath.Join(s.root, name)
		if n.folder {
			if err := os.Mkdir(target, 0o700); err != nil {
				return err
			}
			continue
		}
		if err := os.WriteFile(target, s.disk.content(n, pending, state), 0o600); err != nil {
			return err
		}
	}
	return nil
}
