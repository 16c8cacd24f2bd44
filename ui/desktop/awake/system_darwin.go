package awake

import (
	"context"
	"os"
	"strconv"

	"sanduq/ui/subprocess"
)

// System runs the tool that every Mac has for it. It ends with this program,
// however that ends.
func System() (release func(), err error) {
	cmd := subprocess.Command(context.Background(), "/usr/bin/caffeinate", "-d", "-i", "-w", strconv.Itoa(os.Getpid()))
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
	}, nil
}
