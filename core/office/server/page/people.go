package page

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgxpool"
	"golang.org/x/crypto/argon2"

	"sanduq/core"
	"sanduq/core/internal/limit"
)

// People are those who may look. It may be used from any goroutine.
type People struct {
	db      *pgxpool.Pool
	now     func() time.Time
	hashing *limit.Queue // for passwords; no connection is held meanwhile
	strange *limit.Queue // for those that come from browsers nobody knows
	guesses guesses
}

// hashed and hashesWait are how many passwords are worked on at once, and how many wait:
// each takes 64 MiB while it is worked on.
const (
	hashed     = 2
	hashesWait = 30
)

// Browsers that nobody knows together get a twentieth of all processors, once they have
// had some sign-ins at once, and wait so long for it: the tills are on the same machine.
const (
	strangeShare = 20
	strangeBurst = 3 * time.Second
	strangeWait  = 5 * time.Second
)

// NewPeople returns those in a database.
func NewPeople(db *pgxpool.Pool, now func() time.Time) *People {
	strange := limit.NewQueue(1, hashesWait)
	strange.Rest, strange.Burst = max(0, strangeShare/float64(runtime.GOMAXPROCS(0))-1), strangeBurst
	return &People{db: db, now: now, hashing: limit.NewQueue(hashed, hashesWait), strange: strange, guesses: newGuesses()}
}

// Person is who has signed in.
type Person struct {
	ID    int64
	Name  string
	All   bool    // sees all shops
	Shops []int64 // or these
	Form  string  // what the session's forms bring
}

// Limits around signing in.
const (
	shortestPassword = 10
	longestPassword  = 200
	idleTime         = 12 * time.Hour
	sessionTime      = 7 * 24 * time.Hour
)

// Errors of signing in, to be tested with errors.Is.
var (
	ErrPassword = errors.New("page: a password has 10 to 200 characters")
	ErrSignIn   = errors.New("page: no such name, or another password")
	ErrOften    = errors.New("page: too many wrong passwords lately")
	ErrBusy     = errors.New("page: too many sign in at once")
	ErrSession  = errors.New("page: not signed in")
	ErrShop     = errors.New("page: no such shop")
)

// cost is what argon2id takes for a password: passes, KiB and threads. A password
// that is kept names its own, so that today's may rise.
type cost struct {
	time, memory uint32
	threads      uint8
}

// today is about a tenth of a second, which tests do without.
var today = cost{2, 64 << 10, 1}

const costForm = "m=%d,t=%d,p=%d"

// costOf reads what a kept password took. Nobody can keep one that takes a minute.
func costOf(text string) (c cost, err error) {
	if _, err = fmt.Sscanf(text, costForm, &c.memory, &c.time, &c.threads); err != nil {
		return c, err
	}
	if c.memory == 0 || c.memory > 1<<20 || c.time == 0 || c.time > 16 || c.threads == 0 || c.threads > 16 {
		return c, errors.New("page: a password that took too much")
	}
	return c, nil
}

// hash waits for its turn in a queue, and costs what it costs. Errors: ErrBusy, or ctx's.
func hash(ctx context.Context, in *limit.Queue, password core.Secret, salt []byte, c cost) (out []byte, err error) {
	err = in.Do(ctx, func() { out = argon2.IDKey([]byte(password.Reveal()), salt, c.time, c.memory, c.threads, 32) })
	if errors.Is(err, limit.ErrFull) {
		err = ErrBusy
	}
	return out, err
}

// stored is a password as it is kept.
func (p *People) stored(ctx context.Context, password core.Secret) (string, error) {
	if n := len([]rune(password.Reveal())); n < shortestPassword || n > longestPassword {
		return "", ErrPassword
	}
	salt := make([]byte, 16)
	if _, err := rand.Read(salt); err != nil {
		return "", err
	}
	made, err := hash(ctx, p.hashing, password, salt, today)
	b := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$"+costForm+"$%s$%s", argon2.Version, today.memory, today.time, today.threads, b.EncodeToString(salt), b.EncodeToString(made)), err
}

// matches reports whether a password is the stored one.
func matches(ctx context.Context, in *limit.Queue, stored string, password core.Secret) (bool, error) {
	parts := strings.Split(stored, "$")
	if len(parts) != 6 || strings.Join(parts[:3], "$") != fmt.Sprintf("$argon2id$v=%d", argon2.Version) {
		return false, errors.New("page: a password that is kept in another form")
	}
	took, err := costOf(parts[3])
	if err != nil {
		return false, err
	}
	salt, err := base64.RawStdEncoding.DecodeString(parts[4])
	want, failed := base64.RawStdEncoding.DecodeString(parts[5])
	if err = errors.Join(err, failed); err != nil {
		return false, err
	}
	made, err := hash(ctx, in, password, salt, took)
	return err == nil && subtle.ConstantTimeCompare(want, made) == 1, err
}

