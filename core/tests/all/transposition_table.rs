//! The table of positions, as a container.

use std::collections::HashMap;

use plyscope_core::search::table::{Record, Slot, TranspositionTable};

use crate::support::random::Random;

fn slots(count: usize) -> Vec<Slot> {
    (0..count).map(|_| Slot::new()).collect()
}

fn record(number: u64) -> Record {
    Record {
        payload: number as u32,
        tag: (number >> 32) as u32 & 0xf_ffff,
        worth: (number >> 56) as u8,
    }
}

#[test]
fn finds_what_was_stored_last_or_nothing() {
    for count in [0, 1, 2, 7, 64, 1 << 12] {
        let slots = slots(count);
        let mut table = TranspositionTable::new(&slots);
        let mut random = Random::new(count as u64);
        let mut stored = HashMap::new();
        let mut found = 0;
        for round in 0..20_000 {
            // Few keys, small and large, so that many are stored again.
            let factor: u64 = [1, 0x0123_4567_89ab_cdef][random.below(2) as usize];
            let key = random.below(600).wrapping_mul(factor);
            if let Some(known) = table.get(key) {
                assert_eq!(stored.get(&key), Some(&known));
                found += 1;
            }
            let record = record(random.bits());
            table.put(key, record);
            stored.insert(key, record);
            assert_eq!(table.get(key), (count > 0).then_some(record));
            if round % 1000 == 0 {
                table.new_generation();
            }
        }
        // 1197 different keys, almost all of which fit into the largest table.
        assert_eq!(found == 0, count == 0);
        assert!(count < 1 << 12 || found > 17_000, "{found}");
        table.clear();
        assert!(stored.keys().all(|&key| table.get(key).is_none()));
        assert_eq!(table.filled(), 0);
    }
}

#[test]
fn replaces_older_records_first_and_then_the_least_worth() {
    let slots = slots(4);
    let mut table = TranspositionTable::new(&slots);
    let put = |table: &TranspositionTable<'_>, key, worth| {
        table.put(key, Record { payload: 0, tag: 0, worth });
    };
    let keys = |table: &TranspositionTable<'_>| {
        (0..10).filter(|&key| table.get(key).is_some()).collect::<Vec<_>>()
    };
    for key in 0..4 {
        put(&table, key, 9 - key as u8);
    }
    put(&table, 4, 1);
    assert_eq!(keys(&table), [0, 1, 2, 4], "key 3 had the least worth");
    table.new_generation();
    put(&table, 5, 0);
    assert_eq!(keys(&table), [0, 1, 2, 5], "key 4 had the least worth");
    put(&table, 6, 0);
    assert_eq!(keys(&table), [0, 1, 5, 6], "key 5 is of this generation");
    put(&table, 0, 0);
    put(&table, 7, 0);
    assert_eq!(keys(&table), [0, 5, 6, 7], "key 0 was stored again");
    assert_eq!(table.filled(), 1000);
}

#[test]
fn threads_share_it_without_mixing_records() {
    let slots = slots(2);
    let table = TranspositionTable::new(&slots);
    // All fields of a record follow from one number, so that a mixture would show.
    let record = |number: u32| Record {
        payload: number.wrapping_mul(0x9e37_79b9),
        tag: number & 0xf_ffff,
        worth: number as u8,
    };
    std::thread::scope(|scope| {
        for thread in 0..4u32 {
            scope.spawn(move || {
                for round in 0..200_000 {
                    let key = u64::from(round % 3);
                    if let Some(found) = table.get(key) {
                        assert_eq!(found, record(found.payload.wrapping_mul(0x144c_bc89)));
                    }
                    table.put(key, record(round * 4 + thread));
                }
            });
        }
    });
}

#[test]
fn a_record_is_never_found_with_the_data_of_the_one_that_replaces_it() {
    let slots = slots(1);
    let table = TranspositionTable::new(&slots);
    // Values and depths that differ in one bit each, as they do all the time.
    let record = |payload, worth| Record { payload, tag: 77, worth };
    let pairs =
        [(0x1234_5678_9abc_def0, record(100, 8)), (0x0fed_cba9_8765_4321, record(100 ^ 16, 9))];
    let read = || {
        let found = |&&(key, _): &&(u64, Record)| table.get(key).is_some();
        for (key, record) in pairs {
            if let Some(found) = table.get(key) {
                assert_eq!(found, record);
            }
        }
        pairs.iter().filter(found).count()
    };
    // Reads until the last record is written, however the threads are scheduled.
    std::thread::scope(|scope| {
        let writer = scope.spawn(|| {
            for _ in 0..1_000_000 {
                pairs.iter().for_each(|&(key, record)| table.put(key, record));
            }
        });
        while !writer.is_finished() {
            read();
        }
    });
    assert_eq!(read(), 1, "the record that was written last");
}
