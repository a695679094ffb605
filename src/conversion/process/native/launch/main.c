/* Starts a program with a nice value and in a process group of its own, but in the session that it is started from: Linux shares busy
 * processors among sessions first (sched(7), autogroup), and nice values count within one. Where the nice value may not be set, the
 * program starts with the one that it inherits. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <unistd.h>

/* Detaches from the terminal of the session: a document's program has no business with it. */
static void leave_terminal(void) {
  int terminal = open("/dev/tty", O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (terminal < 0) return;
  ioctl(terminal, TIOCNOTTY);
  close(terminal);
}

int main(int count, char **arguments) {
  if (count < 3) return fprintf(stderr, "usage: launch NICE PROGRAM ARGUMENT...\n"), 2;
  setpriority(PRIO_PROCESS, 0, atoi(arguments[1]));
  setpgid(0, 0); /* after that, others may set its nice value (priority.ts) */
  leave_terminal();
  execvp(arguments[2], arguments + 2);
  perror(arguments[2]);
  return 127;
}
