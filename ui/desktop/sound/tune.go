package sound

import "math"

// SampleRate is how many samples make a second.
const SampleRate = 44100

// note is one struck tone: a decaying sine with a little of its overtones, as
// of a small metal bar.
type note struct {
	at, length float64 // seconds
	pitch      float64 // hertz
	level      float64 // of full scale
}

// tunes differ in direction and rhythm, not only in pitch: paid rises, failed
// falls, attention knocks, practice is one dry wooden pair, a tick is a tick.
var tunes = map[Sound][]note{
	Paid:      {{0, .5, 659.3, .5}, {.11, .5, 830.6, .5}, {.22, .8, 987.8, .55}},
	Practised: {{0, .12, 440, .4}, {.16, .12, 440, .4}},
	Failed:    {{0, .35, 415.3, .5}, {.2, .6, 277.2, .55}},
	Attention: {{0, .25, 740, .5}, {.15, .25, 740, .5}, {.45, .25, 740, .5}, {.6, .4, 740, .5}},
	Tick:      {{0, .06, 1318.5, .25}},
}

// gain of each volume.
var gain = map[Volume]float64{Soft: .25, Normal: .55, Loud: 1}

// Samples returns the sound at a volume; none for Silence or Off.
func (s Sound) Samples(v Volume) []int16 {
	notes := tunes[s]
	if len(notes) == 0 || gain[v] == 0 {
		return nil
	}
	end := 0.0
	for _, n := range notes {
		end = max(end, n.at+n.length)
	}
	mixed := make([]float64, int(end*SampleRate))
	for _, n := range notes {
		n.addTo(mixed)
	}
	out := make([]int16, len(mixed))
	for i, x := range mixed {
		out[i] = int16(math.Round(math.Tanh(x) * gain[v] * math.MaxInt16))
	}
	return out
}

// addTo mixes the note in: five milliseconds to come, then it dies away, and
// the last ten milliseconds fade so that nothing clicks.
func (n note) addTo(mixed []float64) {
	first, count := int(n.at*SampleRate), int(n.length*SampleRate)
	for i := range count {
		if first+i >= len(mixed) {
			return
		}
		t := float64(i) / SampleRate
		shape := math.Min(1, t/.005) * math.Exp(-5*t/n.length) * math.Min(1, (n.length-t)/.01)
		wave := math.Sin(2*math.Pi*n.pitch*t) + .3*math.Sin(4*math.Pi*n.pitch*t)*math.Exp(-9*t) + .12*math.Sin(2*math.Pi*5.4*n.pitch*t)*math.Exp(-30*t)
		mixed[first+i] += n.level * shape * wave
	}
}
