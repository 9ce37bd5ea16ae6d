//! How memory is measured: a global allocator that counts the bytes in use, so that a limit holds for all that the engine,
//! or a program around it, builds. Apart from the engine's vector loops this is the only unsafe code: it only passes
//! requests on to the system's allocator.
//!
//! Each thread counts for itself, since a solver stays on its thread, and so does each surveyor that answers rows of
//! a survey. One counter for all threads made allocations twice as expensive.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout};
use std::cell::Cell;
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

    /// Allocates with `allocate` and counts `bytes`. Null if they are too many, or the system has none left.
    fn allocate(bytes: usize, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
        if CountingAllocator::refuses(bytes) {
            return std::ptr::null_mut();
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
        let moved = unsafe { System.realloc(place, layout, size) };
        if !moved.is_null() {
            CountingAllocator::count_freed(layout.size());
            CountingAllocator::count_allocated(size);
        }
        moved
    }
}
