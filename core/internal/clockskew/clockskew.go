// Package clockskew compares a server's clock with this computer's by the Date
// header of a reply.
package clockskew

import (
	"errors"
	"fmt"
	"net/http"
	"time"
)

// ErrNoDate matches the error of a reply that does not say the time.
var ErrNoDate = errors.New("no usable Date header")

// Of returns the server's clock less this computer's, to a tenth of a second:
// positive when this computer is behind. The server's time is compared with the
// middle of the exchange, which began and ended at before and after. The header is
// cut to whole seconds; half of one makes that good.
func Of(date string, before, after time.Time) (time.Duration, error) {
	if date == "" {
		return 0, ErrNoDate
	}
	theirs, err := http.ParseTime(date)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNoDate, err)
	}
	ours := before.Add(after.Sub(before) / 2)
	return theirs.Add(time.Second / 2).Sub(ours).Round(100 * time.Millisecond), nil
}
