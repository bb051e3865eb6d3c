package main

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
)

// The bytes at the end of a line: ,"hash":"<64 hex>"} and before it ,"signature":"<128 hex>"
const (
	hashBytes      = 75
	signatureBytes = 143
)

// An entry of a record, with the fields that this program checks.
type entry struct {
	Seq          int
	Kind         string
	Format       int
	Match        string
	Game         string
	Options      map[string]any
	From         json.RawMessage
	Commitment   string
	Seat         int
	By           string
	What         string
	Contribution string
	Entropy      string
	Secret       string
	Key          string
	Signature    string
}

// A proof says what was checked.
type proof struct {
	Kind     string `json:"kind"`
	SignedBy string `json:"signedBy"`
	Lines    int    `json:"lines"`
	Draws    int    `json:"draws"` // how many throws were made again
}

// Verify reads the record of the match that the seat has played. It checks that the record was not changed since the
// server signed it, that the seat's own 16 bytes are in it, and that the server kept to its commitment. Of Tieqchieq it
// makes all throws again. It does not know the rules; docs/record.md tells what a full check proves.
func Verify(seat *Seat) (proof, error) {
	var text []byte
	if err := patiently(func() error { return seat.Server.Call("GET", seat.path("/record"), nil, &text) }); err != nil {
		return proof{}, err
	}
	entries, err := entriesOf(text)
	if err != nil {
		return proof{}, err
	}
	first, last := entries[0], entries[len(entries)-1]
	if err := checkSecret(first, last); err != nil {
		return proof{}, err
	}
	if err := checkOwn(seat, first, contributionsIn(entries)); err != nil {
		return proof{}, err
	}
	if err := checkKey(seat.Server, last.Key); err != nil {
		return proof{}, err
	}
	draws, err := checkThrows(seat, entries)
	return proof{Kind: "record", SignedBy: last.Key, Lines: len(entries), Draws: draws}, err
}

// entriesOf reads the lines of a record, and checks that each follows from the one before.
func entriesOf(text []byte) ([]entry, error) {
	if len(text) == 0 || text[len(text)-1] != '\n' {
		return nil, errors.New("it does not end with a line feed")
	}
	lines := bytes.Split(text[:len(text)-1], []byte("\n"))
	entries := make([]entry, len(lines))
	var previous []byte
	for i, line := range lines {
		if err := json.Unmarshal(line, &entries[i]); err != nil {
			return nil, fmt.Errorf("line %d: %w", i+1, err)
		}
		if i == len(lines)-1 {
			if err := checkSignature(entries[i], previous, line); err != nil {
				return nil, err
			}
		}
		hash, isRight := hashOf(previous, line)
		if !isRight || entries[i].Seq != i {
			return nil, fmt.Errorf("line %d was changed", i+1)
		}
		previous = hash
	}
	if entries[0].Kind != "created" {
		return nil, errors.New("its first line is not the first")
	}
	return entries, nil
}

// hashOf answers the hash that the line must have, as hex, and whether the line ends with it.
func hashOf(previous, line []byte) ([]byte, bool) {
	if len(line) < hashBytes {
		return nil, false
	}
	body := line[:len(line)-hashBytes]
	sum := sha256.Sum256(append(append([]byte{}, previous...), body...))
	hash := []byte(hex.EncodeToString(sum[:]))
	return hash, string(line[len(body):]) == fmt.Sprintf(`,"hash":"%s"}`, hash)
}

func checkSignature(last entry, previous, line []byte) error {
	key, errKey := hex.DecodeString(last.Key)
	signature, errSignature := hex.DecodeString(last.Signature)
	isSigned := last.Kind == "ended" && errKey == nil && errSignature == nil && len(key) == ed25519.PublicKeySize
	if !isSigned || len(line) < hashBytes+signatureBytes {
		return errors.New("its last line is not signed")
	}
	body := line[:len(line)-hashBytes-signatureBytes]
	if !ed25519.Verify(key, append(append([]byte{}, previous...), body...), signature) {
		return errors.New("its signature is wrong")
	}
	return nil
}

func checkSecret(first, last entry) error {
	secret, err := hex.DecodeString(last.Secret)
	if err != nil {
		return err
	}
	if sum := sha256.Sum256(secret); hex.EncodeToString(sum[:]) != first.Commitment {
		return errors.New("the secret is not the one that was committed to")
	}
	return nil
}

// checkOwn compares the record with what the seat knows. A seat that was taken earlier does not know its bytes.
func checkOwn(seat *Seat, first entry, contributions map[int]string) error {
	if first.Match != seat.Match || first.Commitment != seat.Commitment {
		return errors.New("it is the record of another match, or of another commitment")
	}
	if seat.Contribution != "" && contributions[seat.place.Seat] != seat.Contribution {
		return errors.New("the bytes of this seat are not in the dice")
	}
	return nil
}

// contributionsIn answers the bytes of the people who sat at the table when the match began, by seat.
func contributionsIn(entries []entry) map[int]string {
	contributions := map[int]string{}
	for _, one := range entries {
		switch {
		case one.Kind == "started":
			return contributions
		case one.Kind == "seated" && one.By == "player":
			contributions[one.Seat] = one.Contribution
		case one.Kind == "seated" || one.Kind == "absence" && one.What == "left":
			delete(contributions, one.Seat)
		}
	}
	return contributions
}

// checkKey asks the server for its keys. Whom the key belongs to is known only as well as the connection is safe.
func checkKey(server *Server, key string) error {
	var published struct{ Keys []struct{ Hex string } }
	ask := func() error { return server.Call("GET", "/.well-known/flower-war.json", nil, &published) }
	if err := patiently(ask); err != nil {
		return err
	}
	for _, one := range published.Keys {
		if one.Hex == key {
			return nil
		}
	}
	return errors.New("the server does not know the key that signed it")
}
