(* octal 0.75: take 1, and leave at most 2 heaps; or take 2, and leave 0 or 2 heaps.
   The misère quotient of all heaps has 8 elements.
   The heaps n and n + 2 have the same element, for all n from 8 on.
   How this is checked: proof/README.md. *)
From Grundy Require Import All.
Definition the_rule : rule := [Clause (Just 1) 7 Any; Clause (Just 2) 5 Any].
Definition the_quotient : certificate := {|
  order := 8; from := 8; period := 2;
  products := [[0; 1; 2; 3; 4; 5; 6; 7];
    [1; 0; 3; 2; 5; 4; 7; 6];
    [2; 3; 4; 5; 2; 3; 3; 2];
    [3; 2; 5; 4; 3; 2; 2; 3];
    [4; 5; 2; 3; 4; 5; 5; 4];
    [5; 4; 3; 2; 5; 4; 4; 5];
    [6; 7; 3; 2; 5; 4; 4; 5];
    [7; 6; 2; 3; 4; 5; 5; 4]]%N;
  lost_elements := 0x12%N;
  elements := [0; 1; 2; 1; 2; 6; 2; 6; 2; 5]%N;
  closure := [[0x21; 0x29];
    [0x12; 0x16];
    [0x33; 0x3b; 0x7b; 0xf3; 0xfb];
    [0x37; 0xb7; 0xf7];
    [0xc; 0x6e];
    [0x9d];
    [0x9f];
    [0x6f]]%N |}.
Theorem claim : is_quotient the_rule the_quotient.
Proof. apply (is_quotient_right _ _ [[]; [1]; [2]; [1; 2]; [1; 9]; [9]; [5]; [1; 5]]); vm_cast_no_check (eq_refl true). Qed.
Print Assumptions claim.
