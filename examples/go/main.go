// Plays a match with random legal moves over the plain door, and prints a JSON line for each thing that the seat was shown.
//
//	go run . -game tieqchieq            against a bot
//	go run . -match 7KQ2M9XA            in a match with a free seat
//	go run . -bot -token fwt_... GAME   as a bot account that takes challenges
//
// The environment may say it too: FLOWER_WAR_URL, FLOWER_WAR_TOKEN, FLOWER_WAR_MATCH. docs/clients.md tells the lines.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"log"
	"math/rand"
	"os"
	"time"
)

func main() {
	url := flag.String("url", given("FLOWER_WAR_URL", "http://127.0.0.1:2567"), "the address of the server")
	token := flag.String("token", given("FLOWER_WAR_TOKEN", ""), "of a player; default: a new guest")
	match := flag.String("match", given("FLOWER_WAR_MATCH", ""), "default: a new match against a bot")
	game := flag.String("game", "flower-war", "of the new match")
	isBot := flag.Bool("bot", false, "take challenges, with the token of a bot account")
	seed := flag.Int64("seed", time.Now().UnixNano(), "of the moves")
	flag.Parse()
	if *isBot {
		log.Fatal(takeChallenges(NewServer(*url, *token), flag.Args()))
	}
	if err := play(NewServer(*url, *token), *match, *game, rand.New(rand.NewSource(*seed))); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func given(name, otherwise string) string {
	if value := os.Getenv(name); value != "" {
		return value
	}
	return otherwise
}

func play(server *Server, match, game string, chance *rand.Rand) error {
	match, err := ready(server, match, game)
	if err != nil {
		return err
	}
	seat := &Seat{Server: server, Match: match, Show: show}
	seat.Choose = func(legal []string) string { return legal[chance.Intn(len(legal))] }
	if err := seat.Sit(); err != nil {
		return err
	}
	if err := seat.Play(); err != nil {
		return err
	}
	proof, err := Verify(seat)
	if err != nil {
		return fmt.Errorf("the record of %s is not right: %w", match, err)
	}
	say(proof)
	say(told{Kind: "over", Step: seat.Step, View: seat.View, Result: seat.Table["result"]})
	return nil
}

// ready signs in and makes a match, where the caller has none.
func ready(server *Server, match, game string) (string, error) {
	if server.Token == "" {
		if err := carefully(func() error { return server.SignIn("Xochitl") }); err != nil {
			return "", err
		}
	}
	if match != "" {
		return match, nil
	}
	var made struct{ Match string }
	wish := map[string]any{"game": game, "seats": 2, "bots": []any{map[string]any{"bot": "random"}}}
	err := carefully(func() error { return server.Call("POST", "/api/matches", wish, &made) })
	return made.Match, err
}

// A line of the output.
type told struct {
	Kind     string          `json:"kind"`
	Step     int             `json:"step"`
	View     Fields          `json:"view"`
	Decision int             `json:"decision,omitempty"`
	Legal    []string        `json:"legal,omitempty"`
	Result   json.RawMessage `json:"result,omitempty"`
}

func show(seat *Seat) {
	say(told{Kind: "shown", Step: seat.Step, View: seat.View, Decision: seat.Decision, Legal: seat.Legal})
}

func say(line any) {
	text, err := json.Marshal(line)
	if err != nil {
		panic(err)
	}
	fmt.Println(string(text))
}
