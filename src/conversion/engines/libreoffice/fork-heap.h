#ifndef PLATEN_FORK_HEAP_H
#define PLATEN_FORK_HEAP_H

#include <stddef.h>

/** From here on this thread's memory comes from huge pages of its own; nothing changes where jemalloc is not loaded. */
void fork_heap_begin(void);

/** Returns free memory to the system. */
void fork_heap_trim(void);

/** Gets the next `bytes` of this thread's memory from the system now, if they are reserved. */
void fork_heap_ahead(size_t bytes);

#endif
