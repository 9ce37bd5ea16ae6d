(* What a certificate imports. *)
From Coq Require Export List NArith.
From Grundy Require Export Game Rule Check Sums Cofinite Sizes Sparse Rising Misere Quotient Reduced.
Export ListNotations.
