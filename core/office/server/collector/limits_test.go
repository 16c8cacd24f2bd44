//go:build linux

package collector

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/office"
)

func TestEnrolment(t *testing.T) {
	p := newPlace(t)
	number, err := p.AddTill(t.Context(), "Harbour", "2", core.Live)
	if err != nil {
		t.Fatal(err)
	}
	if again, err := p.AddTill(t.Context(), " Harbour", "2 ", core.Live); err != nil || again != number {
		t.Errorf("added twice as %d, %v", again, err)
	}
	if _, err := p.AddTill(t.Context(), "Harbour", " ", core.Live); err == nil {
		t.Error("a till without a name was added")
	}
	enrol := func(code string, of core.Environment) (e office.Enrolled, err error) {
		return e, ask(p.url+"/v1/enrol", "", jsonBody(office.Enrol{Version: 1, Code: code, Environment: of}), &e)
	}
	code := func() string {
		c, err := p.Code(t.Context(), number)
		if err != nil {
			t.Fatal(err)
		}
		return c.Reveal()
	}
	old, good := code(), code()
	_, err = enrol(old, core.Live)
	refused(t, err, office.CodeKey)
	_, err = enrol(good, core.Sandbox)
	refused(t, err, office.CodeEnvironment)
	e, err := enrol(strings.ToLower(strings.ReplaceAll(good, "-", " ")), core.Live)
	if err != nil || e.Shop != "Harbour" || e.Name != "2" {
		t.Fatalf("%+v, %v", e, err)
	}
	_, err = enrol(good, core.Live)
	refused(t, err, office.CodeKey)

	late := code()
	p.later(25 * time.Hour)
	_, err = enrol(late, core.Live)
	refused(t, err, office.CodeKey)

	for _, secret := range []string{e.Key, good, strings.ReplaceAll(good, "-", "")} {
		if dump := p.everything() + query[string](p, "SELECT coalesce(string_agg(x::text, ''), '') FROM codes x"); strings.Contains(dump, secret) {
			t.Error("a secret is kept as it is")
		}
	}
	second, err := enrol(code(), core.Live) // a new key makes the old one worthless
	if err != nil {
		t.Fatal(err)
	}
	refused(t, ask(p.url+"/v1/cursor", e.Key, nil, &office.Cursor{}), office.CodeKey)
	if err := ask(p.url+"/v1/cursor", second.Key, nil, &office.Cursor{}); err != nil {
		t.Error(err)
	}
}

func TestARevokedKeyIsRefusedAtOnce(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(today, 1)
	d.must(t)
	d.pay(today, 2)
	if err := p.Revoke(t.Context(), d.number); err != nil {
		t.Fatal(err)
	}
	refused(t, d.send(d.batch()), office.CodeKey) // though it was good a moment ago
	refused(t, ask(p.url+"/v1/cursor", d.key, nil, &office.Cursor{}), office.CodeKey)
	if p.sound().Receipts != 1 {
		t.Error("a revoked till was heard")
	}
	anew := p.deskOf(d.number)
	d.key, d.cursor = anew.key, anew.cursor
	d.must(t)
	if p.sound().Receipts != 2 {
		t.Error("a till that was enrolled anew does not go on")
	}
}

func TestAnotherTillsBatch(t *testing.T) {
	p := newPlace(t)
	a, b := p.desk("Harbour", "1"), p.desk("Harbour", "2")
	a.pay(today, 1)
	stolen := a.batch()
	refused(t, b.send(stolen), office.CodeOtherTill)
	if got := p.alarms(b.number); !slices.Equal(got, []string{AlarmOtherTill}) {
		t.Errorf("alarms %v", got)
	}
	practice := a.batch()
	practice.Environment = core.Sandbox
	refused(t, a.send(practice), office.CodeEnvironment)
	if n := p.sound().Sales; n != 0 {
		t.Errorf("%d sales were kept", n)
	}
}

func TestAWrongClock(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	for _, off := range []time.Duration{24 * time.Hour, 24*time.Hour + time.Minute, -5 * time.Minute} {
		d.now = p.clock().Add(off)
		d.pay(today, 1)
		d.must(t)
	}
	if got := p.alarms(d.number); !slices.Equal(got, []string{AlarmClock}) {
		t.Errorf("alarms %v", got)
	}
	if got := query[int](p, "SELECT clock_ahead FROM cursors"); got != -300 {
		t.Errorf("ahead by %d s", got)
	}
	d.pay("20610101", 5) // decades ahead, and behind
	d.pay("19990101", 5)
	d.audit[0].At = time.Time{}
	d.now = p.clock()
	d.audit = append(d.audit, office.AuditRow{Seq: uint64(len(d.audit) + 1), Action: "x"}) // no moment at all
	d.audit[0].At = noon
	d.must(t)
	p.sound()
	if n := query[int](p, "SELECT count(*) FROM sales_other"); n != 2 {
		t.Errorf("%d sales are with those of wrong clocks", n)
	}
}

