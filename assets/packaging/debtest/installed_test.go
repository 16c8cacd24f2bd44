//go:build e2e

package debtest

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sanduq/assets/packaging/installtest"

	"sanduq/ui/e2e/harness"
)

// till is the machine with a screen before it.
type till struct {
	t        *testing.T
	machine  Machine
	screen   *harness.Display
	pictures string
	program  *Program
	began    int // where the log of this start begins
}

func newTill(t *testing.T) *till {
	t.Helper()
	for _, name := range []string{"SANDUQ_ROOT", "SANDUQ_DEB", "SANDUQ_DEB_NEXT", "SANDUQ_PICTURES"} {
		if os.Getenv(name) == "" {
			t.Fatalf("%s is not set; run make package-linux-test", name)
		}
	}
	screen, err := harness.StartDisplay(t.Context(), harness.Width, harness.Height)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(screen.Stop)
	c := &till{t: t, machine: Machine{Root: os.Getenv("SANDUQ_ROOT")}, screen: screen, pictures: os.Getenv("SANDUQ_PICTURES")}
	t.Cleanup(func() {
		if c.program != nil && c.program.Running() {
			_ = c.program.Stop()
		}
	})
	return c
}

func (c *till) must(err error) {
	c.t.Helper()
	if err != nil {
		c.t.Fatal(err)
	}
}

// root runs a command in the machine as its administrator.
func (c *till) root(args ...string) string {
	c.t.Helper()
	out, err := c.machine.Run(c.t.Context(), args...)
	c.must(err)
	return out
}

// install puts a package into the machine with all that it depends on, and
// nothing that it only recommends.
func (c *till) install(deb string) {
	c.t.Helper()
	data, err := os.ReadFile(deb)
	c.must(err)
	c.must(os.WriteFile(c.machine.Path("/sanduq.deb"), data, 0o644))
	c.root("apt-get", "install", "-y", "-qq", "--no-install-recommends", "/sanduq.deb")
}

// drawn are the variables of a session with software OpenGL.
func (c *till) drawn() (env []string) {
	for _, kv := range c.screen.Env() {
		if strings.HasPrefix(kv, "DISPLAY=") || strings.HasPrefix(kv, "LIBGL_") {
			env = append(env, kv)
		}
	}
	return env
}

// start runs the menu entry and waits for the window.
func (c *till) start() {
	c.t.Helper()
	command, err := c.machine.Exec("ly.sanduq.till.practice.desktop")
	c.must(err)
	c.began = c.machine.LogSize()
	c.program, err = c.machine.Start(command, c.drawn()...)
	c.must(err)
	c.log("msg=ready")
	time.Sleep(2 * time.Second) // the first frames of a software renderer
}

func (c *till) stop() {
	c.t.Helper()
	c.must(c.program.Stop())
}

func (c *till) log(parts ...string) {
	c.t.Helper()
	c.must(c.machine.WaitLog(c.t.Context(), c.began, parts...))
}

// open begins a QR sale.
func (c *till) open(amount, number string) {
	c.t.Helper()
	c.must(c.screen.Type(amount))
	c.must(c.screen.Key("Return"))
	time.Sleep(time.Second)
	c.must(c.screen.Key("1"))
	c.log("number="+number+" ", "status=waiting")
}

// approve presses Approve on the practice phone beside the QR.
func (c *till) approve(number string) {
	c.t.Helper()
	time.Sleep(1500 * time.Millisecond)
	c.must(c.screen.Click(1216, 426))
	c.log("number="+number+" ", "status=paid")
}

func (c *till) picture(name string) {
	c.t.Helper()
	c.must(c.screen.SaveStable(filepath.Join(c.pictures, name+".png")))
}

const data = home + "/.local/share/sanduq"

