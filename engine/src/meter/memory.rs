//! How memory is measured: a global allocator that counts the bytes in use, so that a limit holds for all that the engine,
//! or a program around it, builds. Apart from the engine's vector loops this is the only unsafe code: it only passes
//! requests on to the system's allocator.
//!
//! Each thread counts for itself, since a solver stays on its thread, and so does each surveyor that answers rows of
//! a survey. One counter for all threads made allocations twice as expensive.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(not(target_env = "musl"))]
use std::alloc::System;
// What musl itself has is twice as slow where much is small.
#[cfg(target_env = "musl")]
use dlmalloc::GlobalDlmalloc as System;

/// Counts the bytes that are allocated. A program with a counting allocator of its own implements it.
pub trait Memory: std::fmt::Debug + Sync {
    /// Bytes that are allocated now.
    fn in_use(&self) -> usize;

    /// Takes over a large value that stopped work leaves behind, to drop it where nobody has to wait for that. Until
    /// it is dropped, its memory counts as in use.
    fn set_aside(&self, leftover: Box<dyn Send>) {
        drop(leftover);
    }

    /// Waits until everything that was set aside has been dropped.
    fn settle(&self) {}
}

/// The system's allocator, with a count of the bytes in use. A program makes it its own, and [`Limits`](crate::Limits)
/// of memory hold from then on:
///
/// ```
/// use std::sync::Arc;
/// use grundy_engine::{CountingAllocator, Limits, Moves, SolveError, Solver};
///
/// #[global_allocator]
/// static ALLOCATOR: CountingAllocator = CountingAllocator;
///
/// let mut solver = Solver::new(Limits { memory: 10_000_000 }, Arc::default());
/// let game = Moves::octal("0.007")?.game("Treblecross")?;
/// assert!(matches!(solver.value(&game.heap(20_000_000)), Err(SolveError::Memory { .. })));
/// # Ok::<(), grundy_engine::MovesError>(())
/// ```
#[derive(Debug)]
pub struct CountingAllocator;

/// The count of a program that drops leftovers at once. Without the allocator, no bytes are ever in use.
impl Memory for CountingAllocator {
    fn in_use(&self) -> usize {
        CountingAllocator::in_use()
    }
}

