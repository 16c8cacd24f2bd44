package adversary

import (
	"cmp"
	"math/big"
	"net/http"
	"strconv"
	"strings"
)

// shape is what the body of a reply looks like.
type shape int

// The shapes.
const (
	whole      shape = iota // success:true and data
	refusal                 // success:false and a code
	page                    // HTML
	short                   // less than announced, then the line is cut
	broken                  // JSON that ends too early
	wrongTypes              // members of other types
	repeated                // a member that decides stands there twice
	nothing                 // no body
	endless                 // more than a mebibyte
	bare                    // no member success
	shapes
)

var shapeNames = [shapes]string{"whole", "refusal", "page", "short", "broken", "wrongTypes", "repeated", "nothing", "endless", "bare"}

// member is a JSON member of data: raw is its value as it stands in the body.
type member struct{ name, raw string }

// answer is a reply as the gateway gives it, before it is spelt.
type answer struct {
	status  int
	shape   shape
	code    string // of a refusal
	named   int    // under which name the code stands, or which types are wrong: below 3
	text    string // data when it is a string
	list    string // data when it is a list, spelt
	members []member
}

func (a *answer) set(name, raw string) {
	a.drop(name)
	a.members = append(a.members, member{name, raw})
}

func (a *answer) drop(name string) {
	kept := make([]member, 0, len(a.members)+1) // answers are shared with the cache
	for _, m := range a.members {
		if m.name != name {
			kept = append(kept, m)
		}
	}
	a.members = kept
}

func (a *answer) get(name string) (string, bool) {
	for _, m := range a.members {
		if m.name == name {
			return m.raw, true
		}
	}
	return "", false
}

// body spells an answer. cut means that less is sent than is announced.
func (a *answer) body() (body string, cut bool) {
	data := a.data()
	good := `{"success":true,"message":"ok","data":` + data + `}`
	switch a.shape {
	case refusal:
		return a.refusal(), false
	case page:
		return "<!doctype html><title>" + http.StatusText(a.status) + "</title><p>SUCCESS", false
	case short:
		return good, true
	case broken:
		return good[:len(good)-2], false
	case wrongTypes:
		return []string{`{"success":"true","message":["ok"],"data":` + data + `}`, `{"success":true,"data":[` + data + `]}`,
			`{"success":1,"data":` + data + `}`}[a.named], false
	case repeated:
		if w, there := a.get("paymentStatus"); there {
			return `{"success":true,"data":{"paymentStatus":"PENDING",` + data[1:len(data)-1] + `,"paymentStatus":` + w + `}}`, false
		}
		return `{"success":false,"success":true,"data":` + data + `}`, false
	case nothing:
		return "", false
	case endless:
		return `{"success":true,"padding":"` + strings.Repeat("x", 1<<20) + `","data":` + data + `}`, false
	case bare:
		return `{"message":"ok","data":` + data + `}`, false
	}
	return good, false
}

func (a *answer) data() string {
	if a.text != "" || a.list != "" {
		return cmp.Or(a.list, strconv.Quote(a.text))
	}
	var b strings.Builder
	b.WriteByte('{')
	for i, m := range a.members {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(`"` + m.name + `":` + m.raw)
	}
	b.WriteByte('}')
	return b.String()
}

func (a *answer) refusal() string {
	code := strconv.Quote(a.code)
	switch {
	case a.code == "":
		return `{"success":false,"message":"no"}`
	case a.named == 1:
		return `{"success":false,"errorCode":` + code + `,"message":"no"}`
	case a.named == 2:
		return `{"success":false,"error":{"code":` + code + `,"message":"no"},"data":null}`
	}
	return `{"success":false,"code":` + code + `,"message":"no","data":null}`
}

func (a *answer) good() bool { return a.shape == whole && a.status >= 200 && a.status <= 299 }

// words reports whether the gateway refused in words that can be understood.
func (a *answer) words() bool { return a.shape == refusal && a.status >= 200 && a.status != 302 }

// says returns what the answer tells about a payment that it was asked about:
// a word in capitals, or blank when it is no answer, or one about something
// else.
func (a *answer) says(p *payment) string {
	if !a.good() || a.text != "" || a.list != "" || a.differs(p) {
		return ""
	}
	raw, _ := a.get("paymentStatus")
	if tx, there := a.get("transactionId"); there && (has([]byte(tx), "{") || has([]byte(tx), "[") || tx == "true") {
		return ""
	}
	word, err := strconv.Unquote(raw)
	if err != nil {
		return ""
	}
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, strings.Trim(word, " \t\n"))
}

// differs reports whether the answer names something that is not the payment's.
func (a *answer) differs(p *payment) bool {
	for _, m := range a.members {
		value := m.raw
		if text, err := strconv.Unquote(value); err == nil {
			value = text
		}
		switch m.name {
		case "paymentId":
			if value != p.told {
				return true
			}
		case "orderId":
			if value != p.order {
				return true
			}
		case "currency":
			if value != p.amount.Currency {
				return true
			}
		case "amount":
			if !sameAmount(value, p) {
				return true
			}
		}
	}
	return false
}

// sameAmount compares an amount in major units, or, where it is written as an
// integer, in minor units: those are counted, and a count has no decimal point.
func sameAmount(value string, p *payment) bool {
	v, ok := new(big.Rat).SetString(value)
	if !ok {
		return false
	}
	minor := new(big.Rat).SetInt64(p.amount.Minor)
	if v.Cmp(new(big.Rat).Quo(minor, big.NewRat(1000, 1))) == 0 {
		return true
	}
	return v.Cmp(minor) == 0 && strings.Trim(value, "0123456789") == ""
}

// bytes is the reply as it goes over the line.
func (a *answer) bytes(closes bool) (raw []byte, cut bool) {
	body, cut := a.body()
	length := len(body)
	if cut {
		body = body[:length*2/3]
	}
	var b strings.Builder
	b.Grow(len(body) + 160)
	b.WriteString("HTTP/1.1 " + strconv.Itoa(a.status) + " " + http.StatusText(a.status) + "\r\n")
	if a.shape == page {
		b.WriteString("Content-Type: text/html\r\n")
	} else {
		b.WriteString("Content-Type: application/json\r\n")
	}
	if a.status == http.StatusFound {
		b.WriteString("Location: /elsewhere\r\n")
	}
	if closes {
		b.WriteString("Connection: close\r\n")
	}
	b.WriteString("Content-Length: " + strconv.Itoa(length) + "\r\n\r\n" + body)
	return []byte(b.String()), cut
}
