//! Encodings as LLVM assembles them, and some from a firmware's code.

use super::*;

fn at(address: u32, code: &[u8]) -> Op {
    let instruction = decode(code, address).unwrap();
    assert_eq!(instruction.size as usize, code.len(), "{code:02x?}");
    instruction.op
}

fn op(code: &[u8]) -> Op {
    at(0x0800_0000, code)
}

#[test]
fn pushes_and_pops() {
    assert_eq!(op(&[0xb0, 0xb5]), Op::Lower(16)); // push {r4, r5, r7, lr}
    assert_eq!(op(&[0x01, 0xb4]), Op::Lower(4)); // push {r0}
    assert_eq!(op(&[0x2d, 0xe9, 0x10, 0x09]), Op::Lower(12)); // push.w {r4, r8, r11}
    assert_eq!(op(&[0x2d, 0xe9, 0x00, 0x41]), Op::Lower(8)); // push.w {r8, lr}
    assert_eq!(op(&[0x2d, 0xed, 0x04, 0x8b]), Op::Lower(16)); // vpush {d8, d9}
    assert_eq!(op(&[0x2d, 0xed, 0x01, 0x8a]), Op::Lower(4)); // vpush {s16}
    assert_eq!(op(&[0x30, 0xbc]), Op::Raise(8)); // pop {r4, r5}
    assert_eq!(op(&[0xbd, 0xe8, 0x00, 0x03]), Op::Raise(8)); // pop.w {r8, r9}
    assert_eq!(op(&[0xbd, 0xe8, 0xf0, 0x40]), Op::Raise(20)); // ldmia.w sp!, {r4-r7, lr}
    assert_eq!(op(&[0xbd, 0xec, 0x04, 0x8b]), Op::Raise(16)); // vpop {d8, d9}
    assert_eq!(op(&[0x34, 0xe9, 0x03, 0x00]), Op::Plain); // ldmdb r4!, {r0, r1}
    assert_eq!(op(&[0xa0, 0xec, 0x02, 0x8b]), Op::Plain); // vstmia r0!, {d8}
}

#[test]
fn loads_and_stores_that_write_back() {
    assert_eq!(op(&[0x4d, 0xf8, 0x04, 0x8d]), Op::Lower(4)); // str r8, [sp, #-4]!
    assert_eq!(op(&[0x0d, 0xf8, 0x01, 0x2d]), Op::Lower(1)); // strb r2, [sp, #-1]!
    assert_eq!(op(&[0x5d, 0xf8, 0x08, 0xbb]), Op::Raise(8)); // ldr r11, [sp], #8
    assert_eq!(op(&[0x6d, 0xe9, 0x04, 0x45]), Op::Lower(16)); // strd r4, r5, [sp, #-16]!
    assert_eq!(op(&[0xfd, 0xe8, 0x04, 0x45]), Op::Raise(16)); // ldrd r4, r5, [sp], #16
    assert_eq!(op(&[0xdd, 0xe9, 0x04, 0x45]), Op::Plain); // ldrd r4, r5, [sp, #16]
    assert_eq!(op(&[0x01, 0x92]), Op::Plain); // str r2, [sp, #4]
    assert_eq!(op(&[0x9d, 0xed, 0x02, 0x0a]), Op::Plain); // vldr s0, [sp, #8]
    assert_eq!(op(&[0xc0, 0xf8, 0x04, 0xd0]), Op::Plain); // str.w sp, [r0, #4]
    assert_eq!(op(&[0x51, 0xec, 0x13, 0x0b]), Op::Plain); // vmov r0, r1, d3
    assert_eq!(op(&[0xd1, 0xe8, 0x4f, 0x0f]), Op::Plain); // ldrexb r0, [r1]
    assert_eq!(op(&[0x42, 0xe8, 0x00, 0x10]), Op::Plain); // strex r0, r1, [r2]
}

