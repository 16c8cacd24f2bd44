package sandbox

// institution is a bank or a wallet on the list. All names are invented.
type institution struct {
	Code string `json:"code"`
	Name string `json:"name"`
	Rail string `json:"rail"` // bank or wallet
}

var institutions = []institution{
	{"FPB", "First Practice Bank", RouteBank},
	{"SRB", "Sample River Bank", RouteBank},
	{"DCB", "Demo Coast Bank", RouteBank},
	{"TTB", "Training Trust Bank", RouteBank},
	{"EXB", "Example Oasis Bank", RouteBank},
	{"PWL", "Practice Wallet", RouteWallet},
	{"DWL", "Demo Pocket", RouteWallet},
}

// institutionName returns the name behind a code; the first institution's for a code that is not on the list.
func institutionName(code string) string {
	for _, i := range institutions {
		if i.Code == code {
			return i.Name
		}
	}
	return institutions[0].Name
}
