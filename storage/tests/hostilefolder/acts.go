//go:build !windows

package hostilefolder

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
)

// act is something that happens to the file of a till that runs.
type act struct {
	name string
	do   func(p *place) error
	undo func(p *place) error // nil: what is done is done
	// harmless: the path leads to the same file afterwards.
	harmless bool
	// lost: what was in the file is gone by force.
	lost bool
	// nameless: the file has no name left; what it held must be saved.
	nameless bool
	// elsewhere: the folder is another one, whose checkpoint is not the till's.
	elsewhere bool
}

// place is where a till's data lie during one round.
type place struct {
	dir   string // the folder
	path  string // of the file, as the till opens it
	real  string // where the file itself lies: behind the link, if it is one
	aside string // a folder of the driver's own, on the same disk
	older string // an older state of the same store
	other string // the store of another shop, of the same environment

	held string // where the file that was open lies after the act; "" for nowhere
	put  string // what was put in its place, whose content is to stay
}

func (p *place) spare(name string) string { return filepath.Join(p.aside, name) }

// moveAside moves the till's file aside.
func (p *place) moveAside() error {
	p.held = p.spare("held.db")
	if p.real != p.path { // a link goes, the file stays
		p.held = p.real
		return os.Remove(p.path)
	}
	return os.Rename(p.path, p.held)
}

// back puts it where it was.
func (p *place) back() error {
	if p.real != p.path {
		err := os.RemoveAll(p.path)
		return errors.Join(err, os.Symlink(p.real, p.path))
	}
	if info, err := os.Lstat(p.path); err == nil && info.IsDir() {
		if err := os.Remove(p.path); err != nil {
			return err
		}
	}
	err := os.Rename(p.held, p.path)
	p.held = p.path
	return err
}

// replace puts a copy of a file in the place of the till's, at one stroke where
// the file is no link.
func (p *place) replace(by string) error {
	content, err := os.ReadFile(by)
	if err != nil {
		return err
	}
	next := p.spare("next.db")
	if err := os.WriteFile(next, content, 0o600); err != nil {
		return err
	}
	p.held, p.put = p.real, p.path
	if p.real == p.path {
		p.held = p.spare("held.db")
		if err := os.Link(p.path, p.held); err != nil {
			return err
		}
	}
	return os.Rename(next, p.path)
}

// moveFolder renames the folder; the file goes along.
func (p *place) moveFolder() error {
	p.held = filepath.Join(p.dir+"+", filepath.Base(p.path))
	if p.real != p.path {
		p.held = p.real
	}
	return os.Rename(p.dir, p.dir+"+")
}

func (p *place) folderBack() error {
	p.held = p.path
	if p.real != p.path {
		p.held = p.real
	}
	return errors.Join(os.RemoveAll(p.dir), os.Rename(p.dir+"+", p.dir))
}

// over writes a content into the till's file itself.
func (p *place) over(content []byte) error { return os.WriteFile(p.path, content, 0o600) }

// then is one step after another.
func then(steps ...func(p *place) error) func(p *place) error {
	return func(p *place) error {
		for _, step := range steps {
			if err := step(p); err != nil {
				return err
			}
		}
		return nil
	}
}

// acts are all that may happen.
func acts() []act {
	hold, back := (*place).moveAside, (*place).back
	return []act{
		{name: "renamed", do: hold, undo: back},
		{name: "removed", nameless: true, do: func(p *place) error {
			if p.real != p.path {
				return errors.Join(os.Remove(p.path), os.Remove(p.real))
			}
			return os.Remove(p.path)
		}},
		{name: "replaced by an older copy", undo: back, do: func(p *place) error { return p.replace(p.older) }},
		{name: "replaced by another shop's", undo: back, do: func(p *place) error { return p.replace(p.other) }},
		{name: "replaced by itself, copied", undo: back, do: func(p *place) error { return p.replace(p.path) }},
		{name: "replaced by an empty file", undo: back, do: then(hold, func(p *place) error {
			p.put = p.path
			return os.WriteFile(p.path, nil, 0o600)
		})},
		{name: "replaced by a folder", undo: back, do: then(hold, func(p *place) error { return os.Mkdir(p.path, 0o700) })},
		{name: "replaced by a pipe", undo: back, do: then(hold, func(p *place) error { return syscall.Mkfifo(p.path, 0o600) })},
		{name: "replaced by a link to an older copy", undo: back, do: then(hold, func(p *place) error {
			p.put = p.older
			return os.Symlink(p.older, p.path)
		})},
		{name: "replaced by a link to nothing", undo: back, do: then(hold, func(p *place) error {
			return os.Symlink(p.spare("nothing"), p.path)
		})},
		{name: "overwritten by an older copy", lost: true, do: func(p *place) error {
			content, err := os.ReadFile(p.older)
			return errors.Join(err, p.over(content))
		}},
		{name: "overwritten by another shop's", lost: true, do: func(p *place) error {
			content, err := os.ReadFile(p.other)
			return errors.Join(err, p.over(content))
		}},
		{name: "cut to nothing", lost: true, do: func(p *place) error { return p.over(nil) }},
		{name: "folder renamed", elsewhere: true, do: (*place).moveFolder, undo: (*place).folderBack},
		{name: "folder renamed, another made", elsewhere: true, undo: (*place).folderBack, do: then((*place).moveFolder, func(p *place) error { return os.Mkdir(p.dir, 0o700) })},
		{name: "folder replaced by another shop's", elsewhere: true, undo: (*place).folderBack, do: then((*place).moveFolder, func(p *place) error {
			p.put = p.path
			return errors.Join(os.Mkdir(p.dir, 0o700), copyFile(p.other, p.path))
		})},
		{name: "folder replaced by a file", elsewhere: true, undo: (*place).folderBack, do: then((*place).moveFolder, func(p *place) error {
			return os.WriteFile(p.dir, nil, 0o600)
		})},
		{name: "folder removed", lost: true, elsewhere: true, do: func(p *place) error {
			if p.real != p.path {
				p.held = p.real
			}
			return os.RemoveAll(p.dir)
		}},
		{name: "moved and linked", harmless: true, do: then(hold, func(p *place) error { return os.Symlink(p.held, p.path) })},
		{name: "folder moved and linked", harmless: true, do: then((*place).moveFolder, func(p *place) error { return os.Symlink(p.dir+"+", p.dir) })},
		{name: "another name given", harmless: true, do: func(p *place) error { return os.Link(p.real, p.spare("another.db")) }},
		{name: "what lies beside it removed", harmless: true, do: func(p *place) error {
			return errors.Join(os.Remove(filepath.Join(p.dir, "till.lock")), os.Remove(filepath.Join(p.dir, "till.open")))
		}},
	}
}

func copyFile(from, to string) error {
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	return os.WriteFile(to, content, 0o600)
}
