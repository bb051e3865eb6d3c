#pragma once
#include <array>
#include <cstdint>
#include <functional>

// The running totals: the sensed beads, and those that may be told because they are in flash.
namespace esphome::temple {

enum Slot : uint8_t { WAR = 0, RAIN = 1 };
inline const char *slot_name(uint8_t slot) { return slot == WAR ? "war" : "rain"; }

/// The one record in flash: epoch, war, rain. Each write replaces the whole record, so that old and new never mix.
using Record = std::array<uint32_t, 3>;

struct Bead {
  uint8_t slot;
  uint32_t ordinal;
  uint64_t at_ms;

  /// The age in milliseconds. After fifty days it stays at the greatest number of the protocol.
  uint32_t age(uint64_t now) const { return now - this->at_ms < UINT32_MAX ? now - this->at_ms : UINT32_MAX; }
};

/// The last beads, the newest first. A new bead drops the oldest.
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

/// Knows which acks are news: those that light something.
class Acks {
 public:
  bool has_any() const { return this->has_; }
  /// An ack with a lower revision than before is old: the temple ignores it.
  bool is_old(uint32_t rev) const { return this->has_ && rev < this->rev_; }

  /// Takes an ack with the last bead that got a verdict; its ordinal is 0 if there is none. Says whether it is news. A
  /// higher revision is news. The acks of a temple without an owner all have the same revision: there, as in the first
  /// ack of all, a bead that was sensed since this boot is news, once. So a retained ack from before lights nothing.
  bool hear(uint32_t rev, uint8_t slot, uint32_t ordinal, const Recent &recent) {
    const bool is_higher = this->has_ && rev > this->rev_;
    const bool is_known = slot == this->slot_ && ordinal == this->ordinal_;
    this->has_ = true;
    this->rev_ = rev;
    if (ordinal != 0) {
      this->slot_ = slot;
      this->ordinal_ = ordinal;
    }
    return is_higher || (recent.has(slot, ordinal) && !is_known);
  }

 private:
  bool has_{false};
  uint32_t rev_{0};
  uint8_t slot_{WAR};
  uint32_t ordinal_{0};
};

class Totals {
 public:
  using Save = std::function<bool(const Record &)>;

  /// Goes on with the record in flash. Without one a new epoch begins at zero: no count may fall within an epoch. If
  /// even that cannot be written, the temple has no durable flash, and every boot begins a new epoch.
  void begin(const Record &found, uint32_t random, const Save &save) {
    if (found[0] != 0) {
      this->sensed_ = this->kept_ = found;
      this->is_durable_ = true;
      return;
    }
    this->sensed_ = this->kept_ = {random == 0 ? 1 : random, 0, 0};
    this->is_durable_ = save(this->kept_);
  }

  /// Counts a bead and gives its ordinal. At the greatest number the count stops: no count may fall within an epoch.
  uint32_t add(uint8_t slot) {
    uint32_t &count = this->sensed_[1 + slot];
    return count == UINT32_MAX ? count : ++count;
  }

  /// Writes the sensed totals to flash; only then may they be told. False if the write failed: the caller tries again.
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
