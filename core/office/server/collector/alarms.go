package collector

// Kinds of alarms.
const (
	AlarmEpoch     = "epoch"     // the till's history is not the one that it sent before
	AlarmHeld      = "held"      // too many epochs: nothing is taken
	AlarmGap       = "gap"       // rows were missing in a batch
	AlarmOtherTill = "otherTill" // the till's key came with another till's batch
	AlarmClock     = "clock"     // the till's clock is wrong
	AlarmLeftOut   = "leftOut"   // numbers of receipts that were never given out
	AlarmRestored  = "restored"  // the till itself says that its journal was put back
	AlarmChanged   = "changed"   // a sale has become another: the office keeps what it had
	AlarmUnpaid    = "unpaid"    // a sale that was paid is not any more: the office keeps what it had
	AlarmAmount    = "amount"    // an amount that no shop takes
	AlarmDates     = "dates"     // rows of a time in which no shop sold: before 2015, or months ahead
	AlarmQuota     = "quota"     // the till sends more than a till does
	AlarmRejected  = "rejected"  // rows that cannot be kept: a fault of the till's program, or somebody plays at being a till
)
