package licences

import (
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"

	"sanduq/assets"
)

// Differences tells what a kept list lacks, and has too much, beside what is
// there now.
func Differences(kept, now []assets.ThirdParty) (lacks []string) {
	old := map[string]assets.ThirdParty{}
	for _, p := range kept {
		old[p.Name] = p
	}
	for _, p := range now {
		switch before, listed := old[p.Name]; {
		case !listed:
			lacks = append(lacks, p.Name+" is not on the list")
		case !reflect.DeepEqual(before, p):
			lacks = append(lacks, p.Name+" has changed")
		}
		delete(old, p.Name)
	}
	for _, p := range kept {
		if _, left := old[p.Name]; left {
			lacks = append(lacks, p.Name+" is on the list and no longer used")
		}
	}
	return lacks
}

// Write keeps a list as assets/licences/third-party.json below root.
func Write(root string, all []assets.ThirdParty) error {
	data, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(root, "assets", "licences", "third-party.json"), append(data, '\n'), 0o644)
}
