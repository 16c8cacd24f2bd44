package hostilefolder

import (
	"encoding/json"
	"fmt"

	"sanduq/assets"
)

// sentence returns nil if every language has a sentence of this name.
func sentence(name string) error {
	for _, language := range assets.Languages() {
		text, _ := assets.Translation(language)
		var all map[string]any
		if err := json.Unmarshal(text, &all); err != nil {
			return fmt.Errorf("%s: %w", language, err)
		}
		if all[name] == nil {
			return fmt.Errorf("%s has no sentence %q", language, name)
		}
	}
	return nil
}
