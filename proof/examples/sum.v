(* Kayles: take 1 or 2, and leave at most 2 heaps.
   In Kayles(5) + Kayles(2) + Kayles(30) + Kayles(101) the player to move wins.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (Just 1) 7 Any; Clause (Just 2) 7 Any].
Theorem claim : won (option_of the_rule) [5; 2; 30; 101].
Proof. apply (won_right _ _ 5). vm_cast_no_check (eq_refl (Some 5%N)). Qed.
Print Assumptions claim.
