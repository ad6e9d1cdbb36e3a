package load

import (
	"math/rand/v2"
	"sync"

	pb "roundtrip/grpc-go/routeguide"
)

// places are points for notes, each used once: servers keep every note for as long as they run. Where
// they begin is drawn, so that a server which was called before has hardly seen one of them.
type places struct {
	mu   sync.Mutex
	last pb.Point
}

const (
	// Points between these are all encoded in as many bytes as those of the examples.
	leastLatitude, mostLatitude  = 300000000, 900000000
	leastLongitude, noneOfItLeft = -1800000000, 0
)

func newPlaces() *places {
	drawn := &places{}
	drawn.last.Latitude = leastLatitude + rand.Int32N(mostLatitude-leastLatitude)
	drawn.last.Longitude = leastLongitude + rand.Int32N(noneOfItLeft-leastLongitude)
	return drawn
}

func (p *places) next() *pb.Point {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.last.Longitude++; p.last.Longitude >= noneOfItLeft {
		p.last.Longitude = leastLongitude
		p.last.Latitude++
	}
	return &pb.Point{Latitude: p.last.Latitude, Longitude: p.last.Longitude}
}
