package collector

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/base32"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"

	"sanduq/core"
	"sanduq/core/money"
	"sanduq/core/office"
)

// codeLife is how long a one-time code is good for.
const codeLife = 24 * time.Hour

var codeLetters = base32.NewEncoding("ABCDEFGHJKLMNPQRSTUVWXYZ23456789").WithPadding(base32.NoPadding)

// AddTill makes a till of a shop, and the shop where there is none of the name,
// and returns the till's number. One that is there already is returned as it is.
func (c *Collector) AddTill(ctx context.Context, shop, name string, environment core.Environment) (number int64, err error) {
	if shop = strings.TrimSpace(shop); shop == "" || strings.TrimSpace(name) == "" {
		return 0, errors.New("collector: a shop and a till have names")
	}
	practice := environment != core.Live
	err = c.db.begin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		var of int64
		if err := tx.QueryRow(ctx, "INSERT INTO shops (name) VALUES ($1) ON CONFLICT (name) DO UPDATE SET name = excluded.name RETURNING id", shop).Scan(&of); err != nil {
			return err
		}
		if err := tx.QueryRow(ctx, `INSERT INTO tills (shop_id, name, practice) VALUES ($1, $2, $3)
			ON CONFLICT (shop_id, name, practice) DO UPDATE SET name = excluded.name RETURNING id`, of, strings.TrimSpace(name), practice).Scan(&number); err != nil {
			return err
		}
		if _, err := tx.Exec(ctx, "INSERT INTO cursors (till_id) VALUES ($1) ON CONFLICT DO NOTHING", number); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO epochs (till_id, epoch, began_at, why) VALUES ($1, 1, 'epoch', 'the first') ON CONFLICT DO NOTHING", number)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("collector: add till: %w", err)
	}
	return number, nil
}

// Code returns a one-time code by which a till gets its key, good for a day. Codes
// that the till had before are no longer good.
func (c *Collector) Code(ctx context.Context, till int64) (core.Secret, error) {
	random := make([]byte, 10)
	if _, err := rand.Read(random); err != nil {
		return core.Secret{}, fmt.Errorf("collector: %w", err)
	}
	letters := codeLetters.EncodeToString(random) // 16
	hash := hashOf(letters)
	err := c.db.begin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM codes WHERE till_id = $1 AND used_at IS NULL", till); err != nil {
			return err
		}
		_, err := tx.Exec(ctx, "INSERT INTO codes (hash, till_id, expires_at) VALUES ($1, $2, $3)", hash[:], till, c.cfg.Now().Add(codeLife))
		return err
	})
	if err != nil {
		return core.Secret{}, fmt.Errorf("collector: make a code: %w", err)
	}
	return core.NewSecret(letters[:4] + "-" + letters[4:8] + "-" + letters[8:12] + "-" + letters[12:]), nil
}

// lettersOf is a code as it was made, of what somebody typed or copied: marks of direction
// come along from a message in Arabic.
func lettersOf(typed string) string { return strings.ToUpper(money.Plain(typed, "-")) }

var errCode = &office.Refusal{Code: office.CodeKey, Message: "this code is not known here, was used, or is too old: ask the office for a new one"}

