package office

// What tests of both ends of the wire need.
const (
	SmallBatch = smallBatch
	MaxText    = maxText
)

var (
	Sample, Early, Pack, Unpack, SentBy, LastMoment, Noon = sample, early, pack, unpack, sentBy, lastMoment, noon
)
