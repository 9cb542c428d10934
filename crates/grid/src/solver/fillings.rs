//! A formula for the number of ways to fill the first cells of a row. It works on numbers and on
//! registers of them.

/// Counts the fillings of up to four cells with different digits of their sets, none of them in
/// `used`, by inclusion and exclusion. The result is the sum for the first cell alone, for the
/// first two, and so on up to all cells. The caller defines the operations: `without` and `and` on
/// sets, `size` of a set, `add`, `sub` and `mul` on sizes, and `all` for a constant.
macro_rules! few_fillings {
    ($sets:expr, $used:expr) => {
        match *$sets {
            [a] => size(without(a, $used)),
            [a, b] => {
                let (a, b) = (without(a, $used), without(b, $used));
                sub(add(size(a), mul(size(a), size(b))), size(and(a, b)))
            }
            [a, b, c] => {
                let (a, b, c) = (without(a, $used), without(b, $used), without(c, $used));
                let (sa, sb, sc, ab) = (size(a), size(b), size(c), and(a, b));
                let (two, abc) = (sub(mul(sa, sb), size(ab)), size(and(ab, c)));
                let equal = add(mul(size(and(a, c)), sb), mul(size(and(b, c)), sa));
                let three = sub(add(mul(two, sc), add(abc, abc)), equal);
                add(sa, add(two, three))
            }
            [a, b, c, d] => {
                let (a, b) = (without(a, $used), without(b, $used));
                let (c, d) = (without(c, $used), without(d, $used));
                let (ab, ac, ad, cd) = (and(a, b), and(a, c), and(a, d), and(c, d));
                let (bc, bd) = (and(b, c), and(b, d));
                let (sa, sb, sc, sd) = (size(a), size(b), size(c), size(d));
                let (sac, sad, sbc, sbd) = (size(ac), size(ad), size(bc), size(bd));
                let (sab, scd) = (size(ab), size(cd));
                let (two, abc) = (sub(mul(sa, sb), sab), size(and(ab, c)));
                let equal = add(mul(sac, sb), mul(sbc, sa));
                let three = sub(add(mul(two, sc), add(abc, abc)), equal);
                let with_d = add(mul(size(and(ac, d)), sb), mul(size(and(bc, d)), sa));
                let with_d = add(mul(size(and(ab, d)), sc), with_d);
                let pairs = add(add(mul(sab, scd), mul(sac, sbd)), mul(sad, sbc));
                let more = add(pairs, add(with_d, with_d));
                let less = add(mul(sad, mul(sb, sc)), mul(sa, add(mul(sbd, sc), mul(scd, sb))));
                let less = add(less, mul(all(6), size(and(ab, cd))));
                let four = sub(add(mul(three, sd), more), less);
                add(add(sa, two), add(three, four))
            }
            _ => all(0),
        }
    };
}
