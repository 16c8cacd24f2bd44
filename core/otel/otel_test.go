package otel_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	"go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"sanduq/core"
	"sanduq/core/coretest"
	"sanduq/core/money"
	"sanduq/core/otel"
	"sanduq/core/wire"
)

// rig is a client whose attempts are recorded in memory.
type rig struct {
	t       *testing.T
	service *coretest.Service
	client  *core.Client
	spans   *tracetest.SpanRecorder
	tracer  *trace.TracerProvider
	reader  *metric.ManualReader
}

func newRig(t *testing.T, change func(*core.ClientConfig)) *rig {
	r := &rig{t: t, service: coretest.Gateway(t), spans: tracetest.NewSpanRecorder(), reader: metric.NewManualReader()}
	r.tracer = trace.NewTracerProvider(trace.WithSpanProcessor(r.spans))
	observer, err := otel.NewObserver(r.tracer, metric.NewMeterProvider(metric.WithReader(r.reader)))
	if err != nil {
		t.Fatal(err)
	}
	config := r.service.Config()
	config.Observer = observer
	if change != nil {
		change(&config)
	}
	if r.client, err = core.NewClient(config); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.client.Close)
	return r
}

func (r *rig) initiate(ctx context.Context) error {
	_, err := r.client.Initiate(ctx, wire.InitiateCall{OrderID: "ORDER-1", Amount: money.Amount{Minor: 12500, Currency: "LYD"}})
	return err
}

// measured returns how many attempts were measured, by their attributes.
func (r *rig) measured() map[string]uint64 {
	r.t.Helper()
	var all metricdata.ResourceMetrics
	if err := r.reader.Collect(context.Background(), &all); err != nil {
		r.t.Fatal(err)
	}
	counts := map[string]uint64{}
	for _, s := range all.ScopeMetrics {
		for _, m := range s.Metrics {
			for _, p := range m.Data.(metricdata.Histogram[float64]).DataPoints {
				counts[m.Name+" "+m.Unit+" "+p.Attributes.Encoded(attribute.DefaultEncoder())] += p.Count
			}
		}
	}
	return counts
}

func attributes(s trace.ReadOnlySpan) string {
	var list []string
	for _, a := range s.Attributes() {
		if a.Key != "payment.request_id" {
			list = append(list, fmt.Sprintf("%s=%s", a.Key, a.Value.Emit()))
		}
	}
	slices.Sort(list)
	return strings.Join(list, " ")
}

func TestAnAttemptIsASpan(t *testing.T) {
	r := newRig(t, nil)
	ctx, parent := r.tracer.Tracer("shop").Start(t.Context(), "order")
	if err := r.initiate(wire.WithRequestID(ctx, "R-1")); err != nil {
		t.Fatal(err)
	}
	parent.End()
	spans := r.spans.Ended()
	if len(spans) != 2 || spans[0].Name() != "payment "+string(core.OpInitiate) || spans[0].Parent().SpanID() != parent.SpanContext().SpanID() ||
		!spans[0].EndTime().After(spans[0].StartTime()) || spans[0].Status().Code != codes.Unset {
		t.Fatalf("%+v", spans)
	}
	if got, want := attributes(spans[0]), "http.response.status_code=200 payment.operation="+string(core.OpInitiate); got != want {
		t.Errorf("%s, want %s", got, want)
	}
	if !slices.Contains(spans[0].Attributes(), attribute.String("payment.request_id", "R-1")) {
		t.Errorf("%v", spans[0].Attributes())
	}
	want := otel.DurationMetric + " s http.response.status_code=200,payment.operation=" + string(core.OpInitiate)
	if got := r.measured(); len(got) != 1 || got[want] != 1 {
		t.Errorf("%v, want %s", got, want)
	}
}

// A refusal is named by its kind; what the gateway said of it stays out.
func TestARefusalIsAnError(t *testing.T) {
	r := newRig(t, func(c *core.ClientConfig) { c.SecretKey = core.NewSecret("another-secret") })
	if err := r.initiate(t.Context()); err == nil {
		t.Fatal("wrong keys were taken")
	}
	span := r.spans.Ended()[0]
	if span.Status() != (trace.Status{Code: codes.Error, Description: "credentials"}) || strings.Contains(fmt.Sprint(span), "another-secret") {
		t.Errorf("%+v", span.Status())
	}
	if got, want := attributes(span), "error.type=credentials http.response.status_code=401 payment.operation="+string(core.OpInitiate); got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// What is attempted again says how often.
func TestAttemptsAreCounted(t *testing.T) {
	r := newRig(t, nil)
	session := r.service.Open(core.CreateInvoiceRequest{OrderID: "A", Amount: money.Amount{Minor: 12500, Currency: "LYD"}})
	r.service.Fail(1)
	if _, err := r.client.GenerateQR(t.Context(), wire.QRCall{Token: session.Token, Rail: core.RailBank, PaymentID: session.PaymentID, OrderID: "A"}); err != nil {
		t.Fatal(err)
	}
	spans := r.spans.Ended()
	if len(spans) != 2 {
		t.Fatalf("%d spans", len(spans))
	}
	for i, want := range []string{"error.type=refused http.response.status_code=503 payment.id=P-1 payment.operation=generateQr",
		"http.request.resend_count=1 http.response.status_code=200 payment.id=P-1 payment.operation=generateQr"} {
		if got := attributes(spans[i]); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestConnectionsThatFail(t *testing.T) {
	r := newRig(t, func(c *core.ClientConfig) { c.BaseURL = "http://127.0.0.1:1" })
	if err := r.initiate(t.Context()); err == nil {
		t.Fatal("nobody answered, and yet")
	}
	for _, span := range r.spans.Ended() {
		if span.Status().Description != "connection" {
			t.Errorf("%+v", span.Status())
		}
	}
}

// Without providers the global ones are meant, which do nothing by default.
func TestTheGlobalProviders(t *testing.T) {
	observer, err := otel.NewObserver(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	observer.ObserveAttempt(t.Context(), wire.Attempt{Operation: core.OpFetchStatus})
}