// enrol gives a till a key for its code; keys that it had before are revoked.
func (c *Collector) enrol(ctx context.Context, e office.Enrol) (out office.Enrolled, err error) {
	hash := hashOf(lettersOf(e.Code))
	random := make([]byte, 32)
	if _, err := rand.Read(random); err != nil {
		return out, err
	}
	key := base64.RawURLEncoding.EncodeToString(random)
	err = c.db.begin(ctx, func(ctx context.Context, tx pgx.Tx) error {
		now := c.cfg.Now()
		var practice bool
		err := tx.QueryRow(ctx, `UPDATE codes x SET used_at = $2 FROM tills t JOIN shops s ON s.id = t.shop_id
			WHERE x.hash = $1 AND x.used_at IS NULL AND x.expires_at > $2 AND t.id = x.till_id RETURNING t.id, t.name, s.name, t.practice`,
			hash[:], now).Scan(&out.Till, &out.Name, &out.Shop, &practice)
		if errors.Is(err, pgx.ErrNoRows) {
			return errCode
		}
		if err != nil {
			return err
		}
		if practice != (e.Environment != core.Live) {
			return &office.Refusal{Code: office.CodeEnvironment, Message: "the code is for a till of another environment"}
		}
		if _, err := tx.Exec(ctx, "UPDATE keys SET revoked_at = $2 WHERE till_id = $1 AND revoked_at IS NULL", out.Till, now); err != nil {
			return err
		}
		made := hashOf(key)
		_, err = tx.Exec(ctx, "INSERT INTO keys (hash, till_id, made_at, public) VALUES ($1, $2, $3, $4)", made[:], out.Till, now, publicOf(e.Public))
		return err
	})
	if err != nil {
		return office.Enrolled{}, err
	}
	out.Key = key
	return out, nil
}

// publicOf is a key that verifies; null for what is none.
func publicOf(said []byte) []byte {
	if len(said) != ed25519.PublicKeySize {
		return nil
	}
	return said
}

// Revoke makes a till's key worthless, at every collector and at once: batches of
// which no transaction has begun are refused. Another collector may answer a heartbeat,
// which brings nothing, for a minute more.
func (c *Collector) Revoke(ctx context.Context, till int64) error {
	if err := c.db.exec(ctx, "UPDATE keys SET revoked_at = $2 WHERE till_id = $1 AND revoked_at IS NULL", till, c.cfg.Now()); err != nil {
		return fmt.Errorf("collector: revoke: %w", err)
	}
	c.beats.forget(till)
	return nil
}

// Release lets a till begin epochs again that CodeHeld keeps from it.
func (c *Collector) Release(ctx context.Context, till int64) error {
	if err := c.db.exec(ctx, "UPDATE epochs SET began_at = began_at - interval '1 day' WHERE till_id = $1 AND began_at > $2",
		till, c.cfg.Now().Add(-24*time.Hour)); err != nil {
		return fmt.Errorf("collector: release: %w", err)
	}
	return nil
}

// keyCache remembers for a short while which keys were good, so that a body is
// read only for those. What counts is asked again in the transaction.
type keyCache struct {
	mu   sync.Mutex
	good map[keyHash]time.Time // when the database said so
}

const (
	keyCacheTime = time.Minute
	keyCacheSize = 50_000
)

// remembers reports whether a key was good a moment ago.
func (c *Collector) remembers(key keyHash) bool {
	c.keys.mu.Lock()
	defer c.keys.mu.Unlock()
	return time.Since(c.keys.good[key]) < keyCacheTime
}

// trusts reports whether a key was good within a day: who has it is no stranger, whatever
// others try from the same address.
func (c *Collector) trusts(key keyHash) bool {
	c.keys.mu.Lock()
	defer c.keys.mu.Unlock()
	return time.Since(c.keys.good[key]) < 24*time.Hour
}

// knows asks the database whether a key is good.
func (c *Collector) knows(ctx context.Context, key keyHash) (bool, error) {
	now := time.Now()
	var good bool
	err := c.db.ask(ctx, func(ctx context.Context, conn *pgxpool.Conn) error {
		return conn.QueryRow(ctx, "SELECT EXISTS (SELECT FROM keys WHERE hash = $1 AND revoked_at IS NULL)", key[:]).Scan(&good)
	})
	if err != nil || !good {
		return false, err
	}
	c.keys.mu.Lock()
	defer c.keys.mu.Unlock()
	if len(c.keys.good) >= keyCacheSize || c.keys.good == nil {
		c.keys.good = map[keyHash]time.Time{}
	}
	c.keys.good[key] = now
	return true, nil
}
