package model

// The bank and the customer. A payment is debited at most once, by either leg:
// what comes second is refused. That is an assumption about the service.

func (t *turn) atBank(i int, a act, leg int) bool {
	b := &t.sale(i).bank
	here, there := &b.leg[leg], b.leg[1-leg]
	reached := b.code[leg] == taken || leg == byQR && b.shown // somebody can have paid by it
	switch a {
	case actExecute:
		if b.code[leg] != loose || *here != open {
			return false
		}
		b.code[leg] = taken
		if *here = confirmed; there == debited {
			*here = refused
		}
	case actScan:
		if leg != byQR || !b.shown || *here != open {
			return false
		}
		*here = confirmed
	case actDebit:
		fast := leg == byQR && b.shown && *here == open
		if there == debited || !reached || !fast && *here != confirmed && *here != refused && *here != expired {
			return false
		}
		*here = debited
	case actRefuse: // an abandoned QR expires instead
		if *here != open && *here != confirmed || leg == byQR && b.code[leg] != taken {
			return false
		}
		*here = refused
	case actExpire:
		if *here != open || !b.shown || leg == byAccount {
			return false
		}
		*here = expired
	}
	return true
}
