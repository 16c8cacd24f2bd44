package export_test

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sanduq/core/journal"
	"sanduq/core/report"
	"sanduq/core/report/export"
	"sanduq/core/tests/shop"
)

// referenceIn is the cell of a cashier's reference in a file of one sale.
func referenceIn(t interface{ Fatal(...any) }, f export.Format, reference string, d export.Dialect) string {
	s := shop.Sale(1, 10)
	s.Reference = reference
	table := export.Sales(shop.Each([]journal.Sale{s}), 1, nil, shop.English)
	if f == export.Plain {
		table = export.PlainSales(shop.Each([]journal.Sale{s}), 1, nil)
	}
	j := job(f, shop.English, table)
	j.Dialect = d
	var out bytes.Buffer
	if _, err := export.Write(context.Background(), &out, j); err != nil {
		t.Fatal(err)
	}
	for _, r := range parted(t, out.Bytes(), d) {
		if r[1] == s.ID.Paper() {
			return r[8]
		}
	}
	t.Fatal("the sale is not there: " + out.String())
	return ""
}

// parted reads CSV by its own separator.
func parted(t interface{ Fatal(...any) }, data []byte, d export.Dialect) [][]string {
	read := csv.NewReader(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
	if d.Separator != 0 {
		read.Comma = rune(d.Separator)
	}
	rows, err := read.ReadAll()
	if err != nil {
		t.Fatal(err, string(data))
	}
	return rows
}

// TestTextsThatLookLikeNumbersStayTexts for people, and nothing else is changed by it.
func TestTextsThatLookLikeNumbersStayTexts(t *testing.T) {
	for _, text := range []string{"00123", "0", "1E5", "1e5", "12E03", "123456789012", "1.50", "1,5", ".5", "3-11", "1/2", "3.11.2026", "2026-11-03", "12:30", "12:30:15", "5 pm", "5:30 PM", "MAR1", "1 Mar", "sept 12", "Mar-26", "Dec",
		"TRUE", "false", "15%", "٠٠١٢٣", "1 234", "1'234", "1E+5", " 00123", "1-2-3-4",
		"(12)", "(1.50)", "$5", "5 €", "5 juin", "mai 26", "12 août", "Déc-26", "3 Okt"} {
		want := `="` + text + `"`
		if text == "0" {
			want = text
		}
		if got := referenceIn(t, export.CSV, text, export.Dialect{}); got != want {
			t.Errorf("%q stands as %q", text, got)
		}
		if got := referenceIn(t, export.Plain, text, export.Dialect{}); got != text {
			t.Errorf("for programs %q stands as %q", text, got)
		}
	}
	for _, text := range []string{"12", "T-0005", "order 12", "1E5x", "Table 3", "A1", "5C1D-90KT-2275", "March is here", "12 eggs", "(12) eggs", "12 maisons", "مارس", "1\"2"} {
		if got := referenceIn(t, export.CSV, text, export.Dialect{}); got != text {
			t.Errorf("%q stands as %q", text, got)
		}
	}
}

// TestPlainIsWhatWasTyped, whatever that is, to the last blank.
func TestPlainIsWhatWasTyped(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		typed := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune("=+-@;,\t\"'\r\n| aا\u202e01E")))).Draw(t, "typed")
		want := strings.ReplaceAll(typed, "\r\n", "\n") // as the reader has the end of a line within a field
		if got := referenceIn(t, export.Plain, typed, export.Dialect{}); got != want {
			t.Fatalf("%q, typed %q", got, want)
		}
	})
	long := strings.Repeat("=0", 2_000)
	if got := referenceIn(t, export.Plain, long, export.Dialect{}); got != long {
		t.Errorf("%d letters of %d", len(got), len(long))
	}
}

// TestEachDialectHoldsTheSame: what parts fields and decimals changes no cell and no sum,
// and nothing begins a formula but the texts that are shown as they are.
func TestEachDialectHoldsTheSame(t *testing.T) {
	const n = 400
	var first string
	for _, separator := range []byte(",;\t") {
		for _, decimal := range []byte(".,") {
			d := export.Dialect{Separator: separator, Decimal: decimal}
			j := job(export.CSV, shop.English, export.Sales(shop.Sales(n, "LYD", "EUR", "JPY"), n, shop.Returned(n, "LYD", "EUR", "JPY"), shop.English))
			j.Dialect = d
			data, _ := write(t, j)
			rows := parted(t, data, d)
			said := fmt.Sprint(rows)
			if !strings.Contains(said, "Africa/Tripoli, UTC+02:00") {
				t.Errorf("%+v: the zone of its times is not said", d)
			}
			at := 0
			for rows[at][1] != shop.English.Say("report.column.sale") {
				at++
			}
			for _, r := range rows[at+1 : at+1+n] {
				if r[14] = strings.ReplaceAll(r[14], string(rune(decimal)), "."); strings.ContainsAny(r[14], ",") {
					t.Fatalf("%+v: %q", d, r[14])
				}
				r[13], r[16], r[17] = strings.ReplaceAll(r[13], string(rune(decimal)), "."), strings.ReplaceAll(r[16], string(rune(decimal)), "."), strings.ReplaceAll(r[17], string(rune(decimal)), ".")
			}
			if got := fmt.Sprint(paidSums(t, rows[at+1:at+1+n], 12, 14)); got != fmt.Sprint(wantSums(n, "LYD", "EUR", "JPY")) {
				t.Errorf("%+v: %s", d, got)
			}
			if body := fmt.Sprint(rows[at : at+1+n]); first == "" {
				first = body
			} else if decimal == '.' && body != first {
				t.Errorf("%+v: other cells", d)
			}
		}
	}
	for _, d := range []export.Dialect{{Separator: '|'}, {Decimal: ';'}, {Separator: '"'}} {
		j := job(export.CSV, shop.English, export.Sales(shop.Sales(1), 1, nil, shop.English))
		j.Dialect = d
		if _, err := export.Write(t.Context(), &bytes.Buffer{}, j); report.CodeOf(err) != report.CodeFormat {
			t.Errorf("%+v: %v", d, err)
		}
	}
	plain := job(export.Plain, nil, export.PlainSales(shop.Sales(3), 3, nil))
	usual, _ := write(t, plain)
	plain.Dialect = export.Dialect{Separator: ';', Decimal: ','}
	if other, _ := write(t, plain); !bytes.Equal(usual, other) {
		t.Error("programs get another dialect")
	}
}
