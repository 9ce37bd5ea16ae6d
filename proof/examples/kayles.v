(* Kayles: take 1 or 2, and leave at most 2 heaps.
   G(n + 12) = G(n) for all n from 71 on.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (Just 1) 7 Any; Clause (Just 2) 7 Any].
Theorem claim : forall g, is_grundy (option_of the_rule) g -> forall n, 71 <= n -> g (n + 12) = g n.
Proof. apply check_right. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
