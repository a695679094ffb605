/* The system calls that a sandboxed program may make: an allow list for each family of programs. */
#ifndef PLATEN_CALLS_H
#define PLATEN_CALLS_H

#include <linux/filter.h>

struct family {
  const char *name;
  /* Lists of names, besides those that every program needs; ended by NULL. */
  const char *const *const *more;
  enum { THREADS_ONLY, PROCESSES, NAMESPACES } makes;
  /* Sockets of the machine itself; there is no other network in a sandbox. */
  int unix_sockets;
};

/** Ended by one without a name. */
extern const struct family families[];

/** The filter of a family, by its name, as a program for the kernel; ends the process if there is no such family. */
struct sock_fprog compile_calls(const char *family);

#endif
