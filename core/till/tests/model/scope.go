package model

// scope bounds what may happen, so that all of it can be explored.
type scope struct {
	name    string
	sales   int
	routes  []route  // of a charge
	rails   []route  // of an account
	answers []answer // to a question
	mixed   bool     // the two legs answer apart
	people  bool     // set aside, to the manager, resolved outside, acknowledged
	backup  bool     // a journal may be put back
}

var (
	every   = []answer{own, words, odd, silent, denied, foreign}
	mostly  = []answer{own, words, silent, denied}
	plainly = []answer{own, words, silent}
	barely  = []answer{own, silent}
	cards   = []route{account, wallet}
)

// scopes are explored one after the other. The first of them are small enough
// to be explored whole in no time.
func scopes() []scope {
	return []scope{
		{name: "one sale by QR, people", sales: 1, routes: []route{qr}, answers: mostly, mixed: true, people: true},
		{name: "one sale by QR and a backup", sales: 1, routes: []route{qr}, answers: barely, backup: true},
		{name: "one sale by account, people", sales: 1, routes: []route{account}, rails: []route{account}, answers: barely, mixed: true, people: true},
		{name: "one sale by QR or account", sales: 1, routes: []route{qr, account}, rails: []route{account}, answers: plainly, mixed: true},
		{name: "one sale by QR or wallet", sales: 1, routes: []route{wallet}, rails: []route{wallet}, answers: every, mixed: true},
		{name: "one sale by QR or account, every answer", sales: 1, routes: []route{account}, rails: []route{account}, answers: every, mixed: true},
		{name: "one sale by every way, people", sales: 1, routes: []route{account}, rails: cards, answers: mostly, people: true},
		{name: "one sale by every way, every answer", sales: 1, routes: []route{qr}, rails: cards, answers: every, mixed: true},
		{name: "one sale and a backup", sales: 1, routes: []route{qr}, rails: []route{account}, answers: plainly, mixed: true, backup: true},
		{name: "two sales by QR, people", sales: 2, routes: []route{qr}, answers: barely, people: true},
		{name: "two sales by QR and a backup", sales: 2, routes: []route{qr}, answers: barely, backup: true},
		{name: "two sales by QR or account", sales: 2, routes: []route{account}, rails: []route{account}, answers: barely},
	}
}
