package money

import (
	"fmt"
	"slices"
	"strings"
)

// byDigits lists the active currencies by the number of digits of their minor
// unit. The service itself names only LYD, BHD, KWD, OMR and TND, with three.
// The rest is an assumption of ours: ISO 4217 list one, without the codes that
// have no minor unit (metals, bond units, test codes).
var byDigits = [...]string{
	0: "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF",
	2: "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BOV BRL BSD BTN BWP BYN BZD " +
		"CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP " +
		"GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT " +
		"LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN " +
		"NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD " +
		"SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS " +
		"VED VES WST XAD XCD XCG YER ZAR ZMW ZWG",
	3: "BHD IQD JOD KWD LYD OMR TND",
	4: "CLF UYW",
}

var fractionDigits = func() map[string]int {
	table := make(map[string]int)
	for digits, codes := range byDigits {
		for code := range strings.FieldsSeq(codes) {
			table[code] = digits
		}
	}
	return table
}()

// FractionDigits returns how many decimals a currency has, 0 to 4, or
// ErrCurrency. Codes are upper case.
func FractionDigits(currency string) (int, error) {
	digits, ok := fractionDigits[currency]
	if !ok {
		return 0, fmt.Errorf("%w: %q", ErrCurrency, currency)
	}
	return digits, nil
}

// Known returns every known currency code in alphabetical order.
func Known() []string {
	codes := make([]string, 0, len(fractionDigits))
	for code := range fractionDigits {
		codes = append(codes, code)
	}
	slices.Sort(codes)
	return codes
}
