package metrics

import (
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"

	"sanduq/core/office"
)

// Metrics are those of one process.
type Metrics struct {
	all        *prometheus.Registry
	requests   *prometheus.CounterVec
	seconds    *prometheus.HistogramVec
	batches    prometheus.Counter
	rows       prometheus.Counter
	taking     prometheus.Histogram
	refused    *prometheus.CounterVec
	heartbeats prometheus.Counter
}

// New returns the metrics of a process of a version.
func New(version string) *Metrics {
	m := &Metrics{
		all: prometheus.NewRegistry(),
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "sanduq_office_requests_total", Help: "Requests that were answered, by route and status."},
			[]string{"route", "status"}),
		seconds: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "sanduq_office_request_seconds", Help: "How long requests took, but for those that wait for news.",
			Buckets: []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30}}, []string{"route"}),
		batches:    prometheus.NewCounter(prometheus.CounterOpts{Name: "sanduq_office_batches_total", Help: "Batches of tills that are durable."}),
		rows:       prometheus.NewCounter(prometheus.CounterOpts{Name: "sanduq_office_rows_total", Help: "Rows in those batches."}),
		heartbeats: prometheus.NewCounter(prometheus.CounterOpts{Name: "sanduq_office_heartbeats_total", Help: "Batches without news that were answered from memory."}),
		taking: prometheus.NewHistogram(prometheus.HistogramOpts{Name: "sanduq_office_transaction_seconds", Help: "How long transactions took that took batches.",
			Buckets: []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 15}}),
		refused: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "sanduq_office_refused_total", Help: "What tills were refused, by code."}, []string{"code"}),
	}
	build := prometheus.NewGauge(prometheus.GaugeOpts{Name: "sanduq_office_build_info", Help: "The program's version; always 1.", ConstLabels: prometheus.Labels{"version": version}})
	build.Set(1)
	m.all.MustRegister(m.requests, m.seconds, m.batches, m.rows, m.heartbeats, m.taking, m.refused, build, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return m
}

// Took counts batches that one transaction took.
func (m *Metrics) Took(batches, rows int, took time.Duration) {
	m.batches.Add(float64(batches))
	m.rows.Add(float64(rows))
	m.taking.Observe(took.Seconds())
}

// Refused counts what a till was refused.
func (m *Metrics) Refused(code office.Code) { m.refused.WithLabelValues(string(code)).Inc() }

// Heartbeat counts a batch that was answered from memory.
func (m *Metrics) Heartbeat() { m.heartbeats.Inc() }

// Waiting is asked at each scrape how many batches wait for a transaction.
func (m *Metrics) Waiting(n func() int) {
	m.all.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "sanduq_office_batches_waiting", Help: "Batches that wait for a transaction."}, func() float64 { return float64(n()) }))
}

// Certificate is asked at each scrape when the certificate ends; zero is unknown.
func (m *Metrics) Certificate(end func() time.Time) {
	m.all.MustRegister(prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "sanduq_office_certificate_end_seconds", Help: "When the certificate ends, in Unix time."}, func() float64 {
		if at := end(); !at.IsZero() {
			return float64(at.Unix())
		}
		return 0
	}))
}

// Handler answers a scrape. It asks for no identity.
func (m *Metrics) Handler() http.Handler {
	return promhttp.HandlerFor(m.all, promhttp.HandlerOpts{MaxRequestsInFlight: 4, Timeout: askTime + 5*time.Second})
}
