package speaker

import (
	"context"
	"os"
	"time"

	"sanduq/ui/subprocess"
)

// Speaker is the computer's sound device.
type Speaker struct{}

// Play implements sound.Device, by the player that every Mac has.
func (Speaker) Play(samples []int16) error {
	if len(samples) == 0 {
		return nil
	}
	file, err := os.CreateTemp("", "sanduq-*.wav")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }()
	if _, err := file.Write(wave(samples)); err != nil {
		_ = file.Close()
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), 10*time.Second)
	defer cancel()
	return subprocess.Command(ctx, "/usr/bin/afplay", file.Name()).Run()
}
