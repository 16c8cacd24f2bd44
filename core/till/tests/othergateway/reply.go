package othergateway

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
)

// absent marks what there is none of: left out, or null.
var absent = new(int)

// members are a JSON object whose order is drawn.
type members map[string]any

// answer is what a call gets before it is written.
type answer struct {
	status  int
	data    any // of a success
	kind    kind
	bare    bool   // data stands alone, without an envelope
	raw     string // a page instead of JSON
	header  map[string]string
	payment *payment // that it is about, if any
}

func well(p *payment, data any) answer { return answer{status: 200, data: data, payment: p} }

// kind is why a call is refused.
type kind int

const (
	none kind = iota
	wrongCode
	codeExpired
	tooMany
	badAccount
	noFunds
	overLimit
	notFound
	duplicate
	invalid
	denied
	alreadyPaid
	forbidden
	badReference
	noSuchBank
	tooLate
)

// spellings are the codes of refusals in the ways in which deployments spell
// them. INVALID_ACCOUNT is the contract's.
var spellings = []map[kind]string{
	{wrongCode: "WRONG_OTP", codeExpired: "OTP_EXPIRED", tooMany: "TOO_MANY_ATTEMPTS", badAccount: "INVALID_ACCOUNT", noFunds: "INSUFFICIENT_FUNDS",
		overLimit: "LIMIT_EXCEEDED", notFound: "ORDER_NOT_FOUND", duplicate: "DUPLICATE_REQUEST", invalid: "VALIDATION_FAILED",
		denied: "TOKEN_EXPIRED", alreadyPaid: "ALREADY_PAID", forbidden: "FORBIDDEN", badReference: "REFERENCE_MISMATCH", noSuchBank: "UNKNOWN_INSTITUTION",
		tooLate: "SESSION_EXPIRED"},
	{wrongCode: "INVALID_OTP", codeExpired: "EXPIRED_OTP", tooMany: "MAX_ATTEMPTS_REACHED", badAccount: "INVALID_ACCOUNT", noFunds: "NOT_SUFFICIENT_FUNDS",
		overLimit: "AMOUNT_LIMIT", notFound: "ORDER_NOT_FOUND", duplicate: "DUPLICATE_REQUEST", invalid: "BAD_REQUEST",
		denied: "UNAUTHORIZED", alreadyPaid: "ORDER_ALREADY_PAID", forbidden: "ACCESS_DENIED", badReference: "INVALID_REFERENCE", noSuchBank: "INVALID_BANK",
		tooLate: "ORDER_CLOSED"},
	{wrongCode: "E-4017", codeExpired: "E-4018", tooMany: "E-4019", badAccount: "INVALID_ACCOUNT", noFunds: "51", overLimit: "61", notFound: "25",
		duplicate: "DUPLICATE_REQUEST", invalid: "12", denied: "AUTH", alreadyPaid: "94", forbidden: "57", badReference: "E-4020", noSuchBank: "E-4021", tooLate: "54"},
}

// sentences are the messages of refusals, and the one of success for none.
var sentences = map[string]map[kind]string{
	"en": {none: "Done.", wrongCode: "That code is not right.", codeExpired: "The code is too old.", notFound: "We have no such order.", badAccount: "No such account."},
	"ar": {none: "تمت العملية بنجاح", wrongCode: "رمز التحقق غير صحيح", codeExpired: "انتهت صلاحية الرمز", notFound: "الطلب غير موجود", badAccount: "رقم الحساب غير صحيح"},
	"fr": {none: "Opération réussie", wrongCode: "Le code saisi est erroné", codeExpired: "Le code a expiré", notFound: "Commande introuvable", badAccount: "Compte inconnu"},
}

var otherwise = map[string]string{"en": "This cannot be done.", "ar": "تعذر تنفيذ الطلب", "fr": "Opération refusée"}

func (g *Gateway) refuse(k kind, p *payment) answer {
	g.refused[spellings[0][k]]++
	return answer{status: g.statusOf(k), kind: k, payment: p}
}

func (g *Gateway) statusOf(k kind) int {
	style := g.o.Speech.Refusal
	switch k {
	case invalid, badReference, noSuchBank:
		return 400
	case denied:
		return 401
	case forbidden:
		return 403
	case duplicate:
		return 409
	case badAccount:
		return []int{422, 404, 400}[style]
	}
	switch {
	case style == RefuseAs200:
		return 200
	case style == RefuseAs400:
		return 400
	case k == notFound:
		return 404
	}
	return 422
}

