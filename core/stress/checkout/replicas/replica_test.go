//go:build linux

package replicas

import (
	"bufio"
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib"
	_ "modernc.org/sqlite"

	"sanduq/core"
	"sanduq/core/checkout"
	"sanduq/core/checkout/sqlstore"
	"sanduq/core/money"
	"sanduq/core/office/server/tests/postgres"
	"sanduq/core/watchplan"
)

// The environment of a process that is a replica.
const (
	envDriver   = "CHECKOUT_REPLICA_DRIVER"
	envDatabase = "CHECKOUT_REPLICA_DATABASE"
	envGateway  = "CHECKOUT_REPLICA_GATEWAY"
)

func TestMain(m *testing.M) {
	if driver := os.Getenv(envDriver); driver != "" {
		if err := beReplica(driver, os.Getenv(envDatabase), os.Getenv(envGateway)); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	postgres.Main(m, func(context.Context, string) error { return nil })
}

// place is a database.
type place struct{ driver, database string }

func postgreSQL(t *testing.T) place { return place{"pgx", postgres.Database(t)} }

func sqlite(t *testing.T) place {
	return place{"sqlite", "file:" + filepath.Join(t.TempDir(), "payments.db") +
		"?_txlock=immediate&_pragma=busy_timeout(20000)&_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)"}
}

func (p place) open(ctx context.Context) (*sql.DB, *sqlstore.Store, error) {
	dialect := sqlstore.PostgreSQL
	if p.driver == "sqlite" {
		dialect = sqlstore.SQLite
	}
	db, err := sql.Open(p.driver, p.database)
	if err != nil {
		return nil, nil, err
	}
	db.SetMaxOpenConns(6)
	store, err := sqlstore.Open(ctx, db, dialect)
	return db, store, err
}

// beReplica serves the page until the test ends: its input closes then.
func beReplica(driver, database, base string) error {
	db, store, err := place{driver, database}.open(context.Background())
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	api, err := core.NewClient(core.ClientConfig{Environment: core.Sandbox, BaseURL: base, APIKey: core.NewSecret("k"), SecretKey: core.NewSecret("s")})
	if err != nil {
		return err
	}
	none := checkout.Limit{Burst: -1}
	page, err := checkout.New(checkout.Config{API: api, Store: store, Key: bytes.Repeat([]byte("k"), checkout.KeySize), Shop: "Shop", Path: "/pay",
		Lease:  time.Second,
		Watch:  watchplan.Plan{First: []time.Duration{time.Second}, Every: time.Second, Answered: 1 << 20, Silent: 1 << 20},
		SDK:    []core.Option{core.WithSchedule(core.PollSchedule{Slow: 200 * time.Millisecond, Cap: 600 * time.Millisecond})},
		Limits: checkout.Limits{Payment: none, Account: none, Address: none},
		Idle:   2 * time.Second,
		Tell: func(ctx context.Context, o checkout.Outcome) error {
			body, _ := json.Marshal(map[string]string{"orderId": o.Session.OrderID, "key": o.Key})
			r, err := http.NewRequestWithContext(ctx, http.MethodPost, base+"/told", bytes.NewReader(body))
			if err != nil {
				return err
			}
			answer, err := http.DefaultClient.Do(r)
			if err != nil {
				return err
			}
			_ = answer.Body.Close()
			if answer.StatusCode != http.StatusOK {
				return fmt.Errorf("the merchant says %s", answer.Status)
			}
			return nil
		}})
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("/pay/", page)
	mux.HandleFunc("POST /open/{order}", func(w http.ResponseWriter, r *http.Request) {
		opened, err := page.Create(r.Context(), checkout.Order{OrderID: r.PathValue("order"), Amount: money.Amount{Minor: 12500, Currency: "LYD"}, ReturnURL: "/"})
		if err != nil {
			http.Error(w, err.Error(), http.StatusServiceUnavailable)
			return
		}
		_, _ = io.WriteString(w, opened.Path)
	})
	server := httptest.NewServer(mux)
	fmt.Println(server.URL)
	_, _ = io.Copy(io.Discard, os.Stdin)
	return nil
}

// replica is such a process.
type replica struct {
	cmd *exec.Cmd
	in  io.Closer
	url string
}

func startReplica(p place, g *gateway) (*replica, error) {
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), envDriver+"="+p.driver, envDatabase+"="+p.database, envGateway+"="+g.URL)
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err == nil {
		err = cmd.Start()
	}
	if err != nil {
		return nil, err
	}
	r := &replica{cmd: cmd, in: in}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		r.kill()
		return nil, fmt.Errorf("a replica did not start: %w", err)
	}
	r.url = strings.TrimSpace(line)
	return r, nil
}

// kill is SIGKILL.
func (r *replica) kill() {
	_ = r.cmd.Process.Kill()
	_ = r.cmd.Wait()
	_ = r.in.Close()
}

// browser is a customer's.
type browser struct{ http.Client }

func newBrowser() *browser {
	jar, _ := cookiejar.New(nil)
	return &browser{http.Client{Jar: jar, Timeout: 30 * time.Second, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}}
}

// form is the token of the page's form for a step; blank where it has none. busy says
// that another step is under way.
func (b *browser) form(address, step string) (form string, busy bool, err error) {
	token := regexp.MustCompile(`action="[^"]*/` + step + `"[^>]*><input type="hidden" name="form" value="([^"]+)"`)
	answer, err := b.Get(address)
	if err != nil {
		return "", false, err
	}
	defer func() { _ = answer.Body.Close() }()
	page, err := io.ReadAll(answer.Body)
	if found := token.FindSubmatch(page); err == nil && found != nil {
		return string(found[1]), false, nil
	}
	return "", bytes.Contains(page, []byte(`data-view="busy `)), err
}

// post sends a form and returns the note that the page answers with; blank for
// none.
func (b *browser) post(address, token string, fields ...string) (note string, err error) {
	form := url.Values{"form": {token}}
	for i := 0; i < len(fields); i += 2 {
		form.Set(fields[i], fields[i+1])
	}
	answer, err := b.PostForm(address, form)
	if err != nil {
		return "", err
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusSeeOther {
		return "", fmt.Errorf("%s: %s", address, answer.Status)
	}
	to, err := url.Parse(answer.Header.Get("Location"))
	if err != nil {
		return "", err
	}
	return to.Query().Get("note"), nil
}

// open opens the payment of an order at a replica.
func (r *replica) open(order string) (path string, err error) {
	client := http.Client{Timeout: 30 * time.Second}
	answer, err := client.Post(r.url+"/open/"+order, "", nil)
	if err != nil {
		return "", err
	}
	defer func() { _ = answer.Body.Close() }()
	text, err := io.ReadAll(answer.Body)
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", answer.Status, text)
	}
	return string(text), err
}
