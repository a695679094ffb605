#include "json.hh"

#include <cstring>
#include <qpdf/QUtil.hh>
#include <stdexcept>

namespace {

constexpr int max_depth = 500;

void append_escaped(const std::string &text, std::string &json) {
  static const char hex[] = "0123456789abcdef";
  for (unsigned char c : text) {
    if (c == '"' || c == '\\') {
      json += '\\';
      json += static_cast<char>(c);
    } else if (c < 0x20) {
      json += "\\u00";
      json += hex[c >> 4];
      json += hex[c & 15];
    } else {
      json += static_cast<char>(c);
    }
  }
}

void append_quoted(const std::string &text, std::string &json) {
  json += '"';
  append_escaped(text, json);
  json += '"';
}

void append_reference(QPDFObjGen id, std::string &json) {
  json += '"';
  json += std::to_string(id.getObj());
  json += ' ';
  json += std::to_string(id.getGen());
  json += " R\"";
}

bool is_plain_name(const std::string &name) {
  for (unsigned char c : name)
    if (c < 0x21 || c > 0x7e || c == '"' || c == '\\' || c == '#' || std::strchr("()<>[]{}%", c) != nullptr) return false;
  return true;
}

// JSON wants a digit on both sides of the point, and no plus.
void append_real(const std::string &real, std::string &json) {
  const char *at = real.c_str();
  bool minus = *at == '-';
  if (*at == '-' || *at == '+') at++;
  if (std::strspn(at, "0123456789.") != std::strlen(at) || std::strchr(at, '.') != std::strrchr(at, '.')) {
    json += '0';
    return;
  }
  while (*at == '0' && at[1] >= '0' && at[1] <= '9') at++;
  if (minus) json += '-';
  if (*at == '.' || *at == 0) json += '0';
  json += at;
  if (json.back() == '.') json += '0';
}

void append(QPDFObjectHandle object, std::string &json, bool is_top, int depth) {
  if (depth > max_depth) throw std::runtime_error("nested too deeply");
  if (!is_top && object.isIndirect()) {
    append_reference(object.getObjGen(), json);
    return;
  }
  switch (object.getTypeCode()) {
  case ::ot_boolean: json += object.getBoolValue() ? "true" : "false"; break;
  case ::ot_integer: json += std::to_string(object.getIntValue()); break;
  case ::ot_real: append_real(object.getRealValue(), json); break;
  case ::ot_name: {
    std::string name = object.getName();
    if (is_plain_name(name)) {
      json += '"';
      json += name;
      json += '"';
    } else {
      json += object.getJSON(2, true).unparse();
    }
    break;
  }
  // Dereferenced, or an object that is a string would be written as a reference to itself.
  case ::ot_string: json += object.getJSON(2, true).unparse(); break;
  case ::ot_array: {
    json += '[';
    int count = object.getArrayNItems();
    for (int i = 0; i < count; i++) {
      if (i > 0) json += ',';
      append(object.getArrayItem(i), json, false, depth + 1);
    }
    json += ']';
    break;
  }
  case ::ot_dictionary: {
    json += '{';
    bool is_first = true;
    for (auto &[key, value] : object.getDictAsMap()) {
      if (value.isNull() && !value.isIndirect()) continue;
      if (!is_first) json += ',';
      is_first = false;
      if (is_plain_name(key)) {
        json += '"';
        json += key;
        json += '"';
      } else {
        json += QPDFObjectHandle::newName(key).getJSON(2).unparse();
      }
      json += ':';
      append(value, json, false, depth + 1);
    }
    json += '}';
    break;
  }
  default: json += "null";
  }
}

class Reader {
public:
  Reader(QPDF &pdf, const char *text, size_t length) : pdf(pdf), at(text), end(text + length) {}

