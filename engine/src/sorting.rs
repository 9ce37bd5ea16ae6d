//! The order of types, and sorting where nobody waits for it. The standard library's sort is compiled anew for each type, to five kilobytes of
//! machine code. Here all types share one copy, which sorts their indices.

use std::cmp::Ordering;

/// Makes a type equal, ordered and hashed as one of its parts is, or as what is made of them.
macro_rules! compared_as {
    ($type:ty, $one:pat => $part:expr) => {
        impl PartialEq for $type {
            fn eq(&self, other: &Self) -> bool {
                let left = {
                    let $one = self;
                    $part
                };
                let $one = other;
                left == $part
            }
        }

        impl Eq for $type {}

        impl std::hash::Hash for $type {
            fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
                let $one = self;
                std::hash::Hash::hash(&$part, state);
            }
        }

        impl PartialOrd for $type {
            fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
                Some(self.cmp(other))
            }
        }

        impl Ord for $type {
            fn cmp(&self, other: &Self) -> std::cmp::Ordering {
                let left = {
                    let $one = self;
                    $part
                };
                let $one = other;
                left.cmp(&$part)
            }
        }
    };
}

/// Sorts in ascending order.
pub fn sort<T: Ord>(members: &mut [T]) {
    sort_by(members, T::cmp);
}

/// Sorts by a key; members with equal keys stay in their order.
pub fn sort_by_key<T, K: Ord>(members: &mut [T], key: impl Fn(&T) -> K) {
    sort_by(members, |a, b| key(a).cmp(&key(b)));
}

/// Sorts by an order; equal members stay in their order.
pub fn sort_by<T>(members: &mut [T], compare: impl Fn(&T, &T) -> Ordering) {
    if members.is_sorted_by(|a, b| compare(a, b).is_le()) {
        return;
    }
    let mut order = sorted_indices(members.len(), &|a, b| compare(&members[a], &members[b]));
    // The places form cycles, each place with the one where its member comes from. Along each, every member is moved once.
    for start in 0..members.len() {
        let mut place = start;
        loop {
            let from = std::mem::replace(&mut order[place], place);
            if from == start {
                break;
            }
            members.swap(place, from);
            place = from;
        }
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
        for count in 0..40 {
            let members: Vec<(usize, usize)> = (0..count).map(|n| (n * n * 7 % 11, n)).collect();
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
            let mut rotated = ours.clone();
            rotated.rotate_left(count / 3);
            sort(&mut rotated);
            assert_eq!(rotated, ours);
        }
    }
}
