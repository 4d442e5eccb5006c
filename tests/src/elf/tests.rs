//! Firmware made up of a few instructions.

use super::relocations::Relocations;
use super::*;

/// A vector table with these functions as reset, NMI and hard fault, and functions from 0x0800_0100 on, 16 bytes each.
fn firmware(vectors: [u32; 3], functions: &[(&str, &[u16])]) -> Firmware {
    let mut table = vec![0x2000_1000];
    table.extend(vectors.map(|number| 0x0800_0101 + 0x10 * number));
    let mut text = Vec::new();
    for (_, code) in functions {
        text.extend_from_slice(code);
        text.resize(text.len().next_multiple_of(8), 0xde00);
    }
    let names = functions.iter().map(|(name, _)| *name);
    Firmware::of_words(&table, &text, names)
}

const BX_LR: u16 = 0x4770;
const LOOP: u16 = 0xe7fe;

/// `bl` from the `at`-th halfword of one function to another one.
fn call(from: u32, at: u32, to: u32) -> [u16; 2] {
    let offset = to.wrapping_sub(from).wrapping_mul(8).wrapping_sub(at + 2);
    [
        0xf000 | (offset >> 11 & 0x3ff | (offset >> 31) << 10) as u16,
        0xf800 | (offset & 0x7ff) as u16,
    ]
}

fn bound(firmware: &Firmware) -> Result<StackBound, ElfError> {
    firmware.stack_bound(&StackRules::new())
}

#[test]
fn the_deepest_path_counts_the_depth_at_the_call() {
    let [b0, b1] = call(0, 2, 1);
    let [c0, c1] = call(0, 5, 2);
    // push {r4, lr}; sub sp, #8; bl one; add sp, #8; bl two; pop {r4, pc}
    let reset = [0xb510, 0xb082, b0, b1, 0xb002, c0, c1, 0xbd10];
    let one = [0xb081, 0xb001, BX_LR]; // 4 bytes
    let two = [0xb090, 0xb010, BX_LR]; // 64 bytes
    let hard_fault = [LOOP];
    let functions: [(&str, &[u16]); 5] = [
        ("Reset", &reset),
        ("one", &one),
        ("two", &two),
        ("HardFault_", &hard_fault),
        ("DefaultHandler_", &hard_fault),
    ];
    let bound = bound(&firmware([0, 4, 3], &functions)).unwrap();
    assert_eq!(bound.reset.bytes, 8 + 64);
    let path = &bound.reset.steps;
    assert_eq!((path[0].function.as_str(), path[0].frame, path[0].depth), ("Reset", 16, 8));
    assert_eq!((path[1].function.as_str(), path[1].frame, path[1].depth), ("two", 64, 64));
    assert_eq!((bound.handlers.len(), bound.total()), (0, 72));
}

#[test]
fn a_handler_comes_on_top() {
    let functions: [(&str, &[u16]); 3] =
        [("Reset", &[LOOP]), ("NonMaskableInt", &[0xb5f0, 0xbdf0]), ("HardFault_", &[LOOP])];
    let bound = bound(&firmware([0, 1, 2], &functions)).unwrap();
    assert_eq!((bound.handlers[0].number, bound.handlers[0].path.bytes), (2, 20));
    assert_eq!(bound.total(), 108 + 20);
}

#[test]
fn recursion_is_an_error_unless_it_is_a_loop() {
    let [b0, b1] = call(0, 1, 1);
    let [c0, c1] = call(1, 1, 0);
    let circle: [(&str, &[u16]); 3] =
        [("a", &[0xb510, b0, b1, 0xbd10]), ("b", &[0xb510, c0, c1, 0xbd10]), ("fault", &[LOOP])];
    let names = ["a", "b", "a"].map(str::to_owned).to_vec();
    assert_eq!(bound(&firmware([0, 2, 2], &circle)), Err(ElfError::Recursion(names)));
    let rules = StackRules::new().leave_out("b");
    assert_eq!(firmware([0, 2, 2], &circle).stack_bound(&rules).unwrap().reset.bytes, 8);
}

