//! A table of searched positions, in memory that the caller gives.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};

/// The place of one record: 16 bytes.
///
/// A table is a slice of slots, of any length. On a microcontroller it may be a `static`:
///
/// ```
/// use plyscope_core::search::table::{Slot, TranspositionTable};
/// static SLOTS: [Slot; 512] = [const { Slot::new() }; 512]; // 8 KiB
/// let table = TranspositionTable::new(&SLOTS);
/// ```
#[derive(Debug, Default)]
#[repr(align(16))]
pub struct Slot {
    /// Payload; tag, worth and generation; and the key's halves, each combined with both.
    words: [AtomicU32; 4],
}

impl Slot {
    /// Size in bytes.
    pub const BYTES: usize = size_of::<Self>();

    /// A slot without a record.
    #[must_use]
    pub const fn new() -> Self {
        Self { words: [const { AtomicU32::new(0) }; 4] }
    }

    #[inline]
    fn load(&self) -> Words {
        let [payload, meta, low, high] = &self.words;
        Words {
            payload: payload.load(Relaxed),
            meta: meta.load(Relaxed),
            low: low.load(Relaxed),
            high: high.load(Relaxed),
        }
    }

    #[inline]
    fn store(&self, words: Words) {
        let [payload, meta, low, high] = &self.words;
        payload.store(words.payload, Relaxed);
        meta.store(words.meta, Relaxed);
        low.store(words.low, Relaxed);
        high.store(words.high, Relaxed);
    }
}

/// The contents of a slot.
#[derive(Clone, Copy)]
struct Words {
    payload: u32,
    /// Bits 0 to 19: the tag; 20 to 27: the worth; 28 to 31: the generation, 0 in an empty slot.
    meta: u32,
    low: u32,
    high: u32,
}

impl Words {
    /// The words of a record. If two threads write to a slot at once, or one reads what another is writing, its words may be
    /// of different records. The halves of the key then fit neither record, since each depends on all of a record's data.
    ///
    /// The two rotations must not add up to 32 bits: both halves would then test the same thing, and data of one record would
    /// pass for another's if only its payload differed by the rotated difference of the metas. With 16 and 11 bits no data
    /// but the record's own, and its exact complement, fits both halves.
    #[inline]
    const fn new(key: u64, payload: u32, meta: u32) -> Self {
        let low = key as u32 ^ payload ^ meta.rotate_left(16);
        let high = (key >> 32) as u32 ^ payload.rotate_left(11) ^ meta;
        Self { payload, meta, low, high }
    }

    #[inline]
    const fn is_of(self, key: u64) -> bool {
        let Self { low, high, .. } = Self::new(key, self.payload, self.meta);
        self.meta >> 28 != 0 && low == self.low && high == self.high
    }
}

/// What a table keeps of a position, in the form that its user chooses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// Any 32 bits.
    pub payload: u32,
    /// Any 20 bits; higher ones are lost.
    pub tag: u32,
    /// How much it would cost to find this again, such as the remaining depth. Decides what is replaced.
    pub worth: u8,
}

/// A table of searched positions by their [keys](crate::Game::key).
///
/// A key selects a bucket of up to four slots. A record is found only by its full key of 64 bits. A new record replaces,
/// in its bucket, the one with the same key; else it takes an empty slot; else it replaces one of an earlier generation, if
/// there is one, and of those left the one with the least worth.
///
/// The table is a handle: copies share the slots, also across threads. A handle has the number of the current generation,
/// which its user raises from one search of a game to the next.
#[derive(Clone, Copy, Debug)]
pub struct TranspositionTable<'s> {
    slots: &'s [Slot],
    /// 1 to 15.
    generation: u32,
}

/// Slots in a bucket: 64 bytes, which is a cache line on most desktops.
const BUCKET: usize = 4;

impl<'s> TranspositionTable<'s> {
    /// A table in these slots, with the records that are there. Without slots it keeps nothing.
    #[must_use]
    pub const fn new(slots: &'s [Slot]) -> Self {
        Self { slots, generation: 1 }
    }

    /// Begins another generation: records of earlier ones are still found, but replaced first.
    pub const fn new_generation(&mut self) {
        self.generation = (self.generation % 15).wrapping_add(1);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.generation = 1;
        for slot in self.slots {
            slot.store(Words { payload: 0, meta: 0, low: 0, high: 0 });
        }
    }

    /// Two tables: one in the first `count` slots, or in all if there are fewer, and one in the others.
    #[must_use]
    pub fn split(&self, count: usize) -> (Self, Self) {
        let (first, rest) = self.slots.split_at_checked(count).unwrap_or((self.slots, &[]));
        (Self { slots: first, ..*self }, Self { slots: rest, ..*self })
    }

