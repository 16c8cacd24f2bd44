package values

import (
	"maps"
	"strings"
)

// Side is which way money went.
type Side int8

// The sides.
const (
	Unknown Side = 0
	In      Side = 1
	Out     Side = -1
)

// sides are the words that banks have for a side, as Key writes them: English,
// French, Arabic, German, and those of a few neighbours. r before c or d is a
// reversal: of a credit money goes, of a debit it comes.
var sides = map[string]Side{}

var reversals = map[string]Side{"rc": Out, "rcr": Out, "rd": In, "rdr": In, "rdb": In, "creditreversal": Out, "debitreversal": In, "reversalofcredit": Out, "reversalofdebit": In}

func init() {
	for w := range strings.FieldsSeq("c cr crd crdt cred credit credits credited deposit deposits in inflow incoming moneyin paidin received receipt " +
		"crediteur versement versements versementespeces encaissement virementrecu virementsrecus virementenfaveur remise remisecheque remisecheques remisetpe paiementrecu haben h gutschrift gut kredit k bij دائن له ايداع وارد داين اضافه اضافة credito abono haber avere entrata") {
		sides[w] = In
	}
	for w := range strings.FieldsSeq("d dr db dt dbt dbit deb debit debits debited withdrawal withdrawals out outflow outgoing moneyout paidout sent " +
		"debiteur retrait retraitdab retraitespeces virementemis virementsemis prelevement prelevements frais fraisbancaires agios paiementemis soll s lastschrift debet af مدين عليه سحب صادر خصم debito cargo debe dare uscita") {
		sides[w] = Out
	}
	maps.Copy(sides, reversals)
}

// SideOf is the side that a word names, whatever is around it; reversal says that
// the bank took something back.
func SideOf(word string) (side Side, reversal bool) {
	switch strings.TrimSpace(Western(word)) {
	case "+":
		return In, false
	case "-":
		return Out, false
	}
	key := Key(word)
	_, reversal = reversals[key]
	return sides[key], reversal
}

// State is what a bank says of a row's standing.
type State int8

// The states.
const (
	NoState  State = iota // no word that is known
	Booked                // it stands
	Pending               // not yet
	Reversed              // it does not stand
)

var states = map[string]State{}

func init() {
	for state, words := range map[State]string{
		Booked: "booked posted completed complete settled cleared success successful succeeded paid approved accepted processed done confirmed final executed book " +
			"gebucht umsatzgebucht comptabilise comptabilisee execute executee effectue effectuee valide validee regle reglee paye payee reussi reussie termine terminee confirme confirmee مكتمل مكتملة ناجح ناجحة منفذ منفذة تم مقبول مقبولة مرحل مرحلة مقيد",
		Pending: "pending processing inprogress authorised authorized authorization hold onhold reserved scheduled future uncleared unposted initiated pdng futr info " +
			"vorgemerkt vorgemerktumsatz encours encoursdetraitement enattente enattentedecomptabilisation avenir noncomptabilise noncomptabilisee autorise autorisee معلق معلقة قيدالتنفيذ قيدالانتظار قيدالمعالجة محجوز محجوزة",
		Reversed: "reversed reversal reverted cancelled canceled voided void declined rejected failed failure returned refused expired chargedback chargeback refunded " +
			"storniert storno annule annulee rejete rejetee refuse refusee echoue echouee impaye impayee contrepasse contrepassee extourne extournee rembourse remboursee retourne retournee معكوس معكوسة ملغي ملغية ملغاة مرفوض مرفوضة فاشل فاشلة مرتجع مرتجعة",
	} {
		for w := range strings.FieldsSeq(words) {
			states[Key(w)] = state
		}
	}
}

// StateOf is the state that a word names.
func StateOf(word string) State { return states[Key(word)] }

// Phrase is what a row says that is a sum of others and no movement.
type Phrase int8

// The phrases.
const (
	NoPhrase Phrase = iota
	Opening         // the balance before the first movement
	Closing         // the balance behind the last one
	Total           // a sum of movements
	OtherSum        // a balance of some other kind: available, of a day
)

var phrases = map[string]Phrase{}

func init() {
	for phrase, words := range map[Phrase]string{
		Opening: "openingbalance balanceatstartofperiod startingbalance beginningbalance balancebroughtforward balancebf broughtforward bf initialbalance soldeinitial soldedebut " +
			"anciensolde soldeprecedent anciensoldeau soldedouverture soldereporte anfangssaldo eroffnungssaldo altersaldo الرصيدالافتتاحي رصيدافتتاحي رصيداولالمدة الرصيدالسابق رصيدسابق رصيدمرحل",
		Closing: "closingbalance balanceatendofperiod endingbalance endbalance finalbalance balancecarriedforward balancecf carriedforward soldefinal nouveausolde nouveausoldeau soldefin soldedecloture areporter " +
			"endsaldo schlusssaldo neuersaldo الرصيدالختامي رصيدختامي رصيداخرالمدة الرصيدالنهائي رصيدنهائي",
		Total: "total totals totaux totaldesmouvements totaldesoperations totalmouvements sum summe gesamt gesamtsumme turnover grandtotal subtotal الاجمالي اجمالي المجموع مجموع " +
			"totalcredit totalcredits totaldebit totaldebits totaldeposits totalwithdrawals",
		OtherSum: "balance balanceasof balanceat soldeau soldecrediteurau soldedebiteurau ledgerbalance availablebalance currentbalance bookbalance solde soldedisponible saldo kontostand الرصيد الرصيدالمتاح الرصيدالحالي الرصيدالدفتري رصيد",
	} {
		for w := range strings.FieldsSeq(words) {
			phrases[Key(w)] = phrase
		}
	}
}

// PhraseOf is what a cell says of its row. "Opening balance:" is one, "Opening
// balance fee" is none.
func PhraseOf(cell string) Phrase {
	if cell == "" || len(cell) > 80 {
		return NoPhrase
	}
	if at := strings.IndexAny(cell, "0123456789"); at > 0 {
		if _, dated := ParseDate(cell[at:]); !dated { // "Solde au 31/10/2026" is one
			return NoPhrase
		}
		cell = cell[:at]
	}
	return phrases[Key(cell)]
}
