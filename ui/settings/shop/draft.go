package shop

import (
	"sanduq/core/journal"
	"sanduq/ui/toolkit/form"
)

// Draft is what was changed of the shop, over what the till keeps.
type Draft = form.Draft[journal.Settings]
