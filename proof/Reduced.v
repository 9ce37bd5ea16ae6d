(* That a quotient is the quotient: sums with the same element are alike beside every sum, others are told apart by one. *)
From Coq Require Import List Arith Lia NArith Bool.
Import ListNotations.
From Grundy Require Import Game Rule Check Misere Quotient.

Section Reduced.
  Context (r : rule) (c : certificate) (checked : quotient_check r c = true).
  Notation mul := (mul_in c (tree c)).
  Notation In_Q := (In_Q (N.of_nat (order c))).

  (* words: sums of heaps, one for each element. *)
  Definition reduced_check (words : list (list nat)) : bool :=
    let t := tree c in
    let zs := map (image (mul_in c t) 0%N (phi c)) words in
    forallb (fun x => existsb (N.eqb x) zs) (range c) &&
    forallb (fun x => forallb (fun y => N.eqb x y || existsb (fun z => negb (Bool.eqb (is_lost c (mul_in c t x z)) (is_lost c (mul_in c t y z)))) zs) (range c)) (range c).

  Lemma product_facts : (forall s, In_Q (product c s)) /\ (forall s u, product c (s ++ u) = mul (product c s) (product c u)).
  Proof.
    pose proof checked as q1. unfold quotient_check in q1. cbv zeta in q1.
    apply andb_true_iff in q1 as [q1 _]. apply andb_true_iff in q1 as [q1 ass]. apply andb_true_iff in q1 as [q1 mon].
    do 3 (apply andb_true_iff in q1 as [q1 _]). apply andb_true_iff in q1 as [q1 els]. do 4 (apply andb_true_iff in q1 as [q1 _]).
    apply Nat.leb_le in q1. rewrite forallb_forall in els. unfold monoid_b in mon. rewrite forallb_forall in mon.
    assert (unit_in : In_Q 0%N) by (unfold Misere.In_Q; lia).
    assert (phi_in : forall h, In_Q (phi c h)).
    { intros h. unfold phi. destruct (nth_in_or_default (fold_heap c h) (elements c) 0%N) as [i | ->]; [| assumption].
      apply els in i. now apply N.ltb_lt. }
    assert (all : forall x y, In_Q x -> In_Q y -> In_Q (mul x y) /\ mul x y = mul y x).
    { intros x y ix iy. apply in_range in ix, iy. specialize (mon x ix). apply andb_true_iff in mon as [_ mon]. rewrite forallb_forall in mon.
      specialize (mon y iy). apply andb_true_iff in mon as [m1 m2]. split; [now apply N.ltb_lt | now apply N.eqb_eq]. }
    assert (unit_left : forall x, In_Q x -> mul 0%N x = x).
    { intros x ix. apply in_range in ix. specialize (mon x ix). apply andb_true_iff in mon as [mon _]. now apply N.eqb_eq. }
    assert (assoc : forall h, middle (N.of_nat (order c)) mul (phi c h)).
    { intros h x y ix iy. unfold associative_b in ass. rewrite forallb_forall in ass.
      assert (ia : In (phi c h) (0%N :: nodup N.eq_dec (elements c))).
      { unfold phi. destruct (nth_in_or_default (fold_heap c h) (elements c) 0%N) as [i | ->]; [right; now apply nodup_In | now left]. }
      specialize (ass _ ia). rewrite forallb_forall in ass. apply in_range in ix, iy. specialize (ass x ix). cbv zeta in ass.
      rewrite forallb_forall in ass. specialize (ass y iy). now apply N.eqb_eq. }
    split; intros s.
    - apply (img_in (N.of_nat (order c)) mul (phi c) unit_in phi_in (fun x y ix iy => proj1 (all x y ix iy))).
    - intros u. apply (img_app (N.of_nat (order c)) mul (phi c) unit_in phi_in (fun x y ix iy => proj1 (all x y ix iy)) unit_left
        (fun x y ix iy => proj2 (all x y ix iy)) assoc).
  Qed.

  (* Two sums with the same element are lost or won alike beside every sum. *)
  Theorem same_element s t : product c s = product c t -> forall u, mlost (option_of r) (s ++ u) <-> mlost (option_of r) (t ++ u).
  Proof.
    intros e u. destruct product_facts as [_ app].
    rewrite (proj1 (quotient_check_right r c checked (s ++ u))), (proj1 (quotient_check_right r c checked (t ++ u))), !app, e. tauto.
  Qed.

  (* Two sums with different elements are not: one of the words beside them is lost with one and won with the other. *)
  Theorem told_apart words s t : reduced_check words = true -> product c s <> product c t ->
    exists u, In u words /\ ((mlost (option_of r) (s ++ u) /\ mwon (option_of r) (t ++ u)) \/ (mwon (option_of r) (s ++ u) /\ mlost (option_of r) (t ++ u))).
  Proof.
    intros k ne. destruct product_facts as [inq app]. unfold reduced_check in k. cbv zeta in k. apply andb_true_iff in k as [_ k].
    rewrite forallb_forall in k. specialize (k (product c s) (proj2 (in_range c _) (inq s))). rewrite forallb_forall in k.
    specialize (k (product c t) (proj2 (in_range c _) (inq t))). apply orb_true_iff in k as [e | k]; [apply N.eqb_eq in e; contradiction |].
    apply existsb_exists in k as (z & iz & k). apply in_map_iff in iz as (u & <- & iu). exists u. split; [assumption |].
    change (image mul 0%N (phi c) u) with (product c u) in k. rewrite <- !app in k.
    destruct (quotient_check_right r c checked (s ++ u)) as [ls ws], (quotient_check_right r c checked (t ++ u)) as [lt wt].
    rewrite ls, ws, lt, wt. destruct (is_lost c (product c (s ++ u))), (is_lost c (product c (t ++ u))); cbn in k; auto; discriminate.
  Qed.

  (* Every element is that of a sum, so that the quotient has exactly so many. *)
  Theorem all_elements words : reduced_check words = true -> forall x, (x < N.of_nat (order c))%N -> exists s, product c s = x.
  Proof.
    intros k x lt. unfold reduced_check in k. cbv zeta in k. apply andb_true_iff in k as [k _]. rewrite forallb_forall in k.
    specialize (k x ltac:(now apply in_range)). apply existsb_exists in k as (z & iz & e). apply N.eqb_eq in e. subst z.
    apply in_map_iff in iz as (s & e & _). exists s. exact e.
  Qed.