#[test]
fn behind_a_call_that_does_not_return_there_may_be_anything() {
    // push {r4, lr}; bl never; then the end: not reached, as the other function loops.
    let [b0, b1] = call(0, 1, 1);
    let functions: [(&str, &[u16]); 2] = [("Reset", &[0xb510, b0, b1, 0xbd00]), ("never", &[LOOP])];
    assert_eq!(bound(&firmware([0, 1, 1], &functions)).unwrap().reset.bytes, 8);
    // With one that returns it is an error: 8 bytes deep, 4 given back.
    let functions: [(&str, &[u16]); 3] =
        [("Reset", &[0xb510, b0, b1, 0xbd00]), ("returns", &[BX_LR]), ("fault", &[LOOP])];
    let unbalanced = ElfError::Unbalanced {
        function: "Reset".to_owned(),
        address: 0x0800_0106,
        depth: 8,
        raised: 4,
    };
    assert_eq!(bound(&firmware([0, 2, 2], &functions)), Err(unbalanced));
}

#[test]
fn ways_that_meet_must_be_equally_deep() {
    // cbz r0, the loop; push {r4}; a loop
    let functions: [(&str, &[u16]); 2] = [("Reset", &[0xb100, 0xb410, LOOP]), ("fault", &[LOOP])];
    let result = bound(&firmware([0, 1, 1], &functions));
    assert!(matches!(result, Err(ElfError::Join { address: 0x0800_0104, .. })), "{result:?}");
}

#[test]
fn conditional_instructions_go_together() {
    // push {r4, lr}; cmp r0, #0; itt eq; addeq r0, r0; popeq {r4, pc}; sub sp, #8; add sp, #8; pop {r4, pc}
    let code = [0xb510, 0x2800, 0xbf04, 0x1800, 0xbd10, 0xb082, 0xb002, 0xbd10];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    assert_eq!(bound(&firmware([0, 1, 1], &functions)).unwrap().reset.bytes, 16);
    // itt eq; addeq sp, #8; popeq {r4, pc}: both or neither
    let code = [0xb510, 0xb082, 0xbf04, 0xb002, 0xbd10, 0xb002, 0xbd10];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    assert_eq!(bound(&firmware([0, 1, 1], &functions)).unwrap().reset.bytes, 16);
}

#[test]
fn conditional_instructions_in_two_lots_go_together() {
    // push {r4, lr}; sub sp, #8; it eq; addeq sp, #8; it eq; popeq {r4, pc}; add sp, #8; pop {r4, pc}
    let code = [0xb510, 0xb082, 0xbf08, 0xb002, 0xbf08, 0xbd10, 0xb002, 0xbd10];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    assert_eq!(bound(&firmware([0, 1, 1], &functions)).unwrap().reset.bytes, 16);
}

#[test]
fn a_shared_end_gives_back_the_stack() {
    // push {r4, lr}; b.n to the end; the end: pop {r4, pc}
    let functions: [(&str, &[u16]); 3] =
        [("Reset", &[0xb510, 0xe005]), ("OUTLINED_FUNCTION_0", &[0xbd10]), ("fault", &[LOOP])];
    assert_eq!(bound(&firmware([0, 2, 2], &functions)).unwrap().reset.bytes, 8);
}

