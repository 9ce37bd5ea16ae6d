(* Kayles: take 1 or 2, and leave at most 2 heaps.
   GrundysGame: take nothing, and leave 2 unequal heaps.
   Nim: take 1 or more, and leave at most 1 heap.
   take <2,5,7>: take 2, 5 or 7, and leave at most 1 heap.
   In Kayles(5) + GrundysGame(20) + *3 + 2*(take <2,5,7>)(9) the player to move wins.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rules : list rule := [[Clause (Just 1) 7 Any; Clause (Just 2) 7 Any]; [Clause (Just 0) 4 Unequal]; [Clause (From 1) 3 Any]; [Clause (Just 2) 3 Any; Clause (Just 5) 3 Any; Clause (Just 7) 3 Any]].
Theorem claim : won (option_among the_rules) [(0, 5); (1, 20); (2, 3); (3, 9); (3, 9)].
Proof. apply (won_among _ _ 7). vm_cast_no_check (eq_refl (Some 7%N)). Qed.
Print Assumptions claim.
