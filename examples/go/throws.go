package main

import (
	"encoding/hex"
	"errors"
	"fmt"
)

// A step of a match that is over, as GET /api/matches/{match}/steps tells it.
type step struct {
	Seq    *int
	Events []event
}

type event struct {
	Kind  string
	Heads int
	Coins []string
}

// checkThrows makes all throws of a match of Tieqchieq again and compares them with what the seat was shown. Other games
// draw cards too, so that a reader must know their rules.
func checkThrows(seat *Seat, entries []entry) (int, error) {
	first := entries[0]
	if first.Game != "tieqchieq" || first.Format != 2 {
		return 0, nil
	}
	steps, err := stepsOf(seat)
	if err != nil {
		return 0, err
	}
	return countThrows(entries, steps)
}

// countThrows answers how many throws there were, if the dice give each of them.
func countThrows(entries []entry, steps []step) (int, error) {
	first := entries[0]
	dice, err := diceOf(entries)
	if err != nil {
		return 0, err
	}
	if first.Options["startPlayer"] == "random" && first.From == nil {
		dice.next(started(entries)) // the first entry that draws picks the seat that begins
	}
	throws := 0
	for _, one := range steps {
		for _, event := range one.Events {
			if event.Kind != "tossed" && event.Kind != "fought" {
				continue
			}
			if one.Seq == nil {
				return 0, errors.New("a throw has no number")
			}
			if !isFair(event, dice.next(*one.Seq)) {
				return 0, fmt.Errorf("the throw of the entry %d is %v, which the dice do not give", *one.Seq, event)
			}
			throws++
		}
	}
	return throws, nil
}

func isFair(shown event, chance *chance) bool {
	switch shown.Kind {
	case "tossed":
		heads := 0
		for coin := 0; coin < 4; coin++ {
			if chance.coin() {
				heads++
			}
		}
		return heads == shown.Heads
	case "fought":
		for _, face := range shown.Coins {
			if chance.coin() != (face == "red") {
				return false
			}
		}
		return len(shown.Coins) == 2
	}
	return false
}

// dice are those of a whole match: one stream for each entry that draws.
type dice struct {
	seed     []byte
	streams  int
	restores []entry
}

func diceOf(entries []entry) (*dice, error) {
	secret, err := hex.DecodeString(entries[len(entries)-1].Secret)
	if err != nil {
		return nil, err
	}
	made := &dice{seed: seedOf(secret, entries[0].Match, contributionsIn(entries))}
	for _, one := range entries {
		if one.Kind == "restored" {
			made.restores = append(made.restores, one)
		}
	}
	return made, nil
}

// started answers the number of the entry with which the match began.
func started(entries []entry) int {
	for _, one := range entries {
		if one.Kind == "started" {
			return one.Seq
		}
	}
	return 0
}

// next answers the chance of the next entry that draws, which has this number in the record.
func (d *dice) next(seq int) *chance {
	for len(d.restores) > 0 && d.restores[0].Seq <= seq {
		d.seed = restored(d.seed, d.restores[0].Entropy)
		d.restores = d.restores[1:]
	}
	d.streams++
	return &chance{seed: d.seed, stream: d.streams - 1}
}

func stepsOf(seat *Seat) ([]step, error) {
	var steps []step
	for from := 0; ; {
		var page struct {
			Steps []step
			Next  *int
		}
		path := seat.path(fmt.Sprintf("/steps?viewer=seat:%d&from=%d", seat.place.Seat, from))
		if err := patiently(func() error { return seat.Server.Call("GET", path, nil, &page) }); err != nil {
			return nil, err
		}
		steps = append(steps, page.Steps...)
		if page.Next == nil {
			return steps, nil
		}
		from = *page.Next
	}
}
