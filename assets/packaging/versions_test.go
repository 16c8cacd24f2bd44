package packaging

import (
	"os"
	"regexp"
	"testing"
)

// TestOneVersionIsNamedEverywhere compares every place that names the version of
// the product with FyneApp.toml, which programs and packages read. The list stands
// in .github/releasing.md too.
func TestOneVersionIsNamedEverywhere(t *testing.T) {
	first := func(path, pattern string) []string {
		t.Helper()
		text, err := os.ReadFile("../../" + path)
		if err != nil {
			t.Fatal(err)
		}
		found := regexp.MustCompile(pattern).FindStringSubmatch(string(text))
		if found == nil {
			t.Fatalf("%s names no version: %s", path, pattern)
		}
		return found
	}
	version := first("FyneApp.toml", `(?m)^Version = "(\d+\.\d+\.\d+)"`)[1]
	for _, place := range []struct{ path, pattern string }{
		{"assets/packaging/linux/changelog", `\Asanduq \((\d+\.\d+\.\d+)-`},
		{"assets/packaging/linux/office/changelog", `\Asanduq-office \((\d+\.\d+\.\d+)-`},
		{"assets/packaging/linux/ly.sanduq.till.metainfo.xml", `<release version="(\d+\.\d+\.\d+)"`},
		{"assets/manual/changes.md", `(?m)^## (\d+\.\d+\.\d+)`},
		{"assets/manual/administration.md", `sanduq_(\d+\.\d+\.\d+)-`},
		{"assets/manual/administration.md", `sanduq-(\d+\.\d+\.\d+)-1\.x86_64\.rpm`},
		{"assets/manual/administration.md", `sanduq-(\d+\.\d+\.\d+)-setup\.exe`},
		{"assets/manual/administration.md", `sanduq-(\d+\.\d+\.\d+)-x64\.msi`},
	} {
		if got := first(place.path, place.pattern)[1]; got != version {
			t.Errorf("%s names %s (%s), FyneApp.toml %s", place.path, got, place.pattern, version)
		}
	}
	// The two files of the deb that name the day of the version name the same one.
	day := first("assets/packaging/linux/ly.sanduq.till.metainfo.xml", `<release version="[^"]*" date="(\d{4})-(\d{2})-(\d{2})"`)
	months := map[string]string{"01": "Jan", "02": "Feb", "03": "Mar", "04": "Apr", "05": "May", "06": "Jun", "07": "Jul", "08": "Aug", "09": "Sep",
		"10": "Oct", "11": "Nov", "12": "Dec"}
	if got := first("assets/packaging/linux/changelog", `\w{3}, (\d{2} \w{3} \d{4})`)[1]; got != day[3]+" "+months[day[2]]+" "+day[1] {
		t.Errorf("the changelog is of %s, the metainfo of %s-%s-%s", got, day[1], day[2], day[3])
	}
}
