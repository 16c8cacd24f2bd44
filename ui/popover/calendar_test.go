package popover

import (
	"slices"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"sanduq/core/journal"
	"sanduq/ui/theme"
	"sanduq/ui/uitest"
	"sanduq/ui/words"
)

const friday journal.Day = "20261120"

func calendar(t *testing.T, lang string, pick func(journal.Day)) *Calendar {
	uitest.NewApp(t)
	theme.Apply(fyne.CurrentApp(), theme.Look{Still: true})
	t.Cleanup(func() { theme.Use(theme.Look{}) })
	return NewCalendar(Days{Words: words.MustLoad(lang), Today: friday, On: friday, Pick: pick, Label: "All days", Every: func() {}})
}

func TestDaysToComeCannotBePicked(t *testing.T) {
	var picked []journal.Day
	c := calendar(t, words.English, func(d journal.Day) { picked = append(picked, d) })
	for i, cell := range c.days {
		if day := c.dayAt(i); day.Day() == 21 && day.Month() == time.November {
			cell.Tapped(nil)
			c.choose(day)
		}
		if day := c.dayAt(i); day.Day() == 19 && day.Month() == time.November {
			cell.Tapped(nil)
		}
	}
	if !slices.Equal(picked, []journal.Day{"20261119"}) {
		t.Errorf("picked %v", picked)
	}
	if !c.next.Disabled() {
		t.Error("the next month can be turned to")
	}
}

func TestWeeksBeginWhereTheLanguageHasThem(t *testing.T) {
	for lang, want := range map[string]time.Weekday{words.English: time.Monday, words.Arabic: time.Saturday, words.French: time.Monday} {
		c := calendar(t, lang, func(journal.Day) {})
		for column := range 7 {
			if got := c.dayAt(column).Weekday(); got != (want+time.Weekday(column))%7 {
				t.Errorf("%s: column %d is %s", lang, column, got)
			}
		}
	}
}