// Set adds a person, or gives one that is there a new password and other shops;
// then anyone who was signed in by the name no longer is. Without shops it is all of
// them. Errors: ErrPassword, ErrShop.
func (p *People) Set(ctx context.Context, name string, password core.Secret, shops ...string) error {
	stored, err := p.stored(ctx, password)
	if err != nil {
		return err
	}
	return p.set(ctx, name, stored, shops)
}

// SetSignOn is Set for somebody without a password of the office's: their name is
// the e-mail address that the chain's identity provider vouches for. Error: ErrShop.
func (p *People) SetSignOn(ctx context.Context, email string, shops ...string) error {
	return p.set(ctx, email, "", shops)
}

// set keeps a person; a blank password fits nothing.
func (p *People) set(ctx context.Context, name, stored string, shops []string) error {
	if name = strings.TrimSpace(name); name == "" {
		return errors.New("page: a person has a name")
	}
	return pgx.BeginFunc(ctx, p.db, func(tx pgx.Tx) error {
		var id int64
		if err := tx.QueryRow(ctx, `INSERT INTO people (name, password, all_shops) VALUES ($1, $2, $3)
			ON CONFLICT (lower(name)) DO UPDATE SET password = $2, all_shops = $3 RETURNING id`,
			name, stored, len(shops) == 0).Scan(&id); err != nil {
			return err
		}
		for _, table := range []string{"sessions", "devices", "people_shops"} {
			if _, err := tx.Exec(ctx, "DELETE FROM "+table+" WHERE person_id = $1", id); err != nil {
				return err
			}
		}
		for _, shop := range slices.Compact(slices.Sorted(slices.Values(shops))) {
			done, err := tx.Exec(ctx, "INSERT INTO people_shops SELECT $1, id FROM shops WHERE name = $2", id, shop)
			if err != nil {
				return err
			}
			if done.RowsAffected() == 0 {
				return fmt.Errorf("%w: %s", ErrShop, shop)
			}
		}
		return nil
	})
}

// SignOn begins the session of somebody whom the chain's identity provider vouches
// for, and returns its cookie. Who has a password here is not meant. Error:
// ErrStranger.
func (p *People) SignOn(ctx context.Context, email string) (cookie core.Secret, err error) {
	err = pgx.BeginFunc(ctx, p.db, func(tx pgx.Tx) error {
		var id int64
		err := tx.QueryRow(ctx, "SELECT id FROM people WHERE lower(name) = lower($1) AND password = ''", email).Scan(&id)
		if errors.Is(err, pgx.ErrNoRows) {
			return ErrStranger
		}
		if err == nil {
			cookie, err = p.begin(ctx, tx, id, p.now())
		}
		return err
	})
	return cookie, err
}

func (p *People) begin(ctx context.Context, tx pgx.Tx, id int64, now time.Time) (core.Secret, error) {
	random := make([]byte, 48)
	if _, err := rand.Read(random); err != nil {
		return core.Secret{}, err
	}
	cookie := base64.RawURLEncoding.EncodeToString(random[:32])
	hash := sha256.Sum256([]byte(cookie))
	if _, err := tx.Exec(ctx, "DELETE FROM sessions WHERE made_at < $1 OR seen_at < $2", now.Add(-sessionTime), now.Add(-idleTime)); err != nil {
		return core.Secret{}, err
	}
	_, err := tx.Exec(ctx, "INSERT INTO sessions (hash, person_id, form, made_at, seen_at) VALUES ($1, $2, $3, $4, $4)",
		hash[:], id, base64.RawURLEncoding.EncodeToString(random[32:]), now)
	return core.NewSecret(cookie), err
}

// seenEvery is how old may be what a session's row says of when somebody was there: a
// page asks often, and each write waits for the disk.
const seenEvery = time.Minute

// Session returns who a cookie is of. Error: ErrSession.
func (p *People) Session(ctx context.Context, cookie core.Secret) (who Person, err error) {
	hash, now := sha256.Sum256([]byte(cookie.Reveal())), p.now()
	var seen time.Time
	err = p.db.QueryRow(ctx, `SELECT p.id, p.name, p.all_shops, s.form, s.seen_at, ARRAY(SELECT shop_id FROM people_shops x WHERE x.person_id = p.id)
		FROM sessions s JOIN people p ON p.id = s.person_id WHERE s.hash = $1 AND s.made_at > $2 AND s.seen_at > $3`,
		hash[:], now.Add(-sessionTime), now.Add(-idleTime)).Scan(&who.ID, &who.Name, &who.All, &who.Form, &seen, &who.Shops)
	if errors.Is(err, pgx.ErrNoRows) {
		return Person{}, ErrSession
	}
	if err == nil && now.Sub(seen) >= seenEvery {
		_, err = p.db.Exec(ctx, "UPDATE sessions SET seen_at = $2 WHERE hash = $1", hash[:], now)
	}
	return who, err
}

// SignOut ends a session.
func (p *People) SignOut(ctx context.Context, cookie core.Secret) error {
	hash := sha256.Sum256([]byte(cookie.Reveal()))
	_, err := p.db.Exec(ctx, "DELETE FROM sessions WHERE hash = $1", hash[:])
	return err
}
