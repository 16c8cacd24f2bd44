//go:build !linux

package config

import "strings"

// networkKind knows a folder on another machine by its path alone.
func networkKind(dir string) string {
	if strings.HasPrefix(dir, `\\`) && !strings.HasPrefix(dir, `\\?\`) && !strings.HasPrefix(dir, `\\.\`) || strings.HasPrefix(dir, `\\?\UNC\`) {
		return "a network share"
	}
	return ""
}
