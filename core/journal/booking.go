package journal

import (
	"cmp"
	"time"
)

// BookingDay is the business day that the sale counts towards in every figure, export
// and total of head office: the day on which its money came. A sale without money, and
// one that was settled before that day was recorded, counts towards its own day.
func (s Sale) BookingDay() Day { return cmp.Or(s.Booked, s.ID.Day()) }

// BookedAt is the moment whose hour the sale counts towards: that of its opening, or
// where its money came on another day, that of its settlement.
func (s Sale) BookedAt() time.Time {
	if s.Booked != "" {
		return s.SettledAt
	}
	return s.CreatedAt
}

// Book records that the money of a sale came on a business day. One that is the sale's
// own is not written down.
func (s *Sale) Book(day Day) {
	if s.Booked = ""; day != s.ID.Day() {
		s.Booked = day
	}
}
