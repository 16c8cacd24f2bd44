// Package otel puts a core.Client's attempts into OpenTelemetry: a span and a
// measurement each.
//
//	observer, err := otel.NewObserver(nil, nil)
//	client, err := core.NewClient(core.ClientConfig{Observer: observer, ...})
//
// It is a module of its own, so that OpenTelemetry never enters the
// application's list of dependencies: a program that wants it requires both. It
// knows package core and OpenTelemetry's API, and nothing else of ours; which
// exporter is used is the program's affair.
package otel

import (
	"context"
	"errors"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"sanduq/core"
	"sanduq/core/wire"
)

const scope = "sanduq/core"

// DurationMetric is the histogram of attempts, in seconds.
const DurationMetric = "payment.client.attempt.duration"

// Observer is a wire.Observer. Safe for concurrent use; NewObserver makes one.
type Observer struct {
	tracer   trace.Tracer
	duration metric.Float64Histogram
	now      func() time.Time
}

var _ wire.Observer = (*Observer)(nil)

// NewObserver reports to the given providers; a nil one is the global one.
func NewObserver(traces trace.TracerProvider, metrics metric.MeterProvider) (*Observer, error) {
	if traces == nil {
		traces = otel.GetTracerProvider()
	}
	if metrics == nil {
		metrics = otel.GetMeterProvider()
	}
	duration, err := metrics.Meter(scope).Float64Histogram(DurationMetric, metric.WithUnit("s"),
		metric.WithDescription("Time of one attempt of a call to the payment gateway."))
	if err != nil {
		return nil, err
	}
	return &Observer{tracer: traces.Tracer(scope), duration: duration, now: time.Now}, nil
}

// ObserveAttempt implements wire.Observer. The span is a child of the one in the
// call's context and carries no text of the gateway's.
func (o *Observer) ObserveAttempt(ctx context.Context, a wire.Attempt) {
	ended := o.now()
	common := []attribute.KeyValue{attribute.String("payment.operation", string(a.Operation))}
	if a.Status != 0 {
		common = append(common, attribute.Int("http.response.status_code", a.Status))
	}
	if a.Err != nil {
		common = append(common, attribute.String("error.type", errorType(a.Err)))
	}
	_, span := o.tracer.Start(ctx, "payment "+string(a.Operation), trace.WithSpanKind(trace.SpanKindClient),
		trace.WithTimestamp(ended.Add(-a.Duration)), trace.WithAttributes(common...))
	span.SetAttributes(attribute.String("payment.request_id", a.RequestID))
	if a.PaymentID != "" {
		span.SetAttributes(attribute.String("payment.id", a.PaymentID))
	}
	if a.Number > 1 {
		span.SetAttributes(attribute.Int("http.request.resend_count", a.Number-1))
	}
	if a.Err != nil {
		span.SetStatus(codes.Error, errorType(a.Err))
	}
	span.End(trace.WithTimestamp(ended))
	o.duration.Record(ctx, a.Duration.Seconds(), metric.WithAttributes(common...))
}

// kinds name what an attempt ended with, the most telling first.
var kinds = []struct {
	is   error
	name string
}{
	{core.ErrCredentials, "credentials"}, {core.ErrSignature, "signature"}, {core.ErrClock, "clock"},
	{core.ErrTokenExpired, "token_expired"}, {core.ErrTokenForeign, "token_foreign"},
	{core.ErrBadReply, "bad_reply"}, {context.DeadlineExceeded, "timeout"}, {context.Canceled, "canceled"},
}

// errorType is a word of a short list: a gateway's own codes would make a new
// series of measurements each.
func errorType(err error) string {
	for _, k := range kinds {
		if errors.Is(err, k.is) {
			return k.name
		}
	}
	if _, refused := errors.AsType[*core.PaymentAPIError](err); refused {
		return "refused"
	}
	return "connection"
}
