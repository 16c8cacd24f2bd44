//go:build linux

package page

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/core/money"
	"sanduq/core/office"
	"sanduq/core/office/intake"
)

// days adds a day to the books: receipts of a shift, and decisions on another's
// permission.
func (b *books) day(of journal.Day) {
	for n := range 3 {
		seq := uint64(len(b.receipts)) + 1
		id := journal.NewSaleID(of, n+1)
		settled := noon.AddDate(0, 0, len(b.receipts)/3)
		b.receipts = append(b.receipts, journal.Receipt{Seq: seq, SaleID: id, OrderID: string(id), Amount: money.Amount{Minor: 100, Currency: "LYD"}, Route: core.RouteQR,
			SettledAt: settled, Environment: core.Live, Shift: 7, Opened: 6})
		b.audit = append(b.audit, journal.AuditRow{Seq: seq, At: settled, By: "Samira", Action: journal.AuditSettings, Detail: "shop", DelegatedBy: "Huda"})
	}
}

// older is a collector of an earlier version in front of a newer one's database: it
// knows neither the later fields nor what a cursor says of them.
type older struct {
	*testing.T
	version int
	away    atomic.Bool // it was brought up to date
	to      http.Handler
}

func (o *older) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if o.away.Load() {
		o.to.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(r.Body)
	if err != nil {
		o.Error(err)
	}
	switch r.URL.Path {
	case "/v1/rows":
		b, err := intake.Decode(bytes.NewReader(body))
		if err != nil || b.Version != o.version || len(b.Rejected) > 0 {
			o.Errorf("an office of version %d is sent version %d, rejected %v, %v", o.version, b.Version, b.Rejected, err)
		}
	case "/v1/days":
		var d office.Days
		if err := json.Unmarshal(body, &d); err != nil || d.Version != o.version {
			o.Errorf("an office of version %d is asked %s", o.version, body)
		}
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	said := httptest.NewRecorder()
	o.to.ServeHTTP(said, r)
	var answer map[string]any
	if json.Unmarshal(said.Body.Bytes(), &answer) == nil && answer["chains"] != nil {
		answer["v"] = o.version
		for _, known := range answer["chains"].(map[string]any) {
			if since, is := known.(map[string]any)["since"].([]any); is { // it says so of each version after the first
				known.(map[string]any)["since"] = since[:min(len(since), o.version-1)]
			}
		}
		said.Body.Reset()
		_ = json.NewEncoder(said.Body).Encode(answer)
	}
	w.WriteHeader(said.Code)
	_, _ = w.Write(said.Body.Bytes())
}

// place of an older office: its address, and how it is brought up to date.
func (p *place) older(version int) (o *older, address string) {
	p.Helper()
	tills, err := url.Parse(p.tills.URL)
	if err != nil {
		p.Fatal(err)
	}
	o = &older{T: p.T, version: version, to: httputil.NewSingleHostReverseProxy(tills)}
	server := httptest.NewServer(o)
	p.Cleanup(server.Close)
	return o, server.URL
}

func (p *place) one(db *pgxpool.Pool, sql string, args ...any) (out string) {
	p.Helper()
	if err := db.QueryRow(p.Context(), sql, args...).Scan(&out); err != nil {
		p.Fatal(err)
	}
	return out
}

// TestANewTillAndAnOlderOffice: the till sends what that office knows, and once the
// office is brought up to date, what is new with all. What was sent before stays as it
// was sent, is proved so, and no epoch begins.
func TestANewTillAndAnOlderOffice(t *testing.T) {
	for version := 1; version < office.Version; version++ {
		t.Run(fmt.Sprint("version ", version), func(t *testing.T) { newTillAndOlderOffice(t, version) })
	}
}

func newTillAndOlderOffice(t *testing.T, version int) {
	p := newPlace(t)
	full := 0 // of its rows are told whole: version 2 brought shifts and permissions
	if version >= 2 {
		full = 6
	}
	db, err := pgxpool.New(t.Context(), p.database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	o, address := p.older(version)
	till, client := p.enrolled("Harbour", "Till 1", address)
	var b books
	b.day("20261120")
	p.send(till, client, &b)
	b.day("20261121")
	p.send(till, client, &b) // an agent that proves all again
	told := func() string {
		return p.one(db, `SELECT format('%s receipts, %s with shifts; %s lines, %s with permission; epoch %s, %s alarms', (SELECT count(*) FROM receipts),
			(SELECT count(*) FROM receipts WHERE shift = 7 AND opened = 6), (SELECT count(*) FROM audit), (SELECT count(*) FROM audit WHERE lent_by = 'Huda'),
			(SELECT max(epoch) FROM cursors), (SELECT count(*) FROM alarms WHERE kind <> 'clock'))`)
	}
	if got, want := told(), fmt.Sprintf("6 receipts, %d with shifts; 6 lines, %d with permission; epoch 1, 0 alarms", full, full); got != want {
		t.Errorf("the older office has %s, want %s", got, want)
	}
	o.away.Store(true)
	b.day("20261122")
	p.send(till, client, &b)
	b.day("20261123")
	p.send(till, client, &b)
	if got, want := told(), fmt.Sprintf("12 receipts, %d with shifts; 12 lines, %d with permission; epoch 1, 0 alarms", 6+full, 6+full); got != want {
		t.Errorf("the newer office has %s, want %s", got, want)
	}
	p.noFaults(t)

	b.receipts[1].Cashier = "Somebody" // of those that came by the earlier version
	p.send(till, client, &b)
	if got := told(); !strings.Contains(got, "epoch 2, 1 alarms") {
		t.Errorf("a row that was changed is not noticed: %s", got)
	}
	p.noFaults(t)
	if got := p.one(db, "SELECT format('%s with shifts, %s with permission', (SELECT count(*) FROM receipts WHERE epoch = 2 AND shift = 7), (SELECT count(*) FROM audit WHERE epoch = 2 AND lent_by = 'Huda'))"); got != "12 with shifts, 12 with permission" {
		t.Errorf("told anew: %s", got)
	}
}

// TestAnOlderTillAndANewOffice: it is taken as ever, whenever a newer one sends.
func TestAnOlderTillAndANewOffice(t *testing.T) {
	for version := 1; version < office.Version; version++ {
		t.Run(fmt.Sprint("version ", version), func(t *testing.T) { olderTillAndNewOffice(t, version) })
	}
}

func olderTillAndNewOffice(t *testing.T, version int) {
	p := newPlace(t)
	o, address := p.older(version) // what it lets through is what an older till sends
	till, client := p.enrolled("Harbour", "Till 1", address)
	var b books
	b.day("20261120")
	for i := range b.audit { // rows without any of it are the same in each version
		b.audit[i].DelegatedBy, b.receipts[i].Shift, b.receipts[i].Opened = "", 0, 0
	}
	o.away.Store(true)
	p.send(till, client, &b) // a newer till's
	o.away.Store(false)
	b.day("20261121")
	p.send(till, client, &b) // the same till with an older program
	o.away.Store(true)
	b.day("20261122")
	p.send(till, client, &b) // and with the newer one again
	p.noFaults(t)
	db, err := pgxpool.New(t.Context(), p.database)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	want := ",,,,,,Huda,Huda,Huda1"
	if version >= 2 { // which brought permissions
		want = ",,,Huda,Huda,Huda,Huda,Huda,Huda1"
	}
	if got := p.one(db, "SELECT string_agg(lent_by, ',' ORDER BY seq) || (SELECT max(epoch) FROM cursors) FROM audit"); got != want {
		t.Errorf("kept: %s, want %s", got, want)
	}
}
