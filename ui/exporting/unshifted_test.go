package exporting

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"sanduq/core/journal"
	"sanduq/core/journal/queries"
	"sanduq/core/report/export"
	"sanduq/ui/words"
)

// TestAnExportOfZsSaysWhatStandsInNone, of each Z that it holds, and of none that it does
// not; also where it could not be read, of which the rest does not suffer.
func TestAnExportOfZsSaysWhatStandsInNone(t *testing.T) {
	s := days(t, 4)
	asked := map[uint64]bool{}
	source := Source{Books: s, OutsideShift: func(_ context.Context, z journal.Z) (queries.OutsideShift, error) {
		asked[z.Seq] = true
		switch z.Seq {
		case s.zs[1].Seq:
			return queries.OutsideShift{Sums: []journal.Line{{Currency: "LYD", Tally: journal.Tally{Number: 3, Minor: 26_250}}}, Receipts: journal.SeqRange{First: 3, Last: 5}}, nil
		case s.zs[2].Seq:
			return queries.OutsideShift{}, errors.New("torn")
		}
		return queries.OutsideShift{}, nil
	}}
	day := journal.DayOf(s.zs[1].At.In(tripoli))
	for _, lang := range words.Languages() {
		w := words.MustLoad(lang)
		job, err := source.Job(t.Context(), Request{Of: OfZs, Query: journal.SaleQuery{From: day}}, CSV, Shop{Zone: tripoli, Now: time.Now()}, w)
		if err != nil {
			t.Fatal(err)
		}
		notes, sum := job.About.Notes, "26.250"
		if lang == words.French {
			sum = "26,250"
		}
		if len(notes) != 2 || notes[0][0] != journal.ZNumber(s.zs[1].Seq) || !strings.Contains(notes[0][1], sum) || !strings.Contains(notes[0][1], "T-0003–T-0005") ||
			notes[1][1] != job.Words.Say("day.unshifted.unknown") {
			t.Errorf("%s: %q", lang, notes)
		}
		if heads := strings.Join(job.Tables[0].Heads, "|"); !strings.Contains(heads, job.Words.Say("report.column.unshifted")) {
			t.Errorf("%s: %s", lang, heads)
		}
		if _, err := export.Write(t.Context(), &strings.Builder{}, job); err != nil {
			t.Error(err)
		}
	}
	if asked[s.zs[0].Seq] || !asked[s.zs[3].Seq] {
		t.Errorf("asked of %v", asked)
	}
}
