//go:build linux

// Package monitoring holds the rules and the dashboard that come with head office against
// the metrics that its process really has: each expression is one, and asks for metrics,
// labels and values that are there.
package monitoring

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/common/expfmt"
	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
	"go.yaml.in/yaml/v3"

	"sanduq/core/internal/limit"
	"sanduq/core/office"
	"sanduq/core/office/server/collector"
	"sanduq/core/office/server/metrics"
	"sanduq/core/office/server/schema"
	"sanduq/core/office/server/tests/postgres"
)

func TestMain(m *testing.M) { postgres.Main(m, schema.Migrate) }

// files is where the package's files are.
const files = "../../../../../assets/packaging/linux/office/"

// known are the metrics of a process that has done a little of everything, by name, each
// with the values of its labels.
type known map[string]map[string][]string

func scraped(t *testing.T) known {
	t.Helper()
	database := postgres.Database(t)
	db, err := pgxpool.New(t.Context(), database)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(db.Close)
	m := metrics.New("1.0")
	c, err := collector.Open(t.Context(), collector.Config{Database: database, Meter: m})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	for _, sql := range []string{"INSERT INTO ways VALUES ('mail', now()), ('webhook', now())",
		"INSERT INTO shops (name) VALUES ('Harbour')", "INSERT INTO tills (shop_id, name, practice) SELECT 1, n::text, false FROM generate_series(1, 3) n",
		"INSERT INTO cursors (till_id, heard_at) SELECT n, now() - n * interval '2 minutes' FROM generate_series(1, 3) n",
		"INSERT INTO keys (hash, till_id) SELECT sha256(n::text::bytea), n FROM generate_series(1, 2) n",
		"INSERT INTO alarms (till_id, epoch, kind, about, detail) VALUES (1, 1, 'clock', '', '')"} {
		if _, err := db.Exec(t.Context(), sql); err != nil {
			t.Fatal(err)
		}
	}
	m.Database(db)
	m.Waiting(c.Waiting)
	m.Certificate(time.Now)
	m.Took(1, 3, time.Millisecond)
	m.Heartbeat()
	m.Refused(office.CodeBusy)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /office/{$}", func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "", http.StatusServiceUnavailable) })
	m.Requests(mux, metrics.AccessNone, limit.Loopback, nil).ServeHTTP(httptest.NewRecorder(), httptest.NewRequest("GET", "/office/", nil))
	w := httptest.NewRecorder()
	m.Handler().ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
	text := expfmt.NewTextParser(model.UTF8Validation)
	families, err := text.TextToMetricFamilies(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	out := known{"up": {}}
	for name, family := range families {
		names := []string{name}
		if family.GetType().String() == "HISTOGRAM" {
			names = []string{name + "_bucket", name + "_sum", name + "_count"}
		}
		for _, name := range names {
			out[name] = map[string][]string{}
			for _, one := range family.GetMetric() {
				for _, l := range one.GetLabel() {
					out[name][l.GetName()] = append(out[name][l.GetName()], l.GetValue())
				}
			}
			if strings.HasSuffix(name, "_bucket") {
				out[name]["le"] = []string{"1"}
			}
		}
	}
	return out
}

// wrong says what an expression asks for that is not there; blank where all is.
func (k known) wrong(expression string) (said string) {
	parsed, err := parser.NewParser(parser.Options{}).ParseExpr(expression)
	if err != nil {
		return err.Error()
	}
	say := func(format string, args ...any) { said += fmt.Sprintf(format+"; ", args...) }
	var names []string
	parser.Inspect(parsed, func(node parser.Node, _ []parser.Node) error {
		at, is := node.(*parser.VectorSelector)
		if !is {
			return nil
		}
		names = append(names, at.Name)
		has, is := k[at.Name]
		if !is {
			say("there is no %s", at.Name)
		}
		for _, m := range at.LabelMatchers {
			switch values, is := has[m.Name]; {
			case m.Name == "__name__" || m.Name == "job" || m.Name == "instance": // Prometheus's own
			case !is:
				say("%s has no %s", at.Name, m.Name)
			case m.Type == labels.MatchEqual && !slices.Contains(values, m.Value), m.Type == labels.MatchRegexp && !slices.ContainsFunc(values, m.Matches):
				say("no %s is %q of %s", m.Name, m.Value, at.Name)
			}
		}
		return nil
	})
	parser.Inspect(parsed, func(node parser.Node, _ []parser.Node) error {
		if by, is := node.(*parser.AggregateExpr); is {
			for _, label := range by.Grouping {
				if !slices.ContainsFunc(names, func(name string) bool { return k[name][label] != nil }) {
					say("nothing has %s", label)
				}
			}
		}
		return nil
	})
	if len(names) == 0 {
		say("it asks for nothing")
	}
	return said
}

func read(t *testing.T, name string, into func([]byte) error) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(files, name))
	if err == nil {
		err = into(text)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func TestRulesAndDashboardAskForWhatIsThere(t *testing.T) {
	k := scraped(t)
	for _, bad := range []string{"sanduq_office_nothing > 0", "sum(", `sanduq_office_tills{state="gone"}`, "sum by (shop) (sanduq_office_tills)", `sanduq_office_tills{shop="x"}`, "1 > 0"} {
		if k.wrong(bad) == "" {
			t.Fatalf("%s is taken: nothing is held against anything", bad)
		}
	}
	var rules struct {
		Groups []struct {
			Rules []struct {
				Alert, Expr         string
				For                 string
				Labels, Annotations map[string]string
			}
		}
	}
	read(t, "alerts.yml", func(text []byte) error { return yaml.Unmarshal(text, &rules) })
	seen := map[string]bool{}
	placed := regexp.MustCompile(`\$labels\.(\w+)`)
	for _, r := range rules.Groups[0].Rules {
		if said := k.wrong(r.Expr); said != "" {
			t.Errorf("%s: %s: %s", r.Alert, r.Expr, said)
		}
		if _, err := model.ParseDuration(r.For); err != nil || seen[r.Alert] || r.Annotations["summary"] == "" || r.Annotations["description"] == "" || !slices.Contains([]string{"page", "ticket"}, r.Labels["severity"]) {
			t.Errorf("%s: %+v, %v", r.Alert, r, err)
		}
		for _, label := range placed.FindAllStringSubmatch(r.Annotations["summary"], -1) {
			if !strings.Contains(r.Expr, "by ("+label[1]+")") {
				t.Errorf("%s: its summary names %s, which its expression does not keep", r.Alert, label[1])
			}
		}
		seen[r.Alert] = true
	}
	if len(seen) < 15 {
		t.Errorf("%d rules", len(seen))
	}
	var board struct {
		Panels []struct {
			ID      int
			Title   string
			GridPos struct{ X, Y, W, H int }
			Targets []struct{ Expr string }
		}
	}
	read(t, "dashboard.json", func(text []byte) error { return json.Unmarshal(text, &board) })
	ids, asked := map[int]bool{}, ""
	for _, p := range board.Panels {
		if ids[p.ID] || p.Title == "" || len(p.Targets) == 0 || p.GridPos.X+p.GridPos.W > 24 {
			t.Errorf("panel %+v", p)
		}
		ids[p.ID] = true
		for _, target := range p.Targets {
			asked += target.Expr + "\n"
			if said := k.wrong(target.Expr); said != "" {
				t.Errorf("%s: %s: %s", p.Title, target.Expr, said)
			}
		}
	}
	for name := range k { // what there is is shown, or somebody is woken by it
		plain := strings.TrimSuffix(strings.TrimSuffix(strings.TrimSuffix(name, "_bucket"), "_sum"), "_count")
		if strings.HasPrefix(name, "sanduq_office_") && !strings.Contains(asked, plain) && !strings.Contains(fmt.Sprint(rules), plain) &&
			!slices.Contains([]string{"sanduq_office_build_info", "sanduq_office_months_gone"}, name) {
			t.Errorf("%s is neither shown nor told of", name)
		}
	}
}
