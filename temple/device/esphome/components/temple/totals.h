#pragma once
#include <array>
#include <cstdint>
#include <functional>

// The running totals: what was sensed, and what may be told because it is in flash.
namespace esphome::temple {

enum Slot : uint8_t { WAR = 0, RAIN = 1 };
inline const char *slot_name(uint8_t slot) { return slot == WAR ? "war" : "rain"; }

/// The one record in flash: epoch, war, rain. Written whole, so that it is old or new and never half of each.
using Record = std::array<uint32_t, 3>;

struct Bead {
  uint8_t slot;
  uint32_t ordinal;
  uint64_t at_ms;

  /// In milliseconds; after fifty days it is as much as the protocol can say.
  uint32_t age(uint64_t now) const { return now - this->at_ms < UINT32_MAX ? now - this->at_ms : UINT32_MAX; }
};

/// The last beads, newest first; the oldest falls out.
class Recent {
 public:
  static constexpr uint8_t MOST = 8;
  void add(const Bead &bead) {
    for (uint8_t i = MOST - 1; i > 0; i--)
      this->beads_[i] = this->beads_[i - 1];
    this->beads_[0] = bead;
    if (this->count_ < MOST)
      this->count_++;
  }
  uint8_t count() const { return this->count_; }
  bool has(uint8_t slot, uint32_t ordinal) const {
    for (uint8_t i = 0; i < this->count_; i++) {
      if (this->beads_[i].slot == slot && this->beads_[i].ordinal == ordinal)
        return true;
    }
    return false;
  }
  const Bead &at(uint8_t i) const { return this->beads_[i]; }

 private:
  std::array<Bead, MOST> beads_{};
  uint8_t count_{0};
};

class Totals {
 public:
  using Save = std::function<bool(const Record &)>;

  /// Takes up the life that flash holds. Where it holds none, a new one begins at zero: a count never falls within an
  /// epoch. A flash that does not even take that is none, and then every boot is a new life.
  void begin(const Record &found, uint32_t random, const Save &save) {
    if (found[0] != 0) {
      this->sensed_ = this->kept_ = found;
      this->is_durable_ = true;
      return;
    }
    this->sensed_ = this->kept_ = {random == 0 ? 1 : random, 0, 0};
    this->is_durable_ = save(this->kept_);
  }

  /// Counts a bead, and its ordinal with it. As far as a count can be told, it stays: within an epoch none may fall.
  uint32_t add(uint8_t slot) {
    uint32_t &count = this->sensed_[1 + slot];
    return count == UINT32_MAX ? count : ++count;
  }

  /// Brings what was sensed into flash. Only then may it be told; false where flash refused, to be tried again.
  bool keep(const Save &save) {
    if (this->is_durable_ && this->sensed_ != this->kept_ && !save(this->sensed_))
      return false;
    this->kept_ = this->sensed_;
    return true;
  }

  bool is_durable() const { return this->is_durable_; }
  const Record &kept() const { return this->kept_; }
  const Record &sensed() const { return this->sensed_; }

 private:
  Record sensed_{};
  Record kept_{};
  bool is_durable_{false};
};

}  // namespace esphome::temple
