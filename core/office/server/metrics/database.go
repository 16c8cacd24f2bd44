package metrics

import (
	"context"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"github.com/prometheus/client_golang/prometheus"
)

const (
	askTime   = 5 * time.Second  // for the database to answer a scrape
	freshFor  = 10 * time.Second // scrapes within it are answered from the one before
	silentFor = "3 minutes"      // as the page calls a till silent
)

// database asks the database at a scrape.
type database struct {
	db *pgxpool.Pool

	mu    sync.Mutex // guards the rest; held while the database is asked
	asked time.Time
	found []found
}

// found is one value of one metric.
type found struct {
	Metric, Label string
	Value         float64
}

// of are the metrics of the database, with the label that each has.
var of = map[string]struct{ help, label string }{
	"tills":                  {"Tills with a key: heard within three minutes, silent, or never heard; and those without a key.", "state"},
	"collectors":             {"Processes that take what tills send, heard within three minutes.", ""},
	"alarms":                 {"Alarms that nobody has taken note of, by kind.", "kind"},
	"alerts_waiting":         {"Alerts that wait to be sent, by way.", "way"},
	"sales_unknown":          {"Sales of which nobody knows whether they were paid.", ""},
	"debts_open":             {"Debts that are neither returned nor kept, of tills' newest histories.", ""},
	"verify_end_seconds":     {"When verify last wrote down what it found, in Unix time; 0 for never.", ""},
	"verify_faults":          {"Faults that verify found then, five at most.", ""},
	"partitions_missing":     {"Partitions of this month and the next that are not there.", ""},
	"rows_without_month":     {"Rows in a default partition, 10,001 at most.", "table"},
	"months_gone":            {"Months of tables that retention has let go.", ""},
	"replicas":               {"Replicas that read along.", ""},
	"database_size_bytes":    {"The database's size.", ""},
	"database_clock_seconds": {"The database's clock, in Unix time.", ""},
}

// question answers with a row for each value.
const question = `
SELECT 'tills', CASE WHEN k.till_id IS NULL THEN 'without key' WHEN h.heard_at IS NULL THEN 'never' WHEN h.heard_at < now() - $1::interval THEN 'silent' ELSE 'heard' END, count(*)::float8
	FROM heard h LEFT JOIN keys k ON k.till_id = h.till_id AND k.revoked_at IS NULL GROUP BY 2
UNION ALL SELECT 'collectors', '', count(*) FROM beats WHERE at > now() - $1::interval
UNION ALL SELECT 'alarms', kind, count(*) FROM alarms WHERE seen_at IS NULL OR last_at > seen_at GROUP BY 2
UNION ALL SELECT 'alerts_waiting', w.way, count(d.way) FROM ways w LEFT JOIN deliveries d ON d.way = w.way AND d.done_at IS NULL GROUP BY 2
UNION ALL SELECT 'sales_unknown', '', count(*) FROM sales WHERE status = 'unknown' AND status <> 'paid' AND counts AND NOT practice
UNION ALL SELECT 'debts_open', '', count(*) FROM debts d JOIN cursors c USING (till_id, epoch) WHERE d.open <> 0
UNION ALL SELECT 'verify_end_seconds', '', coalesce((SELECT extract(epoch FROM at) FROM verdicts ORDER BY no DESC LIMIT 1), 0)::float8
UNION ALL SELECT 'verify_faults', '', coalesce((SELECT jsonb_array_length(coalesce(text::jsonb -> 'faults', '[]')) FROM verdicts ORDER BY no DESC LIMIT 1), 0)
UNION ALL SELECT 'partitions_missing', '', count(*) FROM unnest('{receipts,audit,sales,cash}'::text[]) t, generate_series(0, 1) later
	WHERE to_regclass(t || '_' || to_char(date_trunc('month', now() AT TIME ZONE 'UTC') + make_interval(months => later), 'YYYYMM')) IS NULL
UNION ALL SELECT 'rows_without_month', 'receipts', count(*) FROM (SELECT FROM receipts_other LIMIT 10001) x
UNION ALL SELECT 'rows_without_month', 'audit', count(*) FROM (SELECT FROM audit_other LIMIT 10001) x
UNION ALL SELECT 'rows_without_month', 'sales', count(*) FROM (SELECT FROM sales_other LIMIT 10001) x
UNION ALL SELECT 'rows_without_month', 'cash', count(*) FROM (SELECT FROM cash_other LIMIT 10001) x
UNION ALL SELECT 'months_gone', '', count(*) FROM gone_months
UNION ALL SELECT 'replicas', '', count(*) FROM pg_stat_replication
UNION ALL SELECT 'database_size_bytes', '', pg_database_size(current_database())
UNION ALL SELECT 'database_clock_seconds', '', extract(epoch FROM clock_timestamp())::float8`

// Database adds what the database says of itself.
func (m *Metrics) Database(db *pgxpool.Pool) { m.all.MustRegister(&database{db: db}) }

// Describe implements prometheus.Collector: which metrics there are depends on whether the
// database answers, so that none is promised.
func (*database) Describe(chan<- *prometheus.Desc) {}

// Collect implements prometheus.Collector. Where the database does not answer it says that,
// and nothing else.
func (d *database) Collect(into chan<- prometheus.Metric) {
	d.mu.Lock()
	defer d.mu.Unlock()
	up := 1.0
	if time.Since(d.asked) > freshFor {
		ctx, cancel := context.WithTimeout(context.Background(), askTime)
		defer cancel()
		rows, err := d.db.Query(ctx, question, silentFor)
		if err == nil {
			d.found, err = pgx.CollectRows(rows, pgx.RowToStructByPos[found])
		}
		if err != nil {
			d.found, up = nil, 0
		} else {
			d.asked = time.Now()
		}
	}
	into <- prometheus.MustNewConstMetric(prometheus.NewDesc("sanduq_office_database_up", "Whether the database answers.", nil, nil), prometheus.GaugeValue, up)
	for _, f := range d.found {
		about := of[f.Metric]
		var labels, values []string
		if about.label != "" {
			labels, values = []string{about.label}, []string{f.Label}
		}
		into <- prometheus.MustNewConstMetric(prometheus.NewDesc("sanduq_office_"+f.Metric, about.help, labels, nil), prometheus.GaugeValue, f.Value, values...)
	}
}