func TestNumbersLeftOutAreSaid(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(today, 1)
	for seq := uint64(2); seq <= 40; seq++ {
		d.receipts = append(d.receipts, office.LeftOut(seq))
	}
	d.pay(today, 2)
	d.must(t)
	p.sound()
	if got := query[string](p, "SELECT kind || ': ' || detail FROM alarms"); got != "leftOut: receipts from 2 to 40 were never given out" {
		t.Errorf("alarm %q", got)
	}
}

// TestRubbish is sent with a key and without one.
func TestRubbish(t *testing.T) {
	p := newPlace(t)
	p.usage.quota = Quota{} // which would have sent most of it away
	d := p.desk("Harbour", "2")
	d.pay(today, 1)
	packed, err := d.batch().Encode()
	if err != nil {
		t.Fatal(err)
	}
	var bomb bytes.Buffer
	zip, _ := gzip.NewWriterLevel(&bomb, gzip.BestCompression)
	for range 10 << 4 {
		if _, err := zip.Write(bytes.Repeat([]byte(" "), 1<<16)); err != nil {
			t.Fatal(err)
		}
	}
	if err := zip.Close(); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		key  string
		body io.Reader
		want office.Code
	}{
		"10 MB":               {d.key, bytes.NewReader(make([]byte, 10<<20)), office.CodeTooLarge},
		"10 MB, unmeasured":   {d.key, io.LimitReader(zeros{}, 10<<20), office.CodeTooLarge},
		"10 MB once unpacked": {d.key, &bomb, office.CodeTooLarge},
		"not packed":          {d.key, strings.NewReader("{}"), office.CodeMalformed},
		"cut":                 {d.key, bytes.NewReader(packed[:len(packed)/2]), office.CodeMalformed},
		"no key":              {"", bytes.NewReader(packed), office.CodeKey},
		"no such key":         {d.key + "x", io.LimitReader(zeros{}, 10<<20), office.CodeKey},
	} {
		if err := ask(p.url+"/v1/rows", c.key, c.body, &office.Cursor{}); err != nil {
			refused(t, err, c.want)
		} else {
			t.Errorf("%s was taken", name)
		}
	}
	d.must(t)
	p.sound()
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { return len(p), nil }

// TestASlowClientKeepsNobodyWaiting: bodies that trickle in, and one that never
// ends, cost their own connections alone.
func TestASlowClientKeepsNobodyWaiting(t *testing.T) {
	p := newPlace(t)
	slow, quick := p.desk("Harbour", "1"), p.desk("Harbour", "2")
	var lines []net.Conn
	for range 8 {
		line, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = line.Close() }()
		fmt.Fprintf(line, "POST /v1/rows HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer %s\r\nContent-Length: 5000\r\n\r\nx", slow.key)
		lines = append(lines, line)
	}
	for range 20 {
		quick.pay(today, 1)
		quick.must(t)
	}
	waiting, refusedAtOnce := 0, 0
	for _, line := range lines {
		_ = line.SetReadDeadline(time.Now().Add(200 * time.Millisecond))
		resp, err := http.ReadResponse(bufio.NewReader(line), nil)
		if err == nil && resp.StatusCode == http.StatusServiceUnavailable {
			refusedAtOnce++
			continue
		}
		waiting++
		_ = line.(*net.TCPConn).CloseWrite()
		_ = line.SetReadDeadline(time.Now().Add(10 * time.Second))
		if resp, err = http.ReadResponse(bufio.NewReader(line), nil); err != nil || resp.StatusCode != http.StatusBadRequest {
			t.Errorf("%v, %v", resp, err)
		}
	}
	if waiting != UsualQuota.Bodies || refusedAtOnce != len(lines)-waiting {
		t.Errorf("%d bodies of one till were waited for, %d were not", waiting, refusedAtOnce)
	}
	p.sound()
}

func TestDaysAreCompared(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(before, 1)
	d.pay(today, 2)
	last := d.charge(today, 3)
	d.must(t)
	compare := func() ([]journal.Day, error) {
		asked := office.Days{Version: 1, Till: d.number, Epoch: d.cursor.Epoch, Days: map[journal.Day]office.DayState{}}
		for _, day := range []journal.Day{before, today, "20261119"} {
			var sum office.DayDigest
			for n := 1; ; n++ {
				s, ok := d.sales[journal.NewSaleID(day, n)]
				if !ok {
					break
				}
				sum.Add(n, s.Version, s.UpdatedAt, "")
			}
			asked.Days[day] = sum.Sum()
		}
		var out office.DaysAnswer
		err := ask(p.url+"/v1/days", d.key, jsonBody(asked), &out)
		return out.Again, err
	}
	if again, err := compare(); err != nil || len(again) != 0 {
		t.Errorf("%v, %v", again, err)
	}
	d.setStatus(last, journal.StatusFailed)
	if again, err := compare(); err != nil || !slices.Equal(again, []journal.Day{today}) {
		t.Errorf("%v, %v", again, err)
	}
	d.cursor.Epoch++
	_, err := compare()
	refused(t, err, office.CodeStale)
}

