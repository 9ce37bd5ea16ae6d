(* LaskersNim: take nothing, and leave 2 heaps; or take 1 or more, and leave at most 1 heap.
   In LaskersNim(3) + LaskersNim(4) + LaskersNim(4) + LaskersNim(3) the player to move loses.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (Just 0) 4 Any; Clause (From 1) 3 Any].
Theorem claim : lost (option_of the_rule) [3; 4; 4; 3].
Proof. apply lost_right. vm_cast_no_check (eq_refl (Some 0%N)). Qed.
Print Assumptions claim.
