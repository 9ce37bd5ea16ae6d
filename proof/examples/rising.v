(* take any except <4>: take 1, 2, 3 or 5 or more, and leave at most 1 heap.
   G(n + 8) = G(n) + 4 for all n from 0 on.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (Just 1) 3 Any; Clause (Just 2) 3 Any; Clause (Just 3) 3 Any; Clause (From 5) 3 Any].
Theorem claim : forall g, is_grundy (option_of the_rule) g -> forall n, 0 <= n -> g (n + 8) = (g n + 4)%N.
Proof. apply (from_zero _ 8 4); [| vm_cast_no_check (eq_refl (Some 4%N))]. apply (cofinite_right _ 4 15). vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
