package journal

import (
	"cmp"
	"time"
)

// BookingDay is the business day on which the Z stands: that of its moment in a shop's
// zone, or the day on which the Z before it stands, where the clock was set back behind it.
func (z *Z) BookingDay(zone *time.Location) Day { return cmp.Or(z.Booked, DayOf(z.At.In(zone))) }

// FirstBookingDay is the earliest day on which anything may be booked after a Z and in
// the shift that follows it; before is the Z, nil for none, and opened how somebody took
// the shift, nil for nobody. Blank is any day. A till's clock may show an earlier day
// all the same: it was set back.
func FirstBookingDay(before *Z, opened *Opening, zone *time.Location) (day Day) {
	if before != nil {
		day = before.BookingDay(zone)
	}
	if opened != nil {
		day = max(day, DayOf(opened.At.In(zone)))
	}
	return day
}
