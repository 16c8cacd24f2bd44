package sim

import (
	"testing"
	"time"

	"sanduq/core/tests/soak"
)

// TestLiveness plays seeds that end in calm: the gateway is truthful again and
// nothing fails, but nobody touches the till and nobody starts it again. Within
// two hours it must know of all the money that the gateway has. A seed that is
// played alone writes its history out.
func TestLiveness(t *testing.T) {
	if again(t, "TestLivenessRange") {
		return
	}
	n := soak.N(t, 16)
	done := soak.Begin(t, "liveness", n)
	c, slowest := playAll(t, "TestLivenessRange", n)
	done("%d problems; %d paid, %d learnt after calm: %d by %s, %d by %s; of them %d after a refused token, %d after %q, %d after %s, %d after a refused leg, %d after a code refused though done; slowest %v; %d lies",
		c["failures"], c["paid at the gateway"], c["learnt"], c["learnt by "+byPoll], byPoll, c["learnt by "+byWatch], byWatch,
		c["learnt after "+lieDenied], c["learnt after "+lieForgot], lieForgot, c["learnt after "+lieOther]+c["learnt after "+lieTaken], lieOther,
		c["learnt after "+lieLeg], c["learnt after "+lieRefused]+c["learnt after "+lieWrong], slowest.Round(time.Second), lied(c))
	t.Log(c)
}

// TestLivenessRange is a part of TestLiveness, in a process of its own.
func TestLivenessRange(t *testing.T) {
	dir := room(t)
	playRange(t, "liveness", func(seed uint64) Options { return Options{Seed: seed, Room: dir, Calm: true} })
}