#[test]
fn jump_tables_end_where_code_or_a_literal_begins() {
    // tbb [pc, r0]; 2 entries; push {r4}, pop {r4}, bx lr; bx lr
    let code = [0xe8df, 0xf000, 0x0401, 0xb410, 0xbc10, BX_LR, BX_LR];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    let mut made = firmware([0, 1, 1], &functions);
    made.map_data(0x0800_0104, 0x0800_0106);
    assert_eq!(bound(&made).unwrap().reset.bytes, 4);
    // One entry and its padding; then a literal that is read; then code.
    // ldr r1, [pc, #4]; tbb [pc, r0]; 0x0003; 0xffff_ffff; bx lr
    let code = [0x4901, 0xe8df, 0xf000, 0x0003, 0xffff, 0xffff, BX_LR];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    let mut made = firmware([0, 1, 1], &functions);
    made.map_data(0x0800_0106, 0x0800_010c);
    assert_eq!(bound(&made).unwrap().reset.bytes, 0);
    // Three entries, padded by an instruction that does nothing.
    // tbh [pc, r0]; 3 times 0x0004; nop; bx lr
    let code = [0xe8df, 0xf010, 4, 4, 4, 0xbf00, BX_LR];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    let mut made = firmware([0, 1, 1], &functions);
    made.map_data(0x0800_0104, 0x0800_010c);
    assert_eq!(bound(&made).unwrap().reset.bytes, 0);
}

#[test]
fn armv6_m_makes_and_releases_large_frames_by_registers() {
    // push {r4, r7, lr}; add r7, sp, #4; ldr r4, [pc, #8]; add sp, r4; subs r4, r7, #2; subs r4, #2; mov sp, r4;
    // pop {r4, r7, pc}; -1024
    let code = [0xb590, 0xaf01, 0x4c02, 0x44a5, 0x1ebc, 0x3c02, 0x46a5, 0xbd90, 0xfc00, 0xffff];
    let functions: [(&str, &[u16]); 3] =
        [("Reset", &code), ("behind", &[LOOP]), ("fault", &[LOOP])];
    // The function's code takes twenty bytes: the second one begins inside.
    let mut made = firmware([0, 2, 2], &functions);
    made.functions.get_mut(&0x0800_0100).unwrap().size = 20;
    made.map_data(0x0800_0110, 0x0800_0114);
    assert_eq!(bound(&made).unwrap().reset.bytes, 12 + 1024);
    // A jump between the load and the addition: the register may hold anything.
    // push {r4, lr}; ldr r4, [pc, #4]; b.n over nothing; add sp, r4; pop {r4, pc}
    let code = [0xb510, 0x4c01, 0xe7ff, 0x44a5, 0xbd10, 0xfc00, 0xffff];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    let result = bound(&firmware([0, 1, 1], &functions));
    assert!(matches!(result, Err(ElfError::Dynamic { address: 0x0800_0106, .. })), "{result:?}");
    // The frame pointer set twice: either may hold.
    // push {r4, r7, lr}; add r7, sp, #4; add r7, sp, #4; subs r4, r7, #4; mov sp, r4; pop {r4, r7, pc}
    let code = [0xb590, 0xaf01, 0xaf01, 0x1f3c, 0x46a5, 0xbd90];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    let result = bound(&firmware([0, 1, 1], &functions));
    assert!(matches!(result, Err(ElfError::Dynamic { address: 0x0800_0108, .. })), "{result:?}");
}