// TestReadersSeeViewsAlone: the role for other programs.
func TestReadersSeeViewsAlone(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	d.pay(today, 1500)
	d.must(t)
	ctx := t.Context()
	conn, err := pgx.Connect(ctx, p.database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(ctx) }()
	if _, err := conn.Exec(ctx, "SET ROLE sanduq_reader"); err != nil {
		t.Fatal(err)
	}
	for _, view := range []string{"tills", "sales", "receipts", "audit", "totals", "alarms", "epochs"} {
		var n int
		if err := conn.QueryRow(ctx, "SELECT count(*) FROM reading."+view).Scan(&n); err != nil || n == 0 && view != "alarms" {
			t.Errorf("%s: %d rows, %v", view, n, err)
		}
	}
	for _, statement := range []string{"SELECT * FROM keys", "SELECT * FROM sales", "DELETE FROM reading.sales", "CREATE TABLE x ()", "UPDATE reading.totals SET minor = 0"} {
		if _, err := conn.Exec(ctx, statement); !state(err, "42", "55") {
			t.Errorf("a reader may %s: %v", statement, err)
		}
	}
}

// TestListenersAreToldAfterwards: who hears of a till finds its rows.
func TestListenersAreToldAfterwards(t *testing.T) {
	p := newPlace(t)
	d := p.desk("Harbour", "2")
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	conn, err := pgx.Connect(ctx, p.database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	if _, err := conn.Exec(ctx, "LISTEN "+Channel); err != nil {
		t.Fatal(err)
	}
	d.must(t) // nothing new: nobody is told
	d.pay(today, 1)
	d.must(t)
	heard, err := conn.WaitForNotification(ctx)
	if err != nil {
		t.Fatal(err)
	}
	var n Notice
	if err := json.Unmarshal([]byte(heard.Payload), &n); err != nil || !slices.Equal(n.Tills, []int64{d.number}) {
		t.Errorf("told %s", heard.Payload)
	}
	if p.sound().Receipts != 1 {
		t.Error("told before it was there")
	}
}

// TestACollectorThatStopsAnswers everybody who waits.
func TestACollectorThatStopsAnswers(t *testing.T) {
	p := newPlace(t)
	p.stop()
	p.running.Wait()
	j := &job{answer: make(chan answer, 1)}
	p.batcher.push(j)
	refused(t, (<-j.answer).refusal, office.CodeBusy)
}

// TestATillOfAlarmsWaits: what people must hear of costs a till more of its quota than other
// rows do, so that one that sends nothing else keeps nobody else waiting. All of it is kept.
func TestATillOfAlarmsWaits(t *testing.T) {
	p := newPlace(t)
	waits := func(d *desk) time.Duration {
		wait, ok := p.usage.enter(hashOf(d.key), time.Now())
		if !ok {
			t.Fatal("a till has no place for its call")
		}
		p.usage.release(hashOf(d.key), time.Now())
		return wait
	}
	send := func(d *desk, lines int) {
		for n := range lines {
			d.writeAudit(journal.AuditSettledLate, journal.NewSaleID(today, n+1))
			d.audit[len(d.audit)-1].Detail = strings.Repeat("x", 1500)
			d.writeAudit(journal.AuditRestored, "")
			d.audit[len(d.audit)-1].Detail = strings.Repeat("ش", 700)
		}
		d.must(t)
	}
	honest, flood := p.desk("Harbour", "1"), p.desk("Harbour", "2")
	send(flood, 600)
	send(honest, 20)
	if wait := waits(flood); wait <= longestWait {
		t.Errorf("after %d alarms a till waits %v, want more than %v", 600, wait, longestWait)
	}
	if wait := waits(honest); wait != 0 {
		t.Errorf("after 20 alarms a till waits %v", wait)
	}
	refused(t, flood.send(flood.batch()), office.CodeBusy)
	honest.pay(today, 100)
	honest.must(t)
	if got := query[string](p, "SELECT format('%s alarms, %s alerts, %s lines, details of %s', (SELECT count(*) FROM alarms WHERE kind = 'restored'), (SELECT count(*) FROM alerts WHERE kind = 'late'), "+
		"(SELECT count(*) FROM audit), (SELECT max(length(detail)) FROM alarms))"); got != "620 alarms, 620 alerts, 1241 lines, details of 300" {
		t.Errorf("kept: %s", got)
	}
}