  std::string parse() {
    const char *start = at;
    reserve_new();
    at = start;
    std::string left;
    expect('{');
    if (!take('}')) {
      do {
        std::string key = string();
        expect(':');
        entry(key, left);
      } while (take(','));
      expect('}');
    }
    return left.empty() ? left : "{" + left + "}";
  }

private:
  QPDF &pdf;
  const char *at, *end;

  [[noreturn]] void broken() { throw std::runtime_error("a patch that is no JSON"); }
  void blank() {
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r')) at++;
  }
  bool take(char c) {
    blank();
    if (at >= end || *at != c) return false;
    at++;
    return true;
  }
  void expect(char c) {
    if (!take(c)) broken();
  }

  /* A reference to a missing object would count as null, and be dropped. */
  void reserve_new() {
    expect('{');
    if (take('}')) return;
    do {
      std::string key = string();
      expect(':');
      skip_value();
      if (key == "trailer") continue;
      QPDFObjGen id = written_id(key);
      if (pdf.getObjectByObjGen(id).isNull()) pdf.replaceObject(id, QPDFObjectHandle::newDictionary());
    } while (take(','));
  }

  void skip_value() {
    int depth = 0;
    do {
      blank();
      if (at >= end) broken();
      if (*at == '"') {
        skip_string();
        continue;
      }
      if (*at == '{' || *at == '[') depth++;
      else if (*at == '}' || *at == ']') depth--;
      at++;
    } while (depth > 0);
  }

  static QPDFObjGen id_of(const std::string &reference) {
    char *rest = nullptr;
    int number = static_cast<int>(std::strtol(reference.c_str(), &rest, 10));
    return QPDFObjGen(number, static_cast<int>(std::strtol(rest, nullptr, 10)));
  }

  static QPDFObjGen written_id(const std::string &key) {
    QPDFObjGen id = id_of(key.substr(4));
    if (id.getObj() < 1 || id.getObj() > max_object) throw std::runtime_error("an object of no possible number");
    return id;
  }

  void entry(const std::string &key, std::string &left) {
    const char *start = at;
    expect('{');
    std::string kind = string();
    expect(':');
    if (kind == "stream") {
      QPDFObjectHandle dictionary;
      bool has_data = false;
      expect('{');
      do {
        std::string name = string();
        expect(':');
        if (name == "dict") dictionary = value(0);
        else {
          skip_string();
          has_data = true;
        }
      } while (take(','));
      expect('}');
      expect('}');
      if (has_data) {
        if (!left.empty()) left += ',';
        append_quoted(key, left);
        left += ':';
        left.append(start, at - start);
        return;
      }
      pdf.getObjectByObjGen(written_id(key)).replaceDict(dictionary);
      return;
    }
    QPDFObjectHandle object = value(0);
    expect('}');
    if (key == "trailer") {
      QPDFObjectHandle trailer = pdf.getTrailer();
      for (auto &name : trailer.getKeys()) trailer.removeKey(name);
      for (auto &name : object.getKeys()) trailer.replaceKey(name, object.getKey(name));
    } else {
      QPDFObjGen id = written_id(key);
      if (object.isIndirect()) throw std::runtime_error("a reference in place of an object");
      pdf.replaceObject(id, object);
    }
  }

  void skip_string() {
    expect('"');
    const char *close = at;
    while (close < end && *close != '"') close += *close == '\\' ? 2 : 1;
    if (close >= end) broken();
    at = close + 1;
  }

  std::string string() {
    expect('"');
    std::string text;
    while (at < end && *at != '"') {
      if (*at != '\\') {
        text += *at++;
        continue;
      }
      if (++at >= end) broken();
      char c = *at++;
      switch (c) {
      case 'n': text += '\n'; break;
      case 't': text += '\t'; break;
      case 'r': text += '\r'; break;
      case 'b': text += '\b'; break;
      case 'f': text += '\f'; break;
      case 'u': text += QUtil::toUTF8(code_point()); break;
      default: text += c;
      }
    }
    if (at >= end) broken();
    at++;
    return text;
  }

