#pragma once
// The names that the lambdas of the YAML use from the generated program.
#include "esphome/components/light/addressable_light.h"
#include "esphome/components/temple/temple.h"
#ifdef USE_DISPLAY
#include "esphome/components/display/display.h"
#include "esphome/components/font/font.h"
#endif

using namespace esphome;
extern temple::Temple *const the_temple;

namespace esphome::wifi {
struct WiFiComponent {
  int8_t wifi_rssi();
};
extern WiFiComponent *global_wifi_component;
}  // namespace esphome::wifi

#ifdef USE_DISPLAY
using namespace display;
extern font::Font *const small;
extern font::Font *const large;
#endif