// TestFromInstallToPurge is the life of the package on one machine.
func TestFromInstallToPurge(t *testing.T) {
	c := newTill(t)
	first, next := os.Getenv("SANDUQ_DEB"), os.Getenv("SANDUQ_DEB_NEXT")
	c.install(first)
	was := strings.TrimSpace(c.root("sanduq", "--version"))
	t.Logf("installed: %s", was)

	c.start()
	c.must(c.screen.Key("Escape")) // skips the first run
	c.log(`msg="set up"`)
	time.Sleep(time.Second)
	c.open("12.5", "1")
	c.picture("1-qr")
	c.approve("1")
	c.picture("2-paid")
	time.Sleep(time.Second)
	c.must(c.screen.Key("Return"))
	time.Sleep(time.Second)
	c.open("48", "2")
	c.picture("3-sale-in-flight")

	c.install(next)
	now := strings.TrimSpace(c.root("sanduq", "--version"))
	t.Logf("upgraded while it runs: %s", now)
	if now == was {
		t.Errorf("after the upgrade the version is still %s", now)
	}
	if !c.program.Running() {
		t.Fatal("the upgrade ended the running till")
	}
	c.stop()
	c.start()
	c.log("msg=ready", "fresh=false")
	c.log("number=2 ", "status=waiting")
	c.must(c.screen.Key("ctrl+1"))
	c.picture("4-restored-by-the-newer-one")
	c.approve("2")
	c.picture("5-restored-and-paid")
	c.stop()

	c.badStarts()

	before, files, err := installtest.Sum(c.machine.Path(data))
	c.must(err)
	for _, how := range []string{"remove", "purge"} {
		c.root("apt-get", how, "-y", "-qq", "sanduq")
		if _, err := os.Stat(c.machine.Path("/usr/bin/sanduq")); err == nil {
			t.Errorf("%s left the program", how)
		}
		after, left, err := installtest.Sum(c.machine.Path(data))
		c.must(err)
		t.Logf("after %s: %d files of the shop, sum %s, was %d, %s", how, left, after, files, before)
		if after != before || files < 3 {
			t.Errorf("%s changed the shop's data", how)
		}
		if how == "remove" {
			c.install(next)
		}
	}
	if out, err := c.machine.Run(t.Context(), "sh", "-c", "find /usr /etc -name '*sanduq*' -not -path '*/doc/*'"); err != nil || out != "" {
		t.Errorf("purge left %q, %v", out, err)
	}
}

// badStarts are starts that cannot succeed: each says why, and what to do.
func (c *till) badStarts() {
	c.t.Helper()
	command, err := c.machine.Exec("ly.sanduq.till.practice.desktop")
	c.must(err)

	p, err := c.machine.Start(command, append(c.drawn(), "LIBGL_DRIVERS_PATH=/nowhere")...)
	c.must(err)
	c.must(p.Ended(20 * time.Second))
	if status, said := p.Said(); status != 1 || !strings.Contains(said, "libgl1-mesa-dri") {
		c.t.Errorf("without OpenGL: exit %d, %q", status, said)
	} else {
		c.t.Logf("without OpenGL: %s", ours(said))
	}

	p, err = c.machine.Start(command)
	c.must(err)
	c.must(p.Ended(20 * time.Second))
	status, said := p.Said()
	c.t.Logf("without a screen: %s", ours(said))
	if status != 1 || !strings.Contains(said, "no screen") {
		c.t.Errorf("without a screen: exit %d, %q", status, said)
	}

	p, err = c.machine.Start(command+" --data-dir /usr/share", c.drawn()...)
	c.must(err)
	time.Sleep(6 * time.Second)
	c.picture("6-folder-that-cannot-be-written")
	c.must(p.Stop())
	if _, said := p.Said(); !strings.Contains(said, "cannot write in /usr/share") {
		c.t.Errorf("a folder that cannot be written: %q", said)
	} else {
		c.t.Logf("a folder that cannot be written: %s", ours(said))
	}
}

// ours is the sentence of the application among what stood on the terminal.
func ours(said string) string {
	for line := range strings.Lines(said) {
		if strings.HasPrefix(line, "Sanduq: ") {
			return strings.TrimSpace(line)
		}
	}
	return said
}
