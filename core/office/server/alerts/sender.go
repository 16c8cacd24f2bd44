package alerts

import (
	"context"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
)

// Way is how alerts reach people. Send sends some of one kind, one at least, as one message. It is
// called by one goroutine at a time; its errors hold nothing secret.
type Way interface {
	Way() string
	Send(ctx context.Context, group []Alert, now time.Time) error
}

// Config is what a Sender is made of.
type Config struct {
	DB          *pgxpool.Pool
	Ways        []Way
	Quiet       Quiet
	Zone        *time.Location // of Quiet; nil is UTC
	SilentAfter time.Duration  // of a till; 0: nobody is told
	// Gather is how long an alert waits for more of its kind, to go with them as one
	// message. After that, ten times as long passes until the next of that kind.
	Gather time.Duration
	Now    func() time.Time // nil is the database's clock: that of a collector may be wrong
	Logger *slog.Logger     // nil is silence
}

const (
	lookEvery = 5 * time.Second
	firstWait = 10 * time.Second // after a delivery that failed; it doubles
	mostWait  = time.Hour
	giveUp    = 7 * 24 * time.Hour // an alert that nobody takes for so long is left

	askTime = 20 * time.Second // for the database to answer, one alert's way to people included; it may hang
)

// most is how many alerts one message holds.
const most = 100

// Sender delivers alerts.
type Sender struct {
	cfg       Config
	announced time.Time
	gathering map[topic]time.Time // until when
	sent      map[topic]time.Time // when the last message went
}

// topic is what goes into one message.
type topic struct {
	way      string
	kind     Kind
	practice bool
}

