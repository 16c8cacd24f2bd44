package alerts

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Way is how alerts reach people. Send is called by one goroutine at a time; its
// errors hold nothing secret.
type Way interface {
	Way() string
	Send(ctx context.Context, a Alert, now time.Time) error
}

// Config is what a Sender is made of.
type Config struct {
	DB          *pgxpool.Pool
	Ways        []Way
	Quiet       Quiet
	Zone        *time.Location   // of Quiet; nil is UTC
	SilentAfter time.Duration    // of a till; 0: nobody is told
	Now         func() time.Time // nil is time.Now
	Logger      *slog.Logger     // nil is silence
}

const (
	lookEvery = 5 * time.Second
	firstWait = 10 * time.Second // after a delivery that failed; it doubles
	mostWait  = time.Hour
	giveUp    = 7 * 24 * time.Hour // an alert that nobody takes for so long is left

	askTime = 20 * time.Second // for the database to answer, one alert's way to people included; it may hang
)

// Sender delivers alerts.
type Sender struct{ cfg Config }

// NewSender returns a sender that does nothing yet.
func NewSender(cfg Config) *Sender {
	if cfg.Zone == nil {
		cfg.Zone = time.UTC
	}
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	return &Sender{cfg}
}

// Run watches and delivers until ctx ends. Every collector may do so: what one is at,
// the others leave alone.
func (s *Sender) Run(ctx context.Context) {
	for {
		if err := s.Once(ctx); err != nil && ctx.Err() == nil {
			s.cfg.Logger.Warn("alerts wait", "err", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(lookEvery):
		}
	}
}

// Once delivers what is due now, unless the hours are quiet.
func (s *Sender) Once(ctx context.Context) error {
	now := s.cfg.Now()
	if s.cfg.Quiet.Holds(now.In(s.cfg.Zone)) {
		return nil
	}
	if err := s.watch(ctx, now); err != nil {
		return err
	}
	for _, way := range s.cfg.Ways {
		for {
			more, err := s.one(ctx, way, now)
			if err != nil {
				return fmt.Errorf("alerts: %s: %w", way.Way(), err)
			}
			if !more {
				break
			}
		}
	}
	return nil
}

func (s *Sender) watch(ctx context.Context, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	return Watch(ctx, s.cfg.DB, now, s.cfg.SilentAfter)
}

// one delivers one alert and reports whether there was one. The row stays locked
// meanwhile: others pass over it, and have it at once where this process dies.
func (s *Sender) one(ctx context.Context, way Way, now time.Time) (more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	err = pgx.BeginFunc(ctx, s.cfg.DB, func(tx pgx.Tx) error {
		var a Alert
		var tries int
		err := tx.QueryRow(ctx, `SELECT a.id, a.kind, a.made_at, s.name, t.name, t.practice, a.number, a.minor, a.currency, d.tries
			FROM deliveries d JOIN alerts a ON a.id = d.alert_id JOIN tills t ON t.id = a.till_id JOIN shops s ON s.id = t.shop_id
			WHERE d.way = $1 AND d.done_at IS NULL AND d.next_at <= $2 AND a.made_at > $3
			ORDER BY d.next_at LIMIT 1 FOR UPDATE OF d SKIP LOCKED`, way.Way(), now, now.Add(-giveUp)).Scan(
			&a.ID, &a.Kind, &a.At, &a.Shop, &a.Till, &a.Practice, &a.Number, &a.Minor, &a.Currency, &tries)
		if errors.Is(err, pgx.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		more = true
		a.At = a.At.UTC()
		if failed := way.Send(ctx, a, now); failed != nil {
			s.cfg.Logger.Warn("an alert was not taken", "way", way.Way(), "id", a.ID, "err", failed)
			_, err = tx.Exec(ctx, "UPDATE deliveries SET tries = tries + 1, next_at = $3, said = $4 WHERE alert_id = $1 AND way = $2", a.ID, way.Way(), now.Add(wait(tries)), failed.Error())
			return err
		}
		_, err = tx.Exec(ctx, "UPDATE deliveries SET tries = tries + 1, done_at = $3, said = '' WHERE alert_id = $1 AND way = $2", a.ID, way.Way(), now)
		return err
	})
	return more, err
}

// wait is how long after a delivery that failed the next is tried.
func wait(tries int) time.Duration {
	d := mostWait
	if tries < 9 {
		d = min(mostWait, firstWait<<tries)
	}
	return d/2 + rand.N(d/2+1)
}
