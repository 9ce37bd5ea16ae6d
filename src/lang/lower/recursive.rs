//! Which functions are recursive: they call themselves, directly or through others.

/// For each function, whether a chain of calls leads from it back to it; `calls` lists the functions that each one
/// calls. By Kosaraju's algorithm for strongly connected components, without recursion.
pub(crate) fn recursive_functions(calls: &[Vec<usize>]) -> Vec<bool> {
    let mut callers = vec![Vec::new(); calls.len()];
    for (caller, called) in calls.iter().enumerate() {
        called.iter().for_each(|called| callers[*called].push(caller));
    }
    let mut is_recursive: Vec<bool> = calls.iter().enumerate().map(|(index, called)| called.contains(&index)).collect();
    let mut grouped = vec![false; calls.len()];
    for first in postorder(calls).into_iter().rev() {
        // Among the functions that are in no group yet, those that reach this one are also reached from it.
        let mut group = Vec::new();
        let mut waiting = vec![first];
        while let Some(next) = waiting.pop() {
            if !std::mem::replace(&mut grouped[next], true) {
                group.push(next);
                waiting.extend(&callers[next]);
            }
        }
        if group.len() > 1 {
            group.into_iter().for_each(|member| is_recursive[member] = true);
        }
    }
    is_recursive
}

/// All functions in the order in which a depth-first search leaves them.
fn postorder(calls: &[Vec<usize>]) -> Vec<usize> {
    let mut ended = Vec::with_capacity(calls.len());
    let mut met = vec![false; calls.len()];
    for first in 0..calls.len() {
        let mut path = Vec::new();
        if !std::mem::replace(&mut met[first], true) {
            path.push((first, calls[first].iter()));
        }
        while let Some((node, rest)) = path.last_mut() {
            match rest.next() {
                Some(next) if !std::mem::replace(&mut met[*next], true) => path.push((*next, calls[*next].iter())),
                Some(_) => {}
                None => {
                    ended.push(*node);
                    path.pop();
                }
            }
        }
    }
    ended
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_calls_itself_is_found() {
        assert!(recursive_functions(&[]).is_empty());
        assert_eq!(recursive_functions(&[vec![0], vec![0], vec![1, 3], vec![]]), [true, false, false, false]);
        // Two cycles, with a path from one to the other.
        let calls = [vec![1], vec![0, 2], vec![3], vec![4], vec![3]];
        assert_eq!(recursive_functions(&calls), [true, true, false, true, true]);
        // A long chain.
        let calls: Vec<Vec<usize>> = (1..100_000).map(|next| vec![next]).chain([vec![]]).collect();
        assert!(!recursive_functions(&calls).contains(&true));
    }
}
