#!/bin/sh
# Builds the images of deploy/Dockerfile with buildah, without a Docker daemon, then tries them with podman (test/images.ts).
#   deploy/build-images.sh                  on debian:13-slim
#   deploy/build-images.sh --debootstrap    on a base made by debootstrap, where no registry of images can be reached
#   deploy/build-images.sh --only-build
# Other settings of buildah and podman (storage, runtime, limits) are in their configuration files: CONTAINERS_STORAGE_CONF
# and CONTAINERS_CONF name them. EXTRA_CA names a file of certificates that npm has to trust, such as that of a proxy that
# inspects what it forwards; it stays in the images, so keep those to yourself.
set -eu

root=$(CDPATH='' cd -- "$(dirname -- "$0")/.." && pwd -P)
debian=debian:13-slim
mirror=${DEBIAN_MIRROR:-http://deb.debian.org/debian}
isolation=${BUILDAH_ISOLATION:-chroot}
made_by_debootstrap='' only_build=''

for option in "$@"; do
  case $option in
    --debootstrap) made_by_debootstrap=yes ;;
    --only-build) only_build=yes ;;
    *) echo "usage: $0 [--debootstrap] [--only-build]" >&2; exit 2 ;;
  esac
done

# Like the image of that name: without documentation and translations.
make_debian() {
  folder=$(mktemp -d)
  debootstrap --variant=minbase trixie "$folder" "$mirror" > "$folder.log" 2>&1 || { tail -n 5 "$folder.log" >&2; exit 1; }
  for left_out in doc man info locale; do
    rm -rf "${folder:?}/usr/share/$left_out"/*
    echo "path-exclude /usr/share/$left_out/*" >> "$folder/etc/dpkg/dpkg.cfg.d/slim"
  done
  for suite in trixie trixie-updates; do echo "deb $mirror $suite main"; done > "$folder/etc/apt/sources.list"
  echo "deb $mirror-security trixie-security main" >> "$folder/etc/apt/sources.list"
  rm -rf "$folder"/var/cache/apt/archives/*.deb "$folder"/var/lib/apt/lists/*
  container=$(buildah from scratch)
  buildah add --quiet "$container" "$folder" / > /dev/null
  buildah config --cmd bash "$container"
  buildah commit --quiet --rm "$container" "$debian" > /dev/null
  rm -rf "$folder" "$folder.log"
}

# A base that trusts EXTRA_CA.
trust() {
  container=$(buildah from "$debian")
  buildah copy --quiet "$container" "$1" /usr/local/share/ca-certificates/extra.crt > /dev/null
  buildah run --isolation "$isolation" "$container" \
    sh -c 'echo cafile=/usr/local/share/ca-certificates/extra.crt > /root/.npmrc'
  buildah commit --quiet --rm "$container" platen-base > /dev/null
}

build() {
  buildah bud --isolation "$isolation" --format docker --layers --build-arg "BASE=$base" -f "$root/deploy/Dockerfile" "$@" "$root"
}

if [ -n "$made_by_debootstrap" ] && ! buildah inspect --type image "$debian" > /dev/null 2>&1; then make_debian; fi
base=$debian
if [ -n "${EXTRA_CA:-}" ]; then
  trust "$EXTRA_CA"
  base=localhost/platen-base
fi
build --target api -t platen-api
build --target worker -t platen-worker
build -t platen
buildah images --format '{{.Name}} {{.Size}}' | grep '^localhost/platen'

[ -n "$only_build" ] && exit 0

PLATEN_ROOT=$root
. "$root/setup/debian.sh"
. "$root/setup/node.sh"
install_debian_packages tests
find_node
install_npm_packages all
exec "$NODE" --disable-warning=ExperimentalWarning "$root/test/images.ts"
