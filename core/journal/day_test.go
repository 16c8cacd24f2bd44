package journal

import (
	"testing"
	"time"
	_ "time/tzdata" // the machine may have no zones
)

// TestADayBeginsOnItself, also where clocks skip its midnight.
func TestADayBeginsOnItself(t *testing.T) {
	for _, c := range []struct {
		zone  string
		day   Day
		clock string
	}{
		{"America/Santiago", "20260906", "01:00"},
		{"America/Havana", "20260308", "01:00"},
		{"Atlantic/Azores", "20260329", "01:00"},
		{"Asia/Beirut", "20260329", "01:00"},
		{"Africa/Tripoli", "20260906", "00:00"},
	} {
		zone, err := time.LoadLocation(c.zone)
		if err != nil {
			t.Fatal(err)
		}
		begin := c.day.Time(zone)
		if DayOf(begin) != c.day || begin.Format("15:04") != c.clock || DayOf(begin.Add(-time.Second)) >= c.day {
			t.Errorf("%s: %s begins at %v, want %s of that day", c.zone, c.day, begin, c.clock)
		}
	}
}
