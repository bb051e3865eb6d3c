/*
 * Preloaded into a program: makes every sync of the disk wait, as a slow disk does. SLOW_SYNC_FILE names a file of three
 * numbers that the measuring program and this one share: how many milliseconds a sync waits, how many syncs there were, and how
 * many of these held up the main thread.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { DELAY_MS, SYNCS, IN_MAIN_THREAD, NUMBERS };

static int none[NUMBERS];
static volatile int *shared = none;

__attribute__((constructor)) static void share(void) {
  const char *path = getenv("SLOW_SYNC_FILE");
  int file = path == NULL ? -1 : open(path, O_RDWR);
  if (file < 0) return;
  void *found = mmap(NULL, sizeof none, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
  if (found != MAP_FAILED) shared = found;
  close(file);
}

static void wait_for_the_disk(void) {
  __atomic_add_fetch(&shared[SYNCS], 1, __ATOMIC_RELAXED);
  if (gettid() == getpid()) __atomic_add_fetch(&shared[IN_MAIN_THREAD], 1, __ATOMIC_RELAXED);
  int delay = shared[DELAY_MS];
  struct timespec left = {delay / 1000, delay % 1000 * 1000000L};
  while (delay > 0 && nanosleep(&left, &left) != 0) continue;
}

typedef int sync_call(int);

int fsync(int file) {
  wait_for_the_disk();
  return ((sync_call *)dlsym(RTLD_NEXT, "fsync"))(file);
}

int fdatasync(int file) {
  wait_for_the_disk();
  return ((sync_call *)dlsym(RTLD_NEXT, "fdatasync"))(file);
}
