package table

import (
	"slices"
	"strings"
	"unicode"

	"sanduq/core/report/statement/values"
)

// heads are what banks call their columns, as values.Key writes them; the
// likeliest first.
var heads = func() (out [roleCount][]string) {
	for r, words := range map[role]string{
		roleDate: "date transactiondate bookingdate bookeddate postingdate posteddate dateposted dateprocessed processeddate operationdate trandate txndate entrydate valuedate datetime timestamp created createdat completeddate startdate settlementdate " +
			"dateoperation datedoperation datecomptable dateecriture datevaleur التاريخ تاريخالحركة تاريخالعملية تاريخالقيد تاريخ تاريخالمعاملة buchungstag buchungsdatum datum buchung belegdatum",
		roleTime:  "time transactiontime heure الوقت وقتالحركة وقتالعملية zeit uhrzeit",
		roleValue: "valuedate valuta valutadatum wertstellung datevaleur datedevaleur تاريخالحق تاريخالاستحقاق",
		roleID: "transactionid transaction transactionno transactionnumber trxid txid txnid transactionreference transactionref orderid merchantreference reference referenceno referencenumber ref refno rrn id utr " +
			"referenceoperation numerooperation numerodoperation رقمالحركة رقمالعملية المرجع الرقمالمرجعي الرقمالاشاري رقمالمعاملة referenz buchungsreferenz referencenr",
		roleAmount: "amount transactionamount netamount grossamount amountlyd sum value montant somme المبلغ القيمة مبلغالحركة مبلغالعملية betrag umsatz buchungsbetrag bedrag importe importo",
		roleCredit: "credit credits creditamount receipts deposit deposits depositamount paidin moneyin inflow amountin credited montantcredit دائن ايداع ايداعات له مبلغدائن haben gutschrift",
		roleDebit:  "debit debits debitamount payments withdrawal withdrawals withdrawalamount paidout moneyout outflow amountout debited montantdebit مدين سحب سحوبات عليه مبلغمدين soll lastschrift debet",
		roleSign: "drcr crdr dc cd dk debitcredit creditdebit debitorcredit creditordebit debcred debitcreditindicator creditdebitindicator cdtdbtind sign type transactiontype txntype trantype direction inout indicator drcrindicator " +
			"sens sensoperation typeoperation creditdebitsens debitcreditsens sollhaben habensoll sh مديندائن دائنمدين النوع نوعالحركة نوعالعملية طبيعةالحركة afbij",
		roleCurrency: "currency ccy curr currencycode accountcurrency transactioncurrency devise monnaie العملة عملة waehrung wahrung buchungswahrung munt valutacode",
		roleStatus:   "status state transactionstatus paymentstatus statut etat الحالة حالةالعملية حالة حالةالحركة zustand",
		roleBalance:  "balance runningbalance accountbalance closingbalance bookbalance ledgerbalance availablebalance solde soldeprogressif الرصيد رصيد الرصيدبعدالعملية saldo kontostand",
		roleText:     "description details transactiondetails narrative narration particulars remarks memo label communication libelle intitule motif payee البيان التفاصيل الوصف شرح verwendungszweck buchungstext omschrijving",
	} {
		for w := range strings.FieldsSeq(words) {
			out[r] = append(out[r], values.Key(w))
		}
	}
	return out
}()

// headKeys are a head as it is compared: whole, and without what stands in
// brackets or is a currency: "Amount (LYD)", "Amount CZK".
func headKeys(head string) (whole, bare string) {
	whole = values.Key(head)
	cut := head
	if i := strings.IndexAny(cut, "(["); i > 0 {
		cut = cut[:i]
	}
	words := strings.Fields(cut)
	for len(words) > 1 && len(values.Currencies(words[len(words)-1])) > 0 {
		words = words[:len(words)-1]
	}
	return whole, values.Key(strings.Join(words, " "))
}

// sumWords and sideWords make a head of one side, however they are put: "Montant au
// crédit", "Betrag Soll", "المبلغ المدين".
var sumWords, sideWords = map[string]bool{}, map[string]role{}

func init() {
	for w := range strings.FieldsSeq("amount amt value sum montant somme betrag umsatz importe importo bedrag مبلغ المبلغ قيمة القيمة") {
		sumWords[values.Key(w)] = true
	}
	for side, words := range map[role]string{
		roleCredit: "credit credits credited cr deposit deposits received incoming in crediteur haben gutschrift دائن الدائن له وارد الوارد ايداع الايداع",
		roleDebit:  "debit debits debited dr withdrawal withdrawals outgoing out debiteur soll lastschrift debet مدين المدين عليه صادر الصادر سحب السحب",
	} {
		for w := range strings.FieldsSeq(words) {
			sideWords[values.Key(w)] = side
		}
	}
}

// sidesOf are the sides that a head names, and whether it names a sum. "in" is a side at
// the end alone: "Amount in LYD" names none.
func sidesOf(head string) (in, out, sum bool) {
	words := strings.FieldsFunc(head, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		w = values.Key(w)
		sum = sum || sumWords[w]
		side, known := sideWords[w]
		if (w == "in" || w == "out") && i+1 < len(words) {
			known = false
		}
		in, out = in || known && side == roleCredit, out || known && side == roleDebit
	}
	return in, out, sum
}

