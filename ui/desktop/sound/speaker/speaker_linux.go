package speaker

import (
	"errors"
	"time"

	"github.com/jfreymuth/pulse"

	"sanduq/ui/desktop/sound"
)

// Speaker is the computer's sound device. It holds nothing between two sounds,
// so that a device may come and go.
type Speaker struct{}

// patience is how much longer than its length a sound may take.
const patience = 3 * time.Second

// Play implements sound.Player.
func (Speaker) Play(samples []int16) error {
	if len(samples) == 0 {
		return nil
	}
	client, err := pulse.NewClient(pulse.ClientApplicationName("Sanduq"))
	if err != nil {
		return err
	}
	defer client.Close()
	left := samples
	stream, err := client.NewPlayback(pulse.Int16Reader(func(buffer []int16) (int, error) {
		n := copy(buffer, left)
		left = left[n:]
		if n == 0 {
			return 0, pulse.EndOfData
		}
		return n, nil
	}), pulse.PlaybackMono, pulse.PlaybackSampleRate(sound.SampleRate), pulse.PlaybackLatency(.05))
	if err != nil {
		return err
	}
	defer stream.Close()
	played := make(chan error, 1)
	go func() {
		stream.Start()
		stream.Drain()
		played <- stream.Error()
	}()
	length := time.Duration(len(samples)) * time.Second / sound.SampleRate
	select {
	case err := <-played:
		return err
	case <-time.After(length + patience):
		return errors.New("the sound server does not play")
	}
}
