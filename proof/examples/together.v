(* hex 0.2BF: take 1, and leave 1 heap; or take 2, and leave 0, 1 or 3 heaps; or take 3, and leave at most 3 heaps.
   G(n + 1) = G(n) + 1 for all n from 1 on.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (Just 1) 2 Any; Clause (Just 2) 11 Any; Clause (Just 3) 15 Any].
Theorem claim : forall g, is_grundy (option_of the_rule) g -> forall n, 1 <= n -> g (n + 1) = (g n + 1)%N.
Proof. apply rising_right. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
