//go:build e2e

package e2e

import (
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"testing"
	"time"

	"sanduq/storage"
	"sanduq/storage/backup"
	"sanduq/storage/keys"
	"sanduq/ui/e2e/harness"
)

// TestADamagedTillIsPutBackAndChargesAgain walks the whole way of a manager
// whose database is damaged: the window that says so, a backup, the freeze, the
// bank asked again, a name, the next sale.
func TestADamagedTillIsPutBackAndChargesAgain(t *testing.T) {
	t.Parallel()
	c := newHands(t)
	screen := c.screen
	shot := func(name string) {
		t.Helper()
		c.must(screen.SaveStable(filepath.Join(pictures(t), "restore", name+".png")))
	}
	dir := filepath.Join(c.data, "sandbox")

	c.start()
	c.showQR()
	first := c.order
	c.must(c.app.Stop())
	store, err := storage.Open(t.Context(), storage.Options{Dir: dir, Keys: keys.NewFile(dir), Checkpoints: keys.NewFile(dir)})
	c.must(err)
	_, err = backup.Make(t.Context(), store)
	c.must(err)
	c.must(store.Close())

	c.start() // one more sale, which the backup knows nothing of
	c.press("F2")
	c.showQR()
	lost := c.order
	c.approve()
	c.waitStatus("paid")
	c.must(c.app.Stop())
	c.order = first
	c.approve()
	damage(t, filepath.Join(dir, "till.db"))

	c.app, err = harness.StartApp(screen, binary(t), c.data, c.bank.Env())
	c.must(err)
	c.wait("not started")
	c.must(screen.Window("Sanduq"))
	time.Sleep(1200 * time.Millisecond)
	shot("1-damaged")
	c.press("Return")
	time.Sleep(1500 * time.Millisecond) // a hurried Enter restores nothing
	shot("2-which-backup")
	c.press("Return")
	time.Sleep(1500 * time.Millisecond)
	shot("2-are-you-sure")
	c.press("Return")
	c.wait("msg=ready")
	time.Sleep(1500 * time.Millisecond)
	c.wait("order="+first, "status=paid ")
	time.Sleep(1500 * time.Millisecond)
	shot("3-frozen")

	c.press("F2")
	c.keys("5")
	c.press("Return")
	time.Sleep(500 * time.Millisecond)
	c.press("1")
	time.Sleep(time.Second)
	shot("4-charge-refused")
	payments, err := c.bank.Payments()
	c.must(err)
	if len(payments) != 2 {
		t.Errorf("%d payments at the bank, want the two from before", len(payments))
	}

	c.press("F2")
	time.Sleep(9 * time.Second) // the banner of the refusal goes
	c.must(screen.Click(700, 53))
	time.Sleep(700 * time.Millisecond)
	c.keys("Huda")
	shot("5-what-may-be-missing")
	c.press("Return")
	time.Sleep(time.Second)
	shot("6-charging-again")
	c.press("F2")
	c.keys("7")
	c.press("Return")
	time.Sleep(500 * time.Millisecond)
	c.press("1")
	fresh := c.wait("msg=sale", "step=intent")
	c.order = orderIn.FindStringSubmatch(fresh)[1]
	c.waitStatus("waiting")
	shot("7-new-sale")
	if c.order == lost || number(t, fresh) <= 2 {
		t.Errorf("the new sale is %s", fresh)
	}
	c.approve()
	c.waitStatus("paid")
	if kept, err := filepath.Glob(filepath.Join(dir, "till.db.replaced-*")); err != nil || len(kept) != 1 {
		t.Errorf("the damaged file was not kept: %v, %v", kept, err)
	}
	t.Logf("restored: %s paid after asking, %s lost, next sale %s", first, lost, c.order)
}

var numberIn = regexp.MustCompile(`number=(\d+)`)

func number(t *testing.T, line string) int {
	t.Helper()
	n, err := strconv.Atoi(numberIn.FindStringSubmatch(line)[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// damage overwrites the middle of a file.
func damage(t *testing.T, path string) {
	t.Helper()
	file, err := os.OpenFile(path, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	junk := make([]byte, 1<<18)
	for i := range junk {
		junk[i] = byte(i * 7)
	}
	if _, err := file.WriteAt(junk, 2*4096); err != nil {
		t.Fatal(err)
	}
}
