#pragma once
#include <cstdint>
#include <cstring>

// The settings that the bridge wants. Plain bytes, as in flash. What `config` leaves out has the default from here.
namespace esphome::temple {

constexpr uint8_t NAME_BYTES = 49;

struct Settings {
  uint32_t rev{0};
  uint16_t debounce_ms{40};
  uint8_t light{60};
  uint8_t is_swapped{0};
  char name[NAME_BYTES]{};
  char war[NAME_BYTES]{};
  char rain[NAME_BYTES]{};

  /// Compares whole settings, because another server counts its revisions from the start.
  bool operator==(const Settings &) const = default;
};

/// Copies as much as fits, and cuts no UTF-8 letter in two.
inline void copy_name(char (&to)[NAME_BYTES], const char *from, const char *otherwise) {
  const char *text = from == nullptr || *from == '\0' ? otherwise : from;
  size_t length = strlen(text);
  if (length >= NAME_BYTES) {
    length = NAME_BYTES - 1;
    while (length > 0 && (text[length] & 0xC0) == 0x80)
      length--;
  }
  memset(to, 0, NAME_BYTES);
  memcpy(to, text, length);
}

}  // namespace esphome::temple
