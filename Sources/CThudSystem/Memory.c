#include "Memory.h"

#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

void *thud_memory_create(size_t bytes) {
    void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE, -1, 0);
    if (memory == MAP_FAILED) return NULL;
    (void)mlock(memory, bytes);
    return memory;
}

void thud_memory_free(void *memory, size_t bytes) { munmap(memory, bytes); }

#ifdef DEBUG
void thud_release_program_pages(void) {}
#else
/// Unmaps the unwritten pages of one loaded object. The program itself comes first.
static int release_pages(struct dl_phdr_info *object, size_t size, void *unused) {
    (void)size;
    (void)unused;
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    for (size_t index = 0; index < object->dlpi_phnum; index++) {
        const ElfW(Phdr) *segment = &object->dlpi_phdr[index];
        // Segments that are writable, or were until they were relocated, hold more than the file does.
        if (segment->p_type != PT_LOAD || (segment->p_flags & PF_W) != 0) continue;
        uintptr_t start = object->dlpi_addr + segment->p_vaddr;
        uintptr_t first = start & ~(page - 1);
        (void)madvise((void *)first, start + segment->p_memsz - first, MADV_DONTNEED);
    }
    return 0;
}

void thud_release_program_pages(void) { dl_iterate_phdr(release_pages, NULL); }
#endif
