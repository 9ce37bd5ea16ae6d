(* LaskersNim: take nothing, and leave 2 heaps; or take 1 or more, and leave at most 1 heap.
   G(n + 4) = G(n) + 4 for all n from 1 on.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (Just 0) 4 Any; Clause (From 1) 3 Any].
Theorem claim : forall g, is_grundy (option_of the_rule) g -> forall n, 1 <= n -> g (n + 4) = (g n + 4)%N.
Proof. apply lasker_right. vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
