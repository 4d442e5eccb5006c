//! Calls everything public in core with arguments that the compiler cannot see. Linking it proves that nothing in core can
//! panic or needs an allocator.
//!
//! For a target without an operating system the panic handler calls a function that does not exist. The program links only
//! if the optimiser (profile `dist`: fat LTO, one codegen unit) has removed every call of the handler, that is, has proved
//! that no panic can be reached. Otherwise the linker's message names `a_panic_is_reachable_from_core`. If anything needed
//! a heap, the program would not even compile, because there is no global allocator. `tests/run` builds it, and
//! `tests/cross` for other processors.
//!
//! To find such a panic: build as `tests/run` does, but with `CARGO_PROFILE_DIST_DEBUG=line-tables-only cargo rustc ... --
//! --emit asm`. In `deps/plyscope_bare_metal-*.s` look for calls (`bl`) of names with `panic`, `fail` or `expect` from
//! functions without such a name; the function's name and the `.loc FILE LINE` above it give the place.
//!
//! Not covered: `defmt`, formats of `serde` other than `wire`'s, and the exceptions that `text` names. A build with
//! `overflow-checks` does not link.
//!
//! On a desktop the program makes the same calls and exits.
#![cfg_attr(any(target_os = "none", target_arch = "wasm32"), no_std, no_main)]

mod games;
mod searches;
mod text;
mod values;
mod wire;

use core::hint::black_box;

fn everything() {
    values::all();
    games::all();
    searches::all();
    text::all();
    wire::all();
}

#[cfg(not(any(target_os = "none", target_arch = "wasm32")))]
fn main() {
    everything();
}

#[cfg(any(target_os = "none", target_arch = "wasm32"))]
#[expect(unsafe_code, reason = "an entry point, and a symbol that nobody defines")]
mod bare {
    #[unsafe(no_mangle)]
    extern "C" fn start() -> ! {
        super::everything();
        loop {
            core::hint::spin_loop();
        }
    }

    unsafe extern "C" {
        safe fn a_panic_is_reachable_from_core() -> !;
    }

    #[panic_handler]
    fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
        a_panic_is_reachable_from_core()
    }
}

/// Uses a result, so that its computation is not optimised away.
fn done<T>(result: T) {
    black_box(result);
}
