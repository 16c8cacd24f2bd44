package statement_test

import (
	"bytes"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"
)

// bookOf is a workbook of one sheet; a time is a number with the format of a date.
func bookOf(t *testing.T, rows ...[]any) []byte {
	t.Helper()
	book := excelize.NewFile()
	for i, row := range rows {
		at, err := excelize.CoordinatesToCellName(1, i+1)
		if err == nil {
			err = book.SetSheetRow("Sheet1", at, &row)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// TestABalanceOfAWorkbookIsNoDay: a day is a number there, and most balances are such numbers.
// Each file states 20.000 more at its end than its movements give.
func TestABalanceOfAWorkbookIsNoDay(t *testing.T) {
	day := time.Date(2026, 11, 3, 0, 0, 0, 0, time.UTC)
	one, two := []any{"2026-11-03", "8F2K-71QD-0001", 12.5, nil}, []any{"2026-11-03", "8F2K-71QD-0002", -3.5, nil}
	head := []any{"Date", "Reference", "Amount (LYD)", "Balance"}
	for name, rows := range map[string][][]any{
		"small":                  {head, {"Opening balance", nil, nil, 1_000}, one, two, {"Closing balance", nil, nil, 1_029}},
		"usual":                  {head, {"Opening balance", nil, nil, 40_000}, one, two, {"Closing balance", nil, nil, 40_029}},
		"with the day beside it": {head, {"Opening balance", day, nil, 40_000}, one, two, {"Closing balance", day, nil, 40_029}},
		"in the column of sums":  {head, {"Opening balance", nil, 40_000, nil}, one, two, {"Closing balance", nil, 40_029, nil}},
		"below a column of days": {{"Date", "Reference", "Value date", "Amount (LYD)", "Balance"}, {"Opening balance", nil, 46_329, nil, 40_000}, {day, "8F2K-71QD-0001", 46_329, 12.5, nil},
			{day, "8F2K-71QD-0002", 46_329, -3.5, nil}, {"Closing balance", nil, 46_329, nil, 40_029}},
		"a sum": {head, {"2026-11-03", "8F2K-71QD-0001", 40_012.5, nil}, two, {"Total", nil, 40_029, nil}},
	} {
		s, _, err := opened(t, bookOf(t, rows...), nil)
		if err != nil || len(s.Lines) != 2 || len(s.Gaps) != 1 || s.Gaps[0].Missing().Minor != 20_000 {
			t.Errorf("%s: %d lines, gaps %+v, %v", name, len(s.Lines), s.Gaps, err)
		}
	}
}

// TestABalanceHasTheCurrencyOfTheMovements, where it names none, though it stands before them.
func TestABalanceHasTheCurrencyOfTheMovements(t *testing.T) {
	for name, text := range map[string]string{
		"named": "Date,Reference,Amount,Currency,Balance\nOpening balance,,,LYD,1000.000\n2026-11-03,8F2K-71QD-0001,12.500,LYD,\n2026-11-03,8F2K-71QD-0002,-3.500,LYD,\nClosing balance,,,LYD,1029.000\n",
		"blank": "Date,Reference,Amount,Currency,Balance\nOpening balance,,,,1000.000\n2026-11-03,8F2K-71QD-0001,12.500,LYD,\n2026-11-03,8F2K-71QD-0002,-3.500,LYD,\nClosing balance,,,,1029.000\n",
		"sum":   "Date,Reference,Amount,Currency,Balance\nTotal,,29.000,,\n2026-11-03,8F2K-71QD-0001,12.500,LYD,\n2026-11-03,8F2K-71QD-0002,-3.500,LYD,\n",
	} {
		s, _, err := opened(t, []byte(text), nil)
		if err != nil || len(s.Lines) != 2 || len(s.Gaps) != 1 || s.Gaps[0].Missing().Minor != 20_000 {
			t.Errorf("%s: %d lines, gaps %+v, %v", name, len(s.Lines), s.Gaps, err)
		}
	}
}
