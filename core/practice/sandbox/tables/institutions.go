package tables

import "sanduq/core/practice/sandbox/contract"

// Institution is a bank or a wallet on the list. All names are invented.
type Institution struct {
	Code string `json:"code"`
	Name string `json:"name"`
	Rail string `json:"rail"` // of contract
}

// Institutions is the list that the service gives out. The first is where a QR is paid from.
var Institutions = []Institution{
	{"FPB", "First Practice Bank", contract.RailBank},
	{"SRB", "Sample River Bank", contract.RailBank},
	{"DCB", "Demo Coast Bank", contract.RailBank},
	{"TTB", "Training Trust Bank", contract.RailBank},
	{"EXB", "Example Oasis Bank", contract.RailBank},
	{"PWL", "Practice Wallet", contract.RailWallet},
	{"DWL", "Demo Pocket", contract.RailWallet},
}

// InstitutionName returns the name behind a code; the first institution's for a code that is not on the list.
func InstitutionName(code string) string {
	for _, i := range Institutions {
		if i.Code == code {
			return i.Name
		}
	}
	return Institutions[0].Name
}
