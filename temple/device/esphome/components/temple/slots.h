#pragma once
#include <array>
#include <atomic>

#include "debounce.h"
#include "esphome/core/hal.h"
#include "totals.h"

namespace esphome::temple {

/// The two beams. An interrupt notes each edge with its time, because a bead passes faster than one round of the main
/// loop: a binary sensor, which reads the pin in the loop, misses beads.
class Slots {
 public:
  void begin(InternalGPIOPin *war, InternalGPIOPin *rain);

  /// Judges the edges since the last call; calls `sensed(beam)` for each bead.
  template<typename F> void look(const Timing &timing, F &&sensed) {
    const uint32_t now = micros();  // taken first, so that every edge up to this time is judged before it
    this->read_edges_(timing, sensed);
    for (uint8_t beam = 0; beam < 2; beam++) {
      if (this->beams_[beam].look(now, timing))
        sensed(beam);
    }
  }

  bool is_blocked(uint8_t beam) const { return this->beams_[beam].is_blocked(micros()); }

 protected:
  static constexpr uint32_t MOST_EDGES = 512;
  struct Edge {
    uint32_t at;
    uint8_t beam;
    bool is_dark;
  };
  struct Pin {
    Slots *slots;
    uint8_t beam;
    InternalGPIOPin *pin;
    ISRInternalGPIOPin isr;
  };
  static void on_edge(Pin *pin);

  template<typename F> void read_edges_(const Timing &timing, F &&sensed) {
    uint32_t read = this->read_.load(std::memory_order_relaxed);
    while (read != this->written_.load(std::memory_order_acquire)) {
      const Edge edge = this->edges_[read++ % MOST_EDGES];
      this->read_.store(read, std::memory_order_release);
      if (this->beams_[edge.beam].edge(edge.is_dark, edge.at, timing))
        sensed(edge.beam);
    }
    if (!this->is_overrun_.exchange(false))
      return;
    for (Pin &pin : this->pins_) {
      if (this->beams_[pin.beam].edge(pin.pin->digital_read(), micros(), timing))
        sensed(pin.beam);
    }
  }

  std::array<Pin, 2> pins_{};
  std::array<Beam, 2> beams_{};
  std::array<Edge, MOST_EDGES> edges_{};
  std::atomic<uint32_t> written_{0};
  std::atomic<uint32_t> read_{0};
  std::atomic<bool> is_overrun_{false};
};

}  // namespace esphome::temple
