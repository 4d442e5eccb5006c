//! What the WebAssembly module exports, and what a program without an operating system has to bring along.
//!
//! A page writes a message to the memory that [`plyscope_input`] names, calls [`plyscope_answer`], and reads the answer where
//! [`plyscope_output`] says. All other memory is the module's own.
#![expect(unsafe_code, reason = "exported names, and a static that is not a lock")]

use alloc::vec::Vec;
use core::cell::RefCell;

use dlmalloc::GlobalDlmalloc;

use crate::Explorer;

#[global_allocator]
static HEAP: GlobalDlmalloc = GlobalDlmalloc;

/// A value of a program with one thread.
struct Single<T>(RefCell<T>);

// SAFETY: an instance of the module has one thread. Its memory is not shared (the build has no `atomics`), so no other
// thread can reach the value.
unsafe impl<T> Sync for Single<T> {}

/// A message, and the explorer with its answer.
struct State {
    input: Vec<u8>,
    explorer: Explorer,
    answer: (*const u8, usize),
}

static STATE: Single<State> = Single(RefCell::new(State {
    input: Vec::new(),
    explorer: Explorer::new(),
    answer: (core::ptr::null(), 0),
}));

/// Makes room for a message of `length` bytes and says where.
// SAFETY (of the name): nothing else in the module is called so.
#[unsafe(no_mangle)]
pub extern "C" fn plyscope_input(length: usize) -> *mut u8 {
    let mut state = STATE.0.borrow_mut();
    state.input.clear();
    state.input.resize(length, 0);
    state.input.as_mut_ptr()
}

/// Answers the message in the input and says how long the answer is.
// SAFETY (of the name): nothing else in the module is called so.
#[unsafe(no_mangle)]
pub extern "C" fn plyscope_answer() -> usize {
    let mut state = STATE.0.borrow_mut();
    let State { input, explorer, answer } = &mut *state;
    let bytes = explorer.answer(input);
    *answer = (bytes.as_ptr(), bytes.len());
    answer.1
}

/// Where the last answer is, until the next message.
// SAFETY (of the name): nothing else in the module is called so.
#[unsafe(no_mangle)]
pub extern "C" fn plyscope_output() -> *const u8 {
    STATE.0.borrow().answer.0
}

/// Nothing in core panics; what does stops the instance, and the page says so.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
    core::arch::wasm32::unreachable()
}
