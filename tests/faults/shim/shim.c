/* Laid under a server by LD_PRELOAD: it steps the clock, lets writes to the database fail, and writes down what the
   database asked of the disk, so that a power cut can be played after the fact (see power.py).

   FAULTS_CONTROL  a file with `struct control`, shared with whoever steers
   FAULTS_UNDER    the database's file; its -wal, -shm and -journal and their folder belong to it
   FAULTS_LOG      where the requests to the disk are written down, if they are */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

struct control {
    int64_t clock;   /* seconds added to the wall clock */
    int64_t error;   /* what failing writes say; 0 for none */
    int64_t left;    /* writes that succeed before */
    int64_t refused; /* how many failed */
    int64_t room;    /* bytes that the database and its log may have together; 0 for any number */
};
enum { NONE, DATABASE, WAL, JOURNAL, SHARED, FOLDER };
enum { WRITE = 1, TRUNCATE, SYNCING, SYNCED, CREATE, UNLINK };
struct record {
    int32_t op, kind, thread, pad;
    int64_t at, size;
};

#define FILES 65536
static struct control nothing, *control = &nothing;
static char under[4096], folder[4096];
static int logged = -1;
static unsigned char kinds[FILES];

#define REAL(type, name, ...)                          \
    static type (*real)(__VA_ARGS__);                  \
    if (!real) real = (type(*)(__VA_ARGS__))dlsym(RTLD_NEXT, name)

