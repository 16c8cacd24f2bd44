//go:build linux

package collector

import (
	"crypto/ed25519"
	"math"
	"strings"
	"testing"

	"sanduq/core/journal"
	"sanduq/core/office"
)

// TestTwoTillsWithOneKey take turns: each time the office says that an epoch begins, until
// a person must look. Both are told so, nobody else is, and after that word they go on.
func TestTwoTillsWithOneKey(t *testing.T) {
	p := newPlace(t)
	p.usage.quota = Quota{}
	d, honest := p.desk("Harbour", "cloned"), p.desk("Harbour", "honest")
	twin := d.copy()
	twin.name = "its copy"
	var codes []office.Code
	for range 12 {
		for _, x := range []*desk{d, twin} {
			x.pay(today, 100)
			x.ask(t)
			err := x.send(x.batch())
			codes = append(codes, codeOf(err))
			if err == nil || codes[len(codes)-1] == office.CodeEpoch {
				_ = x.send(x.batch())
			}
		}
		honest.pay(today, 100)
		honest.must(t)
	}
	if last := codes[len(codes)-2:]; last[0] != office.CodeHeld || last[1] != office.CodeHeld && last[1] != "" {
		t.Errorf("answered %v", codes)
	}
	if n := query[int](p, "SELECT count(*) FROM sales WHERE till_id = $1", honest.number); n != 12 {
		t.Errorf("%d of 12 of the neighbour's sales are kept", n)
	}
	if got := p.alarms(honest.number); len(got) != 0 {
		t.Errorf("alarms of the neighbour %v", got)
	}
	if got := strings.Join(p.alarms(d.number), " "); !strings.Contains(got, AlarmEpoch) || !strings.Contains(got, AlarmHeld) {
		t.Errorf("alarms %v", got)
	}
	if err := p.Release(t.Context(), d.number); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		d.ask(t)
		if err := d.send(d.batch()); err == nil {
			break
		} else if !isEpoch(err) {
			t.Fatal(err)
		}
	}
	d.must(t)
	p.sound()
}

// TestWhatStrangersSealAndCompare: the messages beside batches are refused as such too,
// and never as a fault of the office's.
func TestWhatStrangersSealAndCompare(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "1")
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	seal := func(bend func(*office.Seal)) error {
		s := office.Seal{Till: d.number, Epoch: 1, No: 1, Day: today, At: noon}
		bend(&s)
		signed, err := s.Sign(key)
		if err != nil {
			t.Fatal(err)
		}
		return ask(p.url+"/v1/seals", d.key, jsonBody(office.Seals{Version: 3, Seals: []office.Signed{signed}}), &office.SealsAnswer{})
	}
	for name, bend := range map[string]func(*office.Seal){
		"sales that no day has": func(s *office.Seal) { s.State.Sales = 1 << 40 },
		"a day of 1601":         func(s *office.Seal) { s.Day = "16010101" },
		"a day of 9999":         func(s *office.Seal) { s.Day = "99991231" },
		"another till":          func(s *office.Seal) { s.Till = 1 << 50 },
	} {
		if err := seal(bend); codeOf(err) != office.CodeMalformed {
			t.Errorf("%s: %v", name, err)
		}
	}
	for name, bend := range map[string]func(*office.Seal){
		"the largest number": func(s *office.Seal) { s.No = math.MaxUint64 },
		"another epoch":      func(s *office.Seal) { s.Epoch = math.MaxInt64 },
	} {
		if err := seal(bend); codeOf(err) != office.CodeStale {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := seal(func(*office.Seal) {}); err != nil {
		t.Errorf("a sound seal: %v", err)
	}
	for _, day := range []journal.Day{"16010101", "00000101", "99991231", "20260230", "today", ""} {
		asked := office.Days{Version: 3, Till: d.number, Epoch: 1, Days: map[journal.Day]office.DayState{day: {Sales: math.MaxInt64}}}
		if err := ask(p.url+"/v1/days", d.key, jsonBody(asked), &office.DaysAnswer{}); err != nil && codeOf(err) != office.CodeMalformed {
			t.Errorf("day %q: %v", day, err)
		}
	}
	for _, body := range []string{"", "null", "[]", `{"v":3}`, `{"v":99}`, `{"v":3,"seals":[{"text":"\u0000"}]}`, strings.Repeat("[", 60_000)} {
		for _, path := range []string{"/v1/days", "/v1/seals", "/v1/enrol"} {
			err := ask(p.url+path, d.key, strings.NewReader(body), &struct{}{})
			if code := codeOf(err); err != nil && code != office.CodeMalformed && code != office.CodeStale && code != office.CodeKey {
				t.Errorf("%s of %.30q: %v", path, body, err)
			}
		}
	}
	d.pay(today, 100)
	d.must(t)
}
