#pragma once
// The parts of ArduinoJson 7 that the firmware uses, so that a compiler can check it without the library.
#include <cstddef>
#include <memory>
#include <string>

namespace ArduinoJson {

class JsonArray;
class JsonObject;
class JsonObjectConst;

template<typename T>
concept Scalar = std::is_arithmetic_v<T>;

class JsonVariantConst {
 public:
  JsonVariantConst operator[](const char *key) const;
  template<Scalar T> T operator|(T otherwise) const;
  const char *operator|(const char *otherwise) const;
  template<typename T> bool is() const;
  bool isNull() const;
  operator JsonObjectConst() const;
  template<typename T> bool operator==(const T &other) const;
  template<typename T> bool operator!=(const T &other) const;
};

class JsonVariant : public JsonVariantConst {
 public:
  template<Scalar T> JsonVariant &operator=(T value);
  JsonVariant &operator=(const char *value);
  JsonVariant &operator=(const std::string &value);
  JsonVariant &operator=(JsonVariantConst value);
  template<typename T> bool set(const T &value);
  template<typename T> T to();
};

class JsonObjectConst {
 public:
  JsonVariantConst operator[](const char *key) const;
  bool isNull() const;
};

class JsonObject {
 public:
  JsonVariant operator[](const char *key) const;
  operator JsonObjectConst() const;
};

class JsonArray {
 public:
  template<typename T> T add();
  template<Scalar T> void add(T value);
  void add(const char *value);
};

class Allocator {
 public:
  virtual ~Allocator() = default;
  virtual void *allocate(size_t size) = 0;
  virtual void deallocate(void *pointer) = 0;
  virtual void *reallocate(void *pointer, size_t size) = 0;
};

class JsonDocument {
 public:
  explicit JsonDocument(Allocator *allocator = nullptr);
  bool overflowed() const;
  template<typename T> T to();
  template<typename T> T as();
};

}  // namespace ArduinoJson

using namespace ArduinoJson;
