#pragma once
#include <cstdint>

// Finds beads in the edges of a beam. No clock, no pin: times are microseconds that wrap, so only differences count.
namespace esphome::temple {

struct Timing {
  uint32_t least_dark_us{3000};  // a falling bead darkens the beam for longer than this
  uint32_t rearm_us{40000};      // longer than any hole in a bead lets light through
};

struct Beam {
  bool armed{true};
  bool dark{false};
  uint32_t since{0};  // when the beam last changed between dark and light

  /// Whether a bead has become certain; each bead is told once. To be called at least once an hour: the clock wraps.
  bool look(uint32_t now, const Timing &timing) {
    const uint32_t lasted = now - this->since;
    if (!this->dark && lasted >= timing.rearm_us)
      this->armed = true;
    if (!this->dark || !this->armed || lasted < timing.least_dark_us)
      return false;
    this->armed = false;
    return true;
  }

  /// Judges the time before a change, then notes the change.
  bool edge(bool to_dark, uint32_t at, const Timing &timing) {
    const bool bead = this->look(at, timing);
    if (to_dark != this->dark) {
      this->dark = to_dark;
      this->since = at;
    }
    return bead;
  }

  bool is_blocked(uint32_t now) const { return this->dark && now - this->since > 3000000; }
};

}  // namespace esphome::temple
