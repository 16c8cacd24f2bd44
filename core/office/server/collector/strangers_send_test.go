//go:build linux && !race

package collector

import (
	"crypto/sha256"
	"errors"
	"math"
	"strings"
	"sync"
	"testing"
	"time"

	"sanduq/core/office"
)

// TestWhatStrangersSend: of each batch every row is refused by a code that its till alone
// is told, or kept to the last digit; the till goes on afterwards; and a neighbour's sales
// are taken meanwhile as ever.
func TestWhatStrangersSend(t *testing.T) {
	p := newPlace(t)
	p.usage.quota = Quota{}
	const moment, minor = "SELECT to_char(settled_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') FROM receipts WHERE till_id = $1", "SELECT minor::text FROM receipts WHERE till_id = $1"
	long, most := strings.Repeat("a", 1<<20), int64(math.MaxInt64)
	one := func(name string, value any) func(*stranger) string {
		return func(s *stranger) string { return s.batch(s.receipt(1).but(name, value)) }
	}
	state := func(name string, value any) func(*stranger) string {
		return func(s *stranger) string { return s.sale(s.state(1).but(name, value)) }
	}
	head := func(name string, value any) func(*stranger) string {
		return func(s *stranger) string {
			return s.head(1, 1).but(name, value).text() + "\n" + fields{"receipt": raw(s.receipt(1).text())}.text()
		}
	}
	for _, c := range []struct {
		name string
		body func(*stranger) string
		want office.Code // "" where all is kept
		kept int         // receipts and sales of the till
		sql  string      // what is kept
		is   string
	}{
		{"as it should be", func(s *stranger) string { return s.batch(s.receipt(1), s.receipt(2)) }, "", 2, "SELECT string_agg(cashier, ' ') FROM receipts WHERE till_id = $1", "سميرة سميرة"},
		{"packed", func(s *stranger) string { return zipped(s.batch(s.receipt(1))) }, "", 1, "", ""},
		{"packed in pieces", func(s *stranger) string {
			b := s.batch(s.receipt(1), s.receipt(2))
			return zipped(b[:300]) + zipped(b[300:])
		}, "", 2, "", ""},
		{"out of order", func(s *stranger) string { return s.batch(s.receipt(2), s.receipt(1)) }, office.CodeGap, 0, "", ""},
		{"a row twice", func(s *stranger) string { return s.batch(s.receipt(1), s.receipt(1)) }, office.CodeGap, 0, "", ""},
		{"a hole", func(s *stranger) string { return s.batch(s.receipt(1), s.receipt(3)) }, office.CodeGap, 0, "", ""},
		{"number 0", one("seq", 0), office.CodeMalformed, 0, "", ""},
		{"number 2^63", one("seq", uint64(1<<63)), office.CodeMalformed, 0, "", ""},
		{"number 2^64", one("seq", raw("18446744073709551616")), office.CodeMalformed, 0, "", ""},

		{"settled in 1601", one("settledAt", "1601-01-01T00:00:00Z"), office.CodeMalformed, 0, "", ""},
		{"settled in 1969", one("settledAt", "1969-12-31T23:59:59.999999Z"), office.CodeMalformed, 0, "", ""},
		{"settled in 1970", one("settledAt", "1970-01-01T00:00:00Z"), "", 1, moment, "1970-01-01 00:00:00.000000"},
		{"settled in 9998", one("settledAt", "9998-12-31T23:59:59.999999Z"), "", 1, moment, "9998-12-31 23:59:59.999999"},
		{"settled in 9999", one("settledAt", "9999-12-31T23:59:59.999999Z"), office.CodeMalformed, 0, "", ""},
		{"settled in 10000", one("settledAt", "10000-01-01T00:00:00Z"), office.CodeMalformed, 0, "", ""},
		{"settled on a day that is none", one("settledAt", "2026-02-30T00:00:00Z"), office.CodeMalformed, 0, "", ""},
		{"settled far east", one("settledAt", "2026-11-20T09:30:00.123456+14:00"), "", 1, moment, "2026-11-19 19:30:00.123456"},
		{"settled by a finer clock", one("settledAt", "2026-11-20T09:30:00.123456789Z"), "", 1, moment, "2026-11-20 09:30:00.123456"},
		{"made in 1601", state("createdAt", "1601-01-01T00:00:00Z"), office.CodeMalformed, 0, "", ""},
		{"of 1601", state("id", "16010101-000001"), office.CodeMalformed, 0, "", ""},
		{"of 9999", state("id", "99991231-000001"), office.CodeMalformed, 0, "", ""},
		{"of a day that is none", state("id", "20260230-000001"), office.CodeMalformed, 0, "", ""},
		{"sent in 1601", head("at", "1601-01-01T00:00:00Z"), office.CodeMalformed, 0, "", ""},
		{"sent in 9999", head("at", "9999-12-31T23:59:59Z"), office.CodeMalformed, 0, "", ""},
		{"sent by a clock out of bounds", head("at", "0001-01-01T00:00:00Z"), "", 1, "SELECT detail FROM alarms WHERE till_id = $1", "the till's clock shows a year before 1970 or after 9998"},

		{"a name with NUL", one("cashier", "Sa\x00mira"), office.CodeMalformed, 0, "", ""},
		{"a name with NUL as it is", one("cashier", raw("\"Sa\x00mira\"")), office.CodeMalformed, 0, "", ""},
		{"a name of a megabyte", func(s *stranger) string { return zipped(s.batch(s.receipt(1), s.receipt(2).but("cashier", long))) }, office.CodeMalformed, 1, "", ""},
		{"a name of a megabyte, not packed", one("cashier", long), office.CodeTooLarge, 0, "", ""},
		{"a name that is no UTF-8", func(s *stranger) string {
			return s.batch(s.receipt(1), s.receipt(2).but("cashier", raw("\"Sami\xff\xfera\"")))
		}, office.CodeMalformed, 1, "", ""},
		{"a name cut within a letter", one("cashier", raw("\"\xd8\"")), office.CodeMalformed, 0, "", ""},
		{"a name with half a pair", one("cashier", raw(`"\ud83d"`)), office.CodeMalformed, 0, "", ""},
		{"a name with the other half", one("cashier", raw(`"\ud83d\ud83d\ude00"`)), office.CodeMalformed, 0, "", ""},
		{"a name with a pair", one("cashier", raw(`"\ud83d\uDE00 \\ud83d"`)), "", 1, "SELECT cashier FROM receipts WHERE till_id = $1", `😀 \ud83d`},
		{"a state that is no UTF-8", state("cashier", raw("\"\xff\"")), office.CodeMalformed, 0, "", ""},

		{"an unknown field", one("tip", 5), office.CodeMalformed, 0, "", ""},
		{"an unknown field of the head", head("mood", "good"), office.CodeMalformed, 0, "", ""},
		{"an unknown chain", head("chains", raw(`{"tips":{"seq":0}}`)), office.CodeMalformed, 0, "", ""},
		{"no chain", head("chains", raw(`{}`)), office.CodeMalformed, 0, "", ""},
		{"an unknown kind", func(s *stranger) string { return s.head(1, 0).text() + "\n" + `{"tip":{"seq":1}}` }, office.CodeMalformed, 0, "", ""},
		{"two kinds in a line", func(s *stranger) string {
			return s.head(1, 1).text() + "\n" + fields{"receipt": raw(s.receipt(1).text()), "sale": raw(s.state(1).text())}.text()
		}, office.CodeMalformed, 0, "", ""},
		{"a newer version", head("v", office.Version+1), office.CodeVersion, 0, "", ""},
		{"a newer version with fields of its own", func(s *stranger) string {
			return s.head(1, 1).but("v", office.Version+1).but("mood", "good").text() + "\n" + `{"tip":{"seq":1}}`
		}, office.CodeVersion, 0, "", ""},
		{"a newer version with a field of another type", func(s *stranger) string {
			return s.head(1, 1).but("v", office.Version+1).but("at", 1.5).text() + "\n" + `{"tip":{"seq":1}}`
		}, office.CodeVersion, 0, "", ""},
		{"version 0", head("v", 0), office.CodeMalformed, 0, "", ""},
		{"rows below zero", head("rows", -1), office.CodeMalformed, 0, "", ""},
		{"more rows than it says", head("rows", 0), office.CodeMalformed, 0, "", ""},
		{"fewer rows than it says", head("rows", 2), office.CodeMalformed, 0, "", ""},

		{"an amount of 0", one("minor", 0), "", 1, minor, "0"},
		{"the largest amount", one("minor", most), "", 1, minor, "9223372036854775807"},
		{"a larger amount", one("minor", raw("9223372036854775808")), office.CodeMalformed, 0, "", ""},
		{"an amount below zero", one("minor", -1), office.CodeMalformed, 0, "", ""},
		{"half a dirham", one("minor", raw("0.5")), office.CodeMalformed, 0, "", ""},
		{"an amount by powers", one("minor", raw("1e3")), office.CodeMalformed, 0, "", ""},
		{"an amount in words", one("minor", "1250"), office.CodeMalformed, 0, "", ""},
		{"a state of the largest amount", state("minor", most), "", 1, "SELECT minor::text FROM sales WHERE till_id = $1", "9223372036854775807"},
		{"a currency of nowhere", one("currency", "ZZZ"), "", 1, "SELECT currency FROM receipts WHERE till_id = $1", "ZZZ"},
		{"a currency in small letters", one("currency", "lyd"), office.CodeMalformed, 0, "", ""},
		{"no currency", one("currency", ""), office.CodeMalformed, 0, "", ""},
		{"a whole account", one("payer", "6037991234567890"), office.CodeMalformed, 0, "", ""},
		{"paid without a receipt", state("status", "paid"), office.CodeMalformed, 0, "", ""},

		{"another till's number", head("till", 1), office.CodeOtherTill, 0, "", ""},
		{"no till's number", head("till", 1<<40), office.CodeMalformed, 0, "", ""},
		{"another environment", head("environment", "sandbox"), office.CodeEnvironment, 0, "", ""},
		{"an environment of nowhere", head("environment", "LIVE"), office.CodeMalformed, 0, "", ""},
		{"an epoch to come", head("epoch", 7), office.CodeStale, 0, "", ""},
		{"cut", func(s *stranger) string { b := s.batch(s.receipt(1), s.receipt(2)); return b[:len(b)-40] }, office.CodeMalformed, 0, "", ""},
		{"cut when packed", func(s *stranger) string { b := zipped(s.batch(s.receipt(1), s.receipt(2))); return b[:len(b)-9] }, office.CodeMalformed, 0, "", ""},
		{"packed with a wrong sum", func(s *stranger) string {
			b := []byte(zipped(s.batch(s.receipt(1))))
			b[len(b)-8]++
			return string(b)
		}, office.CodeMalformed, 0, "", ""},
		{"a bomb", func(s *stranger) string {
			return zipped(s.batch(s.receipt(1).but("cashier", strings.Repeat(long, 20))))
		}, office.CodeTooLarge, 0, "", ""},
		{"a bomb behind a batch", func(s *stranger) string { return zipped(s.batch(s.receipt(1)) + strings.Repeat(" ", 20<<20)) }, office.CodeTooLarge, 0, "", ""},
		{"a bomb in a bomb", func(s *stranger) string { return zipped(zipped(strings.Repeat(" ", 20<<20))) }, office.CodeMalformed, 0, "", ""},
		{"very deep", one("cashier", raw(strings.Repeat("[", 400_000)+strings.Repeat("]", 400_000))), office.CodeMalformed, 0, "", ""},
		{"a fork", func(s *stranger) string {
			_ = s.goesOn()
			s.seq, s.link = 1, sha256.Sum256([]byte("another row"))
			return s.batch(s.receipt(2))
		}, office.CodeEpoch, 1, "", ""},
		{"gone back", func(s *stranger) string {
			_, _ = s.goesOn(), s.goesOn()
			s.seq, s.link = 2, s.next(s.next([32]byte{}, 1), 2)
			return s.head(0, 1).text()
		}, office.CodeEpoch, 2, "", ""},
		{"nothing", func(*stranger) string { return "" }, office.CodeMalformed, 0, "", ""},
		{"null", func(*stranger) string { return "null" }, office.CodeMalformed, 0, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d, honest := p.desk("Harbour", c.name), p.desk("Harbour", "beside "+c.name)
			s := &stranger{url: p.url, key: d.key, till: d.number, epoch: 1}
			body := c.body(s)
			alarms := query[int](p, "SELECT coalesce(sum(times), 0) FROM alarms WHERE till_id <> $1", s.till)
			var slowest time.Duration
			var beside sync.WaitGroup
			beside.Go(func() {
				for range 3 {
					honest.pay(today, 100)
					began := time.Now()
					if err := honest.send(honest.batch()); err != nil {
						t.Errorf("the neighbour: %v", err)
					}
					slowest = max(slowest, time.Since(began))
				}
			})
			err := s.send(body)
			beside.Wait()
			if slowest > 3*time.Second {
				t.Errorf("the neighbour waited for %s", slowest)
			}
			said, _ := errors.AsType[*office.Refusal](err)
			if c.want == "" && err != nil || c.want != "" && (said == nil || said.Code != c.want) {
				t.Errorf("answered %v, want %q", err, c.want)
			}
			if said != nil && (strings.Contains(said.Message, "6037991234567890") || len(said.Message) > 500) {
				t.Errorf("the answer says %.600q", said.Message)
			}
			if n := query[int](p, "SELECT (SELECT count(*) FROM receipts WHERE till_id = $1) + (SELECT count(*) FROM sales WHERE till_id = $1)", s.till); n != c.kept {
				t.Errorf("%d rows are kept, want %d", n, c.kept)
			}
			if c.sql != "" {
				if is := query[string](p, c.sql, s.till); is != c.is {
					t.Errorf("kept as %q, want %q", is, c.is)
				}
			}
			if now := query[int](p, "SELECT coalesce(sum(times), 0) FROM alarms WHERE till_id <> $1", s.till); now != alarms {
				t.Errorf("%d alarms name another till", now-alarms)
			}
			err = s.goesOn()
			if c.sql != "" && isEpoch(err) { // its first row was none that goesOn can prove
				err = s.goesOn()
			}
			if err != nil {
				t.Errorf("it does not go on: %v", err)
			}
		})
	}
	var faults []string
	for _, f := range p.report().Faults {
		if !strings.Contains(f, "its receipt") && !strings.Contains(f, "its sale") { // strangers' sales have none
			faults = append(faults, f)
		}
	}
	if len(faults) > 0 {
		t.Errorf("verify: %s", strings.Join(faults, "\n"))
	}
}
