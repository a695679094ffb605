/* Starts a program that may read its mounts, and write the named folders (landlock.h); without arguments it
 * prints the version of Landlock, 0 without Landlock. Bubblewrap starts it in a sandbox, when the mounts are made. */
#define _GNU_SOURCE
#include "../landlock.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The path of a program, searched in PATH; itself if it is a path. */
static const char *find_program(const char *name) {
  static char path[4096];
  const char *folders = getenv("PATH");
  if (strchr(name, '/') || !folders) return name;
  for (const char *at = folders; *at;) {
    size_t length = strcspn(at, ":");
    snprintf(path, sizeof path, "%.*s/%s", (int)length, at, name);
    if (access(path, X_OK) == 0) return path;
    at += length + (at[length] == ':');
  }
  return name;
}

int main(int count, char **arguments) {
  if (count == 1) return printf("%d\n", landlock_version()), 0;
  struct confinement confinement = {0};
  int at = 1;
  for (; at < count && arguments[at][0] != '/'; at++) {
    if (strcmp(arguments[at], "several") == 0) confinement.several = true;
    else if (strcmp(arguments[at], "pipes") == 0) confinement.pipes = true;
    else break;
  }
  confinement.writes = (const char *const *)arguments + at;
  while (at < count && strcmp(arguments[at], "--") != 0) at++;
  if (at + 1 >= count) return fprintf(stderr, "usage: confine [several] [pipes] FOLDER... -- PROGRAM ARGUMENT...\n"), 2;
  arguments[at] = NULL;
  char **program = arguments + at + 1;
  confinement.program = find_program(*program);
  landlock_confine(&confinement);
  /* A document must not get files that the service's parent had open, and no rule covers open files. */
  close_range(3, ~0U, 0);
  execv(confinement.program, program);
  perror(*program);
  return 127;
}