    /// The number of slots.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.slots.len()
    }

    /// Whether there are no slots.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.slots.is_empty()
    }

    /// How many of a thousand slots have records of this generation, from a sample of the first thousand.
    #[must_use]
    pub fn filled(&self) -> u32 {
        let sample = self.slots.iter().take(1000);
        let of_now = |slot: &&Slot| slot.load().meta >> 28 == self.generation;
        let filled = sample.clone().filter(of_now).count() as u32;
        filled.wrapping_mul(1000).checked_div(sample.count() as u32).unwrap_or(0)
    }

    /// The bucket for this key.
    #[inline]
    fn bucket(&self, key: u64) -> &'s [Slot] {
        let buckets = self.slots.len().div_ceil(BUCKET) as u64;
        // Mixed once more, since a game's keys may be small numbers; then spread evenly over any number of buckets, without a
        // division.
        let mixed = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let number = (mixed.wrapping_mul(buckets) >> 32) as usize;
        let slots = self.slots.get(number.wrapping_mul(BUCKET)..).unwrap_or_default();
        slots.get(..BUCKET).unwrap_or(slots)
    }

    /// The record of the position with this key.
    #[must_use]
    #[inline]
    pub fn get(&self, key: u64) -> Option<Record> {
        for slot in self.bucket(key) {
            let words = slot.load();
            if words.is_of(key) {
                let Words { payload, meta, .. } = words;
                return Some(Record { payload, tag: meta & 0xf_ffff, worth: (meta >> 20) as u8 });
            }
        }
        None
    }

    /// Begins to load the place of this key into the processor's cache. Several such loads run at the same time.
    #[inline]
    pub(crate) fn touch(&self, key: u64) {
        if let Some(Slot { words: [payload, ..] }) = self.bucket(key).first() {
            core::hint::black_box(payload.load(Relaxed));
        }
    }

    /// Stores the record of the position with this key.
    #[inline]
    pub fn put(&self, key: u64, record: Record) {
        let mut replaced = None;
        let mut least = u32::MAX;
        for slot in self.bucket(key) {
            let words = slot.load();
            if words.is_of(key) {
                replaced = Some(slot);
                break;
            }
            let generation = words.meta >> 28;
            let worth = match generation {
                0 => 0,
                _ if generation == self.generation => 0x200 | words.meta >> 20 & 0xff,
                _ => 0x100 | words.meta >> 20 & 0xff,
            };
            if worth < least {
                (replaced, least) = (Some(slot), worth);
            }
        }
        let Record { payload, tag, worth } = record;
        let meta = self.generation << 28 | u32::from(worth) << 20 | tag & 0xf_ffff;
        if let Some(slot) = replaced {
            slot.store(Words::new(key, payload, meta));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Words;

    /// Numbers that look random.
    fn numbers() -> impl Iterator<Item = u64> {
        (1u64..).map(|n| {
            let mixed = n.wrapping_mul(0x9e37_79b9_7f4a_7c15);
            let mixed = (mixed ^ mixed >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            mixed ^ mixed >> 32
        })
    }

    /// The words are read and written one by one, each as a whole. So whatever the order in which two threads' reads and
    /// writes happen, and whatever order the processor gives them, each word read is of one record or the other.
    #[test]
    fn no_mixture_of_two_records_words_passes_for_a_record_that_was_not_stored() {
        let mut numbers = numbers();
        let mut next = || numbers.next().unwrap();
        let (mut tried, mut whole) = (0, 0);
        // All differences of one and two bits between the metas, and many others.
        let near = (0..32).flat_map(|one| (0..32).map(move |two| 1u32 << one | 1 << two));
        for difference in near.map(Some).chain([None; 5000]) {
            let difference = difference.unwrap_or_else(|| next() as u32);
            let (one, key) = (next(), next());
            let (payload, meta) = (one as u32, (one >> 32) as u32 | 1 << 28);
            let first = Words::new(key, payload, meta);
            let other_meta = meta ^ difference | 1 << 28;
            // Payloads that make each half fit as far as they can, another one, and the same.
            let low = Words::new(key, 0, other_meta).low ^ first.low;
            let high = (Words::new(key, 0, other_meta).high ^ first.high).rotate_right(11);
            for other_payload in [low, high, next() as u32, payload] {
                let other_key = next();
                let second = Words::new(other_key, other_payload, other_meta);
                for choice in 0..16 {
                    let of = |bit: u32| if choice >> bit & 1 == 0 { first } else { second };
                    let mixed = Words {
                        payload: of(0).payload,
                        meta: of(1).meta,
                        low: of(2).low,
                        high: of(3).high,
                    };
                    for (key, record) in [(key, first), (other_key, second)] {
                        tried += 1;
                        if mixed.is_of(key) {
                            whole += 1;
                            assert_eq!(
                                (mixed.payload, mixed.meta),
                                (record.payload, record.meta),
                                "difference {difference:#x}, choice {choice:#06b}"
                            );
                        }
                    }
                }
            }
        }
        assert!(whole >= tried / 16, "both records are found where they are whole: {whole}");
    }
}
