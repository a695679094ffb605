# The programs that fork processes for documents: compiled here, for the libraries that are here.

strict='-O2 -Wall -D_FORTIFY_SOURCE=2 -fstack-protector-strong -fPIE'
hardened='-pie -Wl,-z,relro,-z,now'
# Every access to memory and every calculation is checked; the first wrong one ends the program with a report.
sanitized='-O1 -g -Wall -fno-omit-frame-pointer -fsanitize=address,undefined -fno-sanitize-recover=undefined'
cc=cc cxx=c++

# build NAME WHAT MADE_OF... : runs the function compile_NAME when one of MADE_OF has changed since it last did.
build() {
  name=$1 what=$2
  shift 2
  program=$PLATEN_ROOT/.runtime/$name
  wanted=$(cat "$@" 2>/dev/null | cksum)
  [ -x "$program" ] && [ "$(cat "$program.built-for" 2>/dev/null || true)" = "$wanted" ] && return 0
  say "compiling $what"
  mkdir -p "$PLATEN_ROOT/.runtime"
  if "compile_$(echo "$name" | tr - _)" "$program.new" 2> "$program.errors"; then
    mv "$program.new" "$program"
    rm -f "$program.errors"
    printf '%s' "$wanted" > "$program.built-for"
    return 0
  fi
  say "it cannot be compiled: $(grep -m 1 error "$program.errors" || head -n 1 "$program.errors")"
  return 1
}

# compile_objects FOLDER SOURCE...: as many at once as there are cores.
compile_objects() {
  folder=$1
  shift
  printf '%s\0' "$@" | xargs -0 -P "$(nproc)" -I '{}' sh -c '
    case $1 in
      *.cc) exec '"$cxx $strict"' -std=c++17 -c -o "$2/$(basename "$1").o" "$1" ;;
      *) exec '"$cc $strict"' -std=gnu11 -c -o "$2/$(basename "$1").o" "$1" ;;
    esac' compile '{}' "$folder"
}

forking=$PLATEN_ROOT/src/conversion/process/native
office=$PLATEN_ROOT/src/conversion/engines/libreoffice
pdf=$PLATEN_ROOT/src/conversion/engines/pdf/native
ocr=$PLATEN_ROOT/src/conversion/engines/ocr/native
explorer=$PLATEN_ROOT/dev/fuzz/native/explorer.cc
hostile=$PLATEN_ROOT/test/conversion/native/hostile-children.c

# shellcheck disable=SC2086 # lists of options
compile_fork_server() {
  cc $strict $hardened -o "$1" "$office"/*.c "$forking"/*.c -ldl -lseccomp
}

# shellcheck disable=SC2086
compile_call_filters() {
  cc $strict $hardened -o "$1" "$forking/filters/main.c" "$forking/calls.c" -lseccomp || return 1
  made=$PLATEN_ROOT/.runtime/filters
  rm -rf "$made.new" && mkdir -p "$made" "$made.new" && "$1" "$made.new" || return 1
  # One by one: a service that runs has whole ones at any time.
  for filter in "$made.new"/*; do mv "$filter" "$made/"; done
  rmdir "$made.new"
}

# Static: LD_PRELOAD does not affect it, and it starts faster.
# shellcheck disable=SC2086
compile_confine() {
  cc $strict -static-pie -Wl,-z,relro,-z,now -o "$1" "$forking/confine/main.c" "$forking/landlock.c"
}

# Static, as it starts before each program.
# shellcheck disable=SC2086
compile_launch() {
  cc $strict -static-pie -Wl,-z,relro,-z,now -o "$1" "$forking/launch/main.c"
}

# shellcheck disable=SC2086
compile_pdf_server() {
  objects=$(mktemp -d)
  compile_objects "$objects" "$forking"/*.c "$pdf"/*.c "$pdf"/*.cc || return 1
  $cxx $strict $hardened -o "$1" "$objects"/*.o -lqpdf -lseccomp -ldeflate -lturbojpeg -lm -ldl || return 1
  rm -r "$objects"
}

# shellcheck disable=SC2086
compile_ocr_server() {
  objects=$(mktemp -d)
  compile_objects "$objects" "$forking"/*.c "$pdf/pdfium.c" "$ocr"/*.cc || return 1
  # Debian 13 has leptonica by its whole name.
  case $($cxx -print-file-name=libleptonica.so) in */*) leptonica=leptonica ;; *) leptonica=lept ;; esac
  $cxx $strict $hardened -o "$1" "$objects"/*.o -ltesseract "-l$leptonica" -lseccomp -lm -ldl || return 1
  rm -r "$objects"
}

compile_pdf_server_sanitized() (
  strict=$sanitized hardened=''
  compile_pdf_server "$1"
)

# A program of the tests, whose children are hostile.
# shellcheck disable=SC2086
compile_hostile_children_sanitized() {
  $cc $sanitized -o "$1" "$hostile" "$forking"/*.c -lseccomp
}

# Fuzzed with coverage feedback, by Clang's libFuzzer.
compile_pdf_server_explored() (
  cc=clang cxx=clang++
  strict="$sanitized -fsanitize=fuzzer-no-link"
  hardened="$explorer -Wl,--wrap=forking_serve_alone,--wrap=forking_say $($cxx -print-file-name=libclang_rt.fuzzer_no_main-$(uname -m).a)"
  compile_pdf_server "$1"
)

build_native_programs() {
  [ -e "$PLATEN_ROOT/.runtime/filters/single.bpf" ] || rm -f "$PLATEN_ROOT/.runtime/call-filters"
  build call-filters 'the filters of system calls' "$forking"/calls.* "$forking"/filters/* || exit 1
  build launch 'the program that starts others' "$forking"/launch/* || exit 1
  build confine 'the program that confines others' "$forking"/landlock.* "$forking"/confine/* || exit 1
  build pdf-server 'the program that works on PDFs' "$forking"/* "$pdf"/* /usr/include/qpdf/DLL.h || exit 1
  build ocr-server 'the program that recognises text' "$forking"/* "$pdf"/pdfium* "$ocr"/* /usr/include/tesseract/version.h || exit 1
}

# After the engines: it is made for the LibreOffice that is there.
build_fork_server() {
  versions=$(dirname "$(readlink -f "$(command -v soffice)")")/versionrc
  # Without it Platen works, but starts LibreOffice for each document.
  build fork-server 'the fork server of LibreOffice' "$forking"/* "$office"/*.c "$office"/*.h "$versions" ||
    say 'each document will start LibreOffice anew'
}

# For ./platen fuzz --native and the tests.
build_sanitized_programs() {
  build pdf-server-sanitized 'the program that works on PDFs, with sanitizers' "$forking"/* "$pdf"/* || exit 1
  build hostile-children-sanitized 'a program with hostile children, with sanitizers' "$forking"/* "$hostile" || exit 1
}

# For ./platen fuzz --coverage. Clang is not among the packages of the tests.
build_explored_program() {
  build pdf-server-explored 'the program that works on PDFs, for libFuzzer' "$forking"/* "$pdf"/* "$explorer" || exit 1
}
