package main

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"time"
)

// The server's usual pace. An operator may choose another one, which the first heartbeat of a stream shows.
const usualPace = 25 * time.Second

// Fields of a view or of the table, by name.
type Fields map[string]json.RawMessage

// Seat plays in one seat of a match. Show is called whenever the seat was shown something new while the match runs.
// Then Table, View, Legal, Decision and Step belong together.
type Seat struct {
	Server *Server
	Match  string
	Code   string // of a private match
	Choose func(legal []string) string
	Show   func(seat *Seat)

	Commitment   string
	Contribution string // empty if the seat was taken by an earlier run

	Table    Fields
	View     Fields
	Step     int
	Legal    []string
	Decision int

	place    struct{ Seat int }
	isShown  bool         // whether there is a step from which to go on
	acted    map[int]bool // decisions with a move that was sent and not rejected
	rejected chan int     // decisions whose move was rejected, so that another one may be tried
	pace     time.Duration
}

// A line of the stream, with the fields of all kinds.
type line struct {
	Kind     string
	Step     int
	Table    Fields
	View     Fields
	Gone     []string
	Legal    *[]string
	Decision int
}

// Sit comes back to the seat that the player holds, or takes one.
func (s *Seat) Sit() error {
	err := patiently(func() error { return s.Server.Call("POST", s.path("/connect"), nil, &s.place) })
	var refused *Refused
	if errors.As(err, &refused) && refused.Code == "not-seated" {
		return s.take()
	}
	if err != nil {
		return err
	}
	return patiently(s.readCommitment)
}

// take takes a seat. Its 16 random bytes become part of the dice.
func (s *Seat) take() error {
	bytes := make([]byte, 16)
	if _, err := rand.Read(bytes); err != nil {
		return err
	}
	s.Contribution = hex.EncodeToString(bytes)
	return patiently(func() error {
		if err := s.readCommitment(); err != nil {
			return err
		}
		body := map[string]string{"commitment": s.Commitment, "contribution": s.Contribution}
		if s.Code != "" {
			body["code"] = s.Code
		}
		return s.Server.Call("POST", s.path("/seat"), body, &s.place)
	})
}

func (s *Seat) readCommitment() error {
	var match struct{ Commitment string }
	err := s.Server.Call("GET", s.path(""), nil, &match)
	s.Commitment = match.Commitment
	return err
}

func (s *Seat) path(rest string) string { return "/api/matches/" + s.Match + rest }

// Play plays to the end of the match, over as many streams as that takes.
func (s *Seat) Play() error {
	s.Table, s.View = Fields{}, Fields{}
	s.acted, s.rejected = map[int]bool{}, make(chan int)
	wait := firstWait
	for !s.isOver() {
		lines, err := s.listen()
		if s.isOver() {
			break
		}
		if isFinal(err) {
			return err
		}
		if lines > 0 {
			wait = firstWait
		}
		time.Sleep(waitAfter(err, wait))
		wait = longer(wait)
	}
	return nil
}

func (s *Seat) isOver() bool { return s.status() == "ended" }

func (s *Seat) status() string {
	var status string
	_ = json.Unmarshal(s.Table["status"], &status)
	return status
}

// listen reads one stream until it ends, falls silent, or the match is over. It answers how many lines came.
func (s *Seat) listen() (int, error) {
	ctx, hangUp := context.WithCancel(context.Background())
	defer hangUp()
	lines, ended := s.open(ctx)
	lost := make(chan struct{}, 1)
	beat := time.Now() // when the last heartbeat came, or the stream began
	for count := 0; ; count++ {
		select {
		case text := <-lines:
			if isHeartbeat := s.hear(text); isHeartbeat {
				s.keepPace(time.Since(beat))
				beat = time.Now()
				go s.sayHere(lost)
			}
			if s.isOver() {
				return count, nil
			}
		case err := <-ended:
			return count, fmt.Errorf("the stream has ended: %w", err)
		case <-lost:
			return count, errors.New("the server has lost the stream")
		case decision := <-s.rejected:
			delete(s.acted, decision)
			s.answer()
		case <-time.After(s.longestSilence()):
			return count, errors.New("the stream has fallen silent")
		}
	}
}

// open reads a stream in the background.
func (s *Seat) open(ctx context.Context) (<-chan []byte, <-chan error) {
	path := s.path("/stream")
	if s.isShown {
		path += fmt.Sprintf("?from=%d", s.Step)
	}
	lines, ended := make(chan []byte), make(chan error, 1)
	go func() {
		ended <- s.Server.Lines(ctx, path, func(line []byte) {
			select {
			case lines <- line:
			case <-ctx.Done():
			}
		})
	}()
	return lines, ended
}

// sayHere answers a heartbeat. Without answers the seat counts as absent. If no answer can be had, the next one will do.
func (s *Seat) sayHere(lost chan<- struct{}) {
	var heard struct{ Streams *int }
	err := s.Server.Call("POST", s.path("/here"), nil, &heard)
	if err != nil || heard.Streams == nil || *heard.Streams > 0 {
		return
	}
	select {
	case lost <- struct{}{}:
	default:
	}
}

func (s *Seat) keepPace(pace time.Duration) {
	if pace > s.pace {
		s.pace = pace
	}
}

func (s *Seat) longestSilence() time.Duration {
	if s.pace == 0 {
		return 2 * usualPace
	}
	return 2 * s.pace
}

// hear learns from a line. Lines of other kinds are passed over: a newer server may have more.
func (s *Seat) hear(text []byte) (isHeartbeat bool) {
	var kind struct{ Kind string }
	if json.Unmarshal(text, &kind) != nil {
		return false
	}
	switch kind.Kind {
	case "state", "step", "table":
		var told line
		if err := json.Unmarshal(text, &told); err != nil {
			return false
		}
		s.learn(told)
	case "heartbeat":
		return true
	}
	return false
}

func (s *Seat) learn(told line) {
	if told.Kind == "state" {
		s.Table, s.View = Fields{}, Fields{}
		s.Legal, s.Decision = nil, 0
	}
	put(s.Table, told.Table)
	if told.Kind == "table" {
		return
	}
	put(s.View, told.View)
	for _, field := range told.Gone {
		delete(s.View, field)
	}
	s.Step, s.isShown = told.Step, true
	if told.Legal != nil {
		s.Legal, s.Decision = *told.Legal, told.Decision
	}
	if s.status() != "open" {
		s.Show(s)
		s.answer()
	}
}

func put(into, news Fields) {
	for name, value := range news {
		into[name] = value
	}
}
