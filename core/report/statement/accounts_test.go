package statement_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/xuri/excelize/v2"

	"sanduq/core/report/statement"
)

const twoAccounts = "Account No,Date,Reference,Amount (LYD),D/C\n" +
	"LY8300204800002012040011,13/11/2026,A-0001-X,12.500,C\nLY8300204800002012040022,13/11/2026,B-0001-X,7.000,C\n" +
	"LY83 0020 4800 0020 1204 0011,14/11/2026,A-0002-X,0.750,D\n,14/11/2026,C-0001-X,3.250,C\n,,Total,26.000,\n"

// TestSeveralAccountsAreNeverMixed: without an answer no row is read, and with one those of
// the account that was chosen are. What names no account stays unread, and a total that is
// of all accounts is held against nothing.
func TestSeveralAccountsAreNeverMixed(t *testing.T) {
	s, doubts, err := opened(t, []byte(twoAccounts), nil)
	if err != nil || len(s.Lines) != 0 || doubts != "account" || broken(s) != "2 rowAccount, 3 rowAccount, 4 rowAccount, 5 rowAccount" {
		t.Errorf("%d lines, doubts %q, %s, %v", len(s.Lines), doubts, broken(s), err)
	}
	ids := map[string]bool{}
	for account, want := range map[string]string{"LY8300204800002012040011": "LYD 11.750", "LY8300204800002012040022": "LYD 7.000"} {
		s, _, err := opened(t, []byte(twoAccounts), func(m *statement.Mapping) { m.Account = account })
		got := counted(s)
		other := 0
		for _, k := range s.Skipped {
			if k.Why == statement.OtherAccount {
				other++
			}
		}
		if err != nil || got.sums != want || broken(s) != "5 rowAccount" || len(s.Lines)+other != 3 || len(s.Gaps) != 0 {
			t.Errorf("%s: %v, %d of others, %v", account, got, other, err)
		}
		f, _ := statement.Open(t.Context(), []byte(twoAccounts), statement.Mapping{})
		id, of := f.ID(s.Lines, account)
		for _, one := range []string{id, of, f.Number(account)} {
			if one == "" || ids[one] {
				t.Errorf("%s is not told apart", account)
			}
			ids[one] = true
		}
	}
	s, _, err = opened(t, []byte(twoAccounts), func(m *statement.Mapping) { m.OneAccount = true })
	if got := counted(s); err != nil || got.lines != 4 || got.sums != "LYD 22.000" {
		t.Errorf("of one account: %v, %v", got, err)
	}
}

// TestAColumnOfOtherPeoplesAccountsIsNotAskedAbout, nor one account in all rows.
func TestAColumnOfOtherPeoplesAccountsIsNotAskedAbout(t *testing.T) {
	for name, account := range map[string]func(n int) string{
		"one": func(int) string { return "2012040011" }, "the payers": func(n int) string { return fmt.Sprint(2012040011 + n) }, "names": func(n int) string { return []string{"Shop", "Rent"}[n%2] },
	} {
		var text bytes.Buffer
		text.WriteString("Account,Date,Reference,Amount (LYD),D/C\n")
		for n := range 20 {
			fmt.Fprintf(&text, "%s,%02d/11/2026,A-%04d-X,12.50%d,C\n", account(n), 10+n, n, n%10)
		}
		f, err := statement.Open(t.Context(), text.Bytes(), statement.Mapping{})
		if err != nil {
			t.Fatal(err)
		}
		if _, doubts := f.Guess(); slices.Contains(doubts, statement.DoubtAccount) {
			t.Errorf("%s: %v", name, doubts)
		}
	}
}

// TestWhichSheetsWereNotReadIsKnown.
func TestWhichSheetsWereNotReadIsKnown(t *testing.T) {
	book := excelize.NewFile()
	for sheet, rows := range map[string][][]any{
		"Sheet1": {{"Date", "Amount LYD"}, {46345, 12.5}},
		"Second": {{"Date", "Amount LYD"}, {46346, 1.5}},
		"Third":  {{"Posted", "Reference", "Credit (LYD)", "Debit (LYD)"}, {46346, "A-0001", 1.5, nil}, {46347, "A-0002", nil, 2.5}},
		"Notes":  {{"To whom it may concern"}},
	} {
		if _, err := book.NewSheet(sheet); err != nil {
			t.Fatal(err)
		}
		for i, r := range rows {
			if err := book.SetSheetRow(sheet, fmt.Sprintf("A%d", i+1), &r); err != nil {
				t.Fatal(err)
			}
		}
	}
	var out bytes.Buffer
	if err := book.Write(&out); err != nil {
		t.Fatal(err)
	}
	f, err := statement.Open(t.Context(), out.Bytes(), statement.Mapping{})
	if err != nil {
		t.Fatal(err)
	}
	if sheets, rows := f.Unread(); sheets != 1 || rows != 2 {
		t.Errorf("%d sheets and %d rows were not read", sheets, rows)
	}
}
