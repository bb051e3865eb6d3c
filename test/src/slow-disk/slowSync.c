/*
 * Preloaded into a program: a disk whose syncs wait, as on a slow disk, or fail, as on a broken one. SLOW_SYNC_FILE names a file
 * of four numbers that the measuring program and this one share: how many milliseconds a sync waits, how many syncs there were,
 * how many of these held up the main thread, and whether syncs fail. If SYNCED_COPIES names a folder, each sync of a database
 * or its write-ahead log copies the file there: what a power cut leaves if the system has written nothing by itself.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { DELAY_MS, SYNCS, IN_MAIN_THREAD, IS_FAILING, NUMBERS };

static int none[NUMBERS];
static volatile int *shared = none;
static pthread_mutex_t copying = PTHREAD_MUTEX_INITIALIZER;

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

/*
 * Through a second name, so that a program that ends in the middle leaves the copy before. Reads what is open: closing the file
 * would lose the locks that the program has on it.
 */
static void copy_to(const char *folder, const char *name, int file) {
  static char buffer[1 << 16];
  char fresh[PATH_MAX], final[PATH_MAX];
  if (snprintf(fresh, sizeof fresh, "%s/new", folder) >= PATH_MAX) abort();
  if (snprintf(final, sizeof final, "%s/%s", folder, name) >= PATH_MAX) abort();
  int to = open(fresh, O_WRONLY | O_CREAT | O_TRUNC, 0600);
  off_t at = 0;
  for (ssize_t count; (count = pread(file, buffer, sizeof buffer, at)) != 0; at += count)
    if (count < 0 || write(to, buffer, count) != count) abort();
  if (close(to) != 0 || rename(fresh, final) != 0) abort();
}

static void keep_copy(int file) {
  const char *folder = getenv("SYNCED_COPIES");
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = folder == NULL ? -1 : readlink(link, path, sizeof path - 1);
  if (length < 0) return;
  path[length] = 0;
  const char *name = strrchr(path, '/');
  if (name == NULL || (strcmp(name, "/flower-war.sqlite") != 0 && strcmp(name, "/flower-war.sqlite-wal") != 0)) return;
  pthread_mutex_lock(&copying);
  copy_to(folder, name + 1, file);
  pthread_mutex_unlock(&copying);
}

typedef int sync_call(int);

static int sync_by(const char *name, int file) {
  wait_for_the_disk();
  if (shared[IS_FAILING]) {
    errno = EIO;
    return -1;
  }
  int failed = ((sync_call *)dlsym(RTLD_NEXT, name))(file);
  if (!failed) keep_copy(file);
  return failed;
}

int fsync(int file) { return sync_by("fsync", file); }

int fdatasync(int file) { return sync_by("fdatasync", file); }