  unsigned long four_digits() {
    if (end - at < 4) broken();
    unsigned long value = std::stoul(std::string(at, 4), nullptr, 16);
    at += 4;
    return value;
  }

  unsigned long code_point() {
    unsigned long high = four_digits();
    if (high < 0xd800 || high > 0xdbff || end - at < 6 || at[0] != '\\' || at[1] != 'u') return high;
    at += 2;
    return 0x10000 + ((high - 0xd800) << 10) + (four_digits() - 0xdc00);
  }

  static bool is_reference(const std::string &text) {
    size_t digits = std::strspn(text.c_str(), "0123456789");
    if (digits == 0 || digits > 9 || text[digits] != ' ') return false;
    size_t more = std::strspn(text.c_str() + digits + 1, "0123456789");
    return more > 0 && text.compare(digits + 1 + more, std::string::npos, " R") == 0;
  }

  QPDFObjectHandle meaning(const std::string &text) {
    if (!text.empty() && text[0] == '/')
      return text.find('#') == std::string::npos ? QPDFObjectHandle::newName(text) : QPDFObjectHandle::parse(text);
    if (text.compare(0, 2, "u:") == 0) return QPDFObjectHandle::newUnicodeString(text.substr(2));
    if (text.compare(0, 2, "b:") == 0) return QPDFObjectHandle::newString(QUtil::hex_decode(text.substr(2)));
    if (is_reference(text)) return pdf.getObjectByObjGen(id_of(text));
    throw std::runtime_error("a string of no kind");
  }

  QPDFObjectHandle value(int depth) {
    if (depth > max_depth) broken();
    blank();
    if (at >= end) broken();
    switch (*at) {
    case '{': {
      at++;
      auto dictionary = QPDFObjectHandle::newDictionary();
      if (take('}')) return dictionary;
      do {
        std::string key = string();
        if (key.find('#') != std::string::npos) key = QPDFObjectHandle::parse(key).getName();
        expect(':');
        dictionary.replaceKey(key, value(depth + 1));
      } while (take(','));
      expect('}');
      return dictionary;
    }
    case '[': {
      at++;
      std::vector<QPDFObjectHandle> items;
      if (take(']')) return QPDFObjectHandle::newArray();
      do items.push_back(value(depth + 1));
      while (take(','));
      expect(']');
      return QPDFObjectHandle::newArray(items);
    }
    case '"': return meaning(string());
    case 't': return word("true"), QPDFObjectHandle::newBool(true);
    case 'f': return word("false"), QPDFObjectHandle::newBool(false);
    case 'n': return word("null"), QPDFObjectHandle::newNull();
    default: return number();
    }
  }

  void word(const char *text) {
    size_t length = std::strlen(text);
    if (static_cast<size_t>(end - at) < length || std::memcmp(at, text, length) != 0) broken();
    at += length;
  }

  QPDFObjectHandle number() {
    const char *start = at;
    bool is_real = false;
    while (at < end && std::strchr("+-.0123456789eE", *at) != nullptr && *at != 0) is_real |= std::strchr(".eE", *at++) != nullptr;
    std::string text(start, at - start);
    if (text.empty()) broken();
    if (!is_real) return QPDFObjectHandle::newInteger(std::stoll(text));
    if (text.find_first_of("eE") == std::string::npos) return QPDFObjectHandle::newReal(text);
    return QPDFObjectHandle::newReal(std::stod(text), 10);
  }
};

} // namespace

void write_object(QPDFObjectHandle object, std::string &json) {
  if (!object.isStream()) {
    json += "{\"value\":";
    append(object, json, true, 0);
    json += '}';
    return;
  }
  json += "{\"stream\":{\"dict\":";
  append(object.getDict(), json, true, 0);
  json += "}}";
}

std::string apply_patch(QPDF &pdf, const char *json, size_t length) { return Reader(pdf, json, length).parse(); }
