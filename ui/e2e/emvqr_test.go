//go:build e2e

package e2e

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"sanduq/core/tests/needs"
)

// isReadElsewhere gives a payload that was read off the window to emvqr, a reader of
// EMVCo's form that shares nothing with ours: it must name the amount, and the dinar.
func (w *window) isReadElsewhere(payload, amount string) {
	w.t.Helper()
	fields, err := readElsewhere(w.t, payload)
	w.do(err)
	if got := fmt.Sprint(fields["54"].Data); got != amount {
		w.t.Errorf("emvqr reads the amount %s, want %s", got, amount)
	}
	if got := fmt.Sprint(fields["53"].Data); !strings.HasPrefix(got, "434") {
		w.t.Errorf("emvqr reads the currency %s, want 434", got)
	}
}

// readElsewhere is what emvqr reads in a payload. emvqr writes a checksum below 0x0100 with
// two digits and so refuses one sound payload in 256: of these it reads the fields alone.
func readElsewhere(t *testing.T, payload string) (fields map[string]struct{ Data any }, err error) {
	t.Helper()
	node := needs.Program(t, "node", "web")
	library := os.Getenv("SANDUQ_EMVQR")
	if _, err := os.Stat(library); err != nil {
		needs.Check(t, needs.Missing{What: fmt.Sprintf("SANDUQ_EMVQR names no emvqr: %v", err), Group: "web"})
	}
	reader := "decode"
	if i := len(payload) - 4; i > 0 && strings.HasPrefix(payload[i:], "00") {
		reader = "decodeSubData"
	}
	out, err := exec.CommandContext(t.Context(), node, "-e",
		"console.log(JSON.stringify(require(process.argv[1])[process.argv[2]](process.argv[3])))", library, reader, payload).Output()
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return nil, fmt.Errorf("emvqr refuses %q: %w\n%s", payload, err, exit.Stderr)
	}
	if err != nil {
		return nil, err
	}
	return fields, json.Unmarshal(out, &fields)
}

// samplesOfChecksums are payloads of the practice bank whose checksums begin with none to three zeros.
var samplesOfChecksums = []string{
	"00020101021226700011test.sanduq0151http://127.0.0.1:34567/pay/pay_V35QNBHSAOFBLHRNQHP552045999530343454057.0005802LY5913Practice Shop6007Tripoli6219011520261127-000001630434C6",
	"00020101021226700011test.sanduq0151http://127.0.0.1:34567/pay/pay_ZB7MHD4IJXGJJU2HX5WB52045999530343454057.0005802LY5913Practice Shop6007Tripoli6219011520261127-000000630409CF",
	"00020101021226700011test.sanduq0151http://127.0.0.1:34567/pay/pay_WE54HXTYBY632Z7TLL5S52045999530343454057.0005802LY5913Practice Shop6007Tripoli6219011520261127-0000056304002E",
	"00020101021226700011test.sanduq0151http://127.0.0.1:34567/pay/pay_WMDPRW774BVR5KWODHTZ52045999530343454057.0005802LY5913Practice Shop6007Tripoli6219011520261127-0000166304000D",
}

// TestEmvqrReadsEveryChecksum holds what emvqr makes of checksums: with one to four digits, and a wrong one.
func TestEmvqrReadsEveryChecksum(t *testing.T) {
	t.Parallel()
	for _, payload := range samplesOfChecksums {
		fields, err := readElsewhere(t, payload)
		if got := fmt.Sprint(fields["54"].Data); err != nil || got != "7.000" {
			t.Errorf("%s: amount %s, %v", payload, got, err)
		}
	}
	sound := samplesOfChecksums[0]
	if _, err := readElsewhere(t, strings.Replace(sound, "7.000", "8.000", 1)); err == nil {
		t.Error("a payload with a wrong checksum was read")
	}
}
