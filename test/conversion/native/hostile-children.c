/* A program that forks as those of the engines do (process/native/forking.h), and whose children speak out of turn.
 *
 *   hostile-children ROOT forks|forks-openly */
#define _GNU_SOURCE
#include "../../../src/conversion/process/native/forking.h"
#include "../../../src/conversion/process/native/landlock.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The file for answers of a child: the second one that forking.c keeps from 100 on. */
enum { ANSWERS = 101 };

static void put(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t n = write(ANSWERS, bytes, length);
    if (n <= 0) _exit(1);
    bytes += n;
    length -= n;
  }
}

/* `bytes LENGTH SEED`: any bytes at all, with line ends and zeros among them. */
static void put_any(size_t length, unsigned seed) {
  static const char edges[] = {'\n', '\0', '\t', '\r', '%', 'a', (char)0xff};
  for (; length > 0; length--) {
    seed = seed * 1103515245 + 12345;
    put(&edges[(seed >> 16) % sizeof edges], 1);
  }
}

static const char *root;

static void serve(const char *id, FILE *commands) {
  static char line[FORKING_LINE_BYTES], letters[FORKING_LINE_BYTES * 2];
  char *fields[3];
  (void)id;
  memset(letters, 'x', sizeof letters);
  while (fgets(line, sizeof line, commands)) {
    line[strcspn(line, "\n")] = 0;
    forking_split(line, fields, 3);
    const size_t length = strtoul(fields[2], NULL, 10) % sizeof letters;
    if (strcmp(fields[0], "endless") == 0) put(letters, length);
    else if (strcmp(fields[0], "bytes") == 0) put_any(length, (unsigned)length);
    else if (strcmp(fields[0], "long") == 0) forking_say("%.*s", (int)length, letters);
    else if (strcmp(fields[0], "shout") == 0)
      for (;;) forking_say("%.*s", (int)length, letters);
    else if (strcmp(fields[0], "grow") == 0)
      for (const size_t bytes = 8 << 20;;) memset(malloc(bytes), 1, bytes);
    else if (strcmp(fields[0], "abort") == 0) abort();
    else if (strcmp(fields[0], "close") == 0) close(ANSWERS), pause();
    else if (strcmp(fields[0], "wrong") == 0) forking_say("%d", letters[sizeof letters - 1 + length]);
    else if (strcmp(fields[0], "confine") == 0) {
      landlock_confine(&(struct confinement){.writes = (const char *const[]){root, NULL}, .pipes = true});
      forking_say("confined\t%d", fopen("/usr/hostile-children", "w") == NULL);
    }
    else forking_say("%s\t%s", fields[0], fields[2]);
  }
}

int main(int count, char **arguments) {
  if (count != 3) return 2;
  root = arguments[1];
  struct forking settings = {
    .root = root, .isolated = strcmp(arguments[2], "forks") == 0, .tmp_mount = "size=64m", .cpu_seconds = 60,
    .address_bytes = RLIM_INFINITY, .memory_bytes = 192 << 20, .serve = serve,
  };
  forking_take_output();
  forking_serve(&settings);
}
