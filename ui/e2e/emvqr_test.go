//go:build e2e

package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"strings"

	"sanduq/core/tests/needs"
)

// isReadElsewhere gives a payload that was read off the window to emvqr, a reader of
// EMVCo's form that shares nothing with ours: it must name the amount, and the dinar.
func (w *window) isReadElsewhere(payload, amount string) {
	w.t.Helper()
	node := needs.Program(w.t, "node", "web")
	library := os.Getenv("SANDUQ_EMVQR")
	if _, err := os.Stat(library); err != nil {
		needs.Check(w.t, needs.Missing{What: fmt.Sprintf("SANDUQ_EMVQR names no emvqr: %v", err), Group: "web"})
	}
	out, err := exec.CommandContext(w.t.Context(), node, "-e", "console.log(JSON.stringify(require(process.argv[1]).decode(process.argv[2])))", library, payload).Output()
	if err != nil {
		w.t.Fatal(err)
	}
	var fields map[string]struct{ Data any }
	if err := json.Unmarshal(out, &fields); err != nil {
		w.t.Fatalf("emvqr said %q: %v", out, err)
	}
	if got := fmt.Sprint(fields["54"].Data); got != amount {
		w.t.Errorf("emvqr reads the amount %s, want %s", got, amount)
	}
	if got := fmt.Sprint(fields["53"].Data); !strings.HasPrefix(got, "434") {
		w.t.Errorf("emvqr reads the currency %s, want 434", got)
	}
}
