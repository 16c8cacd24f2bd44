//go:build linux

package main

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"

	"github.com/jackc/pgx/v5"
)

// TestNamesAreOneShortLine: what would break a list, a receipt or a terminal is no name, and
// says so before anything is changed. A shop's name may have a comma in it.
func TestNamesAreOneShortLine(t *testing.T) {
	try := commands(t, map[string]string{"SANDUQ_OFFICE_DATABASE": postgres.Database(t)})
	must := func(args ...string) string {
		t.Helper()
		out, err := try(args...)
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return out
	}
	must("add-till", "Tripoli, Old Town", "1")
	must("add-till", "\u0633\u0648\u0642 \u0627\u0644\u062c\u0645\u0639\u0629\u200f", strings.Repeat("x", longestLabel))
	for _, name := range []string{"", " \t", "a\nb", "a\tb", "\x1b[31mRed", "a\u202eb", "a\u2066b", "a\x00b", "\xff", strings.Repeat("x", longestLabel+1)} {
		for _, args := range [][]string{{"add-till", name, "1"}, {"add-till", "Harbour", name}, {"rename-till", "1", name}, {"rename-shop", "Tripoli, Old Town", name}, {"set-person", name}} {
			if out, err := try(args...); err == nil || !strings.Contains(err.Error(), "name") {
				t.Errorf("%.60q: %v\n%.100s", args, err, out)
			}
		}
	}
	for _, args := range [][]string{{"code", "99999999999999"}, {"revoke", "0"}, {"release", "2147483648"}} {
		if out, err := try(args...); err == nil || !strings.Contains(err.Error(), "there is none like this") {
			t.Errorf("%v: %v\n%.100s", args, err, out)
		}
	}
	must("set-person", "Huda", "--shop=Tripoli, Old Town", "--shop=Tripoli, Old Town")
	if got := must("people"); !strings.Contains(got, "Huda  Tripoli, Old Town  by password") || strings.Count(got, "\n") != 2 {
		t.Errorf("%s", got)
	}
	if got := must("tills"); strings.Count(got, "\n") != 3 {
		t.Errorf("%s", got)
	}
}

// TestCommandsSayWhatIsWrong: each ends with an error that says what, and changes nothing.
func TestCommandsSayWhatIsWrong(t *testing.T) {
	database := postgres.Database(t)
	try := commands(t, map[string]string{"SANDUQ_OFFICE_DATABASE": database})
	must := func(args ...string) string {
		t.Helper()
		out, err := try(args...)
		if err != nil {
			t.Fatalf("%v: %v\n%s", args, err, out)
		}
		return out
	}
	must("add-till", "Harbour", "1")
	must("add-till", "Harbour", "2", "--practice")
	must("add-till", "Garden", "1")
	must("set-person", "Huda", "--shop=Harbour")
	for want, args := range map[string][]string{
		"there is none like this":               {"revoke", "999"},
		"till 999: there is none":               {"code", "999"},
		"till 998: there is none":               {"release", "998"},
		"there is one by this name already":     {"add-till", "Harbour", "1"},
		"a name is needed":                      {"rename-till", "1", " "},
		"till 1 or shop Nowhere: there is none": {"move-till", "1", "Nowhere"},
		"shop Harbour: there is one by this":    {"rename-shop", "Harbour", "Garden"},
		"it is in use":                          {"remove-shop", "Harbour"},
		"there is no such time zone":            {"set-zone", "Harbour", "Africa/Nowhere"},
		"shop Nowhere: there is none":           {"set-zone", "Nowhere", "Africa/Tunis"},
		"person Nobody: there is none":          {"remove-person", "Nobody"},
		"name an older one":                     {"migrate", "down", "99"},
		"till 997: there is none":               {"remove-till", "997"},
	} {
		out, err := try(args...)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, want %q\n%s", args, err, want, out)
		}
	}
	if out, err := try("doctor"); !errors.Is(err, errUnwell) || !strings.Contains(out, "ok     schema") || !strings.Contains(out, "WRONG  verify       it has never run") {
		t.Errorf("doctor: %v\n%s", err, out)
	}
	must("verify")
	if out, _ := try("doctor"); !strings.Contains(out, "ok     verify") { // whether a test's machine has room on its disk is its own business
		t.Errorf("doctor:\n%s", out)
	}
	if got := must("tills"); !strings.Contains(got, "1       Harbour  1     live      waits for its code  never") || !strings.Contains(got, "practice") {
		t.Errorf("%s", got)
	}
	// A code that was not used yet is worthless once its till is revoked.
	must("code", "1")
	must("revoke", "1")
	if got := must("tills"); !strings.Contains(got, "1       Harbour  1     live      without a key") {
		t.Errorf("%s", got)
	}
	if _, err := try("revoke", "1"); err == nil {
		t.Error("revoked twice, and nobody is told")
	}
	must("rename-till", "1", "Front")
	must("rename-shop", "Harbour", "Old harbour")
	must("remove-till", "2")
	if got := must("tills"); !strings.Contains(got, "Old harbour  Front") || strings.Contains(got, "practice") {
		t.Errorf("%s", got)
	}
	if got := must("people"); !strings.Contains(got, "Huda  Old harbour  by password") {
		t.Errorf("%s", got)
	}
	must("remove-person", "huda")
	must("set-zone", "Garden", "Asia/Dubai")
	if got := must("shops"); strings.Count(got, "\n") != 3 || !strings.Contains(got, "Garden       1      Asia/Dubai") {
		t.Errorf("%s", got)
	}
	// Layouts: status, down, refused while it is older or newer, and up again.
	if got := must("migrate", "status"); strings.Contains(got, "waits") || !strings.Contains(got, "00001_records.sql") {
		t.Errorf("%s", got)
	}
	must("migrate", "down", "12")
	if _, err := try("tills"); err == nil || !strings.Contains(err.Error(), schema.ErrOlder.Error()) {
		t.Errorf("an older layout: %v", err)
	}
	if got, err := try("migrate", "status"); err == nil || !strings.Contains(got, "waits  00013_seals.sql") {
		t.Errorf("%s, %v", got, err)
	}
	must("migrate")
	conn, err := pgx.Connect(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close(t.Context()) }()
	if _, err := conn.Exec(t.Context(), "INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)"); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"tills"}, {"verify"}, {"serve", "--plain", "--listen=127.0.0.1:0"}} {
		if _, err := try(args...); err == nil || !strings.Contains(err.Error(), schema.ErrNewer.Error()) {
			t.Errorf("%v on a newer layout: %v", args, err)
		}
	}
}

