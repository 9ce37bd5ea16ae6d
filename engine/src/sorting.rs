//! Sorting where nobody waits for it. The standard library's sort is compiled anew for each type, to five kilobytes of
//! machine code. Here all types share one copy, which sorts their indices.

use std::cmp::Ordering;

/// Sorts in ascending order.
pub(crate) fn sort<T: Ord>(members: &mut [T]) {
    sort_by(members, T::cmp);
}

/// Sorts by a key; members with equal keys stay in their order.
pub(crate) fn sort_by_key<T, K: Ord>(members: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(members, |a, b| key(a).cmp(&key(b)));
}

/// Sorts by an order; equal members stay in their order.
pub(crate) fn sort_by<T>(members: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    let order = sorted_indices(members.len(), &|a, b| compare(&members[a], &members[b]));
    for place in 0..members.len() {
        // What was at an earlier place has been swapped to where the member for that place came from.
        let mut from = order[place];
        while from < place {
            from = order[from];
        }
        members.swap(place, from);
    }
}

fn sorted_indices(count: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut indices: Vec<usize> = (0..count).collect();
    indices.sort_by(|a, b| compare(*a, *b));
    indices
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_sorted_as_by_the_standard_library() {
        for count in 0..40u64 {
            let members: Vec<(u64, u64)> = (0..count).map(|n| (n * n * 7 % 11, n)).collect();
            let (mut ours, mut theirs) = (members.clone(), members);
            sort_by_key(&mut ours, |member| member.0);
            theirs.sort_by_key(|member| member.0);
            assert_eq!(ours, theirs);
            sort_by(&mut ours, |a, b| b.cmp(a));
            theirs.sort_by(|a, b| b.cmp(a));
            assert_eq!(ours, theirs);
            sort(&mut ours);
            theirs.sort();
            assert_eq!(ours, theirs);
        }
    }
}
