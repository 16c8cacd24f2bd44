package othergateway

import (
	"math/rand/v2"
	"time"
)

// Presets are the names that Preset knows.
var Presets = []string{"terse", "wordy", "oldish", "nervous"}

// Preset returns one of the deployments that have a name; any other name
// yields the zero Options.
func Preset(name string) Options {
	o := Options{Name: name, Seed: 1}
	switch name {
	case "terse":
		o.Speech = Speech{Words: Words{Success: "success", Failed: "failed", Expired: "expired", Processing: "processing", Pending: "pending"},
			BareList: true, Ack: ""}
		o.Law = Law{UnknownLeg: LegMissing, SettleMin: time.Second, SettleMax: 4 * time.Second, Wallet: WalletQuiet}
	case "wordy":
		o.Speech = Speech{Code: InError, OKCode: "00", Language: "ar", Extra: 4, Nulls: true, Twins: true, Names: allNames, NamesCode: true,
			Amount: AmountShort, Words: Words{Success: " Success ", Processing: "Processing", CodeSent: "OTP_SENT"}, Ack: "تم استلام الرمز",
			Rails: true, EarlyTransaction: "N/A"}
		o.Habits = Habits{Chunked: true, ContentType: "application/vnd.pay+json; charset=utf-8"}
		o.Law = Law{UnknownLeg: LegPending, SettleMin: 2 * time.Second, SettleMax: 20 * time.Second, FreshCode: true, Wallet: WalletFinal}
	case "oldish":
		o.Speech = Speech{Code: InErrorCode, Refusal: RefuseAs200, Spelling: 1, Language: "fr", Names: []string{"orderId", "amount"},
			Amount: AmountMinor, Words: Words{Success: "SUCCESS  ", Held: "ON_HOLD"}, Ack: "ACK", BareList: true,
			TransactionAfter: 30 * time.Second}
		o.Habits = Habits{Close: CloseAlways, DateOff: -7 * time.Minute, ContentType: "text/json", Denial: DenyPage}
		o.Law = Law{UnknownLeg: LegNotFound, SettleMin: 5 * time.Second, SettleMax: 45 * time.Second, QRLife: 10 * time.Minute,
			HardExpiry: true, MerchantAuth: false, Wallet: WalletProcessing}
	case "nervous":
		o.Speech = Speech{Code: InCode, Refusal: RefuseAs400, Spelling: 2, Language: "en", Extra: 1, Nulls: true,
			Words: Words{Held: "IN_REVIEW", Declined: "REJECTED"}, Ack: "accepted for processing", Amount: AmountString,
			Names: []string{"currency", "amount"}}
		o.Habits = Habits{Close: CloseAbrupt, Idle: 2 * time.Second, DateOff: 3 * time.Minute, Denial: DenyEmpty}
		o.Law = Law{UnknownLeg: LegNoWord, Repeat: RepeatConflict, FreshCode: true, Tries: 2, CodeLife: 2 * time.Minute,
			QRLife: 3 * time.Minute, QRGrace: 20 * time.Minute, SettleMin: time.Second, SettleMax: 90 * time.Second,
			TokenLife: 12 * time.Hour, Keep: 48 * time.Hour, Wallet: WalletQuiet}
	}
	return o
}

var allNames = []string{"paymentId", "orderId", "amount", "currency"}

// Random draws a deployment: the same seed, the same one.
func Random(seed uint64) Options {
	r := rand.New(rand.NewPCG(seed, 0x07e6))
	return Options{Name: "random", Seed: seed, Speech: randomSpeech(r), Habits: randomHabits(r), Law: randomLaw(r)}
}

func randomSpeech(r *rand.Rand) Speech {
	s := Speech{
		Code: CodeMember(r.IntN(3)), Refusal: RefusalStyle(r.IntN(3)), Spelling: r.IntN(len(spellings)),
		OKCode: one(r, "", "", "00", "OK"), Language: one(r, "", "en", "ar", "fr"), Extra: r.IntN(5), Nulls: r.IntN(2) == 0,
		Twins: r.IntN(4) == 0, NamesCode: r.IntN(3) == 0, Amount: AmountForm(r.IntN(4)),
		Words: Words{Success: one(r, "SUCCESS", " Success ", "success", "Success\t"), Failed: one(r, "FAILED", "Failed "),
			Declined: one(r, "", "", "REJECTED"), Expired: one(r, "EXPIRED", " expired"), Processing: one(r, "PROCESSING", "Processing "),
			Pending: one(r, "PENDING", "pending"), Held: one(r, "", "ON_HOLD", "IN_REVIEW", "SUCCESS_PENDING"), CodeSent: one(r, "", "", "OTP_SENT")},
		Ack: one(r, "", "ACK", "accepted", "تم استلام الرمز"), BareList: r.IntN(2) == 0, Rails: r.IntN(2) == 0,
		EarlyTransaction: one(r, "", "", "N/A", "0"),
		TransactionAfter: one(r, 0, 0, 0, 20*time.Second, 3*time.Minute),
	}
	for _, name := range allNames {
		if r.IntN(3) == 0 {
			s.Names = append(s.Names, name)
		}
	}
	return s
}

func randomHabits(r *rand.Rand) Habits {
	return Habits{
		Chunked: r.IntN(3) == 0, Close: Closing(r.IntN(4)), Idle: one(r, 0, time.Second, 3*time.Second, 10*time.Second),
		DateOff:     one(r, 0, 0, 4*time.Minute, -11*time.Minute),
		ContentType: one(r, "", "application/json; charset=UTF-8", "text/json", "application/problem+json"),
		Denial:      DenialStyle(r.IntN(3)),
	}
}

func randomLaw(r *rand.Rand) Law {
	l := Law{
		UnknownLeg: LegAnswer(r.IntN(4)), Repeat: RepeatAnswer(r.IntN(2)), FreshCode: r.IntN(2) == 0, Tries: 1 + r.IntN(4),
		CodeLife: one(r, 0, 90*time.Second, 5*time.Minute), QRLife: one(r, 0, 2*time.Minute, 4*time.Minute, 15*time.Minute),
		QRGrace: one(r, 0, 0, 10*time.Minute), HardExpiry: r.IntN(3) == 0,
		SettleMin: one(r, 0, time.Second, 4*time.Second), TokenLife: one(r, 0, 0, 24*time.Hour, 12*time.Hour),
		Keep: one(r, 0, 0, 36*time.Hour), BothLegs: r.IntN(4) == 0, Wallet: WalletReply(r.IntN(3)),
		Ceiling: one[int64](r, 0, 0, 0, 80_000),
	}
	l.LegFromCode, l.SessionLife = r.IntN(4) == 0, one(r, 0, 0, 0, 20*time.Minute, time.Hour)
	l.SettleMax = l.SettleMin + one(r, 0, 3*time.Second, 30*time.Second, 4*time.Minute, 12*time.Minute)
	return l
}

func one[T any](r *rand.Rand, from ...T) T { return from[r.IntN(len(from))] }
