//! The variables of a clause (`for k in …`) can be used anywhere in it: the clause has the values of its cases
//! written out one by one.

use assert_cmd::Command;

/// The values of the heaps 0 to 14 under a rule, as the program prints them.
fn values(rule: &str) -> String {
    let code = format!("game X(n) = {rule}; print [grundy X(i) for i in 0..14]");
    let ran = Command::new(env!("CARGO_BIN_EXE_grundy")).args(["-e", &code]).assert().success();
    String::from_utf8(ran.get_output().stdout.clone()).unwrap()
}

#[test]
fn variables_are_seen_in_the_whole_clause() {
    for (with_variables, written_out) in [
        ("split into <k+1> for k in 3..6", "split into {4,5,6,7}"),
        ("split into k for k in 2..3", "split into 2 | split into 3"),
        ("split unequal into k for k in 2..3 | take <1>", "split unequal into {2,3} | take <1>"),
        ("split into <k..> for k in 4..5 | take <1>", "split into 4.. | take <1>"),
        ("take <k> for k in 1..3", "take <1,2,3>"),
        ("take <k, 2*k> for k in 2..3 if k != 3", "take <2,4>"),
        ("take <k*j> for k in 1..3 for j in k..3", "take <1,2,3,4,6,9>"),
        ("take <k> then split into k for k in 2..3", "take <2> then split | take <3> then split into 3"),
        ("take <k-2> then split into k for k in 2..3", "take <0> then split | take <1> then split into 3"),
        (
            "take <k> then maybe split equal into <k> for k in 2..3",
            "take <2> then maybe split equal | take <3> then maybe split equal into 3",
        ),
        ("divide by <k> for k in 2..4", "divide by <2,3,4>"),
        ("divide by <k, k*k> for k in 2..3 if even(k)", "divide by <2,4>"),
        ("take <k> from n for k in 1..2", "take <1,2>"),
        ("octal 0.77 for k in 1..3", "octal 0.77"),
        ("octal 0.77 for k in 3..1 | take <1>", "take <1>"),
        ("Kayles if k == 2 for k in 1..3 | take <5>", "Kayles | take <5>"),
        // Clauses that use n, the size of the heap.
        ("split into k for k in 2..n", "split into 2.."),
        ("split into k if n > 5 for k in 2..3 | take <1>", "split if n > 5 | split into 3 if n > 5 | take <1>"),
        (
            "take <k> then split into n-k for k in 1..2 if n-k >= 2",
            "take <1> then split into n-1 if n > 2 | take <2> then split into n-2 if n > 3",
        ),
        ("divide by <k> for k in 2..n", "(n/k) for k in 2..n"),
        ("take <k> if k <= n/2 for k in 1..n", "(n-k) for k in 1..n/2"),
        ("octal 0.07 for k in 1..n", "octal 0.07"),
        ("(n-p) for p in primes if n % p == 0", "(n-p) for p in 1..n if prime(p) and n % p == 0"),
        ("take {p for p in primes if n % p == 0}", "(n-p) for p in 1..n if prime(p) and n % p == 0"),
        ("(n-1-k*k) for k in 1.. step 2 if n % k == 0", "(n-1-k*k) for k in 1..n if odd(k) and n % k == 0"),
        ("(n-2*p) for p in primes for q in 2..p if odd(q*n)", "(n-2*p) for p in 2..n if prime(p) and odd(n) and p > 2"),
        ("sum((j+1) for j in 0..n-2) | (n-1)", "sum[(j+1) for j in 0..n-2] | (n-1)"),
        (
            "(n-1) + sum([(j), (j)]) + sum(*k for k in 0..j) for j in 0..n-2",
            "(n-1) + sum[*k for k in 0..j] for j in 0..n-2",
        ),
    ] {
        assert_eq!(values(with_variables), values(written_out), "{with_variables}");
    }
}

#[test]
fn two_coordinates_as_well() {
    for (with_variables, written_out) in [
        ("take <k> from a for k in 1..2", "take <1,2> from a"),
        ("take <k, k+1> from a, b for k in 3..4", "take <3,4,5> from a, b"),
        ("divide a by <k> for k in 2..3", "divide a by <2,3>"),
        ("take <k> from a if k != j for k in 1..3 for j in 2..2", "take <1,3> from a"),
        ("(a-p, b) for p in primes", "take primes from a"),
        ("(a-k, b-k*k) for k in 1.. if odd(b)", "(a-k, b-k*k) for k in 1..a if odd(b)"),
        ("sum((j, b) for j in 0..a-2)", "sum[(j, b) for j in 0..a-2]"),
    ] {
        let table = |rule: &str| {
            let code = format!("game T(a, b) = {rule} | (a, b-1); print [grundy T(i, j) for i in 0..6, j in 0..6]");
            let ran = Command::new(env!("CARGO_BIN_EXE_grundy")).args(["-e", &code]).assert().success();
            String::from_utf8(ran.get_output().stdout.clone()).unwrap()
        };
        assert_eq!(table(with_variables), table(written_out), "{with_variables}");
    }
}
