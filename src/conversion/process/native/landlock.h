/* Landlock: what a process and all that it starts may still do with files, whatever its mounts would let it. It comes after the
 * mounts, which it forbids. https://docs.kernel.org/userspace-api/landlock.html */
#ifndef PLATEN_LANDLOCK_H
#define PLATEN_LANDLOCK_H

#include <stdbool.h>

struct confinement {
  const char *const *writes; /* folders; ended by NULL */
  const char *program; /* what it may execute; NULL when nothing */
  bool several; /* it is several programs: they execute those of the system, and make sockets and links for each other */
  bool pipes; /* it makes pipes with names, for a process of another sandbox */
};

/** The version of Landlock that the kernel has; 0 when it has none. */
int landlock_version(void);

/** From here on this thread reads only its mounts, and writes and executes only named paths. Ends the process on failure. */
void landlock_confine(const struct confinement *confinement);

#endif
