// Package truth holds the till against gateways that answer about the wrong
// payment, refuse what they did, forget, fall silent or mumble: one scripted
// gateway and one law for each test. What a till may say of money is judged from
// its records and its notices alone; it knows no database and no window.
package truth
