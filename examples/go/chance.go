package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"fmt"
	"sort"
	"strings"
)

func keyed(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}

// seedOf makes the seed of all dice from the secret of the server and what the people contributed, by seat.
func seedOf(secret []byte, match string, contributions map[int]string) []byte {
	seats := make([]int, 0, len(contributions))
	for seat := range contributions {
		seats = append(seats, seat)
	}
	sort.Ints(seats)
	text := []string{match}
	for _, seat := range seats {
		text = append(text, fmt.Sprintf("%d:%s", seat, contributions[seat]))
	}
	return keyed(secret, strings.Join(text, "|"))
}

// restored makes the seed that counts after a restore from a backup.
func restored(seed []byte, entropy string) []byte { return keyed(seed, "restored|"+entropy) }

// chance is the stream of random bytes of one entry.
type chance struct {
	seed   []byte
	stream int
	blocks int
	left   []byte
}

func (c *chance) take(width int) uint64 {
	for len(c.left) < width {
		c.left = append(c.left, keyed(c.seed, fmt.Sprintf("%d.%d", c.stream, c.blocks))...)
		c.blocks++
	}
	var number uint64
	for _, one := range c.left[:width] {
		number = number<<8 | uint64(one)
	}
	c.left = c.left[width:]
	return number
}

func (c *chance) below(limit uint64) uint64 {
	width, all := 1, uint64(1)<<8
	if limit > all {
		width, all = 4, uint64(1)<<32
	}
	fair := all / limit * limit
	drawn := c.take(width)
	for drawn >= fair {
		drawn = c.take(width)
	}
	return drawn % limit
}

func (c *chance) die(sides uint64) uint64 { return c.below(sides) + 1 }
func (c *chance) coin() bool              { return c.below(2) == 1 }

func (c *chance) shuffle(length int) []int {
	items := make([]int, length)
	for i := range items {
		items[i] = i
	}
	for last := length - 1; last > 0; last-- {
		other := c.below(uint64(last) + 1)
		items[last], items[other] = items[other], items[last]
	}
	return items
}
