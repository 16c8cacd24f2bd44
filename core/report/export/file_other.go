//go:build !linux

package export

import "path/filepath"

func newAside(path string) (*aside, error) { return named(filepath.Dir(path)) }

func (a *aside) publish(path string) error { return a.rename(path) }
