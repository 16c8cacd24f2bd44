package packaging

import (
	"bytes"
	"debug/buildinfo"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"sanduq/assets"
)

// program builds the command pack, and lists its modules as if all were MIT.
func program(t *testing.T) (binary string, works []assets.ThirdParty) {
	t.Helper()
	binary = filepath.Join(t.TempDir(), "pack")
	out, err := exec.CommandContext(t.Context(), "go", "build", "-o", binary, "sanduq/assets/packaging/pack").CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range info.Deps {
		if !ours(m.Path) {
			works = append(works, assets.ThirdParty{Name: m.Path, Version: m.Version, Licences: []string{"MIT", "LicenseRef-Own"}})
		}
	}
	for _, w := range assets.ThirdParties() {
		if w.Name == "Go" || w.Name == "IBM Plex Sans Arabic" {
			works = append(works, w)
		}
	}
	return binary, works
}

func TestTheBillListsWhatTheBinaryNames(t *testing.T) {
	binary, works := program(t)
	a := App{}
	a.Details.Version = "1.2.3"
	text, err := SBOM(a, binary, works)
	if err != nil {
		t.Fatal(err)
	}
	again, err := SBOM(a, binary, works)
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("a second bill differs, %v", err)
	}
	var b bill
	if err := json.Unmarshal(text, &b); err != nil {
		t.Fatal(err)
	}
	if b.Format != "CycloneDX" || b.Metadata.Component.Version != "1.2.3" || len(b.Components) != len(works) || len(b.Dependencies[0].Uses) != len(works) {
		t.Errorf("%d components of %d: %s", len(b.Components), len(works), text)
	}
	refs := map[string]bool{}
	for _, c := range b.Components {
		if refs[c.Ref] || c.Ref == "" || strings.ToLower(c.PURL) != c.PURL {
			t.Errorf("%s is called %q, %q", c.Name, c.Ref, c.PURL)
		}
		refs[c.Ref] = true
	}
	if first := b.Components[0].Licences; len(first) != 2 || first[0].Licence.ID != "MIT" || first[1].Licence.Name != "LicenseRef-Own" {
		t.Errorf("licences %+v", first)
	}
	if _, err := SBOM(a, binary, works[1:]); err == nil || !strings.Contains(err.Error(), works[0].Name) {
		t.Errorf("a module without a licence: %v", err)
	}
	other := append([]assets.ThirdParty{}, works...)
	other[0].Version = "v0.0.1"
	if _, err := SBOM(a, binary, other); err == nil {
		t.Error("another version passed")
	}
	text2, _ := os.ReadFile(binary)
	if err := os.WriteFile(binary, text2[:100], 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := SBOM(a, binary, works); err == nil {
		t.Error("half a binary passed")
	}
}
