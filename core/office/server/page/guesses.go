package page

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"sanduq/core"
	"sanduq/core/internal/limit"
)

// guesses count wrong passwords: by the address they come from, by name and address, and
// by name. A name is counted whether there is such a person or not, so that no answer
// tells. A browser in which the person has signed in before has a count of its own, and
// only that: whatever strangers do, and from whichever address, its owner gets in.
type guesses struct{ address, pair, name, device *limit.Buckets }

// counted is how many names and addresses are remembered at once.
const counted = 50_000

func newGuesses() guesses {
	return guesses{
		address: limit.NewBuckets(limit.Rate{Each: 1.0 / 20, Burst: 20}, counted),
		pair:    limit.NewBuckets(limit.Rate{Each: 1.0 / 60, Burst: 5}, counted),
		name:    limit.NewBuckets(limit.Rate{Each: 1.0 / 60, Burst: 50}, counted),
		device:  limit.NewBuckets(limit.Rate{Each: 1.0 / 60, Burst: 5}, counted),
	}
}

// taken are the buckets from which one was taken, to be given back.
type taken []func(time.Time)

func (t taken) giveBack(at time.Time) {
	for _, give := range t {
		give(at)
	}
}

// count counts an attempt before it is known to be wrong, so that guesses at once are
// guesses one after the other. wait is how long until the next; 0 lets it through.
func (g *guesses) count(a Attempt, known bool, at time.Time) (t taken, wait time.Duration) {
	name := strings.ToLower(strings.TrimSpace(a.Name))
	use := func(b *limit.Buckets, key string) {
		if wait > 0 {
			return
		}
		if wait = b.Use(key, at); wait == 0 {
			t = append(t, func(at time.Time) { b.Give(key, at) })
		}
	}
	if known {
		device := sha256.Sum256([]byte(a.Device.Reveal()))
		use(g.device, string(device[:]))
	} else {
		use(g.address, a.From)
		use(g.pair, a.From+" "+name)
		use(g.name, name)
	}
	if wait > 0 {
		t.giveBack(at)
		return nil, wait
	}
	return t, 0
}

// Attempt is what somebody brings who signs in.
type Attempt struct {
	Name     string
	Password core.Secret
	From     string      // the address
	Device   core.Secret // what the browser has kept of an earlier time; may be empty
}

// Entered is what somebody gets who has signed in: cookies.
type Entered struct{ Session, Device core.Secret }

// SignIn begins a session. No connection to the database is held while the password is
// worked on. Errors: ErrSignIn, ErrOften, ErrBusy; each is the same, and costs the same
// time, whether there is such a name or not.
func (p *People) SignIn(ctx context.Context, a Attempt) (in Entered, err error) {
	if len(a.Password.Reveal()) > 4*longestPassword || len(a.Name) > 4*longestPassword {
		return in, ErrSignIn
	}
	known, err := p.knows(ctx, a)
	if err != nil {
		return in, err
	}
	t, wait := p.guesses.count(a, known, p.now())
	if wait > 0 {
		return in, ErrOften
	}
	var id int64
	stored := ""
	err = p.db.QueryRow(ctx, "SELECT id, password FROM people WHERE lower(name) = lower($1)", strings.TrimSpace(a.Name)).Scan(&id, &stored)
	if err != nil && !errors.Is(err, pgx.ErrNoRows) {
		t.giveBack(p.now())
		return in, err
	}
	good, queue, wait := false, p.hashing, time.Minute
	if !known {
		queue, wait = p.strange, strangeWait
	}
	turn, stop := context.WithTimeout(ctx, wait)
	defer stop()
	if stored == "" { // nobody, or somebody who signs in elsewhere
		_, err = hash(turn, queue, a.Password, make([]byte, 16), today)
	} else {
		good, err = matches(turn, queue, stored, a.Password)
	}
	if err != nil && ctx.Err() == nil && turn.Err() != nil {
		err = ErrBusy
	}
	if err != nil {
		t.giveBack(p.now())
		return in, err
	}
	if !good {
		return in, ErrSignIn
	}
	t.giveBack(p.now())
	return p.enter(ctx, id, stored, a.Device, known)
}

// knows reports whether the browser is one in which the person has signed in before.
func (p *People) knows(ctx context.Context, a Attempt) (is bool, err error) {
	if a.Device.Empty() {
		return false, nil
	}
	hash := sha256.Sum256([]byte(a.Device.Reveal()))
	err = p.db.QueryRow(ctx, "SELECT EXISTS (SELECT FROM devices d JOIN people p ON p.id = d.person_id WHERE d.hash = $1 AND d.made_at > $3 AND lower(p.name) = lower($2))",
		hash[:], strings.TrimSpace(a.Name), p.now().Add(-deviceTime)).Scan(&is)
	return is, err
}

// deviceTime is how long a browser is known.
const deviceTime = 400 * 24 * time.Hour

// enter begins the session of somebody whose password was right a moment ago.
func (p *People) enter(ctx context.Context, id int64, stored string, device core.Secret, known bool) (in Entered, err error) {
	err = pgx.BeginFunc(ctx, p.db, func(tx pgx.Tx) error {
		var same bool // meanwhile it may have been changed
		err := tx.QueryRow(ctx, "SELECT password = $2 FROM people WHERE id = $1 FOR SHARE", id, stored).Scan(&same)
		if errors.Is(err, pgx.ErrNoRows) || err == nil && !same {
			return ErrSignIn
		}
		if err != nil {
			return err
		}
		if in.Session, err = p.begin(ctx, tx, id, p.now()); err != nil {
			return err
		}
		if in.Device = device; known {
			return nil
		}
		in.Device = core.NewSecret(rand.Text())
		hash := sha256.Sum256([]byte(in.Device.Reveal()))
		_, err = tx.Exec(ctx, "INSERT INTO devices (hash, person_id, made_at) VALUES ($1, $2, $3)", hash[:], id, p.now())
		return err
	})
	if err != nil {
		return Entered{}, err
	}
	return in, nil
}
