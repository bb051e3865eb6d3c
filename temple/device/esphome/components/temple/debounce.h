#pragma once
#include <cstdint>

// When a beam has seen a bead. No clock, no pin: times come in as microseconds that wrap, only differences count.
namespace esphome::temple {

struct Timing {
  uint32_t least_dark_us{3000};  // a bead that falls darkens the beam for longer than this
  uint32_t rearm_us{40000};      // longer than any hole in a bead lets light through
};

struct Beam {
  bool armed{true};
  bool dark{false};
  uint32_t since{0};  // of the last change between dark and light

  /// Whether, by now, a bead has passed that was not yet told. To be called at least once an hour: the clock wraps.
  bool look(uint32_t now, const Timing &timing) {
    const uint32_t lasted = now - this->since;
    if (!this->dark && lasted >= timing.rearm_us)
      this->armed = true;
    if (!this->dark || !this->armed || lasted < timing.least_dark_us)
      return false;
    this->armed = false;
    return true;
  }

  /// The beam changed; what was before it is judged first.
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
