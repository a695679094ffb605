#!/bin/sh
# Steps of deploy/Dockerfile: what is installed in an image, and what is removed from it.
set -eu
umask 022
PLATEN_ROOT=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
. "$PLATEN_ROOT/setup/debian.sh"
. "$PLATEN_ROOT/setup/dashboard.sh"
. "$PLATEN_ROOT/setup/fonts.sh"

runtime=$PLATEN_ROOT/.runtime

clean_up_apt() { rm -rf /var/lib/apt/lists/* /var/cache/apt/*.bin /var/cache/apt/archives/*.deb /var/log/apt /var/log/dpkg.log; }

case ${1:-} in
  # The engines, without build dependencies, and an init process for the container.
  engines)
    install_debian_packages engines
    quietly apt_get install -y --no-install-recommends tini
    clean_up_apt ;;

  # Keeps only runtime files: no sources of the pages, no build tools, no Node headers.
  slim)
    remove_packages_for_pages
    # Old versions of npm also install sharp's libraries for Alpine.
    rm -rf "$PLATEN_ROOT/web" "$PLATEN_ROOT/site" "$PLATEN_ROOT/tsconfig.json" "$runtime"/node-*/node_modules/node-linux-*/include "$PLATEN_ROOT"/node_modules/@img/*musl*
    # The command line imports the TypeScript client; the packages of all are built.
    find "$PLATEN_ROOT/clients" -mindepth 1 -maxdepth 1 ! -name typescript -exec rm -rf {} + ;;

  # Removes the fonts from the API image, which does no layout.
  without-fonts) remove_font_packages ;;

  # Remembers whose shared libraries our own programs use, for an image that has no compiler.
  libraries)
    remove_font_packages
    ldd "$runtime/pdf-server" "$runtime/fork-server" "$runtime/ocr-server" | sed -n 's/.*=> .*\(\/[^ /]*\) .*/*\1/p' | sort -u |
      xargs dpkg-query -S | cut -d: -f1 | sort -u > "$runtime/libraries" ;;

  # Nothing is installed or compiled any more when the image starts.
  complete)
    ln -s "$runtime"/node-*/node_modules/node-linux-*/bin/node /usr/local/bin/node
    if [ -e "$runtime/libraries" ]; then
      quietly apt_get update
      # shellcheck disable=SC2046 # a list of names
      quietly apt_get install -y --no-install-recommends $(cat "$runtime/libraries")
      clean_up_apt
    fi
    # The cache of fontconfig depends on the date of a folder, which copying can change.
    if [ -e "$runtime/fonts" ]; then FONTCONFIG_FILE=$runtime/fonts/fonts.conf fc-cache "$runtime/fonts/faces"; fi
    : > "$runtime/complete" ;;

  *) say 'usage: setup/image.sh engines|slim|without-fonts|libraries|complete'; exit 2 ;;
esac
