package packaging

import (
	"crypto/sha256"
	"debug/buildinfo"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"sanduq/assets"
)

// The parts of a CycloneDX 1.6 document that are used here.
type (
	bill struct {
		Format       string       `json:"bomFormat"`
		Spec         string       `json:"specVersion"`
		Version      int          `json:"version"`
		Metadata     metadata     `json:"metadata"`
		Components   []component  `json:"components"`
		Dependencies []dependency `json:"dependencies"`
	}
	metadata struct {
		Component component `json:"component"`
	}
	component struct {
		Type       string     `json:"type"`
		Ref        string     `json:"bom-ref"`
		Name       string     `json:"name"`
		Version    string     `json:"version,omitempty"`
		Hashes     []hash     `json:"hashes,omitempty"`
		Licences   []licence  `json:"licenses,omitempty"`
		PURL       string     `json:"purl,omitempty"`
		Properties []property `json:"properties,omitempty"`
	}
	hash struct {
		Algorithm string `json:"alg"`
		Content   string `json:"content"`
	}
	licence struct {
		Licence licenceName `json:"license"`
	}
	licenceName struct {
		ID   string `json:"id,omitempty"`   // SPDX
		Name string `json:"name,omitempty"` // what SPDX does not know
	}
	property struct {
		Name  string `json:"name"`
		Value string `json:"value"`
	}
	dependency struct {
		Ref  string   `json:"ref"`
		Uses []string `json:"dependsOn,omitempty"`
	}
)

// SBOM is the list of what a built application is made of, as a CycloneDX 1.6
// document: the modules that the binary itself names, the language's library,
// and the typeface, with the licences that are shipped. The same binary gives
// the same bytes: there is no time and no random number in it. A module whose
// licence is not known is an error.
func SBOM(a App, binary string, works []assets.ThirdParty) ([]byte, error) {
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(binary)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(data)
	known := map[string]assets.ThirdParty{}
	for _, w := range works {
		known[w.Name] = w
	}
	b := bill{Format: "CycloneDX", Spec: "1.6", Version: 1, Metadata: metadata{component{Type: "application", Ref: "sanduq", Name: "sanduq", Version: a.Details.Version,
		Hashes: []hash{{"SHA-256", hex.EncodeToString(sum[:])}}}}}
	for _, m := range info.Deps {
		if ours(m.Path) {
			continue
		}
		if m.Replace != nil {
			m = m.Replace
		}
		w, ok := known[m.Path]
		if !ok || w.Version != m.Version {
			return nil, fmt.Errorf("%s %s is in %s and not in the list of licences", m.Path, m.Version, binary)
		}
		c := component{Type: "library", Name: m.Path, Version: m.Version, PURL: "pkg:golang/" + strings.ToLower(m.Path) + "@" + m.Version, Licences: licencesOf(w)}
		if m.Sum != "" {
			c.Properties = []property{{"go.sum", m.Sum}}
		}
		b.add(c)
	}
	golang := strings.TrimPrefix(info.GoVersion, "go")
	b.add(component{Type: "library", Name: "std", Version: golang, PURL: "pkg:golang/std@" + golang, Licences: licencesOf(known["Go"])})
	const face = "IBM Plex Sans Arabic"
	b.add(component{Type: "library", Name: face, Licences: licencesOf(known[face])})
	uses := make([]string, len(b.Components))
	for i, c := range b.Components {
		uses[i] = c.Ref
		if len(c.Licences) == 0 {
			return nil, fmt.Errorf("%s has no licence", c.Name)
		}
	}
	b.Dependencies = []dependency{{"sanduq", uses}}
	text, err := json.MarshalIndent(b, "", "  ")
	return append(text, '\n'), err
}

// ours reports whether a module is of this repository, and so a part of the
// application itself.
func ours(module string) bool { return module == "sanduq" || strings.HasPrefix(module, "sanduq/") }

func (b *bill) add(c component) {
	c.Ref = c.PURL
	if c.Ref == "" {
		c.Ref = c.Name
	}
	b.Components = append(b.Components, c)
}

func licencesOf(w assets.ThirdParty) (all []licence) {
	for _, id := range w.Licences {
		if strings.HasPrefix(id, "LicenseRef-") {
			all = append(all, licence{licenceName{Name: id}})
			continue
		}
		all = append(all, licence{licenceName{ID: id}})
	}
	return all
}
