package input

import "testing"

func TestEachNewPressOfEnterCountsWhereNobodyReportsKeysGoingDown(t *testing.T) {
	var l latch
	first, second := l.use(), l.use()
	if !first || !second {
		t.Error("a press was lost")
	}
	l.down()
	if !l.use() || l.use() {
		t.Error("a repeat was counted, or a press was not")
	}
}
