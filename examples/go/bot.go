package main

import (
	"fmt"
	"math/rand"
)

// choose is the bot. Make it yours: `view` is all that the seat may know, and `legal` all that it may play.
func choose(view Fields, legal []string) string {
	return legal[rand.Intn(len(legal))]
}

// takeChallenges is the life of a bot account: go run . -bot -url URL -token TOKEN [GAME ...]
func takeChallenges(server *Server, games []string) error {
	return Bot{Games: games, Choose: choose, End: func(seat *Seat) {
		fmt.Println(seat.Match, string(seat.Table["result"]))
	}}.Live(server)
}
