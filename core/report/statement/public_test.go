package statement_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/core/report/statement"
)

// TestPublicCorpus reads files that others published, from checkouts that are not
// kept here, and compares them with testdata/public.tsv: entries and sums that were
// counted by another program, which shares no code with this one. What is not there
// is said. Both corpora are a table with -run Corpus -v.
func TestPublicCorpus(t *testing.T) {
	root, named := os.LookupEnv("SANDUQ_STATEMENTS")
	if !named {
		root = "../../../out/statements" // where .ci/statements puts them
	}
	table, err := os.ReadFile("testdata/public.tsv")
	if err != nil {
		t.Fatal(err)
	}
	read, missing := 0, 0
	for l := range strings.Lines(string(table)) {
		cells := strings.Split(strings.TrimRight(l, "\n"), "\t")
		if strings.HasPrefix(l, "#") || len(cells) != 5 {
			continue
		}
		data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(cells[0])))
		if err != nil {
			missing++
			continue
		}
		read++
		s, _, err := opened(t, data, func(m *statement.Mapping) {
			for a := range strings.FieldsSeq(cells[1]) {
				switch a {
				case "plain=in":
					m.Plain = statement.WayIn
				case "minus=out":
					m.Minus = statement.WayOut
				default:
					m.Currency = a
				}
			}
		})
		if err != nil {
			t.Errorf("%s: %v", cells[0], err)
			continue
		}
		got := counted(s)
		t.Log(tableRow(cells[0], data, s))
		if is := fmt.Sprintf("%d\t%d\t%s", got.lines, len(s.Broken), got.sums); is != strings.Join(cells[2:], "\t") {
			t.Errorf("%s: %q, want %q", cells[0], is, strings.Join(cells[2:], "\t"))
		}
	}
	t.Logf("%d files, %d are not there", read, missing)
	switch {
	case read > 0:
	case named:
		t.Errorf("%s has none of the files", root)
	default: // a machine that reaches no public repository
		t.Skip("no checkouts are there, see testdata/README.md")
	}
}