// render writes an answer as JSON. Callers hold mu.
func (g *Gateway) render(a answer) []byte {
	g.replies++
	r := g.random("reply", strconv.Itoa(g.replies))
	if a.payment != nil { // its own count: others' calls change nothing
		a.payment.replies++
		r = g.random("reply", a.payment.nth, strconv.Itoa(a.payment.replies))
	}
	s := g.o.Speech
	if a.bare {
		return g.encode(r, a.data)
	}
	m := members{"success": a.kind == none, "data": a.data}
	if a.kind != none {
		m["data"] = absent
	}
	m["message"] = absent
	if text := sentences[s.Language]; text != nil {
		sentence, ok := text[a.kind]
		if !ok {
			sentence = otherwise[s.Language]
		}
		m["message"] = sentence
	}
	code := any(absent)
	if a.kind != none {
		code = spellings[s.Spelling][a.kind]
	} else if s.OKCode != "" {
		code = s.OKCode
	}
	switch s.Code {
	case InErrorCode:
		m["errorCode"] = code
	case InError:
		if a.kind == none {
			m["error"] = absent
		} else {
			m["error"] = members{"code": code, "details": absent}
		}
	default:
		m["code"] = code
	}
	return g.encode(r, m)
}

// strays are members that no contract names. What stands in deeper objects has
// the contract's names and is about something else.
var strays = []struct {
	name string
	make func(r *rand.Rand, at time.Time) any
}{
	{"traceId", func(r *rand.Rand, _ time.Time) any { return fmt.Sprintf("%016x", r.Uint64()) }},
	{"serverTime", func(_ *rand.Rand, at time.Time) any { return at.UnixMilli() }},
	{"meta", func(r *rand.Rand, _ time.Time) any {
		return members{"node": "b7", "elapsedMs": json.RawMessage("3.5e1"), "success": false, "code": "WARN", "paymentStatus": "FAILED"}
	}},
	{"links", func(*rand.Rand, time.Time) any { return []any{members{"rel": "self", "orderId": "none"}} }},
	{"warnings", func(*rand.Rand, time.Time) any { return []any{} }},
	{"fee", func(*rand.Rand, time.Time) any { return "0.000" }},
	{"label", func(*rand.Rand, time.Time) any { return "دفع \u202e\"SUCCESS\"\u202c — é" }},
	{"history", func(*rand.Rand, time.Time) any { return []any{members{"paymentStatus": "SUCCESS", "amount": 0}} }},
}

// twins differ from a name of the contract's by case alone.
var twins = map[string]any{"Success": "no", "Code": 0, "Data": "none", "PaymentStatus": 7, "OrderID": 4711, "Amount": "free", "PaymentID": absent}

// encode writes a value with its objects' members in drawn order, with what
// strays into each.
func (g *Gateway) encode(r *rand.Rand, value any) []byte {
	var b bytes.Buffer
	g.write(&b, r, value, 0)
	return b.Bytes()
}

func (g *Gateway) write(b *bytes.Buffer, r *rand.Rand, value any, depth int) {
	switch v := value.(type) {
	case members:
		g.writeObject(b, r, v, depth)
	case []any:
		b.WriteByte('[')
		for i, item := range v {
			if i > 0 {
				b.WriteByte(',')
			}
			g.write(b, r, item, depth+1)
		}
		b.WriteByte(']')
	default:
		if value == absent {
			value = nil
		}
		raw, err := json.Marshal(value)
		if err != nil {
			panic(err) // nothing here that JSON does not know
		}
		b.Write(raw)
	}
}

func (g *Gateway) writeObject(b *bytes.Buffer, r *rand.Rand, m members, depth int) {
	s := g.o.Speech
	all := maps.Clone(m)
	if depth < 2 {
		for range s.Extra {
			stray := strays[r.IntN(len(strays))]
			if _, there := all[stray.name]; !there {
				all[stray.name] = stray.make(r, g.o.Now())
			}
		}
		if s.Twins {
			maps.Copy(all, twins)
		}
	}
	names := slices.Sorted(maps.Keys(all))
	r.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	gap := strings.Repeat(" ", r.IntN(2))
	b.WriteByte('{')
	first := true
	for _, name := range names {
		if all[name] == absent && !s.Nulls {
			continue
		}
		if !first {
			b.WriteString("," + gap)
		}
		first = false
		raw, err := json.Marshal(name)
		if err != nil {
			panic(err)
		}
		b.Write(raw)
		b.WriteString(gap + ":" + gap)
		g.write(b, r, all[name], depth+1)
	}
	b.WriteByte('}')
}

// amount writes a payment's amount in the deployment's form.
func (g *Gateway) amount(p *payment) any {
	n := digits(p.currency)
	text := strconv.FormatInt(p.minor, 10)
	for len(text) <= n {
		text = "0" + text
	}
	major, short := text, text
	if n > 0 {
		major = text[:len(text)-n] + "." + text[len(text)-n:]
		short = strings.TrimRight(strings.TrimRight(major, "0"), ".")
	}
	switch g.o.Speech.Amount {
	case AmountString:
		return major
	case AmountShort:
		return short
	case AmountMinor:
		return p.minor
	}
	return json.RawMessage(short)
}

// names adds what the deployment says of a payment besides its word.
func (g *Gateway) names(m members, p *payment) {
	for _, name := range g.o.Speech.Names {
		switch name {
		case "paymentId":
			m[name] = p.id
		case "orderId":
			m[name] = p.order
		case "amount":
			m[name] = g.amount(p)
		case "currency":
			m[name] = p.currency
		}
	}
}
