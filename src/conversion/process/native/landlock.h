/* Landlock: restricts the access of a process and its children to files beyond their mounts. It is set up after the
 * mounts, as it forbids mounting. https://docs.kernel.org/userspace-api/landlock.html */
#ifndef PLATEN_LANDLOCK_H
#define PLATEN_LANDLOCK_H

#include <stdbool.h>

struct confinement {
  const char *const *writes; /* folders; ended by NULL */
  const char *program; /* the only program that it may execute; NULL for no program */
  bool several; /* it is several programs: they execute those of the system, and make sockets and links for each other */
  bool pipes; /* it makes pipes with names, for a process of another sandbox */
};

/** The version of the kernel's Landlock; 0 if it has no Landlock. */
int landlock_version(void);

/** From here on this thread reads only its mounts, and writes and executes only named paths. Ends the process on failure. */
void landlock_confine(const struct confinement *confinement);

#endif
