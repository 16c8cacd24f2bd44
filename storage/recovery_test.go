package storage

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/core"
	"sanduq/core/journal"
	"sanduq/storage/fault"
	"sanduq/storage/keys"
)

func TestRecoveryCodeOpensABackupWithoutItsKey(t *testing.T) {
	ctx := context.Background()
	s := openTest(t, t.TempDir())
	fill(t, s, 2)
	bare, err := s.Backup(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if there, err := s.HasRecoveryCode(ctx); there || err != nil {
		t.Errorf("a code before any was made: %v, %v", there, err)
	}
	code, err := s.NewRecoveryCode(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if there, err := s.HasRecoveryCode(ctx); !there || err != nil {
		t.Errorf("no code after one was made: %v, %v", there, err)
	}
	path := filepath.Join(t.TempDir(), "copy.db")
	if err := s.Copy(ctx, path); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(mustFile(t, path)), code.Reveal()) || len(code.Reveal()) != 39 {
		t.Error("the code is in the file, or not of eight groups")
	}
	elsewhere := t.TempDir()
	typed := strings.ToLower(strings.ReplaceAll(code.Reveal(), "-", " "))
	key, err := RecoverKey(path, core.NewSecret(strings.NewReplacer("0", "o", "1", "l").Replace(typed)))
	if err != nil {
		t.Fatal(err)
	}
	held := keys.NewFile(elsewhere)
	if err := held.Create(ctx, key); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(ctx, Options{Dir: elsewhere, Keys: held}, path); err != nil {
		t.Fatal(err)
	}
	back := openTest(t, elsewhere)
	secret, err := back.SaleSecrets(ctx, journal.NewSaleID("20261120", 2))
	if err != nil || string(secret.Reveal()) != "token 2" {
		t.Errorf("secret not readable after recovery: %v", err)
	}
	for name, c := range map[string]struct {
		path, code string
		want       error
	}{
		"another code": {path, "0000-0000-0000-0000-0000-0000-0000-0000", fault.ErrPassphrase},
		"a cut code":   {path, code.Reveal()[:30], fault.ErrPassphrase},
		"no code":      {path, "", fault.ErrPassphrase},
		"older backup": {bare, code.Reveal(), fault.ErrNoKey},
		"no file":      {path + "x", code.Reveal(), fault.ErrUnwritable},
	} {
		if _, err := RecoverKey(c.path, core.NewSecret(c.code)); !errors.Is(err, c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
