package core

import (
	"net/http"
	"testing"
	"time"
)

func TestHealthTellsTheGatewaysClock(t *testing.T) {
	for _, off := range []time.Duration{0, time.Hour, -8 * time.Hour, 90 * time.Second} {
		bubble(t, func(t *testing.T) {
			d := newDesk(t)
			d.open()
			d.showQR()
			d.StopStatusPolling()
			d.g.on(pathStatus, answer{body: pendingReply, header: http.Header{"Date": {time.Now().UTC().Add(off).Format(http.TimeFormat)}}},
				answer{body: pendingReply, header: http.Header{"Date": {"today"}}}, answer{status: 500, header: http.Header{"Date": {""}}})
			for range 3 { // an answer that does not tell the time leaves what is known
				_, _ = d.RefreshStatus(t.Context(), "P1")
				if got := d.Health().ClockOffset; (got - off).Abs() > time.Second {
					t.Errorf("offset %v, want %v", got, off)
				}
			}
		})
	}
}
