(* What a certificate imports. *)
From Coq Require Export List NArith.
From Grundy Require Export Game Rule Check Sums Large Cofinite Sizes Sparse Rising Lasker Misere Quotient Reduced.
Export ListNotations.
