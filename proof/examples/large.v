(* Kayles: take 1 or 2, and leave at most 2 heaps.
   Nim: take 1 or more, and leave at most 1 heap.
   GrundysGame: take nothing, and leave 2 unequal heaps.
   In Kayles(1000000000000000000) + Nim(1000000000000000) + Nim(1000000000000001) + GrundysGame(20) the player to move loses.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rules : list rule := [[Clause (Just 1) 7 Any; Clause (Just 2) 7 Any]; [Clause (From 1) 3 Any]; [Clause (Just 0) 4 Unequal]].
Theorem claim : lost (option_among the_rules) (large [(0, 1000000000000000000%N); (1, 1000000000000000%N); (1, 1000000000000001%N); (2, 20%N)]).
Proof.
  apply (lost_large _ [Course 71 12 0; Course 0 1 1; Course 0 0 0]); [| vm_cast_no_check (eq_refl (Some 0%N))].
  constructor. { apply flat. apply check_right. vm_cast_no_check (eq_refl true). }
  constructor. { apply risen. apply (from_zero _ 1 1); [| vm_cast_no_check (eq_refl (Some 1%N))]. apply (cofinite_right _ 0 4). vm_cast_no_check (eq_refl true). }
  constructor. { apply unknown. }
  constructor.
Qed.
Print Assumptions claim.
