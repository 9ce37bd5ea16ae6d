//! Counts what is allocated, so that lists, texts and documents are held to `--memory` as tables are. Beside the loops over
//! many heaps the only unsafe code: all it does with memory is to hand it on from the system's allocator.
//!
//! Each thread counts for itself, since a session stays on its thread, and so does whoever answers rows of a survey: one number
//! for all of them, changed by turns, made allocations twice as dear.

#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The system's allocator, with a count.
pub struct Counting;

thread_local! {
    /// Below 0 where a thread has freed more of what others allocated.
    static IN_USE: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

/// What the machine has.
static LIMIT: AtomicUsize = AtomicUsize::new(usize::MAX);

/// Only what is this large is compared with what the machine has: all of that is built so that it may fail.
const LARGE: usize = 1 << 20;

/// Small lists are most of what is allocated, and what the system takes beside them is a good part of it.
const WORD: usize = size_of::<usize>();

impl Counting {
    /// Bytes that this thread has allocated and not freed. What another thread frees is not seen.
    pub fn in_use() -> usize {
        usize::try_from(IN_USE.get()).unwrap_or(0)
    }

    /// Drops something that another thread allocated: how many bytes that gave back.
    pub(super) fn given_back_by<T>(leftover: T) -> isize {
        let before = IN_USE.get();
        drop(leftover);
        before - IN_USE.get()
    }

    /// Another thread has given back so many bytes that this one allocated.
    pub(super) fn given_back(bytes: isize) {
        IN_USE.set(IN_USE.get() - bytes);
    }

    /// What is made for another thread is not counted on this one: the other counts that many bytes, with [`Counting::takes`].
    pub(super) fn made_for_another<T>(make: impl FnOnce() -> T) -> (T, isize) {
        let before = IN_USE.get();
        let made = make();
        (made, IN_USE.replace(before) - before)
    }

    /// So many bytes are this thread's from now on, whoever allocated them.
    pub(super) fn takes(bytes: isize) {
        IN_USE.set(IN_USE.get() + bytes);
    }

    /// What a thread that ends leaves to another.
    pub(super) fn left() -> isize {
        IN_USE.get()
    }

    /// The most that was in use on this thread since this was asked last.
    pub fn most() -> usize {
        usize::try_from(MOST.replace(IN_USE.get())).unwrap_or(0)
    }

    /// From now on nothing large is allocated beyond this.
    pub fn limit(bytes: usize) {
        LIMIT.store(bytes, Ordering::Relaxed);
    }

    /// Takes so many bytes from the system, unless they are too many.
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

    /// What the system takes for so many bytes: a word beside them, in steps of two words, and never less than four.
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

// SAFETY: every call is handed on to the system's allocator as it came, or refused, which an allocator may do always.
// The counts are numbers of the thread that need no allocation and no clean-up.
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
