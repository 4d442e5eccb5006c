//! Temporary.
/// Moves.
pub const fn legal_moves(p: u64, o: u64) -> u64 {
    let mut sq = 0;
    let mut m = 0;
    while sq < 64 {
        if (p | o) >> sq & 1 == 0 && flips(sq, p, o) != 0 {
            m |= 1u64 << sq;
        }
        sq = sq.wrapping_add(1);
    }
    m
}
/// Flips.
pub const fn flips(square: u32, p: u64, o: u64) -> u64 {
    let mut all = 0;
    let mut dir = 0;
    while dir < 9 {
        let dx = (dir % 3) as i32 - 1;
        let dy = (dir / 3) as i32 - 1;
        if dx != 0 || dy != 0 {
            let mut x = (square % 8) as i32 + dx;
            let mut y = (square / 8) as i32 + dy;
            let mut f = 0u64;
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                let b = 1u64 << (y * 8 + x);
                if o & b != 0 {
                    f |= b;
                } else {
                    if p & b != 0 {
                        all |= f;
                    }
                    break;
                }
                x += dx;
                y += dy;
            }
        }
        dir += 1;
    }
    all
}
