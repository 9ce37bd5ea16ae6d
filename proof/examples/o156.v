(* octal 0.156: take 1, and leave nothing; or take 2, and leave 0 or 2 heaps; or take 3, and leave 1 or 2 heaps.
   G(n + 349) = G(n) for all n from 3479 on.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (Just 1) 1 Any; Clause (Just 2) 5 Any; Clause (Just 3) 6 Any].
Theorem claim : forall g, is_grundy (option_of the_rule) g -> forall n, 3479 <= n -> g (n + 349) = g n.
Proof. apply (sparse_check_right 27). vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