#[test]
fn armv6_m_jumps_by_tables_behind_additions_and_moves() {
    // add r0, pc; ldrb r0, [r0, #4]; lsls r0, #1; add pc, r0; 1, 2; push {r4}, pop {r4}, bx lr
    let code = [0x4478, 0x7900, 0x0040, 0x4487, 0x0201, 0xbf00, 0xb410, 0xbc10];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    let mut made = firmware([0, 1, 1], &functions);
    made.map_data(0x0800_0108, 0x0800_010c);
    // Entry 2 leads to the push, 3 to the pop, which releases what was not taken.
    let result = bound(&made);
    assert!(matches!(result, Err(ElfError::Unbalanced { address: 0x0800_010e, .. })), "{result:?}");
    // The same with its address in another register: adr r1, #0; ldrb r0, [r1, r0]; lsls r0, #1; add pc, r0
    let code = [0xa101, 0x5c08, 0x0040, 0x4487, 0x0201, 0xbf00, 0xb410, 0xbc10];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    let mut made = firmware([0, 1, 1], &functions);
    made.map_data(0x0800_0108, 0x0800_010c);
    assert_eq!(bound(&made), result);
    // Another instruction between: adr r1, #8; ldr r4, [sp]; the same; with movs r1, #0 the table is unknown.
    let between = |instruction| {
        let code = [0xa102, instruction, 0x5c08, 0x0040, 0x4487, 0xbf00, 0x0101, 0xbc10];
        let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
        let mut made = firmware([0, 1, 1], &functions);
        made.map_data(0x0800_010c, 0x0800_010e);
        bound(&made)
    };
    let result = between(0x9c00);
    assert!(matches!(result, Err(ElfError::Unbalanced { address: 0x0800_010e, .. })), "{result:?}");
    let result = between(0x2100);
    assert!(matches!(result, Err(ElfError::Jump { address: 0x0800_0108, .. })), "{result:?}");
    // Without the load the table is unknown.
    let functions: [(&str, &[u16]); 2] =
        [("Reset", &[0x4478, 0xbf00, 0x0040, 0x4487]), ("fault", &[LOOP])];
    let result = bound(&firmware([0, 1, 1], &functions));
    assert!(matches!(result, Err(ElfError::Jump { address: 0x0800_0106, .. })), "{result:?}");
    // mov pc, r0; a no-op; the address of the push; a literal; push {r4}, a loop
    let code = [0x4687, 0x46c0, 0x010d, 0x0800, 0xffff, 0xffff, 0xb410, LOOP];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    let mut made = firmware([0, 1, 1], &functions);
    made.map_data(0x0800_0104, 0x0800_010c);
    assert_eq!(bound(&made).unwrap().reset.bytes, 4);
}

#[test]
fn a_call_into_a_function_itself_is_a_jump_unless_it_returns_there() {
    // push {r4, lr}; bl to the pop; udf; pop {r4, pc}: with BL, Armv6-M jumps further than with B.
    let code = [0xb510, 0xf000, 0xf801, 0xde00, 0xbd10];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    let found = bound(&firmware([0, 1, 1], &functions)).unwrap();
    assert_eq!((found.reset.bytes, found.reset.steps.len()), (8, 1));
    // push {r4, lr}; bl to the push; pop {r4, pc}; push {r4, r5}; pop {r4, r5}; bx lr: that part is called.
    let code = [0xb510, 0xf000, 0xf801, 0xbd10, 0xb430, 0xbc30, BX_LR];
    let functions: [(&str, &[u16]); 2] = [("Reset", &code), ("fault", &[LOOP])];
    let found = bound(&firmware([0, 1, 1], &functions)).unwrap();
    assert_eq!((found.reset.bytes, found.reset.steps.len()), (8 + 8, 1));
}

#[test]
fn a_far_call_goes_by_a_function_that_the_linker_makes() {
    // The first pushes two registers for itself; what it jumps to takes 64 bytes.
    let [b0, b1] = call(0, 1, 1);
    let functions: [(&str, &[u16]); 4] = [
        ("Reset", &[0xb510, b0, b1, 0xbd10]),
        ("__Thumbv6MABSLongThunk_far", &[0xb403, 0x4801, 0x9001, 0xbd01]),
        ("far", &[0xb090, 0xb010, BX_LR]),
        ("fault", &[LOOP]),
    ];
    let found = bound(&firmware([0, 3, 3], &functions)).unwrap();
    assert_eq!((found.reset.bytes, found.reset.steps.len()), (8 + 64, 3));
    let mut lost = functions;
    lost[2].0 = "another";
    let result = bound(&firmware([0, 3, 3], &lost));
    assert!(matches!(result, Err(ElfError::Jump { address: 0x0800_0110, .. })), "{result:?}");
}

