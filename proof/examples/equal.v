(* take <1,2> then split equal: take 1 or 2, and leave 2 equal heaps.
   G(n + 1) = G(n) for all n from 3 on.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (Just 1) 4 Equal; Clause (Just 2) 4 Equal].
Theorem claim : forall g, is_grundy (option_of the_rule) g -> forall n, 3 <= n -> g (n + 1) = g n.
Proof. apply sized_check_right. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
