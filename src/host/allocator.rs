//! A global allocator that counts the bytes in use, so that `--memory` limits lists, texts and documents as well as
//! tables. Apart from the engine's vector loops this is the only unsafe code: it only passes requests on to the
//! system's allocator.
//!
//! Each thread counts for itself, since a session stays on its thread, and so does each surveyor that answers rows of
//! a survey. One counter for all threads made allocations twice as expensive.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator, with a count of the bytes in use.
pub struct Counting;

thread_local! {
    /// Bytes that this thread has allocated and not freed; negative if it has freed more than it allocated.
    static IN_USE: Cell<isize> = const { Cell::new(0) };
    /// The largest `IN_USE` since [`Counting::most`] was last called.
    static MOST: Cell<isize> = const { Cell::new(0) };
}

/// Bytes that the machine can spare, as [`Counting::limit`] sets them.
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Only allocations of at least this size are compared with `LIMIT`: the code that makes them handles a failure.
const LARGE: usize = 1 << 20;

/// The system adds about a word to each allocation. Most allocations are small lists, so that this matters.
const WORD: usize = size_of::<usize>();

impl Counting {
    /// Bytes that this thread has allocated and not freed. What another thread frees is not seen.
    pub fn in_use() -> usize {
        usize::try_from(IN_USE.get()).unwrap_or(0)
    }

    /// Drops something that another thread allocated. Returns how many bytes that freed.
    pub(super) fn given_back_by<T>(leftover: T) -> isize {
        let before = IN_USE.get();
        drop(leftover);
        before - IN_USE.get()
    }

    /// Subtracts `bytes` that this thread allocated and another one has freed.
    pub(super) fn given_back(bytes: isize) {
        IN_USE.set(IN_USE.get() - bytes);
    }

    /// Runs `make` without counting its allocations on this thread. Returns their bytes as well: the thread that gets
    /// the value counts them with [`Counting::takes`].
    pub(super) fn made_for_another<T>(make: impl FnOnce() -> T) -> (T, isize) {
        let before = IN_USE.get();
        let made = make();
        (made, IN_USE.replace(before) - before)
    }

    /// Counts `bytes` on this thread from now on, whichever thread allocated them.
    pub(super) fn takes(bytes: isize) {
        IN_USE.set(IN_USE.get() + bytes);
    }

    /// The bytes that a thread still uses when it ends, which another thread takes over.
    pub(super) fn left() -> isize {
        IN_USE.get()
    }

    /// The most bytes that were in use on this thread since the last call.
    pub fn most() -> usize {
        usize::try_from(MOST.replace(IN_USE.get())).unwrap_or(0)
    }

    /// From now on large allocations fail that would bring a thread above `bytes`.
    pub fn limit(bytes: usize) {
        LIMIT.store(bytes, Ordering::Relaxed);
    }

    /// Allocates with `allocate` and counts `bytes`. Null if they are too many, or the system has none left.
    fn taken(bytes: usize, allocate: impl FnOnce() -> *mut u8) -> *mut u8 {
        if Counting::refuses(bytes) {
            return std::ptr::null_mut();
        }
        let place = allocate();
        if !place.is_null() {
            Counting::took(bytes);
        }
        place
    }

    fn refuses(more: usize) -> bool {
        more >= LARGE && Counting::in_use().saturating_add(more) > LIMIT.load(Ordering::Relaxed)
    }

    /// What the system uses for an allocation of `bytes`: one word more, rounded up to an even number of words, and
    /// at least four words.
    fn weight(bytes: usize) -> isize {
        (bytes.saturating_add(WORD + 2 * WORD - 1).max(4 * WORD) & !(2 * WORD - 1)) as isize
    }

    fn took(bytes: usize) {
        let in_use = IN_USE.get().saturating_add(Counting::weight(bytes));
        IN_USE.set(in_use);
        if in_use > MOST.get() {
            MOST.set(in_use);
        }
    }

    fn gave(bytes: usize) {
        IN_USE.set(IN_USE.get().saturating_sub(Counting::weight(bytes)));
    }
}

// SAFETY: each call is passed to the system's allocator unchanged, or refused with a null pointer, which an allocator
// may always do. The counts are thread-local integers, which need no allocation and no destructor.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        Counting::taken(layout.size(), || unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        Counting::taken(layout.size(), || unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        unsafe { System.dealloc(place, layout) };
        Counting::gave(layout.size());
    }

    unsafe fn realloc(&self, place: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if Counting::refuses(size.saturating_sub(layout.size())) {
            return std::ptr::null_mut();
        }
        let moved = unsafe { System.realloc(place, layout, size) };
        if !moved.is_null() {
            Counting::gave(layout.size());
            Counting::took(size);
        }
        moved
    }
}
