package truth_test

import (
	"bytes"
	"io"
	"log"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sanduq/core"
	"sanduq/core/journal"
)

// notes is a writer to look at afterwards.
type notes struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (n *notes) Write(b []byte) (int, error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.b.Write(b)
}

func (n *notes) String() string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.b.String()
}

// overheard keeps what goes to the standard log and to stderr until the end of
// the test. What it returns reads both.
func overheard(t *testing.T) func() string {
	t.Helper()
	said, before, stderr := new(notes), log.Writer(), os.Stderr
	file, err := os.Create(filepath.Join(t.TempDir(), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	log.SetOutput(said)
	os.Stderr = file
	t.Cleanup(func() {
		log.SetOutput(before)
		os.Stderr = stderr
		_ = file.Close()
	})
	return func() string {
		text, err := os.ReadFile(file.Name())
		if err != nil {
			t.Error(err)
		}
		return said.String() + string(text)
	}
}

// TestNoReplyReachesTheStandardLog: something in between sends a reply twice,
// or more than it announced. The customer's name would stand in the system's
// journal, where nobody looks for it and no deletion reaches it.
func TestNoReplyReachesTheStandardLog(t *testing.T) {
	const name = "Amina Belhadj"
	named := data(`{"otpSent":true,"dphReference":"dph-1","customerName":%q}`, name)
	for what, behind := range map[string]string{
		"a second reply": named.text(""), "a longer body": `{"customerName":"` + name + `"}`, "half a reply": named.text("")[:60] + name,
	} {
		t.Run(what, func(t *testing.T) {
			heard := overheard(t)
			synctest.Test(t, func(t *testing.T) {
				s := usual().open(t)
				s.gate.script(core.OpValidateAccount, func(request) reply { r := named; r.behind = behind; return r })
				s.gate.script(core.OpFetchStatus, func(request) reply { r := says("PENDING", ""); r.behind = behind; return r })
				v := s.waiting(core.RouteAccount)
				s.pass(time.Minute)
				s.want(v.ID, journal.StatusWaiting)
			})
			if text := heard(); text != "" {
				t.Errorf("%d bytes in the standard log and on stderr: %.200q", len(text), text)
			}
		})
	}
}

// TestTheEarsWork makes sure that the test above can fail.
func TestTheEarsWork(t *testing.T) {
	heard := overheard(t)
	log.Print("one")
	_, _ = io.WriteString(os.Stderr, "two")
	if text := heard(); !bytes.Contains([]byte(text), []byte("one")) || !bytes.Contains([]byte(text), []byte("two")) {
		t.Errorf("heard %q", text)
	}
}
