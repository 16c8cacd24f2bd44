package othergateway

import (
	"encoding/json"
	"strings"
	"time"
)

// status answers for the leg that is asked about, and for no other.
func (g *Gateway) status(c *call) answer {
	var byAccount bool
	order, ok := c.text("orderId")
	raw, ok2 := c.body["byAccountNumber"]
	if !ok || !ok2 || len(c.body) != 2 || json.Unmarshal(raw, &byAccount) != nil {
		g.breach("a status question that is not exactly byAccountNumber and orderId")
		return g.refuse(invalid, c.payment)
	}
	p := c.payment
	if order != p.order {
		g.breach("a status question about another order than the token's")
		return g.refuse(forbidden, p)
	}
	s := g.standing(p, byAccount, c.now)
	data := members{"paymentStatus": absent, "transactionId": absent, "channel": absent}
	if s.is == unused {
		switch g.o.Law.UnknownLeg {
		case LegNotFound:
			return g.refuse(notFound, p)
		case LegMissing:
			a := g.refuse(notFound, p)
			a.status = 404
			return a
		case LegPending:
			data["paymentStatus"] = g.record(p, g.word(pending))
		}
	} else {
		data["paymentStatus"], data["transactionId"] = g.record(p, g.word(s.is)), g.transaction(s.leg, c.now)
	}
	g.names(data, p)
	return well(p, data)
}

// transaction is what a reply says as transactionId.
func (g *Gateway) transaction(l *leg, now time.Time) any {
	switch {
	case !l.paid.IsZero() && now.Sub(l.paid) >= g.o.Speech.TransactionAfter:
		return l.tx
	case l.paid.IsZero() && g.o.Speech.EarlyTransaction != "":
		return g.o.Speech.EarlyTransaction
	}
	return absent
}

// record remembers that a word goes out about an order.
func (g *Gateway) record(p *payment, word string) string {
	if g.told[p.order] == nil {
		g.told[p.order] = map[string]bool{}
	}
	g.told[p.order][plain(word)] = true
	return word
}

func plain(word string) string { return strings.ToUpper(strings.TrimSpace(word)) }

// Told reports whether a reply ever carried a word for an order: in capitals,
// without the spaces and the case in which it was sent.
func (g *Gateway) Told(order, word string) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.told[order][word]
}

// institutions lists what can be chosen.
func (g *Gateway) institutions(c *call) answer {
	var list []any
	add := func(codes []string, rail, kind string) {
		for i, code := range codes {
			m := members{"code": code, "name": []string{"Second ", "مصرف ", "Caisse "}[i%3] + kind, "logo": absent, "bic": absent}
			if g.o.Speech.Rails {
				m["rail"] = rail
			}
			list = append(list, m)
		}
	}
	add(g.o.Wallets, "wallet", "Purse")
	add(g.o.Banks, "bank", "Practice Bank")
	a := well(c.payment, list)
	a.bare = g.o.Speech.BareList
	return a
}
