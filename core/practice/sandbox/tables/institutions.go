package tables

import "sanduq/core/practice/sandbox/contract"

// Institution is a bank or a wallet on the list. All names are invented.
type Institution struct {
	Code string `json:"code"`
	Name string `json:"name"`
	Rail string `json:"rail"` // bank or wallet
}

// Institutions is the list that the service gives out. The first is where a QR is paid from.
var Institutions = []Institution{
	{"FPB", "First Practice Bank", contract.RouteBank},
	{"SRB", "Sample River Bank", contract.RouteBank},
	{"DCB", "Demo Coast Bank", contract.RouteBank},
	{"TTB", "Training Trust Bank", contract.RouteBank},
	{"EXB", "Example Oasis Bank", contract.RouteBank},
	{"PWL", "Practice Wallet", contract.RouteWallet},
	{"DWL", "Demo Pocket", contract.RouteWallet},
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
