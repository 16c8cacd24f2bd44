package shift

import (
	"context"
	"fmt"
	"strings"
	"time"

	"sanduq/core/journal"
	"sanduq/core/till/internal/staff"
)

// mostDaysApart is how many days a shift may be taken, or end, after the day on which it
// began or was taken, without anybody being asked whether the date is right: a shop is
// closed for a month now and then.
const mostDaysApart = 31

// believes refuses to take a shift, or to end it, while the clock shows a day that looks as
// if it had not come: the books would stand there, and everything would be booked on that
// day, until it comes. It lies more than a day after what the gateway's answers tell, or far
// after what came before; and nobody has said that it is right. Where the books are ahead
// of the clock already, nothing is made worse. Error: CodeClockAhead.
func (d *Desk) believes(s journal.Shift, link journal.Link) error {
	day := journal.DayOf(d.cfg.Now())
	if accepted := d.accepted.Load(); accepted != nil && *accepted == day {
		return nil
	}
	zone := d.cfg.Now().Location()
	if told, ok := d.gatewayDay(link, 24*time.Hour); ok && day > told {
		told, _ = d.gatewayDay(link, 0)
		return journal.Refuse(journal.CodeClockAhead, &journal.ClockAheadError{Day: day, Gateway: told})
	}
	last := s.BookFrom
	if last == "" {
		last = journal.DayOf(s.Begun.In(zone))
		if s.Opened != nil {
			last = max(last, journal.DayOf(s.Opened.At.In(zone)))
		}
	}
	if from := last.Time(time.UTC); !from.IsZero() && day > journal.DayOf(from.AddDate(0, 0, mostDaysApart)) {
		return journal.Refuse(journal.CodeClockAhead, &journal.ClockAheadError{Day: day, Last: last})
	}
	return nil
}

// gatewayDay is the day by the gateway's clock, some time later; false where none of its
// answers since the start told the time.
func (d *Desk) gatewayDay(link journal.Link, later time.Duration) (journal.Day, bool) {
	return journal.DayOf(d.cfg.Now().Add(link.Offset + later)), !link.LastAnswer.IsZero()
}

// AcceptDay records a person's word that a day is right by which OpenShift, or CloseShift,
// was refused with CodeClockAhead: they then go through on that day, until the till is
// closed. It asks for no right, since they do. Errors: CodeStore, CodeUnavailable.
func (d *Desk) AcceptDay(ctx context.Context, by string, day journal.Day) error {
	err := d.cfg.Writer.ConfirmAudit(journal.AuditRow{By: d.cfg.Staff.Whose(by), Action: journal.AuditClockAccepted, Detail: day.Time(time.UTC).Format(time.DateOnly)})
	if err == nil {
		d.accepted.Store(&day)
	}
	return err
}

// SetBookingBack takes the books out of days that have not come: a clock that was ahead
// when the shift was taken, or when Zs were made, had put them there. What is booked from
// now on is booked from the day after the newest Z on that does not lie ahead, or from
// today on where that is earlier. Nothing that was booked is changed. It needs the right to
// close a shift. Errors: CodeShift where there is none, CodeStep where the books are not
// ahead of the clock, CodeClock where the clock shows an earlier day than the gateway,
// CodeManager, CodeReason, CodeFrozen, CodeStore.
func (d *Desk) SetBookingBack(ctx context.Context, by, reason string) (err error) {
	if err := d.cfg.Frozen(); err != nil {
		return err
	}
	if reason = strings.TrimSpace(reason); reason == "" {
		return journal.Refuse(journal.CodeReason, nil)
	}
	today := journal.DayOf(d.cfg.Now())
	if told, ok := d.gatewayDay(d.cfg.Link(), -24*time.Hour); ok && told > today {
		return journal.Refuse(journal.CodeClock, fmt.Errorf("today is %s, the gateway is a day beyond %s", today, told))
	}
	g, err := d.cfg.Staff.ClaimAnyone(staff.ActSetBookingBack, by)
	if err != nil {
		return err
	}
	defer func() { g.End(err) }()
	from, err := d.firstAgain(context.WithoutCancel(ctx), today)
	if err != nil {
		return journal.Refuse(journal.CodeStore, err)
	}
	return d.onShiftDay(ctx, func(h *journal.Head, s journal.ShiftState, day journal.Day) (journal.Change, error) {
		if day <= today {
			return journal.Change{}, journal.Refuse(journal.CodeStep, fmt.Errorf("the books stand at %s, and today is %s", day, today))
		}
		next := s.Shift
		next.Version++
		next.BookFrom = from
		detail := day.Time(time.UTC).Format(time.DateOnly) + " / " + from.Time(time.UTC).Format(time.DateOnly) + " " + reason
		return journal.Change{Shift: &next, Audit: d.cfg.Writer.Rows(h, g.Row(journal.AuditBookFrom, detail))}, nil
	})
}

// firstAgain is the day after that of the newest Z that does not lie ahead of today, or
// today where that is earlier, or where there is no such Z.
func (d *Desk) firstAgain(ctx context.Context, today journal.Day) (journal.Day, error) {
	for before := uint64(0); ; {
		zs, err := d.cfg.Store.Zs(ctx, before, mostNamed)
		if err != nil || len(zs) == 0 {
			return today, err
		}
		for i := range zs {
			if day := zs[i].BookingDay(d.cfg.Now().Location()); day <= today {
				return min(today, journal.DayOf(day.Time(time.UTC).AddDate(0, 0, 1))), nil
			}
			before = zs[i].Seq
		}
	}
}
