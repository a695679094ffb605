/*
 * Code in huge pages, for a process that forks: a fork leaves out what is mapped from files, so that each child asks for the pages of
 * its libraries again, 64 KiB a fault, and gives them back when it ends. Anonymous huge pages are inherited, 2 MiB by one entry.
 */
#ifndef PLATEN_HUGE_TEXT_H
#define PLATEN_HUGE_TEXT_H

/** Replaces the code and constants of libraries that this process has used by copies in huge pages, where the system has them. */
void huge_text(void);

#endif
