/*
 * Preloaded into a program: a disk whose syncs wait, as on a slow disk, or fail, as on a broken one. SLOW_SYNC_FILE names a file
 * of four numbers that the measuring program and this one share: how many milliseconds a sync waits, how many syncs there were,
 * how many of these held up the main thread, and whether syncs fail. If SYNCED_COPIES names a folder, each sync of a database
 * or one of its logs copies the file there: what a power cut leaves if the system has written nothing by itself.
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

/* What was written to each kept file since its last sync: from its first to its last byte. */
static const char *const kept[] = {"/flower-war.sqlite", "/flower-war.sqlite-wal", "/flower-war.sqlite-log"};
enum { KEPT = sizeof kept / sizeof *kept };
static struct { off_t from, to; } written[KEPT];

/* Which kept file this is, or -1. */
static int kept_number(int file) {
  char link[64], path[PATH_MAX];
  if (getenv("SYNCED_COPIES") == NULL) return -1;
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return -1;
  path[length] = 0;
  const char *name = strrchr(path, '/');
  for (int n = 0; name != NULL && n < KEPT; n++)
    if (strcmp(name, kept[n]) == 0) return n;
  return -1;
}

static void note(int file, off_t from, ssize_t count) {
  int n = count > 0 ? kept_number(file) : -1;
  if (n < 0) return;
  pthread_mutex_lock(&copying);
  if (written[n].to == 0 || from < written[n].from) written[n].from = from;
  if (from + count > written[n].to) written[n].to = from + count;
  pthread_mutex_unlock(&copying);
}

/* Only what is new, so that a long file costs no more than a short one. Reads what is open: closing the file would lose its locks. */
static void keep_copy(int file) {
  char path[PATH_MAX];
  int n = kept_number(file);
  if (n < 0) return;
  if (snprintf(path, sizeof path, "%s%s", getenv("SYNCED_COPIES"), kept[n]) >= PATH_MAX) abort();
  pthread_mutex_lock(&copying);
  int to = open(path, O_WRONLY | O_CREAT, 0600);
  if (to < 0) abort();
  off_t from = written[n].from, at = from;
  while (from < written[n].to) {
    ssize_t count = copy_file_range(file, &from, to, &at, written[n].to - from, 0);
    if (count < 0) abort();
    if (count == 0) break;
  }
  written[n].from = written[n].to = 0;
  if (close(to) != 0) abort();
  pthread_mutex_unlock(&copying);
}

typedef ssize_t write_call(int, const void *, size_t, off_t);

static ssize_t write_by(const char *name, int file, const void *bytes, size_t count, off_t at) {
  ssize_t done = ((write_call *)dlsym(RTLD_NEXT, name))(file, bytes, count, at);
  note(file, at, done);
  return done;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t at) { return write_by("pwrite", file, bytes, count, at); }

ssize_t pwrite64(int file, const void *bytes, size_t count, off_t at) { return write_by("pwrite64", file, bytes, count, at); }

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
