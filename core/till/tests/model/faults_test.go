package model

import (
	"slices"
	"testing"
)

// injections are the faults, each with the scope in which it is injected and the
// law that catches it.
var injections = []struct {
	name  string
	fault fault
	scope string
	law   string
}{
	{"an unlisted refusal of a code leaves the pad open", refusalResolves, "one sale by QR or account", lawCode},
	{"a refused code opens the pad though a leg is silent", refusalUnasked, "one sale by QR or account", lawCode},
	{"a lost reply to a code is resolved by PENDING", silenceReopens, "one sale by QR or account", lawCode},
	{"a code is repeated before the cap", repeatedAtOnce, "one sale by QR or account", lawCode},
	{"a restart forgets an announced code", restartForgets, "one sale by QR or account", lawCode},
	{"a replacement is not looked at again", unchecked, "two sales by QR, people", lawReplace},
	{"the old sale is not told of the new one", unlinked, "two sales by QR, people", lawTwice},
	{"only the session's own leg is asked", oneLeg, "one sale by QR or account", lawHeard},
	{"an end needs no answer from the other leg", endByOne, "one sale by QR or account", lawNotPaid},
	{"the watch is not begun after a refused code", codeUnwatched, "one sale by QR or account", lawHeard},
	{"a 401 ends the watch", deniedEnds, "one sale by QR, people", lawHeard},
	{"an authorized wallet is neither polled nor watched", authorizedUnpolled, "one sale by QR or wallet", lawHeard},
	{"that a code left is noted by its reply alone", lateMark, "one sale by QR or account", lawHeard},
	{"a plan that was used up is not begun anew", plannedOnce, "one sale by QR, people", lawHeard},
	{"another payment's SUCCESS is believed", foreignBelieved, "one sale by QR or wallet", lawPaid},
	{"the QR is not asked about before a code", unaskedCode, "one sale by QR or account", lawAsked},
	{"the QR is not asked about before a switch", unaskedSwitch, "one sale by QR or account", lawAsked},
	{"a SUCCESS by the other leg is not taken in", otherUnsaid, "one sale by QR or account", lawSaid},
	{"a journal put back is believed about the legs", staleOneLeg, "one sale and a backup", lawAsked},
	{"a QR whose reply was lost is forgotten", lostForgotten, "one sale by QR or account", lawHeard},
	{"a restart forgets an announced QR", announcedForgotten, "one sale by QR or account", lawHeard},
	{"a restart takes an announced code for an end", claimedOnRestart, "one sale by QR or account", lawRestart},
	{"no manager ends a freeze", frozenForEver, "one sale by QR and a backup", lawWayOut},
	{"an open code cannot be resolved outside", unresolvable, "one sale by account, people", lawWayOut},
	{"a code cannot be repeated after the cap", neverRepeated, "one sale by QR or account", lawPad},
	{"a restart over a code keeps the cap", capKept, "one sale by QR or account", lawPad},
}

// catchFaults explores the law with one thing wrong and returns how many of
// these faults are found out. With -v it shows how.
func catchFaults(t *testing.T) (caught int) {
	for _, p := range injections {
		t.Run("injected: "+p.name, func(t *testing.T) {
			m := newModel(scopeOf(t, p.scope))
			m.fault = p.fault
			g, broken := m.explore(200_000, p.law)
			if g.complete {
				broken = append(broken, m.deadEnds(g)...)
			}
			at := slices.IndexFunc(broken, func(b breach) bool { return b.law == p.law })
			if at < 0 {
				t.Fatalf("not caught in %d worlds", len(g.worlds))
			}
			t.Logf("caught in %d steps\n%s", g.length(broken[at]), m.trace(g, broken[at]))
			caught++
		})
	}
	return caught
}

func scopeOf(t *testing.T, name string) scope {
	t.Helper()
	all := scopes()
	at := slices.IndexFunc(all, func(s scope) bool { return s.name == name })
	if at < 0 {
		t.Fatalf("there is no scope %q", name)
	}
	return all[at]
}
