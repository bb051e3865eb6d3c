#include "slots.h"

namespace esphome::temple {

void Slots::begin(InternalGPIOPin *war, InternalGPIOPin *rain) {
  InternalGPIOPin *const pins[] = {war, rain};
  for (uint8_t beam = 0; beam < 2; beam++) {
    pins[beam]->setup();
    this->pins_[beam] = {this, beam, pins[beam], pins[beam]->to_isr()};
    // A bead that is in the beam when the temple starts is not counted.
    this->beams_[beam] = {!pins[beam]->digital_read(), pins[beam]->digital_read(), micros()};
    pins[beam]->attach_interrupt(&Slots::on_edge, &this->pins_[beam], gpio::INTERRUPT_ANY_EDGE);
  }
}

// One core handles the interrupts of both pins, one after the other, so that there is one writer.
void IRAM_ATTR Slots::on_edge(Pin *pin) {
  Slots *const self = pin->slots;
  const uint32_t written = self->written_.load(std::memory_order_relaxed);
  if (written - self->read_.load(std::memory_order_acquire) >= MOST_EDGES) {
    self->is_overrun_.store(true);
    return;
  }
  self->edges_[written % MOST_EDGES] = {micros(), pin->beam, pin->isr.digital_read()};
  self->written_.store(written + 1, std::memory_order_release);
}

}  // namespace esphome::temple
