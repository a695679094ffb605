/* A program that forks as those of the engines do (native/forking.h), and whose children do what a document's should not.
 *
 *   hostile-forks ROOT */
#define _GNU_SOURCE
#include "../../src/conversion/process/native/forking.h"

#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void serve(const char *id, FILE *commands) {
  char line[FORKING_LINE_BYTES], *fields[3];
  (void)id;
  while (fgets(line, sizeof line, commands)) {
    line[strcspn(line, "\n")] = 0;
    forking_split(line, fields, 3);
    if (strcmp(fields[0], "talk") == 0)
      for (int n = 0; n < 10000; n++) forking_say("page\t%d", n);
    if (strcmp(fields[0], "shout") == 0)
      for (;;) forking_say("something");
    if (strcmp(fields[0], "rattle") == 0)
      for (;;) forking_say("");
    if (strcmp(fields[0], "grow") == 0)
      for (size_t bytes = 16 << 20;; sleep(0)) memset(malloc(bytes), 1, bytes);
    forking_say("end");
  }
}

int main(int count, char **arguments) {
  if (count != 2) return 2;
  struct forking settings = {
    .root = arguments[1], .isolated = true, .namespaces = CLONE_NEWNET | CLONE_NEWIPC | CLONE_NEWUTS,
    .cpu_seconds = 20, .address_bytes = 1 << 30, .memory_bytes = 256 << 20, .tmp_mount = "size=512m", .serve = serve,
  };
  forking_take_output();
  forking_serve(&settings);
}