#[test]
fn a_processor_without_floating_point_unit_stacks_eight_words() {
    let functions: [(&str, &[u16]); 3] =
        [("Reset", &[LOOP]), ("NonMaskableInt", &[0xb5f0, 0xbdf0]), ("HardFault_", &[LOOP])];
    let mut made = firmware([0, 1, 2], &functions);
    made.has_float = false;
    assert_eq!(bound(&made).unwrap().total(), 36 + 20);
}

#[test]
fn indirect_calls_call_what_has_its_address_taken() {
    // push {r4, lr}; movw r0, #0x0111; movt r0, #0x0800; blx r0; pop {r4, pc}
    let code = [0xb510, 0xf240, 0x1011, 0xf6c0, 0x0000, 0x4780, 0xbd10];
    let functions: [(&str, &[u16]); 3] =
        [("Reset", &code), ("callee", &[0xb410, 0xbc10, BX_LR]), ("fault", &[LOOP])];
    let made = firmware([0, 2, 2], &functions);
    let found = bound(&made).unwrap();
    assert_eq!(found.reset.bytes, 12);
    let call = IndirectCall {
        function: "Reset".to_owned(),
        address: 0x0800_010a,
        targets: vec!["callee".to_owned()],
        narrowed: false,
    };
    assert_eq!(found.indirect, [call]);
    let none = StackRules::new().narrow("Reset", &["other"]);
    assert!(matches!(made.stack_bound(&none), Err(ElfError::NoTarget { .. })));
    let nothing = StackRules::new().narrow("Res", &[]);
    assert_eq!(made.stack_bound(&nothing).unwrap().reset.bytes, 8);
    let outside = StackRules::new().outside("Reset", 12);
    assert_eq!(made.stack_bound(&outside).unwrap().reset.bytes, 8 + 12);
    let other = ElfError::UnusedRule("other".to_owned());
    assert_eq!(made.stack_bound(&outside.clone().narrow("other", &[])), Err(other.clone()));
    assert_eq!(made.stack_bound(&outside.leave_out("other")), Err(other.clone()));
    assert_eq!(made.stack_bound(&StackRules::new().outside("other", 0)), Err(other));
    // With relocations, only what they name is an address: not the numbers of these two instructions.
    let mut kept = made.clone();
    kept.relocations = Some(Relocations::default());
    assert!(matches!(bound(&kept), Err(ElfError::NoTarget { .. })));
    kept.relocations = Some(Relocations { places: [0x0800_0106].into(), ..Default::default() });
    assert_eq!(bound(&kept), Ok(found.clone()));
    kept.relocations = Some(Relocations { functions: [0x0800_0110].into(), ..Default::default() });
    assert_eq!(bound(&kept), Ok(found));
}

#[test]
fn a_jump_to_another_function_is_its_last_call() {
    // b.n to the next function, 16 bytes on
    let functions: [(&str, &[u16]); 2] = [("Reset", &[0xe006]), ("next", &[0xb410, LOOP])];
    let found = bound(&firmware([0, 1, 1], &functions)).unwrap();
    assert_eq!((found.reset.bytes, found.reset.steps.len()), (4, 2));
}

#[test]
fn what_is_no_firmware_is_told() {
    assert!(matches!(Firmware::read(b"no ELF file"), Err(ElfError::Unreadable(_))));
    let functions: [(&str, &[u16]); 1] = [("Reset", &[LOOP])];
    let made = firmware([0, 0, 0], &functions);
    assert_eq!(made.sizes(), Err(ElfError::NoSection(".rodata")));
    assert!(made.has_symbol("Res") && !made.has_symbol("__rust_alloc"));
    // A function that ends in the middle of nothing
    let functions: [(&str, &[u16]); 1] = [("Reset", &[0xb510; 8])];
    let result = bound(&firmware([0, 0, 0], &functions));
    assert!(matches!(result, Err(ElfError::RunsOff { address: 0x0800_0110, .. })), "{result:?}");
}
