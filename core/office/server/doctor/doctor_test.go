//go:build linux

package doctor

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/proof"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
)

func TestMain(m *testing.M) { postgres.Main(m, schema.Migrate) }

// installation is one that is as it should be.
type installation struct {
	*testing.T
	Config
}

func (in *installation) exec(statements ...string) {
	in.Helper()
	conn, err := pgx.Connect(in.Context(), in.Database)
	if err != nil {
		in.Fatal(err)
	}
	defer func() { _ = conn.Close(context.Background()) }()
	for _, one := range statements {
		if _, err := conn.Exec(in.Context(), one); err != nil {
			in.Fatalf("%s: %v", one, err)
		}
	}
}

// certify writes a certificate that ends after so long.
func (in *installation) certify(life time.Duration) {
	in.Helper()
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		in.Fatal(err)
	}
	of := &x509.Certificate{SerialNumber: big.NewInt(1), NotBefore: time.Now().Add(-48 * time.Hour), NotAfter: time.Now().Add(life)}
	der, err := x509.CreateCertificate(rand.Reader, of, of, &key.PublicKey, key)
	if err != nil {
		in.Fatal(err)
	}
	private, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		in.Fatal(err)
	}
	for file, block := range map[string]*pem.Block{in.Cert: {Type: "CERTIFICATE", Bytes: der}, in.Key: {Type: "PRIVATE KEY", Bytes: private}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(block), 0o600); err != nil {
			in.Fatal(err)
		}
	}
}

func newInstallation(t *testing.T) *installation {
	t.Helper()
	in := &installation{t, Config{Database: postgres.Database(t), Cert: filepath.Join(t.TempDir(), "cert"), Key: filepath.Join(t.TempDir(), "key"),
		Mail: func(context.Context) error { return nil }, Free: func(string) (uint64, uint64, error) { return 50, 100, nil }}}
	in.certify(90 * 24 * time.Hour)
	db, err := collector.Connect(t.Context(), in.Database, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, _, err := proof.Recount(t.Context(), db, true, time.Now(), strings.NewReader("")); err != nil {
		t.Fatal(err)
	}
	return in
}

// TestBrokenInstallations: of each the one thing that is wrong is told, with what to do,
// and nothing else is called wrong.
func TestBrokenInstallations(t *testing.T) {
	for _, c := range []struct {
		wrong, says string
		bend        func(in *installation)
	}{
		{"", "", func(*installation) {}},
		{"database", "does not answer", func(in *installation) { in.Database = "host=/nowhere dbname=sanduq connect_timeout=1" }},
		{"schema", "run migrate", func(in *installation) {
			in.exec("DELETE FROM goose_db_version WHERE version_id = (SELECT max(version_id) FROM goose_db_version)")
		}},
		{"schema", "newer layout", func(in *installation) {
			in.exec("INSERT INTO goose_db_version (version_id, is_applied) VALUES (99999, true)")
		}},
		{"roles", "GRANT sanduq_writer", func(in *installation) {
			in.exec("CREATE ROLE doctor_stranger LOGIN", "GRANT USAGE ON SCHEMA public TO doctor_stranger", "GRANT SELECT ON ALL TABLES IN SCHEMA public TO doctor_stranger")
			in.Database = strings.Replace(in.Database, "user=sanduq", "user=doctor_stranger", 1)
		}},
		{"durability", "synchronous_commit = off", func(in *installation) {
			in.exec("DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET synchronous_commit = off', current_database()); END $$")
		}},
		{"partitions", "receipts_", func(in *installation) {
			in.exec("DO $$ BEGIN EXECUTE format('DROP TABLE %I', 'receipts_' || to_char(now() AT TIME ZONE 'UTC', 'YYYYMM')); END $$")
		}},
		{"retention", "should be gone", func(in *installation) {
			in.Keep = 12
			in.exec("SELECT keep_month('audit', (now() - interval '14 months')::date)")
		}},
		{"retention", "only sanduq drops one", func(in *installation) {
			in.Keep = 12
			in.exec("DROP ROLE IF EXISTS doctor_writer", "CREATE ROLE doctor_writer LOGIN IN ROLE sanduq_writer")
			in.Database = strings.Replace(in.Database, "user=sanduq", "user=doctor_writer", 1)
		}},
		{"clock", "time server", func(in *installation) {
			in.Now = func() time.Time { return time.Now().Add(-time.Hour) }
		}},
		{"certificate", "no till comes", func(in *installation) { in.certify(-time.Hour) }},
		{"certificate", "renew it", func(in *installation) { in.certify(7 * 24 * time.Hour) }},
		{"certificate", "cannot be used", func(in *installation) {
			other := newInstallation(in.T)
			in.Key = other.Key
		}},
		{"disk", "Make room", func(in *installation) { in.Free = func(string) (uint64, uint64, error) { return 4, 100, nil } }},
		{"mail", "alerts wait", func(in *installation) {
			in.Mail = func(context.Context) error { return errors.New("the mail server does not answer") }
		}},
		{"replication", "drop the slot", func(in *installation) {
			in.exec("SELECT pg_create_physical_replication_slot('doctor_lost')")
			in.Cleanup(func() {
				conn, err := pgx.Connect(context.Background(), in.Database)
				if err == nil {
					_, err = conn.Exec(context.Background(), "SELECT pg_drop_replication_slot('doctor_lost')")
				}
				if err = errors.Join(err, conn.Close(context.Background())); err != nil {
					in.Error(err)
				}
			})
		}},
		{"verify", "never run", func(in *installation) { in.exec("DELETE FROM verdicts") }},
		{"verify", "ran last on", func(in *installation) {
			in.exec("UPDATE verdicts SET text = regexp_replace(text, '\"at\":\"[0-9]+', '\"at\":\"2020')")
		}},
	} {
		t.Run(c.wrong+" "+c.says, func(t *testing.T) {
			in := newInstallation(t)
			c.bend(in)
			var wrong []string
			for _, line := range Examine(t.Context(), in.Config) {
				t.Logf("%t %s: %s", line.OK, line.Name, line.Said)
				if line.Said == "" {
					t.Errorf("%s: nothing is said", line.Name)
				}
				if !line.OK {
					wrong = append(wrong, line.Name+": "+line.Said)
				}
			}
			switch {
			case c.wrong == "" && len(wrong) > 0:
				t.Errorf("nothing is wrong, and it says %q", wrong)
			case c.wrong != "" && (len(wrong) != 1 || !strings.HasPrefix(wrong[0], c.wrong+":") || !strings.Contains(wrong[0], c.says)):
				t.Errorf("it says %q, want %s: … %s", wrong, c.wrong, c.says)
			}
		})
	}
}

// TestTheSystemTellsOfADisk by its own call.
func TestTheSystemTellsOfADisk(t *testing.T) {
	free, all, err := freeOf(t.TempDir())
	if err != nil || free == 0 || free > all {
		t.Error(fmt.Sprint(free, " of ", all), err)
	}
	if _, _, err := freeOf(filepath.Join(t.TempDir(), "none")); err == nil {
		t.Error("of a folder that is not there it tells something")
	}
}
