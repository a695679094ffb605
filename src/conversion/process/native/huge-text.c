/* See huge-text.h. */
#define _GNU_SOURCE
#include "huge-text.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

enum { MAX_RANGES = 512, SMALL_PAGE = 4096, SMALL_PAGES = (2 << 20) / SMALL_PAGE };
static const uintptr_t HUGE_PAGE = 2 << 20;
/* So many small pages in use make a huge one worth its memory. */
enum { LEAST_USED = SMALL_PAGES / 8 };

struct range {
  uintptr_t from, to;
  int protection;
};

/* The whole huge pages within code and constants of libraries. */
static int find_ranges(struct range *ranges) {
  FILE *maps = fopen("/proc/self/maps", "re");
  char line[5000];
  int count = 0;
  while (maps && count < MAX_RANGES && fgets(line, sizeof line, maps)) {
    unsigned long from, to;
    char how[5];
    if (sscanf(line, "%lx-%lx %4s", &from, &to, how) != 3 || !strstr(line, ".so")) continue;
    bool is_code = strcmp(how, "r-xp") == 0;
    if (!is_code && strcmp(how, "r--p") != 0) continue;
    from = (from + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1);
    to &= ~(HUGE_PAGE - 1);
    if (from < to) ranges[count++] = (struct range){from, to, PROT_READ | (is_code ? PROT_EXEC : 0)};
  }
  if (maps) fclose(maps);
  return count;
}

static bool is_used(int pagemap, uintptr_t page) {
  uint64_t entries[SMALL_PAGES];
  if (pread(pagemap, entries, sizeof entries, (off_t)(page / SMALL_PAGE * sizeof *entries)) != (ssize_t)sizeof entries) return false;
  int present = 0;
  for (size_t i = 0; i < SMALL_PAGES; i++) present += entries[i] >> 63;
  return present >= LEAST_USED;
}

/* The copy takes the place of the pages in one step, so that threads may run on in them. */
static bool replace(uintptr_t from, size_t length, int protection) {
  char *room = mmap(NULL, length + HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return false;
  char *copy = (char *)(((uintptr_t)room + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1));
  size_t before = copy - room;
  bool replaced = madvise(copy, length, MADV_HUGEPAGE) == 0;
  if (replaced) {
    memcpy(copy, (void *)from, length);
    replaced = mprotect(copy, length, protection) == 0 &&
               mremap(copy, length, length, MREMAP_MAYMOVE | MREMAP_FIXED, (void *)from) != MAP_FAILED;
  }
  if (!replaced) munmap(copy, length);
  if (before > 0) munmap(room, before);
  munmap(copy + length, HUGE_PAGE - before);
  return replaced;
}

/* Whether the system makes huge pages: a sandbox has no /sys to read it from, and copies in small pages would make forks slower. */
static bool makes_huge_pages(void) {
  char *room = mmap(NULL, 2 * HUGE_PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (room == MAP_FAILED) return false;
  char *page = (char *)(((uintptr_t)room + HUGE_PAGE - 1) & ~(HUGE_PAGE - 1));
  madvise(page, HUGE_PAGE, MADV_HUGEPAGE);
  struct rusage before, after;
  getrusage(RUSAGE_SELF, &before);
  for (size_t i = 0; i < SMALL_PAGES; i++) ((volatile char *)page)[i * SMALL_PAGE] = 0;
  getrusage(RUSAGE_SELF, &after);
  munmap(room, 2 * HUGE_PAGE);
  return after.ru_minflt - before.ru_minflt < SMALL_PAGES / 2;
}

void huge_text(void) {
  static struct range ranges[MAX_RANGES];
  int pagemap = makes_huge_pages() ? open("/proc/self/pagemap", O_RDONLY | O_CLOEXEC) : -1;
  if (pagemap < 0) return;
  int count = find_ranges(ranges);
  for (int i = 0; i < count; i++)
    for (uintptr_t from = ranges[i].from, to = from; from < ranges[i].to; from = to + HUGE_PAGE) {
      for (to = from; to < ranges[i].to && is_used(pagemap, to);) to += HUGE_PAGE;
      if (to > from && !replace(from, to - from, ranges[i].protection)) break;
    }
  close(pagemap);
}
