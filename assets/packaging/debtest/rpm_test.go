//go:build e2e

package debtest

import (
	"os"
	"strings"
	"testing"
	"time"

	"sanduq/assets/packaging/installtest"
)

// library is an rpm that carries nothing and provides what the machine's own
// libraries provide, as rpm's own reader of them lists it. With it rpm decides
// itself whether the dependencies of a package hold here: nobody tells it to
// pass over them.
const library = `set -e
{
  echo "Name: libraries"
  echo "Version: 1"
  echo "Release: 1"
  echo "Summary: What the libraries of this machine provide"
  echo "License: none"
  find /lib/x86_64-linux-gnu /usr/lib/x86_64-linux-gnu -maxdepth 1 -name '*.so*' | /usr/lib/rpm/elfdeps --provides | sort -u | sed 's/^/Provides: /'
  printf '%%description\nNothing.\n%%files\n'
} >/root/libraries.spec
rpmbuild -bb --quiet --target x86_64 --define '_rpmdir /root/rpms' /root/libraries.spec
rpm -i /root/rpms/x86_64/libraries-1-1.x86_64.rpm
`

func (c *till) copyIn(file, as string) {
	c.t.Helper()
	data, err := os.ReadFile(os.Getenv(file))
	c.must(err)
	c.must(os.WriteFile(c.machine.Path(as), data, 0o644))
}

// TestTheRPM installs the rpm by rpm itself, takes a payment, upgrades with a
// sale in flight and removes. The machine is a Debian: what is proven is the
// package, its files and its dependencies on libraries, and no distribution's
// names of packages.
func TestTheRPM(t *testing.T) {
	c := newTill(t)
	for _, name := range []string{"SANDUQ_RPM", "SANDUQ_RPM_NEXT"} {
		if os.Getenv(name) == "" {
			t.Fatalf("%s is not set; run make package-linux-test", name)
		}
	}
	c.install(os.Getenv("SANDUQ_DEB")) // for its libraries, which stay
	c.root("apt-get", "purge", "-y", "-qq", "sanduq")
	c.root("apt-get", "install", "-y", "-qq", "--no-install-recommends", "rpm")
	c.root("rm", "-rf", data)
	c.copyIn("SANDUQ_RPM", "/sanduq.rpm")
	c.copyIn("SANDUQ_RPM_NEXT", "/sanduq-next.rpm")

	out, err := c.machine.Run(t.Context(), "rpm", "-i", "/sanduq.rpm")
	if err == nil || !strings.Contains(out, "libGL.so.1()(64bit) is needed by sanduq") {
		t.Errorf("rpm installed it without its libraries: %v, %s", err, out)
	}
	c.root("sh", "-c", library)
	t.Logf("needs: %s", strings.Join(strings.Fields(c.root("rpm", "-qp", "--requires", "/sanduq.rpm")), " "))
	c.root("rpm", "-i", "/sanduq.rpm")
	if out := strings.TrimSpace(c.root("rpm", "-V", "sanduq")); strings.Contains(out, "/usr") || strings.Contains(out, "Unsatisfied") {
		t.Errorf("what is installed is not what was packed: %s", out)
	}
	was := strings.TrimSpace(c.root("sanduq", "--version"))
	t.Logf("installed: %s, %s", strings.TrimSpace(c.root("rpm", "-q", "sanduq")), was)

	c.start()
	c.must(c.screen.Key("Escape")) // skips the first run
	c.log(`msg="set up"`)
	time.Sleep(time.Second)
	c.open("12.5", "1")
	c.approve("1")
	c.picture("7-paid-from-the-rpm")
	time.Sleep(time.Second)
	c.must(c.screen.Key("Return"))
	time.Sleep(time.Second)
	c.open("48", "2")
	c.root("rpm", "-U", "/sanduq-next.rpm")
	now := strings.TrimSpace(c.root("sanduq", "--version"))
	t.Logf("upgraded while it runs: %s", now)
	if now == was || !c.program.Running() {
		t.Errorf("after the upgrade the version is %s, the till runs: %v", now, c.program.Running())
	}
	c.stop()
	c.start()
	c.log("number=2 ", "status=waiting")
	c.stop()

	before, files, err := installtest.Sum(c.machine.Path(data))
	c.must(err)
	c.root("rpm", "-e", "sanduq")
	after, left, err := installtest.Sum(c.machine.Path(data))
	c.must(err)
	t.Logf("after removing: %d files of the shop, sum %s, was %d, %s", left, after, files, before)
	if after != before || files < 3 {
		t.Error("removing changed the shop's data")
	}
	if out, err := c.machine.Run(t.Context(), "sh", "-c", "find /usr /etc -name '*sanduq*'"); err != nil || out != "" {
		t.Errorf("removing left %q, %v", out, err)
	}
}
