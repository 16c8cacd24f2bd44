//go:build !windows

package hostilefolder

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"

	"sanduq/core/tests/strace"
)

// held is how long a sync hangs.
const held = 3 * time.Second

// hang holds up a sync of the till's file for some seconds, of each thread one:
// the till says so, answers, shows nothing that is not on the disk, and works
// again by itself.
func hang(ctx context.Context, s shop, root string, i int, inject Injection) (verdict, error) {
	rng := rand.New(rand.NewPCG(uint64(i), 32))
	p, o, err := s.lay(root, "shop", straight)
	if err != nil {
		return verdict{}, err
	}
	defer func() { _ = os.RemoveAll(root) }()
	o.Patience, o.Injection = held/8, inject
	r := &round{act: act{name: "a sync that hangs", harmless: true}, place: p, order: o, patience: usual}
	if inject != InjectNone {
		r.patience = impatient
	}
	slow := func(args ...string) *exec.Cmd {
		return strace.Command(ctx, strace.Options{Out: filepath.Join(p.aside, "trace"), Trace: "fdatasync", Only: p.path,
			Inject: fmt.Sprintf("fdatasync:delay_enter=%d:when=%d", held.Microseconds(), 5+rng.IntN(8))}, os.Args[0], args...)
	}
	c, err := start(slow, o, r.patience)
	if err != nil {
		return verdict{}, err
	}
	defer c.kill()
	if err := c.wait(0, starting, func(l []Line) bool { return count(l, KindFailed) > 0 }); err != nil {
		return verdict{}, fmt.Errorf("no sync hangs: %w: %.500s", err, c.stderr.String())
	}
	lines, _ := c.linesSoFar()
	err = r.whileItHangs(c, len(lines))
	err = errors.Join(err, c.end())
	r.lines, _ = c.linesSoFar()
	v, wrong := r.validate(ctx)
	return v, errors.Join(err, wrong)
}

// whileItHangs looks at how the till takes it, since line number from.
func (r *round) whileItHangs(c *child, from int) error {
	slow := func(l Line) bool { return l.Kind == KindTrouble && l.Code == "slow" }
	if err := c.wait(0, c.soon, func(l []Line) bool { return slices.ContainsFunc(l, slow) }); err != nil {
		return fmt.Errorf("no trouble is told: %w", err)
	}
	if err := c.ask(); err != nil {
		return fmt.Errorf("it does not answer: %w", err)
	}
	if err := c.wait(from, c.ending, func(l []Line) bool { return count(l, KindWorks) > 0 && count(l, KindKept) > 3 }); err != nil {
		return fmt.Errorf("the disk answers, and it does not work again: %w", err)
	}
	return nil
}
