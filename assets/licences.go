package assets

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
)

// ThirdParty is work of others that is in the program: a Go module, the Go
// language's own library, or the typeface.
type ThirdParty struct {
	Name     string    `json:"name"`              // the module's path, or what people call it
	Version  string    `json:"version,omitempty"` // blank where the work has none
	Systems  []string  `json:"systems,omitempty"` // GOOS of the builds that it is in; empty is all
	Licences []string  `json:"licences"`          // SPDX identifiers, sorted
	Texts    []Licence `json:"texts"`
}

// Licence is one file that must travel with the work.
type Licence struct {
	File string `json:"file"` // within the work
	Text string `json:"text"`
}

// ThirdParties lists all work of others, sorted by name without regard to
// case. Callers must not change it.
var ThirdParties = sync.OnceValue(func() []ThirdParty {
	data, err := files.ReadFile("licences/third-party.json")
	var list []ThirdParty
	if err == nil {
		err = json.Unmarshal(data, &list)
	}
	if err != nil {
		panic(fmt.Sprintf("assets: third-party.json: %v", err)) // compiled in, and read by the tests
	}
	return list
})

// Line is the work's name, version and licences in one line.
func (p ThirdParty) Line() string {
	return strings.TrimSpace(p.Name+" "+p.Version) + " (" + strings.Join(p.Licences, ", ") + ")"
}
