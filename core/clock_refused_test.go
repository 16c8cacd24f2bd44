package core

import (
	"testing"
	"time"
)

// TestADifferenceThatIsRefusedIsGivenUp: a machine on the way may tell a wrong time. A
// signature that carried it and is refused is followed by one with this computer's, and
// the first of several that were signed alike decides.
func TestADifferenceThatIsRefusedIsGivenUp(t *testing.T) {
	var g gatewayTime
	own := g.signing()
	own.told = 10 * time.Minute
	g.refused(own)
	if told := g.signing(); told.used != 10*time.Minute {
		t.Fatalf("after a refusal of this computer's time %v is signed with, not what was told", told.used)
	}
	lied := g.signing()
	lied.told = -3 * time.Minute
	g.refused(lied)
	if next := g.signing(); next.used != 0 {
		t.Errorf("a difference of %v that was refused is followed by %v, not by this computer's time", lied.used, next.used)
	}
	g.refused(lied)
	if next := g.signing(); next.used != 0 {
		t.Errorf("the second of two that were signed alike leads to %v", next.used)
	}
}