// TestAbsurdValuesAreRefused: each flag and command that is given what makes no sense says so
// and ends with an error, before anything is opened or changed.
func TestAbsurdValuesAreRefused(t *testing.T) {
	environment := map[string]string{"SANDUQ_OFFICE_DATABASE": postgres.Database(t)}
	try := commands(t, environment)
	if out, err := try("add-till", "Harbour", "1"); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	serve := func(args ...string) []string {
		return append([]string{"serve", "--plain", "--listen=127.0.0.1:0"}, args...)
	}
	const noZone, many, waits, kept, lines = "there is no such time zone", "64 transactions at once at most", "--alert-silent is between", "at least and for 1200 at most", "between 1 and 100000 lines"
	for _, c := range []struct {
		want string
		args []string
	}{
		{noZone, []string{"set-zone", "Harbour", "posixrules"}},
		{noZone, []string{"set-zone", "Harbour", "posix/Africa/Tunis"}},
		{noZone, []string{"set-zone", "Harbour", "localtime"}},
		{noZone, []string{"set-zone", "Harbour", "Factory"}},
		{noZone, []string{"set-zone", "Harbour", "EST"}},
		{noZone, []string{"set-zone", "Harbour", "Etc/GMT+5"}},
		{noZone, []string{"set-zone", "Harbour", "Africa/"}},
		{noZone, []string{"set-zone", "Harbour", "Africa/Tunis'"}},
		{noZone, serve("--zone=posixrules")},
		{noZone, serve("--zone=Etc/GMT+5")},
		{noZone, serve("--zone=Africa/../Africa/Tunis")},
		{noZone, serve("--zone=")},
		{many, serve("--writers=100000")},
		{many, serve("--writers=65")},
		{many, serve("--writers=-1")},
		{"valid 64 bit int", serve("--writers=99999999999999999999")},
		{kept, serve("--keep-months=11")},
		{kept, serve("--keep-months=-12")},
		{kept, serve("--keep-months=999999")},
		{kept, []string{"doctor", "--keep-months=2147483648"}},
		{waits, serve("--alert-silent=-1h")},
		{waits, serve("--alert-silent=1ns")},
		{waits, serve("--alert-silent=200h")},
		{"--alert-gather is between", serve("--alert-gather=-1s")},
		{"--alert-gather is between", serve("--alert-gather=1000000h")},
		{"are no hours", serve("--alert-quiet=25:00-07:00")},
		{"--sign-on-issuer is missing", serve("--sign-on-client=office")},
		{"is everybody", serve("--proxy=0.0.0.0/0")},
		{"is everybody", serve("--proxy=::/0")},
		{"such as 127.0.0.1:8080", []string{"serve", "--plain", "--listen=0.0.0.0:0"}},
		{"invalid port", []string{"serve", "--plain", "--listen=127.0.0.1:99999"}},
		{"missing port", []string{"serve", "--plain", "--listen=127.0.0.1"}},
		{"invalid port", serve("--metrics=127.0.0.1:99999")},
		{"must be one of", serve("--access=everything")},
		{"must be one of", []string{"--log=xml", "tills"}},
		{lines, []string{"operations", "--last=-1"}},
		{lines, []string{"operations", "--last=0"}},
		{lines, []string{"operations", "--last=100001"}},
		{"name an older one", []string{"migrate", "down", "0"}},
		{"name an older one", []string{"migrate", "down", "--", "-1"}},
		{"is a directory", []string{"verify", "--publish=/"}},
		{"no such file", []string{"--database-file=/nowhere", "tills"}},
		{"no such file", []string{"--config=/nowhere", "tills"}},
		{"no such shop: Nowhere", []string{"set-person", "Huda", "--shop=Nowhere"}},
		{"host:port", []string{"verify", "--alert-mail=nowhere"}},
	} {
		ctx, stop := context.WithTimeout(t.Context(), 5*time.Second)
		out, err := command(ctx, environment, c.args...)
		stop()
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q\n%.300s", c.args, err, c.want, out)
		}
	}
	if out, err := try("people"); err != nil || strings.Count(out, "\n") != 1 {
		t.Errorf("somebody was added: %v\n%s", err, out)
	}
	if out, err := try("shops"); err != nil || !strings.Contains(out, "Harbour  1      the page's") {
		t.Errorf("a shop was changed: %v\n%s", err, out)
	}
}
