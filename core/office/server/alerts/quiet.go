package alerts

import (
	"fmt"
	"time"
)

// Quiet are hours in which nothing is sent: from one time of the day to another, in
// minutes since midnight, over midnight where From is later. The zero value is none.
type Quiet struct{ From, To int }

// ParseQuiet reads hours such as "22:00-07:30"; blank is none.
func ParseQuiet(text string) (Quiet, error) {
	if text == "" {
		return Quiet{}, nil
	}
	var h1, m1, h2, m2 int
	if n, err := fmt.Sscanf(text, "%d:%d-%d:%d", &h1, &m1, &h2, &m2); err != nil || n != 4 || text != fmt.Sprintf("%02d:%02d-%02d:%02d", h1, m1, h2, m2) ||
		h1 > 23 || h2 > 23 || m1 > 59 || m2 > 59 {
		return Quiet{}, fmt.Errorf("alerts: %q are no hours such as 22:00-07:30", text)
	}
	return Quiet{60*h1 + m1, 60*h2 + m2}, nil
}

// Holds reports whether a moment lies within the hours, by its own zone.
func (q Quiet) Holds(now time.Time) bool {
	at := 60*now.Hour() + now.Minute()
	if q.From <= q.To {
		return q.From <= at && at < q.To
	}
	return at >= q.From || at < q.To
}
