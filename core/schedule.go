package core

import "time"

// shortest is the least interval that a schedule is given.
const shortest = time.Millisecond

// normal fills in what a schedule leaves open: the zero schedule is the
// default one; without Fast or FastFor there is no fast phase; without Slow or
// Cap the default's stand in.
func (s PollSchedule) normal() PollSchedule {
	d := DefaultPollSchedule()
	if s == (PollSchedule{}) {
		return d
	}
	if s.Slow <= 0 {
		s.Slow = d.Slow
	}
	if s.Cap <= 0 {
		s.Cap = d.Cap
	}
	s.Slow = max(s.Slow, shortest)
	if s.Fast <= 0 || s.FastFor <= 0 {
		s.Fast, s.FastFor = s.Slow, 0
	}
	s.Fast = max(s.Fast, shortest)
	return s
}

// next returns the first tick later than after, and false when the cap comes
// first. Ticks are multiples of Fast up to FastFor, then FastFor plus
// multiples of Slow up to Cap. after is not negative.
func (s PollSchedule) next(after time.Duration) (time.Duration, bool) {
	if fast := after - after%s.Fast + s.Fast; fast <= s.FastFor {
		return fast, fast <= s.Cap
	}
	steps := time.Duration(1)
	if after >= s.FastFor {
		steps += (after - s.FastFor) / s.Slow
	}
	slow := s.FastFor + steps*s.Slow
	return slow, slow <= s.Cap
}

// last returns the last tick at or before the cap; zero when there is none.
func (s PollSchedule) last() time.Duration {
	if slow := s.FastFor + s.Slow; slow <= s.Cap {
		return s.Cap - (s.Cap-s.FastFor)%s.Slow
	}
	end := min(s.FastFor, s.Cap)
	return end - end%s.Fast
}