#[test]
fn sums() {
    assert_eq!(op(&[0x86, 0xb0]), Op::Lower(24)); // sub sp, #24
    assert_eq!(op(&[0x7f, 0xb0]), Op::Raise(508)); // add sp, #508
    assert_eq!(op(&[0xad, 0xf5, 0x94, 0x6d]), Op::Lower(1184)); // sub.w sp, sp, #1184
    assert_eq!(op(&[0xad, 0xf5, 0x80, 0x5d]), Op::Lower(4096)); // sub.w sp, sp, #4096
    assert_eq!(op(&[0xad, 0xf6, 0xff, 0x7d]), Op::Lower(4095)); // subw sp, sp, #4095
    assert_eq!(op(&[0x0d, 0xf2, 0x06, 0x4d]), Op::Raise(1030)); // addw sp, sp, #1030
    assert_eq!(op(&[0x0d, 0xf5, 0x94, 0x6d]), Op::Raise(1184)); // add.w sp, sp, #1184
    assert_eq!(op(&[0xa7, 0xf1, 0x08, 0x04]), Op::Plain); // sub.w r4, r7, #8
    assert_eq!(op(&[0x6f, 0x46]), Op::Frame(0)); // mov r7, sp
    assert_eq!(op(&[0x02, 0xaf]), Op::Frame(8)); // add r7, sp, #8
    assert_eq!(op(&[0x02, 0xae]), Op::Plain); // add r6, sp, #8
    assert_eq!(op(&[0xa5, 0x44]), Op::Add(4)); // add sp, r4
    assert_eq!(op(&[0xb5, 0x46]), Op::Set(6)); // mov sp, r6
    assert_eq!(op(&[0x6f, 0xf3, 0x02, 0x04]), Op::Plain); // bfc r4, #0, #3
}

#[test]
fn a_stack_pointer_from_elsewhere_is_dynamic() {
    let dynamic: [&[u8]; 6] = [
        &[0xad, 0xeb, 0x04, 0x0d], // sub.w sp, sp, r4
        &[0x4f, 0xea, 0x04, 0x0d], // mov.w sp, r4
        &[0xa7, 0xf1, 0x08, 0x0d], // sub.w sp, r7, #8
        &[0xd0, 0xf8, 0x00, 0xd0], // ldr.w sp, [r0]
        &[0x80, 0xf3, 0x08, 0x88], // msr msp, r0
        &[0x80, 0xf3, 0x09, 0x88], // msr psp, r0
    ];
    for code in dynamic {
        assert!(matches!(op(code), Op::Dynamic(_)), "{code:02x?}: {:?}", op(code));
    }
    assert_eq!(op(&[0x80, 0xf3, 0x10, 0x88]), Op::Plain); // msr primask, r0
}

#[test]
fn calls_and_jumps() {
    // bl, b.w, beq.w, b.n, bne.n, cbz, cbnz as a disassembly of a firmware has them
    assert_eq!(at(0x0800_01c0, &[0x05, 0xf0, 0x6d, 0xf8]), Op::Call(0x0800_529e));
    assert_eq!(at(0x0800_b394, &[0x00, 0xf0, 0x3c, 0xb8]), Op::Jump(0x0800_b410));
    assert_eq!(at(0x0800_03e2, &[0x00, 0xf0, 0x1e, 0x84]), Op::Branch(0x0800_0c22));
    assert_eq!(at(0x0800_01a8, &[0xfa, 0xe7]), Op::Jump(0x0800_01a0));
    assert_eq!(at(0x0800_02b0, &[0x07, 0xd1]), Op::Branch(0x0800_02c2));
    assert_eq!(at(0x0800_0a4a, &[0x94, 0xb3]), Op::Branch(0x0800_0ab2));
    assert_eq!(at(0x0800_0226, &[0x6b, 0xb9]), Op::Branch(0x0800_0244));
    // The offsets' bits in a far call back: bl to itself, and as far as it goes
    assert_eq!(op(&[0xff, 0xf7, 0xfe, 0xff]), Op::Call(0x0800_0000));
    assert_eq!(op(&[0x00, 0xf4, 0x00, 0xd0]), Op::Call(0x0700_0004));
    assert_eq!(op(&[0xff, 0xf3, 0xff, 0xd7]), Op::Call(0x0900_0002));
    assert_eq!(op(&[0xc8, 0x47]), Op::CallRegister); // blx r9
    assert_eq!(op(&[0x18, 0x47]), Op::JumpRegister); // bx r3
    assert_eq!(op(&[0x9f, 0x46]), Op::BranchTable); // mov pc, r3
    assert_eq!(op(&[0xdf, 0xe8, 0x01, 0xf0]), Op::ByteTable); // tbb [pc, r1]
    assert_eq!(op(&[0xdf, 0xe8, 0x11, 0xf0]), Op::HalfwordTable); // tbh [pc, r1, lsl #1]
    assert_eq!(op(&[0x8f, 0x44]), Op::JumpBy(1)); // add pc, r1
    // tbb [r0, r1], and ldr.w pc, [r0, r1, lsl #2]
    assert_eq!(op(&[0xd0, 0xe8, 0x01, 0xf0]), Op::TableAt { register: 0, width: 1 });
    assert!(matches!(op(&[0x50, 0xf8, 0x21, 0xf0]), Op::Unknown(_)));
}