thread_local! {
    /// Bytes that this thread has allocated and not freed; negative if it has freed more than it allocated.
    static IN_USE: Cell<isize> = const { Cell::new(0) };
    /// The largest `IN_USE` since [`CountingAllocator::take_peak`] was last called.
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// Bytes that the machine can spare, as [`CountingAllocator::set_limit`] sets them.
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Only allocations of at least this size are compared with `LIMIT`: the code that makes them handles a failure.
const LARGE: usize = 1 << 20;

/// Bytes that the process should hold at most, what was freed and not given back to the system included.
static HOLD: AtomicUsize = AtomicUsize::new(usize::MAX);
/// Tells what the process holds.
static HELD: OnceLock<fn() -> usize> = OnceLock::new();

/// What it must hold before it is tried again to give something back, where that was not enough; and how much more that is.
static HOLD_AGAIN: AtomicUsize = AtomicUsize::new(0);
const HELD_MORE: usize = 1 << 24;

/// The system adds about a word to each allocation. Most allocations are small lists, so that this matters.
const WORD: usize = size_of::<usize>();

impl CountingAllocator {
    /// Bytes that this thread has allocated and not freed. What another thread frees is not seen, and 0 bytes are in use
    /// in a program that has another allocator.
    pub fn in_use() -> usize {
        usize::try_from(IN_USE.get()).unwrap_or(0)
    }

    /// Drops something that another thread allocated. Returns how many bytes that freed.
    pub fn bytes_freed_by<T>(leftover: T) -> isize {
        let before = IN_USE.get();
        drop(leftover);
        before - IN_USE.get()
    }

    /// Subtracts `bytes` that this thread allocated, and that another one has freed or counts from now on.
    pub fn subtract(bytes: isize) {
        IN_USE.set(IN_USE.get() - bytes);
    }

    /// Counts `bytes` on this thread from now on, whichever thread allocated them.
    pub fn add(bytes: isize) {
        IN_USE.set(IN_USE.get() + bytes);
    }

    /// The bytes that a thread still uses when it ends, which another thread takes over.
    pub fn in_use_at_exit() -> isize {
        IN_USE.get()
    }

    /// The most bytes that were in use on this thread since the last call.
    pub fn take_peak() -> usize {
        usize::try_from(PEAK.replace(IN_USE.get())).unwrap_or(0)
    }

    /// From now on large allocations fail that would bring a thread above `bytes`.
    pub fn set_limit(bytes: usize) {
        LIMIT.store(bytes, Ordering::Relaxed);
    }

    /// From now on, before a large allocation with which the process would hold `bytes` more than it does now, memory that was
    /// freed is given back to the system, where its allocator would keep it for what is allocated next. For what is large, the
    /// freed pieces are too small. `held` says what the process holds, and must not allocate anything.
    pub fn hold_at_most(bytes: usize, held: fn() -> usize) {
        allocator::keep_little();
        HOLD.store(held().saturating_add(bytes), Ordering::Relaxed);
        // If it is set already, then to the same.
        let _ = HELD.set(held);
    }

    /// Gives back what was freed if the process would hold too much with so many bytes more.
    fn make_room(more: usize) {
        let Some(held) = HELD.get() else { return };
        let wanted = held().saturating_add(more);
        if wanted <= HOLD.load(Ordering::Relaxed) {
            HOLD_AGAIN.store(0, Ordering::Relaxed);
        } else if wanted > HOLD_AGAIN.load(Ordering::Relaxed) {
            allocator::give_back();
            HOLD_AGAIN.store(held().saturating_add(more + HELD_MORE), Ordering::Relaxed);
        }
    }

    /// Allocates with `allocate` and counts `bytes`. Null if they are too many, or the system has none left.
    fn allocate(bytes: usize, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
        if CountingAllocator::refuses(bytes) {
            return std::ptr::null_mut();
        }
        if bytes >= LARGE {
            CountingAllocator::make_room(bytes);
        }
        let place = allocate();
        if !place.is_null() {
            CountingAllocator::count_allocated(bytes);
        }
        place
    }

    fn refuses(more: usize) -> bool {
        more >= LARGE && CountingAllocator::in_use().saturating_add(more) > LIMIT.load(Ordering::Relaxed)
    }

    /// What the system uses for an allocation of `bytes`: one word more, rounded up to an even number of words, and
    /// at least four words.
    fn weight(bytes: usize) -> isize {
        (bytes.saturating_add(WORD + 2 * WORD - 1).max(4 * WORD) & !(2 * WORD - 1)) as isize
    }

    fn count_allocated(bytes: usize) {
        let in_use = IN_USE.get().saturating_add(CountingAllocator::weight(bytes));
        IN_USE.set(in_use);
        if in_use > PEAK.get() {
            PEAK.set(in_use);
        }
    }

    fn count_freed(bytes: usize) {
        IN_USE.set(IN_USE.get().saturating_sub(CountingAllocator::weight(bytes)));
    }
}

// SAFETY: each call is passed to the system's allocator unchanged, or refused with a null pointer, which an allocator
// may always do. The counts are thread-local integers, which need no allocation and no destructor.
unsafe impl GlobalAlloc for CountingAllocator {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        CountingAllocator::allocate(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        CountingAllocator::allocate(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) };
        CountingAllocator::count_freed(layout.size());
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if CountingAllocator::refuses(size.saturating_sub(layout.size())) {
            return std::ptr::null_mut();
        }
        if size >= LARGE && size > layout.size() {
            CountingAllocator::make_room(size - layout.size());
        }
        let moved = unsafe { System.realloc(place, layout, size) };
        if !moved.is_null() {
            CountingAllocator::count_freed(layout.size());
            CountingAllocator::count_allocated(size);
        }
        moved
    }
}

/// How much the allocator keeps of what is freed.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod allocator {
    use core::ffi::c_int;

    // They may be called by any thread at any time, and leave alone what is in use.
    unsafe extern "C" {
        safe fn malloc_trim(pad: usize) -> c_int;
        safe fn mallopt(parameter: c_int, value: c_int) -> c_int;
    }

    /// The numbers of two parameters of `mallopt`, as glibc has them: from how many bytes on a block is given back as soon as it
    /// is freed, and so is what is free at the end of a heap.
    const MMAP_THRESHOLD: c_int = -3;
    const TRIM_THRESHOLD: c_int = -1;
    /// What glibc chooses by itself grows with what is freed, up to 32 and 64 MB: it would keep that for each thread.
    const GIVEN_BACK: c_int = 1 << 20;

    pub fn keep_little() {
        mallopt(MMAP_THRESHOLD, GIVEN_BACK);
        mallopt(TRIM_THRESHOLD, GIVEN_BACK);
    }

    pub fn give_back() {
        malloc_trim(0);
    }
}

/// Other allocators give back what they can by themselves.
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod allocator {
    pub fn keep_little() {}

    pub fn give_back() {}
}
