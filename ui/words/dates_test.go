package words

import (
	"testing"
	"time"
)

func TestDatesInThreeLanguages(t *testing.T) {
	at := time.Date(2026, 11, 20, 14, 31, 8, 0, time.UTC)
	for _, x := range []struct{ lang, date, full, day, month string }{
		{English, "20 Nov 2026", "20 Nov 2026, 14:31:08", "Friday 20 November", "November 2026"},
		{Arabic, "20 نوفمبر 2026", "20 نوفمبر 2026، 14:31:08", "الجمعة 20 نوفمبر", "نوفمبر 2026"},
		{French, "20 nov. 2026", "20 nov. 2026, 14:31:08", "Vendredi 20 novembre", "novembre 2026"},
	} {
		c := load(t, x.lang)
		for got, want := range map[string]string{c.Date(at): x.date, c.DateTime(at): x.full, c.Day(at): x.day, c.Month(at): x.month} {
			if got != want {
				t.Errorf("%s: %q, want %q", x.lang, got, want)
			}
		}
	}
	if Time(at) != "14:31" || TimeSeconds(at) != "14:31:08" {
		t.Error("the clock has another face")
	}
}

func TestEveryMonthAndDayHasAName(t *testing.T) {
	for _, lang := range Languages() {
		c := load(t, lang)
		seen := map[string]bool{}
		for m := time.January; m <= time.December; m++ {
			seen[c.Month(time.Date(2026, m, 1, 0, 0, 0, 0, time.UTC))] = true
		}
		for d := time.Sunday; d <= time.Saturday; d++ {
			seen[c.Weekday(d)] = true
		}
		if len(seen) != 19 || seen[""] {
			t.Errorf("%s: %d names", lang, len(seen))
		}
	}
}