// findHeads returns the columns of each role in the row that looks most like
// heads among the first ones; headRow is 0 when none does.
func (f *File) findHeads() (at columns, headRow int) {
	best := 1
	at = noColumns()
	for _, r := range f.rows[:min(len(f.rows), 60)] {
		found, n := f.rolesOf(r)
		if n > best {
			best, at, headRow = n, found, r.number
		}
	}
	if headRow == 0 {
		if r, ok := f.unknownHeads(); ok {
			at, _ = f.rolesOf(r)
			headRow = r.number
		}
	}
	return at, headRow
}

// unknownHeads is the row of words right above the first row that has a date and a
// number, in a language that is not known.
func (f *File) unknownHeads() (row, bool) {
	for i, r := range f.rows[:min(len(f.rows), 60)] {
		dates, sums, words := 0, 0, 0
		for c, cell := range r.cells {
			n, ok := values.ParseNumber(cell)
			switch {
			case cell == "":
			case f.dateLike(r, c):
				dates++
			case ok && !n.Blank():
				sums++
			default:
				words++
			}
		}
		if dates > 0 && sums > 0 {
			if i == 0 {
				return row{}, false
			}
			above := f.rows[i-1]
			for c, cell := range above.cells {
				if n, ok := values.ParseNumber(cell); f.dateLike(above, c) || cell != "" && ok && !n.Blank() {
					return row{}, false
				}
			}
			return above, above.code == "" && len(above.cells) > 1
		}
	}
	return row{}, false
}

// rolesOf finds the columns of each role by a row's words, as far as what stands
// below does not speak against it. A column has one role.
func (f *File) rolesOf(r row) (found columns, n int) {
	found = noColumns()
	taken := map[int]bool{}
	date := false
	for i, c := range r.cells {
		if f.dateLike(r, i) || c == "" {
			taken[i] = true // a row with a date is no head
			date = date || c != ""
		}
	}
	if date {
		return found, 0
	}
	// The sign before the sides, since "Debit/Credit" begins like a side; the balance
	// before the sums.
	for _, who := range []role{roleSign, roleDate, roleValue, roleBalance, roleAmount, roleCredit, roleDebit, roleCurrency, roleStatus, roleTime, roleID, roleText} {
		c := f.findHead(r, who, taken)
		if c < 0 {
			continue
		}
		taken[c] = true
		found[who] = c
		n++
	}
	if found[roleDate] < 0 && found[roleValue] >= 0 {
		found[roleDate], found[roleValue] = found[roleValue], -1
	}
	if found[roleAmount] < 0 && found[roleCredit] < 0 && found[roleDebit] < 0 && found[roleDate] < 0 {
		n = 0
	}
	return found, n
}

func (f *File) findHead(r row, who role, taken map[int]bool) int {
	for pass := range 3 {
		for _, known := range heads[who] {
			for i, c := range r.cells {
				if taken[i] || len(c) > 60 {
					continue
				}
				whole, bare := headKeys(c)
				fits := whole == known || bare == known
				in, out, sum := sidesOf(c)
				if pass > 0 { // "Transaction Date / Time"
					fits = len(known) > 3 && len(whole) < 4*len(known) && strings.HasPrefix(whole, known) && who != roleSign && who != roleStatus
				}
				switch who {
				case roleAmount: // of both sides, or of none
					fits = in == out && (fits || pass == 2 && in && sum)
				case roleCredit:
					fits = !out && (fits || pass == 2 && in && sum)
				case roleDebit: // payments are what went out where receipts came in
					fits = !in && (fits || pass == 2 && out && sum) && (known != "payments" || hasHead(r, "receipts"))
				}
				if fits && f.allows(who, i, r) {
					return i
				}
			}
		}
	}
	return -1
}

func hasHead(r row, key string) bool {
	return slices.ContainsFunc(r.cells, func(c string) bool { whole, bare := headKeys(c); return whole == key || bare == key })
}

// allows reports whether what stands below a head fits a role: a side and a state
// are words that are known, a sum is a number.
func (f *File) allows(who role, column int, head row) bool {
	n, good := 0, 0
	sides := map[values.Side]bool{}
	for _, v := range f.values(column, head.number) {
		n++
		side, _ := values.SideOf(v)
		number, ok := values.ParseNumber(v)
		switch who {
		case roleSign:
			if side != values.Unknown {
				good++
			}
			sides[side] = true
		case roleStatus:
			if values.StateOf(v) != values.NoState {
				good++
			}
		case roleAmount, roleCredit, roleDebit, roleBalance:
			if ok && (number.Blank() || number.Text != "") {
				good++
			}
		case roleCurrency:
			if values.Currencies(v) != nil {
				good++
			}
		default:
			return true
		}
	}
	switch who {
	case roleSign: // a word that is not known is said when it is read
		in, out, _ := sidesOf(head.cells[column])
		return n > 0 && (good*2 > n || good > 0 && in && out)
	case roleStatus: // one known word shows that it is one; rows with others stay unread
		return n == 0 || good > 0
	case roleCurrency:
		return n == 0 || good*2 > n
	case roleCredit, roleDebit: // one side alone would leave out what stands in the other
		return n == 0 || good > 0
	}
	return n == 0 || good*2 >= n
}

// values are the first values of a column below the heads that are not blank.
func (f *File) values(column, headRow int) (out []string) {
	if column < 0 {
		return nil
	}
	for _, r := range f.rows {
		if len(out) == samples {
			break
		}
		if r.number > headRow && column < len(r.cells) && r.cells[column] != "" {
			out = append(out, r.cells[column])
		}
	}
	return out
}
