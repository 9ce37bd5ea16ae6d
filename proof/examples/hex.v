(* hex 0.B: take 1, and leave 0, 1 or 3 heaps.
   G(n + 2) = G(n) for all n from 0 on.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (Just 1) 11 Any].
Theorem claim : forall g, is_grundy (option_of the_rule) g -> forall n, 0 <= n -> g (n + 2) = g n.
Proof. apply (from_zero_flat _ 2); [| vm_cast_no_check (eq_refl (Some 0%N))]. apply check_right. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
