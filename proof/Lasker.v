(* Lasker's Nim: take any number, or split a heap in two. Its values for all heaps: Winning Ways, chapter 4. *)
From Coq Require Import List Arith Lia NArith Bool.
Import ListNotations.
From Grundy Require Import Game Rule.

Definition laskers_nim : rule := [Clause (Just 0) 4 Any; Clause (From 1) 3 Any].

Lemma laskers_option n hs : option_of laskers_nim n hs <->
  (hs = [] /\ 1 <= n) \/ (exists m, hs = [m] /\ 1 <= m < n) \/ exists a b, hs = [a; b] /\ 1 <= a /\ 1 <= b /\ a + b = n.
Proof.
  split.
  - intros (c & k & [<- | [<- | []]] & mt & prog & sum & pos & bit & _); cbn in mt; destruct hs as [| a [| b [| x hs]]]; try discriminate bit; cbn in sum.
    + pose proof (pos a (or_introl eq_refl)). pose proof (pos b (or_intror (or_introl eq_refl))). right. right. exists a, b. repeat split; lia.
    + left. split; [reflexivity | lia].
    + pose proof (pos a (or_introl eq_refl)). right. left. exists a. repeat split; lia.
  - intros [(-> & le) | [(m & -> & le) | (a & b & -> & pa & pb & sum)]].
    + exists (Clause (From 1) 3 Any), n. cbn. repeat split; auto; try lia; intros h [].
    + exists (Clause (From 1) 3 Any), (n - m). cbn. repeat split; auto; try lia; intros h [<- | []]; lia.
    + exists (Clause (Just 0) 4 Any), 0. cbn. repeat split; auto; try lia; intros h [<- | [<- | []]]; lia.
Qed.

(* 4 k + 1, 4 k + 2, 4 k + 4, 4 k + 3. *)
Definition laskers_value (n : nat) : N :=
  match (n mod 4)%nat, n with 0%nat, S m => N.of_nat m | 3%nat, _ => N.of_nat (S n) | _, _ => N.of_nat n end.

Lemma laskers_cases n : 1 <= n -> exists q, (n = 4 * q + 1 /\ laskers_value n = N.of_nat (4 * q + 1)) \/
  (n = 4 * q + 2 /\ laskers_value n = N.of_nat (4 * q + 2)) \/ (n = 4 * q + 3 /\ laskers_value n = N.of_nat (4 * q + 4)) \/
  (n = 4 * q + 4 /\ laskers_value n = N.of_nat (4 * q + 3)).
Proof.
  intros pos. unfold laskers_value. pose proof (Nat.div_mod n 4 ltac:(lia)) as d. pose proof (Nat.mod_upper_bound n 4 ltac:(lia)) as u.
  destruct (n mod 4) as [| [| [| [| i]]]]; [| | | | lia].
  - exists (n / 4 - 1). destruct n as [| n]; [lia |]. right. right. right. split; [| f_equal]; lia.
  - exists (n / 4). left. split; [| f_equal]; lia.
  - exists (n / 4). right. left. split; [| f_equal]; lia.
  - exists (n / 4). right. right. left. split; [| f_equal]; lia.
Qed.
(* Every number is the value of a heap: of the one that is as large as the value of that. *)
Lemma laskers_turn v : laskers_value (N.to_nat (laskers_value (N.to_nat v))) = v.
Proof.
  destruct (N.eq_dec v 0) as [-> | nz]; [reflexivity |]. destruct (laskers_cases (N.to_nat v) ltac:(lia)) as (q & cases).
  destruct cases as [(e & ->) | [(e & ->) | [(e & ->) | (e & ->)]]]; rewrite Nat2N.id;
    destruct (laskers_cases (4 * q + 1) ltac:(lia)) as (q1 & c1); destruct (laskers_cases (4 * q + 2) ltac:(lia)) as (q2 & c2);
    destruct (laskers_cases (4 * q + 3) ltac:(lia)) as (q3 & c3); destruct (laskers_cases (4 * q + 4) ltac:(lia)) as (q4 & c4); lia.
Qed.
Lemma laskers_zero n : laskers_value n = 0%N <-> n = 0.
Proof.
  split; [| now intros ->]. intros z. destruct n as [| n]; [reflexivity |]. destruct (laskers_cases (S n) ltac:(lia)) as (q & cases). lia.
Qed.

(* The remainders by 4 show that a split keeps no value. *)
Lemma laskers_split a b : 1 <= a -> 1 <= b -> N.lxor (laskers_value a) (laskers_value b) <> laskers_value (a + b).
Proof.
  intros pa pb e. apply (f_equal (fun v => N.land v (N.ones 2))) in e.
  assert (d : forall x y z, N.land (N.lxor x y) z = N.lxor (N.land x z) (N.land y z)).
  { intros x y z. apply N.bits_inj. intros j. rewrite N.land_spec, !N.lxor_spec, !N.land_spec.
    now destruct (N.testbit x j), (N.testbit y j), (N.testbit z j). }
  rewrite d, !N.land_ones in e. change (2 ^ 2)%N with 4%N in e. clear d.
  assert (m : forall n, 1 <= n -> (laskers_value n mod 4)%N = match n mod 4 with 0 => 3%N | 1 => 1%N | 2 => 2%N | _ => 0%N end).
  { intros n pos. destruct (laskers_cases n pos) as (q & cases).
    assert (r : forall i, (N.of_nat (4 * q + i) mod 4)%N = N.of_nat (i mod 4)).
    { intros i. rewrite <- (Nat2N.inj_mod _ 4). f_equal. rewrite Nat.add_comm, Nat.mul_comm. apply Nat.mod_add. lia. }
    assert (rn : forall i, n = 4 * q + i -> n mod 4 = i mod 4) by (intros i ->; rewrite Nat.add_comm, Nat.mul_comm; apply Nat.mod_add; lia).
    destruct cases as [(en & ->) | [(en & ->) | [(en & ->) | (en & ->)]]]; rewrite r, (rn _ en); reflexivity. }
  rewrite !m in e by lia. rewrite Nat.add_mod in e by lia.
  pose proof (Nat.mod_upper_bound a 4 ltac:(lia)). pose proof (Nat.mod_upper_bound b 4 ltac:(lia)).
  destruct (a mod 4) as [| [| [| [| i]]]]; [| | | | lia]; destruct (b mod 4) as [| [| [| [| j]]]]; try lia; discriminate e.
Qed.

Theorem laskers_values : is_grundy (option_of laskers_nim) laskers_value.
Proof.
  intros n. split.
  - intros hs o e. apply laskers_option in o as [(-> & le) | [(m & -> & le) | (a & b & -> & pa & pb & <-)]]; cbn in e; rewrite ?N.lxor_0_r in e.
    + symmetry in e. apply laskers_zero in e. lia.
    + destruct (laskers_cases m ltac:(lia)) as (q & c). destruct (laskers_cases n ltac:(lia)) as (q' & c'). lia.
    + now apply laskers_split in e.
  - intros v lt. set (m := N.to_nat (laskers_value (N.to_nat v))). pose proof (laskers_turn v : laskers_value m = v) as at_m.
    destruct (lt_dec m n) as [l | ge].
    + destruct (Nat.eq_dec m 0) as [z | nz].
      * exists []. split; [apply laskers_option; left; split; [reflexivity | lia] |]. rewrite <- at_m, z. reflexivity.
      * exists [m]. split; [apply laskers_option; right; left; exists m; split; [reflexivity | lia] |]. rewrite <- at_m. apply N.lxor_0_r.
    + (* A heap of 4 k + 3 has no smaller heap of value 4 k + 3, but can be split off 1. *)
      destruct n as [| n]; [cbn in lt; lia |].
      destruct (laskers_cases (S n) ltac:(lia)) as (q & c). destruct (Nat.eq_dec m 0) as [z | nz]; [lia |].
      destruct (laskers_cases m ltac:(lia)) as (q' & c').
      assert (S n = 4 * q + 3 /\ v = N.of_nat (4 * q + 3)) as [en ev] by lia.
      exists [1; 4 * q + 2]. split; [apply laskers_option; right; right; exists 1, (4 * q + 2); repeat split; lia |].
      destruct (laskers_cases (4 * q + 2) ltac:(lia)) as (q2 & c2). assert (v2 : laskers_value (4 * q + 2) = N.of_nat (4 * q + 2)) by lia.
      cbn [value fold_right]. rewrite N.lxor_0_r, v2, ev. change (laskers_value 1) with 1%N.
      replace (N.of_nat (4 * q + 2)) with (2 * N.of_nat (2 * q + 1))%N by lia.
      replace (N.of_nat (4 * q + 3)) with (2 * N.of_nat (2 * q + 1) + 1)%N by lia. now destruct (N.of_nat (2 * q + 1)).
Qed.

(* The values rise by 4 every 4 heaps. *)
Theorem lasker g : is_grundy (option_of laskers_nim) g -> forall n, g n = laskers_value n.
Proof. intros G. exact (grundy_unique _ _ _ (rule_shrinks _) G laskers_values). Qed.

(* Is it this rule? *)
Definition lasker_check (r : rule) : bool :=
  match r with [Clause (Just 0) 4 Any; Clause (From 1) 3 Any] => true | _ => false end.
Theorem lasker_right r : lasker_check r = true -> forall g, is_grundy (option_of r) g -> forall n, 1 <= n -> g (n + 4) = (g n + 4)%N.
Proof.
  intros ok g G n pos. assert (r = laskers_nim) as ->.
  { unfold lasker_check in ok. clear G. repeat match type of ok with context [match ?x with _ => _ end] => destruct x; try discriminate ok end. reflexivity. }
  rewrite !(lasker g G). destruct (laskers_cases n pos) as (q & c). destruct (laskers_cases (n + 4) ltac:(lia)) as (q' & c'). lia.
Qed.
