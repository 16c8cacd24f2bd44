package config

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sanduq/storage/fault"
)

func TestAComputerShowsAnOfficeUntilItIsATillAgain(t *testing.T) {
	root := filepath.Join(t.TempDir(), "new")
	shown := func() string {
		t.Helper()
		address, err := ShownOffice(root)
		if err != nil {
			t.Fatal(err)
		}
		return address
	}
	if got := shown(); got != "" {
		t.Errorf("nobody chose %q", got)
	}
	for _, address := range []string{"https://office.example", "https://other.example:8443", ""} {
		if err := ShowOffice(root, address); err != nil || shown() != address {
			t.Errorf("%q became %q, %v", address, shown(), err)
		}
	}
	if err := ShowOffice(root, ""); err != nil {
		t.Errorf("what is not there is gone already: %v", err)
	}
	for _, text := range []string{"", "{", `{"address":""}`, `[]`} {
		if err := os.WriteFile(filepath.Join(root, officeName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if address, err := ShownOffice(root); address != "" || !errors.Is(err, ErrOffice) {
			t.Errorf("%q names %q, %v", text, address, err)
		}
	}
	inTheWay := filepath.Join(root, officeName, "more")
	if err := ShowOffice(inTheWay, "https://office.example"); !errors.Is(err, fault.ErrUnwritable) {
		t.Errorf("into a file: %v", err)
	}
}