__attribute__((constructor)) static void begin(void) {
    const char *path = getenv("FAULTS_CONTROL"), *file = getenv("FAULTS_UNDER"), *log = getenv("FAULTS_LOG");
    if (path) {
        int fd = syscall(SYS_openat, AT_FDCWD, path, O_RDWR);
        void *seen = fd < 0 ? MAP_FAILED : mmap(0, sizeof *control, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
        if (seen != MAP_FAILED) control = seen;
        if (fd >= 0) syscall(SYS_close, fd);
    }
    if (file) {
        strncpy(under, file, sizeof under - 1);
        strncpy(folder, file, sizeof folder - 1);
        char *slash = strrchr(folder, '/');
        if (slash) *slash = 0;
    }
    if (log) logged = syscall(SYS_openat, AT_FDCWD, log, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0600);
}

static int kind_of(const char *path) {
    size_t size = strlen(under);
    if (!size || !path) return NONE;
    if (!strcmp(path, folder)) return FOLDER;
    if (strncmp(path, under, size)) return NONE;
    const char *end = path + size;
    if (!*end) return DATABASE;
    if (!strcmp(end, "-wal")) return WAL;
    if (!strcmp(end, "-journal")) return JOURNAL;
    if (!strcmp(end, "-shm")) return SHARED;
    return NONE;
}

static int kind(int fd) { return fd >= 0 && fd < FILES ? kinds[fd] : NONE; }

static void note(int op, int file, int64_t at, const void *data, int64_t size) {
    if (logged < 0 || file == NONE || file == SHARED) return;
    struct record head = {op, file, (int32_t)syscall(SYS_gettid), 0, at, size};
    struct iovec parts[2] = {{&head, sizeof head}, {(void *)data, data ? (size_t)size : 0}};
    int before = errno;
    if (syscall(SYS_writev, logged, parts, data ? 2 : 1) < 0) abort();
    errno = before;
}

static int fails(int file) {
    if (file == NONE || file == FOLDER || !control->error) return 0;
    if (__atomic_fetch_sub(&control->left, 1, __ATOMIC_SEQ_CST) > 0) return 0;
    __atomic_fetch_add(&control->refused, 1, __ATOMIC_SEQ_CST);
    errno = (int)control->error;
    return 1;
}

static int64_t size_of(const char *end) {
    char path[4200];
    struct stat found;
    strcat(strcpy(path, under), end);
    return stat(path, &found) ? 0 : found.st_size;
}

/* How much of a write has room on a small volume. */
static size_t fits(int file, size_t size, off_t at) {
    if (!control->room || (file != DATABASE && file != WAL)) return size;
    int64_t own = size_of(file == WAL ? "-wal" : ""), other = size_of(file == WAL ? "" : "-wal");
    int64_t most = control->room - other;
    if (most < own) most = own; /* what is there can be written again */
    if (at + (int64_t)size <= most) return size;
    __atomic_fetch_add(&control->refused, 1, __ATOMIC_SEQ_CST);
    return at < most ? most - at : 0;
}

static ssize_t writes(int fd, const void *data, size_t size, off_t at) {
    int file = kind(fd);
    if (fails(file)) {
        if (errno != ENOSPC || size < 2 || control->left < -1) return -1;
        size /= 2; /* the last that fits */
    }
    if (size && !(size = fits(file, size, at))) {
        errno = ENOSPC;
        return -1;
    }
    ssize_t done = syscall(SYS_pwrite64, fd, data, size, at);
    if (done > 0) note(WRITE, file, at, data, done);
    return done;
}

ssize_t pwrite64(int fd, const void *data, size_t size, off_t at) { return writes(fd, data, size, at); }
ssize_t pwrite(int fd, const void *data, size_t size, off_t at) { return writes(fd, data, size, at); }

ssize_t write(int fd, const void *data, size_t size) {
    if (kind(fd) == NONE) return syscall(SYS_write, fd, data, size);
    off_t at = lseek(fd, 0, SEEK_CUR);
    ssize_t done = writes(fd, data, size, at);
    if (done > 0) lseek(fd, at + done, SEEK_SET);
    return done;
}

static int truncates(int fd, off_t size) {
    int file = kind(fd);
    if (fails(file)) return -1;
    int done = syscall(SYS_ftruncate, fd, size);
    if (!done) note(TRUNCATE, file, size, 0, 0);
    return done;
}
int ftruncate(int fd, off_t size) { return truncates(fd, size); }
int ftruncate64(int fd, off_t size) { return truncates(fd, size); }

/* The log says when the request began and when it was answered: only what was written before the first is safe
   from the second on. The disk itself is spared: what counts is what was asked of it. */
static int syncs(int fd, int how) {
    int file = kind(fd);
    if (file == NONE) return syscall(how, fd);
    if (fails(file)) return -1;
    note(SYNCING, file, 0, 0, 0);
    int done = logged >= 0 ? 0 : (int)syscall(how, fd);
    if (!done) note(SYNCED, file, 0, 0, 0);
    return done;
}
int fsync(int fd) { return syncs(fd, SYS_fsync); }
int fdatasync(int fd) { return syncs(fd, SYS_fdatasync); }

static int opens(int at, const char *path, int flags, mode_t mode) {
    int file = kind_of(path);
    if (file != NONE && control->error == EROFS && (flags & (O_CREAT | O_RDWR | O_WRONLY)) && fails(file)) return -1;
    struct stat there;
    int made = file != NONE && (flags & O_CREAT) && stat(path, &there);
    int fd = syscall(SYS_openat, at, path, flags, mode);
    if (fd >= 0 && fd < FILES) kinds[fd] = file;
    if (fd >= 0 && made) note(CREATE, file, 0, 0, 0);
    return fd;
}
#define OPEN(name)                                        \
    int name(const char *path, int flags, ...) {          \
        va_list more;                                     \
        va_start(more, flags);                            \
        mode_t mode = va_arg(more, mode_t);               \
        va_end(more);                                     \
        return opens(AT_FDCWD, path, flags, mode);        \
    }
OPEN(open)
OPEN(open64)
#define OPENAT(name)                                      \
    int name(int at, const char *path, int flags, ...) {  \
        va_list more;                                     \
        va_start(more, flags);                            \
        mode_t mode = va_arg(more, mode_t);               \
        va_end(more);                                     \
        return opens(at, path, flags, mode);              \
    }
OPENAT(openat)
OPENAT(openat64)

int close(int fd) {
    if (fd >= 0 && fd < FILES) kinds[fd] = NONE;
    return syscall(SYS_close, fd);
}

int unlink(const char *path) {
    int file = kind_of(path), done = syscall(SYS_unlinkat, AT_FDCWD, path, 0);
    if (!done) note(UNLINK, file, 0, 0, 0);
    return done;
}

int clock_gettime(clockid_t which, struct timespec *now) {
    REAL(int, "clock_gettime", clockid_t, struct timespec *);
    int done = real(which, now);
    if (!done && (which == CLOCK_REALTIME || which == CLOCK_REALTIME_COARSE)) now->tv_sec += control->clock;
    return done;
}
int gettimeofday(struct timeval *now, void *zone) {
    REAL(int, "gettimeofday", struct timeval *, void *);
    int done = real(now, zone);
    if (!done) now->tv_sec += control->clock;
    return done;
}
time_t time(time_t *now) {
    struct timespec at;
    clock_gettime(CLOCK_REALTIME, &at);
    if (now) *now = at.tv_sec;
    return at.tv_sec;
}
