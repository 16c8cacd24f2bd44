package ask_test

import (
	"strings"
	"testing"

	"sanduq/ui/pay/ask"
	"sanduq/ui/uitest/harness"
)

func TestAReasonFitsTheEndThatShowsIt(t *testing.T) {
	r := harness.New(t)
	ask.NewManagers(ask.New(r.Env, r.Shell.Decide, nil), r.Till, r.Shell.Failed).Resolve(harness.Sale(harness.Capped, harness.Given))
	f := r.Fields()[0]
	f.SetText(strings.Repeat("ok ", 100))
	if n := len([]rune(f.Text())); n != 120 {
		t.Errorf("%d characters were taken", n)
	}
}
