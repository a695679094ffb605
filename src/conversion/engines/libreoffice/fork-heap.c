/*
 * Memory in huge pages, for a process that forks: the fork copies one entry of a page table for 2 MiB instead of 512, and what
 * a child writes into new memory is 2 MiB a fault. jemalloc has an option for it that reads /sys, which a sandbox has not;
 * so we provide its memory (its manual: arena.<i>.extent_hooks).
 */
#define _GNU_SOURCE
#include "fork-heap.h"
#include <dlfcn.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>

static const size_t HUGE_PAGE = 2 << 20;
/* Reserved from the system at a time: address space, of which only written pages become memory. */
static const size_t REGION = 64 << 20;
/* Memory beyond this is in small pages: LibreOffice reserves MiBs for every embedded document and writes little into them, which in huge
 * pages made 1.7 GiB of 200 small workbooks. */
static const size_t MOST_HUGE = 512 << 20;

/* As jemalloc/jemalloc.h declares it; missing hooks are not supported: address space is kept until the process ends. */
struct hooks {
  void *(*alloc)(struct hooks *, void *, size_t, size_t, bool *, bool *, unsigned);
  void *dalloc, *destroy, *commit, *decommit, *purge_lazy;
  bool (*purge)(struct hooks *, void *, size_t, size_t, size_t, unsigned);
  bool (*split)(struct hooks *, void *, size_t, size_t, size_t, bool, unsigned);
  bool (*merge)(struct hooks *, void *, size_t, void *, size_t, bool, unsigned);
};

static char *next, *end;
static size_t huge;

static char *aligned(char *at, size_t alignment) {
  return (char *)(((uintptr_t)at + alignment - 1) & ~(uintptr_t)(alignment - 1));
}

static bool take_region(size_t least) {
  size_t bytes = (least > REGION ? least : REGION) + HUGE_PAGE;
  char *region = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (region == MAP_FAILED) return false;
  next = aligned(region, HUGE_PAGE);
  end = region + bytes;
  if (huge < MOST_HUGE && madvise(next, end - next, MADV_HUGEPAGE) == 0) huge += end - next;
  return true;
}

static void *take(struct hooks *unused, void *wanted, size_t size, size_t alignment, bool *zero, bool *commit, unsigned arena) {
  (void)unused, (void)arena;
  if (wanted) return NULL;
  char *at = next ? aligned(next, alignment) : NULL;
  if (!at || at > end || (size_t)(end - at) < size) {
    if (!take_region(size + alignment)) return NULL;
    at = aligned(next, alignment);
  }
  next = at + size;
  *zero = *commit = true;
  return at;
}

static bool can_split(struct hooks *h, void *at, size_t size, size_t a, size_t b, bool committed, unsigned arena) {
  (void)h, (void)at, (void)size, (void)a, (void)b, (void)committed, (void)arena;
  return false; /* false is success */
}

static bool can_merge(struct hooks *h, void *one, size_t a, void *other, size_t b, bool committed, unsigned arena) {
  (void)h, (void)one, (void)a, (void)other, (void)b, (void)committed, (void)arena;
  return false;
}

/* Releases whole huge pages, and reports that it has not: the rest of the range is as it was. fork_heap_trim asks for it; jemalloc does
 * too, for memory that has been free for ten seconds (its dirty_decay_ms), which is longer than most children live. */
static bool purge(struct hooks *h, void *at, size_t size, size_t offset, size_t length, unsigned arena) {
  (void)h, (void)size, (void)arena;
  char *from = aligned((char *)at + offset, HUGE_PAGE);
  char *to = (char *)((uintptr_t)((char *)at + offset + length) & ~(uintptr_t)(HUGE_PAGE - 1));
  if (from < to) madvise(from, to - from, MADV_DONTNEED);
  return true;
}

static struct hooks hooks = {.alloc = take, .split = can_split, .merge = can_merge, .purge = purge};

typedef int (*control_t)(const char *, void *, size_t *, void *, size_t);
static control_t find_control(void) { return (control_t)(uintptr_t)dlsym(RTLD_DEFAULT, "mallctl"); }

void fork_heap_ahead(size_t bytes) {
  if (!next || (size_t)(end - next) < bytes) return;
  for (char *page = aligned(next, HUGE_PAGE); page < next + bytes; page += HUGE_PAGE) *(volatile char *)page = 0;
}

void fork_heap_trim(void) {
  control_t control = find_control();
  if (!control) return;
  control("thread.tcache.flush", NULL, NULL, NULL, 0);
  control("arena.4096.purge", NULL, NULL, NULL, 0); /* MALLCTL_ARENAS_ALL */
}

void fork_heap_begin(void) {
  control_t control = find_control();
  if (!control) return;
  unsigned arena;
  size_t size = sizeof arena;
  struct hooks *given = &hooks;
  next = end = NULL;
  huge = 0;
  /* Memory that the thread has cached from the old arena would be handed out first. */
  control("thread.tcache.flush", NULL, NULL, NULL, 0);
  if (control("arenas.create", &arena, &size, &given, sizeof given) == 0) control("thread.arena", NULL, NULL, &arena, sizeof arena);
}