End Reduced.

(* What a certificate of a misère quotient claims: its elements decide all sums; two sums have the same element if and only if they are
   alike beside every sum; and every element is that of a sum. *)
Definition is_quotient (r : rule) (c : certificate) : Prop :=
  (forall s, (mlost (option_of r) s <-> is_lost c (product c s) = true) /\ (mwon (option_of r) s <-> is_lost c (product c s) = false)) /\
  (forall s t, product c s = product c t <-> forall u, mlost (option_of r) (s ++ u) <-> mlost (option_of r) (t ++ u)) /\
  (forall x, (x < N.of_nat (order c))%N <-> exists s, product c s = x).

Theorem is_quotient_right r c words : quotient_check r c = true -> reduced_check c words = true -> is_quotient r c.
Proof.
  intros checked reduced. pose proof (quotient_check_right r c checked) as decides.
  split; [exact decides | split; [intros s t; split | intros x; split]].
  - exact (same_element r c checked s t).
  - intros alike. destruct (N.eq_dec (product c s) (product c t)) as [e | ne]; [assumption | exfalso].
    destruct (told_apart r c checked words s t reduced ne) as (u & _ & [[l w] | [w l]]);
      apply alike in l; apply decides in l, w; congruence.
  - exact (all_elements c words reduced x).
  - intros (s & <-). apply (product_facts r c checked).
Qed.