#[test]
fn ends() {
    assert_eq!(op(&[0x70, 0x47]), Op::Return(0)); // bx lr
    assert_eq!(op(&[0xf7, 0x46]), Op::Return(0)); // mov pc, lr
    assert_eq!(op(&[0x10, 0xbd]), Op::Return(8)); // pop {r4, pc}
    assert_eq!(op(&[0xbd, 0xe8, 0x10, 0x81]), Op::Return(12)); // pop.w {r4, r8, pc}
    assert_eq!(op(&[0x5d, 0xf8, 0x04, 0xfb]), Op::Return(4)); // ldr pc, [sp], #4
    assert_eq!(op(&[0xfe, 0xde]), Op::Stop); // udf #254
    assert_eq!(op(&[0xf0, 0xf7, 0x00, 0xa0]), Op::Stop); // udf.w #0
    assert_eq!(op(&[0x00, 0xbe]), Op::Plain); // bkpt #0
    assert_eq!(op(&[0x01, 0xdf]), Op::Plain); // svc #1
    assert_eq!(op(&[0xaf, 0xf3, 0x00, 0x80]), Op::Plain); // nop.w
    assert_eq!(decode(&[0x2d, 0xe9], 0), None);
}

#[test]
fn conditions() {
    assert_eq!(op(&[0x08, 0xbf]), Op::If { condition: 0, count: 1, then: 0b1 }); // it eq
    assert_eq!(op(&[0x3a, 0xbf]), Op::If { condition: 3, count: 3, then: 0b011 }); // itte lo
    assert_eq!(op(&[0x14, 0xbf]), Op::If { condition: 1, count: 2, then: 0b01 }); // ite ne
    assert_eq!(op(&[0xc3, 0xbf]), Op::If { condition: 12, count: 4, then: 0b0111 }); // ittte gt
    assert_eq!(op(&[0x00, 0xbf]), Op::Plain); // nop
}

#[test]
fn literals_and_halves_of_addresses() {
    assert_eq!(at(0x0800_018e, &[0x0f, 0x49]), Op::Literal(0x0800_01cc)); // ldr r1, [pc, #60]
    assert_eq!(at(0x0800_019e, &[0x0e, 0x4a]), Op::Literal(0x0800_01d8)); // ldr r2, [pc, #56]
    assert_eq!(op(&[0x5f, 0xf8, 0x08, 0x00]), Op::Literal(0x07ff_fffc)); // ldr.w r0, [pc, #-8]
    assert_eq!(op(&[0x1f, 0xed, 0x04, 0x0a]), Op::Literal(0x07ff_fff4)); // vldr s0, [pc, #-16]
    assert_eq!(op(&[0xdf, 0xe9, 0x04, 0x01]), Op::Literal(0x0800_0014)); // ldrd r0, r1, [pc, #16]
    assert_eq!(op(&[0x0f, 0xf2, 0x08, 0x00]), Op::Literal(0x0800_000c)); // adr.w r0, pc + 8
    let low = Op::Low { register: 3, value: 0x8001 };
    assert_eq!(op(&[0x48, 0xf2, 0x01, 0x03]), low); // movw r3, #0x8001
    let high = Op::High { register: 12, value: 0x800 };
    assert_eq!(op(&[0xc0, 0xf6, 0x00, 0x0c]), high); // movt r12, #0x800
}

#[test]
fn condition_flags() {
    let sets = |code: &[u8]| decode(code, 0).unwrap().sets_flags;
    assert!(sets(&[0x01, 0x28])); // cmp r0, #1
    assert!(sets(&[0x88, 0x45])); // cmp r8, r1
    assert!(sets(&[0x08, 0x42])); // tst r0, r1
    assert!(sets(&[0xb0, 0xf5, 0x80, 0x7f])); // cmp.w r0, #256
    assert!(sets(&[0xb0, 0xeb, 0x01, 0x00])); // subs.w r0, r0, r1
    assert!(sets(&[0x11, 0xfa, 0x02, 0xf0])); // lsls.w r0, r1, r2
    assert!(sets(&[0xf1, 0xee, 0x10, 0xfa])); // vmrs APSR_nzcv, fpscr
    // Outside of conditional instructions this one does; among them it does not.
    assert!(!sets(&[0x01, 0x38])); // subs r0, #1
    assert!(!sets(&[0x82, 0xfb, 0x03, 0x01])); // smull r0, r1, r2, r3
    assert!(!sets(&[0xad, 0xf5, 0x94, 0x6d])); // sub.w sp, sp, #1184
}
