package main

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"testing"
)

const vectors = "../../protocol/vectors"

type draw struct {
	Ask   string
	Of    uint64
	Gives any
}

type drawn struct {
	Record        string
	Secret        string
	Match         string
	Contributions map[int]string
	Seed          string
	Restores      []entry
	Entries       []struct {
		Seq    int
		Stream *int
		Draws  []draw
	}
}

func read(t *testing.T, name string, into any) {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(vectors, name))
	if err == nil {
		err = json.Unmarshal(text, into)
	}
	if err != nil {
		t.Fatal(err)
	}
}

func casesIn(t *testing.T) []drawn {
	var chances struct{ Cases []drawn }
	var records []drawn
	read(t, "chance.json", &chances)
	read(t, "dice.json", &records)
	return append(chances.Cases, records...)
}

// again draws as JSON tells it: numbers are floats there.
func again(c *chance, one draw) any {
	switch one.Ask {
	case "die":
		return float64(c.die(one.Of))
	case "pick":
		return float64(c.below(one.Of))
	case "coin":
		return c.coin()
	}
	order := []any{}
	for _, item := range c.shuffle(int(one.Of)) {
		order = append(order, float64(item))
	}
	return order
}

func TestDrawsTheDiceOfTheVectors(t *testing.T) {
	draws := 0
	for _, one := range casesIn(t) {
		secret, _ := hex.DecodeString(one.Secret)
		seed := seedOf(secret, one.Match, one.Contributions)
		if hex.EncodeToString(seed) != one.Seed {
			t.Fatalf("the seed of %s is %x", one.Match, seed)
		}
		for _, entry := range one.Entries {
			for len(one.Restores) > 0 && one.Restores[0].Seq <= entry.Seq {
				seed = restored(seed, one.Restores[0].Entropy)
				one.Restores = one.Restores[1:]
			}
			stream := entry.Seq
			if entry.Stream != nil {
				stream = *entry.Stream
			}
			c := &chance{seed: seed, stream: stream}
			for _, draw := range entry.Draws {
				if got := again(c, draw); !reflect.DeepEqual(got, draw.Gives) {
					t.Errorf("%v of the entry %d of %s is %v", draw, entry.Seq, one.Match, got)
				}
				draws++
			}
		}
	}
	if draws < 100 {
		t.Errorf("there were only %d draws", draws)
	}
}

func TestReadsWholeRecordsAndNoOthers(t *testing.T) {
	for _, name := range []string{"record.jsonl", "record2.jsonl"} {
		text, err := os.ReadFile(filepath.Join(vectors, name))
		if err != nil {
			t.Fatal(err)
		}
		entries, err := entriesOf(text)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := checkSecret(entries[0], entries[len(entries)-1]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		for at := range text {
			changed := append([]byte{}, text...)
			changed[at] ^= 1
			if _, err := entriesOf(changed); err == nil {
				t.Fatalf("%s is accepted although its byte %d was changed", name, at)
			}
		}
		if _, err := entriesOf(text[:len(text)-1]); err == nil {
			t.Errorf("%s is accepted without its last line feed", name)
		}
	}
}

// throwsOf tells the throws of the second record as the server would.
func throwsOf(t *testing.T) ([]entry, []step) {
	text, err := os.ReadFile(filepath.Join(vectors, "record2.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	entries, err := entriesOf(text)
	if err != nil {
		t.Fatal(err)
	}
	var records []drawn
	read(t, "dice.json", &records)
	var steps []step
	for i, one := range records[1].Entries[1:] {
		shown := event{Kind: "tossed"}
		for _, draw := range one.Draws {
			if draw.Gives == true {
				shown.Heads++
			}
		}
		steps = append(steps, step{Seq: &records[1].Entries[i+1].Seq, Events: []event{{Kind: "moved"}, shown}})
	}
	return entries, steps
}

func TestMakesEveryThrowAgain(t *testing.T) {
	entries, steps := throwsOf(t)
	throws, err := countThrows(entries, steps)
	if err != nil || throws != len(steps) || throws < 3 {
		t.Fatalf("%d of %d throws are fair: %v", throws, len(steps), err)
	}
	for i := range steps {
		steps[i].Events[1].Heads++
		if _, err := countThrows(entries, steps); err == nil {
			t.Errorf("the throw %d is accepted although it was changed", i)
		}
		steps[i].Events[1].Heads--
	}
}

func TestMissesItsOwnBytes(t *testing.T) {
	entries, _ := throwsOf(t)
	mine := &Seat{Match: entries[0].Match, Commitment: entries[0].Commitment}
	mine.place.Seat, mine.Contribution = 1, "11111111111111111111111111111111"
	if err := checkOwn(mine, entries[0], contributionsIn(entries)); err != nil {
		t.Error(err)
	}
	for _, change := range []func(seat *Seat){
		func(seat *Seat) { seat.Contribution = "00000000000000000000000000000000" },
		func(seat *Seat) { seat.Commitment = "00" },
		func(seat *Seat) { seat.Match = "7KQ2M9XB" },
	} {
		other := *mine
		change(&other)
		if checkOwn(&other, entries[0], contributionsIn(entries)) == nil {
			t.Errorf("%+v is accepted", other)
		}
	}
}
