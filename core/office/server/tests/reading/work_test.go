//go:build linux

package reading

import "time"

// worked is the processor time that all of it took.
func (w *world) worked() time.Duration {
	here, server := w.server.Worked()
	return here + server
}
