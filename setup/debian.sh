# Debian packages: which ones Platen needs, and installing the missing ones with apt (12 and 13).

say() { printf 'platen: %s\n' "$*" >&2; }

# Whether what is missing may be installed (`on`), or is only named (`off`).
apt=on

# packages_of SUITE: what the engines declare (packages.txt is made by ./platen docs). From backports on Debian 12 come the
# newer ones: LibreOffice 25.2 and libheif 1.19 are not in it.
packages_of() { sed -n "s/^$1 //p" "$PLATEN_ROOT/setup/packages.txt"; }

# It is written whenever a package changes.
dpkg_status=/var/lib/dpkg/status

# What programs are compiled with; nothing of it is needed afterwards.
for_compiling='gcc|g\+\+|.*-dev'
only() {
  case $1 in
    engines) grep -vxE "$for_compiling" || true ;;
    compilers) grep -xE "$for_compiling" || true ;;
  esac
}

test_packages='curl openssl qpdf unzip libopenjp2-tools poppler-utils mupdf-tools php-cli php-curl python3-httpx python3-build python3-setuptools python3-wheel mypy postgresql iproute2'
newer_test_packages='libheif-plugin-x265 python3-uno'

# nginx and Caddy for the tests of deploy/: unpacked beside the other programs of .runtime, since an installed one would start.
unpack_proxies() {
  proxies=$PLATEN_ROOT/.runtime/proxies absent=''
  for name in nginx caddy; do
    for path in "/usr/sbin/$name" "/usr/bin/$name" "$proxies/usr/sbin/$name" "$proxies/usr/bin/$name"; do
      [ -x "$path" ] && continue 2
    done
    absent="$absent $name"
  done
  [ -n "$absent" ] && command -v apt-get > /dev/null 2>&1 || return 0
  say "fetching for the tests:$absent"
  mkdir -p "$proxies/fetched"
  # shellcheck disable=SC2086 # a list of names
  (cd "$proxies/fetched" && { apt_get download -q $absent || { apt_get update && apt_get download -q $absent; }; }) > "$proxies/log" 2>&1 ||
    say "they could not be had, and their tests are skipped: $(tail -n 1 "$proxies/log")"
  for package in "$proxies"/fetched/*.deb; do [ -e "$package" ] && dpkg -x "$package" "$proxies"; done
  rm -rf "$proxies/fetched"
}

# Whose triggers wait for their turn is there as well.
there='installed|triggers-pending|triggers-awaited'

missing_of() {
  for package in "$@"; do
    dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null | grep -qxE "$there" || printf ' %s' "$package"
  done
}

all_missing() {
  # One query for the usual case, in which nothing is missing.
  count=$(dpkg-query -W -f '${db:Status-Status}\n' "$@" 2>/dev/null | grep -cxE "$there" || true)
  [ "$count" -ge $# ] || missing_of "$@"
}

# install_debian_packages PURPOSE...: PURPOSE is engines, compilers or tests.
install_debian_packages() {
  ID='' VERSION_ID=''
  [ -r /etc/os-release ] && . /etc/os-release
  case $ID:$VERSION_ID in debian:12 | debian:13) ;; *) check_programs; return 0 ;; esac

  newer='' stable=''
  for purpose in "$@"; do
    case $purpose in
      tests) stable="$stable $test_packages" newer="$newer $newer_test_packages" ;;
      *)
        stable="$stable $(packages_of stable | only "$purpose" | tr '\n' ' ')"
        newer="$newer $(packages_of newer | only "$purpose" | tr '\n' ' ')" ;;
    esac
  done
  # Nothing was missing, and no package has changed since.
  checked=$PLATEN_ROOT/.runtime/debian-packages-$(echo "$*" | tr ' ' '-')
  [ "$(cat "$checked" 2>/dev/null || true)" = "$newer $stable" ] && [ "$checked" -nt "$dpkg_status" ] && return 0
  # shellcheck disable=SC2086 # lists of names
  missing=$(all_missing $newer $stable)
  [ "$VERSION_ID" = 12 ] && office_is_too_old && missing="$missing $(packages_of newer | grep '^libreoffice' | tr '\n' ' ')"
  if [ -z "$missing" ]; then
    (printf '%s' "$newer $stable" > "$checked") 2> /dev/null || true
    return 0
  fi

  case " $* " in *' tests '*) for_tests=' --tests' ;; *) for_tests='' ;; esac
  if [ "$apt" = off ]; then
    say "missing Debian packages:$missing"
    say "they are installed by:  '$PLATEN_ROOT/platen' setup$for_tests"
    exit 1
  fi
  if [ "$(id -u)" != 0 ]; then
    say "missing Debian packages:$missing"
    say "an administrator must run once:  sudo '$PLATEN_ROOT/platen' setup --system$for_tests"
    exit 1
  fi
  say "installing with apt:$missing"
  release_option=''
  if [ "$VERSION_ID" = 12 ]; then
    add_backports
    release_option='-t bookworm-backports'
  fi
  quietly apt_get update
  from_newer='' from_stable=''
  for package in $missing; do
    case " $newer " in *" $package "*) from_newer="$from_newer $package" ;; *) from_stable="$from_stable $package" ;; esac
  done
  # shellcheck disable=SC2086
  [ -z "$from_stable" ] || quietly apt_get install -y --no-install-recommends $from_stable
  # shellcheck disable=SC2086
  [ -z "$from_newer" ] || quietly apt_get install -y --no-install-recommends $release_option $from_newer
}

office_is_too_old() {
  version=$(dpkg-query -W -f '${Version}' libreoffice-core-nogui 2>/dev/null || true)
  [ -n "$version" ] || return 1
  dpkg --compare-versions "$version" lt 4:25.2
}

# The backports suite lives beside the suite that this machine already takes from its own mirror, signed by Debian's key.
add_backports() {
  apt-get indextargets --format '$(CODENAME)' 'Identifier: Packages' 2>/dev/null | grep -qx bookworm-backports && return 0
  mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Identifier: Packages' | sed -n 's/ bookworm$//p' | head -n 1)
  if [ -z "$mirror" ]; then
    quietly apt_get update
    mirror=$(apt-get indextargets --format '$(REPO_URI) $(CODENAME)' 'Identifier: Packages' | sed -n 's/ bookworm$//p' | head -n 1)
  fi
  [ -n "$mirror" ] || { say 'no Debian 12 mirror found in the apt sources; add one and start again'; exit 1; }
  say 'adding the bookworm-backports suite to the apt sources'
  printf 'Types: deb\nURIs: %s\nSuites: bookworm-backports\nComponents: main\nSigned-By: /usr/share/keyrings/debian-archive-keyring.gpg\n' \
    "$mirror" > /etc/apt/sources.list.d/platen-backports.sources
}

# Another program may be installing; it gets ten minutes.
apt_get() { DEBIAN_FRONTEND=noninteractive apt-get -o DPkg::Lock::Timeout=600 "$@"; }

quietly() {
  log=$(mktemp)
  if ! "$@" > "$log" 2>&1 < /dev/null; then
    tail -n 20 "$log" >&2
    rm -f "$log"
    say "failed: $*"
    exit 1
  fi
  rm -f "$log"
}

# Systems other than Debian 12 and 13: name what is missing and stop.
check_programs() {
  absent=''
  for program in $(packages_of program) cc c++ setpriv prlimit fc-list; do
    command -v "$program" > /dev/null 2>&1 || absent="$absent $program"
  done
  [ -z "$absent" ] && return 0
  say "this is not Debian 12 or 13, so nothing is installed for you. Missing programs:$absent"
  say 'needed: LibreOffice >= 25.2 with its kit headers, a C and C++ compiler, the headers of libqpdf, libseccomp, libdeflate and libturbojpeg,'
  say 'Ghostscript, Pango, bubblewrap, util-linux, Chromium, libheif tools, fontconfig'
  exit 1
}
