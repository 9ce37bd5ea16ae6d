(* take <1,4,9>: take 1, 4 or 9, and leave at most 1 heap.
   G(n + 5) = G(n) for all n from 0 on.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (Just 1) 3 Any; Clause (Just 4) 3 Any; Clause (Just 9) 3 Any].
Theorem claim : forall g, is_grundy (option_of the_rule) g -> forall n, 0 <= n -> g (n + 5) = g n.
Proof. apply (from_zero_flat _ 5); [| vm_cast_no_check (eq_refl (Some 0%N))]. apply check_right. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
