(* hex 0.A8: take 1, and leave 1 or 3 heaps; or take 2, and leave 3 heaps.
   G(n + 4) = G(n) + 2 for all n from 1 on.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (Just 1) 10 Any; Clause (Just 2) 8 Any].
Theorem claim : forall g, is_grundy (option_of the_rule) g -> forall n, 1 <= n -> g (n + 4) = (g n + 2)%N.
Proof. apply rising_right. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