// NewSender returns a sender that does nothing yet.
func NewSender(cfg Config) *Sender {
	if cfg.Zone == nil {
		cfg.Zone = time.UTC
	}
	if cfg.Logger == nil {
		cfg.Logger = slog.New(slog.DiscardHandler)
	}
	return &Sender{cfg: cfg, gathering: map[topic]time.Time{}, sent: map[topic]time.Time{}}
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

// Announce notes by which ways people are told: for those alone alerts are queued from
// then on, for an hour. Once does it too.
func (s *Sender) Announce(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	for _, way := range s.cfg.Ways {
		if _, err := s.cfg.DB.Exec(ctx, "INSERT INTO ways (way, seen_at) VALUES ($1, now()) ON CONFLICT (way) DO UPDATE SET seen_at = excluded.seen_at", way.Way()); err != nil {
			return fmt.Errorf("alerts: %w", err)
		}
	}
	s.announced = time.Now()
	return nil
}

// clock returns the moment by which all senders go.
func (s *Sender) clock(ctx context.Context) (now time.Time, err error) {
	if s.cfg.Now != nil {
		return s.cfg.Now(), nil
	}
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	if err := s.cfg.DB.QueryRow(ctx, "SELECT now()").Scan(&now); err != nil {
		return now, fmt.Errorf("alerts: %w", err)
	}
	return now, nil
}

// expire leaves what nobody took for a week by the database's clock, and what is over before anybody was told: a
// till that is heard again, a sale whose end is known.
func (s *Sender) expire(ctx context.Context, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	_, err := s.cfg.DB.Exec(ctx, `UPDATE deliveries d SET done_at = $1, said = CASE WHEN d.queued_at <= now() - $2::interval THEN 'expired' ELSE 'over' END FROM alerts a
		WHERE a.id = d.alert_id AND d.done_at IS NULL AND (d.queued_at <= now() - $2::interval
			OR a.kind = $3 AND EXISTS (SELECT FROM heard h WHERE h.till_id = a.till_id AND h.heard_at > a.made_at)
			OR a.kind = $4 AND NOT EXISTS (SELECT FROM sales x WHERE x.till_id = a.till_id AND x.number = a.number AND x.status = 'unknown' AND x.counts
				AND a.id = format('unknown/%s/%s-%s', x.till_id, to_char(x.day, 'YYYYMMDD'), x.number)))`, now, giveUp, string(Silent), string(Unknown))
	if err != nil {
		return fmt.Errorf("alerts: %w", err)
	}
	return nil
}

// Once delivers what is due now, unless the hours are quiet. It is called by one goroutine
// at a time.
func (s *Sender) Once(ctx context.Context) error {
	now, err := s.clock(ctx)
	if err != nil {
		return err
	}
	if time.Since(s.announced) > time.Minute {
		if err := s.Announce(ctx); err != nil {
			return err
		}
	}
	if err := s.expire(ctx, now); err != nil {
		return err
	}
	if s.cfg.Quiet.Holds(now.In(s.cfg.Zone)) {
		return nil
	}
	if err := s.watch(ctx, now); err != nil {
		return err
	}
	for _, way := range s.cfg.Ways {
		topics, err := s.due(ctx, way, now)
		if err != nil {
			return fmt.Errorf("alerts: %s: %w", way.Way(), err)
		}
		for _, of := range topics {
			for more := true; more; {
				if more, err = s.some(ctx, way, of, now); err != nil {
					return fmt.Errorf("alerts: %s: %w", way.Way(), err)
				}
			}
		}
	}
	return nil
}

// due are the topics of which there is something to send, once more of it had time to come.
func (s *Sender) due(ctx context.Context, way Way, now time.Time) ([]topic, error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	rows, err := s.cfg.DB.Query(ctx, `SELECT a.kind, t.practice FROM deliveries d JOIN alerts a ON a.id = d.alert_id JOIN tills t ON t.id = a.till_id
		WHERE d.way = $1 AND d.done_at IS NULL AND d.next_at <= $2 GROUP BY 1, 2 ORDER BY 2, 1`, way.Way(), now)
	if err != nil {
		return nil, err
	}
	var out []topic
	of := topic{way: way.Way()}
	_, err = pgx.ForEachRow(rows, []any{&of.kind, &of.practice}, func() error {
		until, is := s.gathering[of]
		if !is {
			until = now.Add(s.cfg.Gather)
			if last, was := s.sent[of]; was && s.cfg.Gather > 0 && last.Add(10*s.cfg.Gather).After(until) {
				until = last.Add(10 * s.cfg.Gather)
			}
			s.gathering[of] = until
		}
		if !until.After(now) {
			out = append(out, of)
		}
		return nil
	})
	return out, err
}

func (s *Sender) watch(ctx context.Context, now time.Time) error {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	return Watch(ctx, s.cfg.DB, now, s.cfg.SilentAfter)
}

// some delivers one message of a topic and reports whether there may be more. Its rows stay
// locked meanwhile: others pass over them, and have them at once where this process dies.
func (s *Sender) some(ctx context.Context, way Way, of topic, now time.Time) (more bool, err error) {
	ctx, cancel := context.WithTimeout(ctx, askTime)
	defer cancel()
	err = pgx.BeginFunc(ctx, s.cfg.DB, func(tx pgx.Tx) error {
		rows, err := tx.Query(ctx, `SELECT a.id, a.kind, a.made_at, s.name, t.name, t.practice, a.number, a.minor, a.currency, d.tries
			FROM deliveries d JOIN alerts a ON a.id = d.alert_id JOIN tills t ON t.id = a.till_id JOIN shops s ON s.id = t.shop_id
			WHERE d.way = $1 AND a.kind = $2 AND t.practice = $3 AND d.done_at IS NULL AND d.next_at <= $4
			ORDER BY a.made_at, a.id LIMIT $5 FOR UPDATE OF d SKIP LOCKED`, of.way, string(of.kind), of.practice, now, most)
		if err != nil {
			return err
		}
		var group []Alert
		var ids []string
		var a Alert
		var tries, tried int
		if _, err := pgx.ForEachRow(rows, []any{&a.ID, &a.Kind, &a.At, &a.Shop, &a.Till, &a.Practice, &a.Number, &a.Minor, &a.Currency, &tries}, func() error {
			a.At, a.Kind, a.Uncertain = a.At.UTC(), a.Kind.public(), a.Kind == MaybeTwice
			group, ids, tried = append(group, a), append(ids, a.ID), max(tried, tries)
			return nil
		}); err != nil || len(group) == 0 {
			return err
		}
		more = len(group) == most
		delete(s.gathering, of)
		if failed := way.Send(ctx, group, now); failed != nil {
			more = false
			s.cfg.Logger.Warn("alerts were not taken", "way", way.Way(), "first", ids[0], "alerts", len(ids), "err", failed)
			_, err = tx.Exec(ctx, "UPDATE deliveries SET tries = tries + 1, next_at = $3, said = $4 WHERE alert_id = ANY($1) AND way = $2", ids, of.way, now.Add(wait(tried)), failed.Error())
			return err
		}
		s.sent[of] = now
		_, err = tx.Exec(ctx, "UPDATE deliveries SET tries = tries + 1, done_at = $3, said = '' WHERE alert_id = ANY($1) AND way = $2", ids, of.way, now)
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
