(* Nim: take 1 or more, and leave at most 1 heap.
   G(n + 1) = G(n) + 1 for all n from 0 on.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (From 1) 3 Any].
Theorem claim : forall g, is_grundy (option_of the_rule) g -> forall n, 0 <= n -> g (n + 1) = (g n + 1)%N.
Proof. apply (from_zero _ 1 1); [| vm_cast_no_check (eq_refl (Some 1%N))]. apply (cofinite_right _ 0 4). vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
