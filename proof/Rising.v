(* Rules with finitely many amounts that leave at most three heaps: values that rise for ever, by a power of two every p heaps.
   It is the theorem "Hexadecimal games that rise for ever" of docs/proofs.md. *)
From Coq Require Import List Arith Lia NArith ZArith Bool FMapPositive.
Import ListNotations.
From Grundy Require Import Game Rule Check.

(* ---- Sums and nim-sums. ---- *)
(* A sum and the nim-sum of the same numbers differ by an even number, and the sum is not the smaller one. *)
Lemma sum_of_pos a : forall b, exists k, (Npos (a + b) = Pos.lxor a b + 2 * k)%N.
Proof.
  induction a as [a ih | a ih |]; intros [b | b |]; cbn [Pos.lxor].
  1, 2, 4, 5: destruct (ih b) as (k & e).
  - exists (2 * k + 1)%N. destruct (Pos.lxor a b); cbn [Pos.Ndouble]; lia.
  - exists (2 * k)%N. destruct (Pos.lxor a b); cbn [Pos.Nsucc_double]; lia.
  - exists (2 * k)%N. destruct (Pos.lxor a b); cbn [Pos.Nsucc_double]; lia.
  - exists (2 * k)%N. destruct (Pos.lxor a b); cbn [Pos.Ndouble]; lia.
  - exists 1%N. lia.
  - exists 0%N. lia.
  - exists 1%N. lia.
  - exists 0%N. lia.
  - exists 1%N. lia.
Qed.
Lemma sum_of a b : exists k, (a + b = N.lxor a b + 2 * k)%N.
Proof.
  destruct a as [| a]; [exists 0%N; cbn; lia |]. destruct b as [| b]; [exists 0%N; cbn; lia |]. exact (sum_of_pos a b).
Qed.

(* A power of two more, and the nim-sum with what is less than it. *)
Lemma land_lxor x y z : N.land (N.lxor x y) z = N.lxor (N.land x z) (N.land y z).
Proof.
  apply N.bits_inj. intros j. rewrite N.land_spec, !N.lxor_spec, !N.land_spec.
  now destruct (N.testbit x j), (N.testbit y j), (N.testbit z j).
Qed.
Lemma power_positive b : (2 ^ b <> 0)%N.
Proof. apply N.pow_nonzero. lia. Qed.
Lemma high_step b x : N.shiftr (x + 2 ^ b) b = (N.shiftr x b + 1)%N.
Proof. rewrite !N.shiftr_div_pow2. rewrite <- (N.mul_1_l (2 ^ b)) at 1. apply N.div_add, power_positive. Qed.
Lemma low_step b x : N.land (x + 2 ^ b) (N.ones b) = N.land x (N.ones b).
Proof. rewrite !N.land_ones. rewrite <- (N.mul_1_l (2 ^ b)) at 1. apply N.mod_add, power_positive. Qed.
Lemma same_parts b x y : N.shiftr x b = N.shiftr y b -> N.land x (N.ones b) = N.land y (N.ones b) -> x = y.
Proof.
  rewrite !N.shiftr_div_pow2, !N.land_ones. intros h l.
  rewrite (N.div_mod x (2 ^ b)), (N.div_mod y (2 ^ b)), h, l by apply power_positive. reflexivity.
Qed.
Lemma step_beside b x y : (y < 2 ^ b)%N -> N.lxor (x + 2 ^ b) y = (N.lxor x y + 2 ^ b)%N.
Proof.
  intros lt. assert (z : N.shiftr y b = 0%N) by (rewrite N.shiftr_div_pow2; now apply N.div_small).
  apply (same_parts b).
  - now rewrite high_step, !N.shiftr_lxor, high_step, z, !N.lxor_0_r.
  - now rewrite low_step, !land_lxor, low_step.
Qed.

Definition sum_z (f : nat -> Z) (hs : list nat) : Z := fold_right (fun h z => (f h + z)%Z) 0%Z hs.

Section Rising.
  Context (r : rule) (k : nat) (few : bounded r 3 k) (g : nat -> N) (G : is_grundy (option_of r) g).
  Context (e p : nat) (b : N) (e1 : 1 <= e) (p1 : 1 <= p).
  Notation s := (2 ^ b)%N.

  (* A value is s q + r. The weight of a heap is the same for all heaps of its class. *)
  Definition high (h : nat) : N := N.shiftr (g h) b.
  Definition low (h : nat) : N := N.land (g h) (N.ones b).
  Definition weight (h : nat) : Z := (Z.of_nat p * Z.of_N (high h) - Z.of_nat h)%Z.

  Notation highs := (image N.lxor 0%N high).
  Notation lows := (image N.lxor 0%N low).

  Lemma highs_of hs : highs hs = N.shiftr (value g hs) b.
  Proof. induction hs as [| h hs ih]; [now rewrite N.shiftr_0_l |]. rewrite value_cons, N.shiftr_lxor, <- ih. reflexivity. Qed.
  Lemma lows_of hs : lows hs = N.land (value g hs) (N.ones b).
  Proof. induction hs as [| h hs ih]; [reflexivity |]. rewrite value_cons, land_lxor, <- ih. reflexivity. Qed.

  (* The claim for all heaps up to n. *)
  Definition holds_to (n : nat) := forall i, e <= i -> i + p <= n -> g (i + p) = (g i + s)%N.

  Lemma class_of n : holds_to n -> forall h, e <= h <= n -> exists c, e <= c < e + p /\ weight c = weight h /\ low c = low h.
  Proof.
    intros per h. induction h as [h ih] using lt_wf_ind. intros [eh hn].
    destruct (lt_dec h (e + p)) as [lt | ge]; [exists h; auto |].
    destruct (ih (h - p)) as (c & hc & w & l); [lia | lia |]. exists c. split; [assumption |].
    pose proof (per (h - p)) as q. replace (h - p + p) with h in q by lia. specialize (q ltac:(lia) hn).
    rewrite w, l. unfold weight, high, low. rewrite q, high_step, low_step. split; [lia | reflexivity].
  Qed.
  Lemma classes_of n hs : holds_to n -> (forall h, In h hs -> e <= h <= n) -> exists cs, length cs = length hs /\
    (forall c, In c cs -> e <= c < e + p) /\ sum_z weight cs = sum_z weight hs /\ lows cs = lows hs.
  Proof.
    intros per. induction hs as [| h hs ih]; intros big; [exists []; cbn; intuition |].
    destruct ih as (cs & len & range & w & l); [intros x i; apply big; now right |].
    destruct (class_of n per h) as (c & hc & wc & lc); [apply big; now left |].
    exists (c :: cs). change (S (length cs) = S (length hs) /\ (forall x, In x (c :: cs) -> e <= x < e + p) /\
      (weight c + sum_z weight cs = weight h + sum_z weight hs)%Z /\ N.lxor (low c) (lows cs) = N.lxor (low h) (lows hs)).
    rewrite len, w, l, wc, lc. repeat split; destruct H as [<- | i]; try apply range in i; lia.
  Qed.

  (* ---- No option has the value that is claimed (condition A). ---- *)
  (* Heaps below e, and classes of others, that may come to the value of the class n, if t is taken. D is the surplus: the q of the
     big heaps, less that of n. *)
  Definition meets (n t : nat) (small big : list nat) : Prop := let u := Z.of_N (highs small) in
    N.lxor (lows small) (lows big) = low n /\
    exists D, (Z.of_nat p * D = sum_z weight big - weight n - Z.of_nat t - Z.of_nat (total small))%Z /\
      (exists z, D - u = 2 * z)%Z /\ (- u <= D)%Z /\ (length big = 1 -> (D <= u)%Z).
  Definition no_option_meets := forall c t n small big, In c r -> taken c = Just t -> N.testbit_nat (parts c) (length small + length big) = true ->
    e <= n < e + p -> (forall h, In h small -> 1 <= h < e) -> (forall h, In h big -> e <= h < e + p) -> big <> [] -> ~ meets n t small big.

  Lemma image_cons {Q} (op : Q -> Q -> Q) u f (h : nat) hs : image op u f (h :: hs) = op (f h) (image op u f hs).
  Proof. reflexivity. Qed.
  Definition is_small (h : nat) : bool := h <? e.
  Definition is_big (h : nat) : bool := e <=? h.
  Lemma parted {Q} (op : Q -> Q -> Q) u (f : nat -> Q) hs : (forall x y z, op x (op y z) = op (op x y) z) -> (forall x y, op x y = op y x) ->
    (forall x, op u x = x) -> image op u f hs = op (image op u f (filter is_small hs)) (image op u f (filter is_big hs)).
  Proof.
    intros a c z. induction hs as [| h hs ih]; [cbn; now rewrite z |]. unfold is_small, is_big in *. cbn [filter].
    destruct (Nat.ltb_spec h e), (Nat.leb_spec e h); try lia; rewrite !image_cons, ih, !a; f_equal. apply c.
  Qed.
  Lemma parted_total hs : total hs = total (filter is_small hs) + total (filter is_big hs).
  Proof. exact (parted Nat.add 0 (fun h => h) hs Nat.add_assoc Nat.add_comm (fun x => eq_refl)). Qed.
  Lemma parted_length hs : length hs = length (filter is_small hs) + length (filter is_big hs).
  Proof.
    induction hs as [| h hs ih]; [reflexivity |]. unfold is_small, is_big in *. cbn [filter].
    destruct (Nat.ltb_spec h e), (Nat.leb_spec e h); try lia; cbn [length]; lia.
  Qed.
  Lemma parted_lxor f hs : image N.lxor 0%N f hs = N.lxor (image N.lxor 0%N f (filter is_small hs)) (image N.lxor 0%N f (filter is_big hs)).
  Proof. apply parted; [intros; symmetry; apply N.lxor_assoc | apply N.lxor_comm | apply N.lxor_0_l]. Qed.

  Lemma small_total hs : (forall h, In h hs -> h < e) -> total hs <= length hs * (e - 1).
  Proof.
    induction hs as [| h hs ih]; cbn; intros lt; [lia |]. pose proof (lt h (or_introl eq_refl)).
    specialize (ih (fun x i => lt x (or_intror i))). lia.
  Qed.

  (* The q of heaps, added up, and their nim-sum. *)
  Lemma sum_of_highs hs : exists z, (0 <= z /\ sum_z weight hs = Z.of_nat p * (Z.of_N (highs hs) + 2 * z) - Z.of_nat (total hs))%Z.
  Proof.
    induction hs as [| h hs (z & pos & ih)]; [exists 0%Z; cbn; lia |]. destruct (sum_of (high h) (highs hs)) as (j & ej).
    exists (z + Z.of_N j)%Z. split; [lia |]. cbn [sum_z fold_right total image]. fold (sum_z weight hs). rewrite ih. unfold weight.
    change (fold_right (fun h v => N.lxor (high h) v) 0%N hs) with (highs hs) in *.
    assert (eZ : (Z.of_N (high h) + Z.of_N (highs hs) = Z.of_N (N.lxor (high h) (highs hs)) + 2 * Z.of_N j)%Z) by lia. nia.
  Qed.

  Lemma avoids n hs : no_option_meets -> holds_to (n - 1) -> e + p <= n -> k + 3 * e < n + 3 -> option_of r n hs ->
    value g hs <> (g (n - p) + s)%N.
  Proof.
    intros none per en far o v. pose proof o as (c & t & ic & mt & prog & sum & pos & bit & _).
    destruct (few c ic) as ((t' & tk & le) & _ & three). rewrite tk in mt. cbn in mt. subst t'. specialize (three _ bit).
    set (small := filter is_small hs). set (big := filter is_big hs).
    assert (smalls : forall h, In h small -> 1 <= h < e).
    { intros h i. apply filter_In in i as [i l]. apply Nat.ltb_lt in l. split; [now apply pos | assumption]. }
    assert (bigs : forall h, In h big -> e <= h <= n - 1).
    { intros h i. apply filter_In in i as [i l]. apply Nat.leb_le in l. apply (rule_shrinks r n hs o) in i. lia. }
    pose proof (parted_total hs) as tot. pose proof (parted_length hs) as len. fold small big in tot, len.
    assert (some : big <> []).
    { intros no. rewrite no in tot, len. cbn in tot, len. pose proof (small_total small (fun h i => proj2 (smalls h i))) as st. nia. }
    destruct (classes_of (n - 1) big per bigs) as (cs & lc & rc & wc & ll).
    destruct (class_of (n - 1) per (n - p)) as (m & hm & wm & lm); [lia |].
    apply (none c t m small cs ic tk); auto; [rewrite lc, <- len; exact bit | intros ->; destruct big; [auto | discriminate] |].
    (* The nim-sums of the q. *)
    pose proof (highs_of hs) as hh. rewrite v, high_step in hh. fold (high (n - p)) in hh. rewrite parted_lxor in hh. fold small big in hh.
    pose proof (lows_of hs) as lh. rewrite v, low_step in lh. fold (low (n - p)) in lh. rewrite parted_lxor in lh. fold small big in lh.
    unfold meets. cbv zeta. split; [rewrite ll, lm; exact lh |].
    destruct (sum_of_highs big) as (z & zp & sw). set (u := highs small) in *. set (q := highs big) in *. set (Q := (high (n - p) + 1)%N) in *.
    assert (eq : q = N.lxor u Q) by (rewrite <- hh, <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l; reflexivity).
    destruct (sum_of u q) as (j1 & s1). rewrite hh in s1. destruct (sum_of u Q) as (j2 & s2). rewrite <- eq in s2.
    exists (Z.of_N q + 2 * z - Z.of_N Q)%Z.
    assert (uq : (Z.of_N u + Z.of_N q = Z.of_N Q + 2 * Z.of_N j1)%Z) by lia.
    assert (uQ : (Z.of_N u + Z.of_N Q = Z.of_N q + 2 * Z.of_N j2)%Z) by lia.
    split; [| split; [| split]].
    - rewrite wc, wm, sw. unfold weight. assert (QZ : Z.of_N Q = (Z.of_N (high (n - p)) + 1)%Z) by (unfold Q; lia).
      rewrite QZ. nia.
    - exists (z + Z.of_N j1 - Z.of_N u)%Z. lia.
    - lia.
    - rewrite lc. intros one. destruct big as [| h [| x y]]; cbn in one; try lia.
      assert (q1 : q = high h) by apply N.lxor_0_r. change (sum_z weight [h]) with (weight h + 0)%Z in sw. change (total [h]) with (h + 0) in sw.
      unfold weight in sw. rewrite <- q1 in sw. assert (pz : (Z.of_nat p * z = 0)%Z) by lia.
      apply Z.mul_eq_0 in pz. lia.
  Qed.

  (* ---- Every smaller value is that of an option (condition B). ---- *)
  Definition leaves (j t : nat) := exists c, In c r /\ taken c = Just t /\ N.testbit_nat (parts c) j = true.
  (* If t leaves three heaps, a heap a < top can be left beside two equal ones, whose nim-sum is 0. *)
  Definition gives (from top n : nat) (v : N) := exists t a, leaves 3 t /\ from <= a < top /\ a + t + 2 <= n /\ Nat.Even (n - t - a) /\ g a = v.
  Definition keeps (top n : nat) (v : N) := gives 1 top n v \/ (v = 0%N /\ exists t, leaves 2 t /\ t + 2 <= n /\ Nat.Even (n - t)).
  (* A big heap is left, beside none or others of a small nim-sum: with 2 p more in its place the value rises by 2 s. *)
  Definition carries (n : nat) (v : N) := exists t a hs, leaves (S (length hs)) t /\ e <= a /\ (forall h, In h hs -> 1 <= h) /\
    a + total hs + t = n /\ (1 <= t \/ 1 <= length hs) /\ (value g hs < 2 * s)%N /\ N.lxor (g a) (value g hs) = v.
  (* What a smaller heap gives at n + 2 p is given for ever. *)
  Definition reaches (n : nat) := (2 * s <= g n)%N /\ (forall v, (v < g n)%N -> keeps n (n + 2 * p) v) /\
    (forall v, (g n <= v + 2 * s)%N -> (v < g n)%N -> gives e n (n + 2 * p) v /\ carries n v).

  Lemma leave j t n hs : leaves j t -> length hs = j -> 1 <= t \/ 2 <= j -> total hs + t = n -> (forall h, In h hs -> 1 <= h) -> option_of r n hs.
  Proof.
    intros (c & ic & tk & bit) <- prog sum pos. exists c, t. rewrite tk, (proj1 (proj2 (few c ic))). cbn. repeat split; auto.
  Qed.
  Lemma kept_option top n v : keeps top n v -> exists hs, option_of r n hs /\ value g hs = v.
  Proof.
    intros [(t & a & l & pos & le & (x & ev) & <-) | (-> & t & l & le & (x & ev))].
    - exists [a; x; x]. split; [| cbn; now rewrite N.lxor_0_r, N.lxor_nilpotent, N.lxor_0_r].
      apply (leave 3 t); auto; [cbn; lia |]. intros h [<- | [<- | [<- | []]]]; lia.
    - exists [x; x]. split; [| cbn; now rewrite N.lxor_0_r, N.lxor_nilpotent].
      apply (leave 2 t); auto; [cbn; lia |]. intros h [<- | [<- | []]]; lia.
  Qed.
  Lemma carried_option n v : carries n v -> exists hs, option_of r n hs /\ value g hs = v.
  Proof.
    intros (t & a & hs & l & ea & pos & sum & prog & _ & <-). exists (a :: hs). split; [| reflexivity].
    apply (leave (S (length hs)) t n (a :: hs) l eq_refl); [lia | exact sum |]. intros h [<- | i]; [lia | auto].
  Qed.

  Lemma kept_later top n v : keeps top n v -> keeps (top + 2 * p) (n + 2 * p) v.
  Proof.
    intros [(t & a & l & f & le & (x & ev) & v') | (z & t & l & le & (x & ev))]; [left; exists t, a | right; split; [assumption |]; exists t];
      repeat split; auto; try lia; exists (x + p); lia.
  Qed.
  Lemma two_periods m i : holds_to m -> e <= i -> i + 2 * p <= m -> g (i + 2 * p) = (g i + 2 * s)%N.
  Proof.
    intros per ei le. replace (i + 2 * p) with (i + p + p) by lia. rewrite per, per by lia. lia.
  Qed.
  Lemma gives_more top n v : holds_to (top + 2 * p - 1) -> gives e top n v -> gives e (top + 2 * p) (n + 2 * p) (v + 2 * s).
  Proof.
    intros per (t & a & l & f & le & (x & ev) & <-). exists t, (a + 2 * p). repeat split; auto; try lia; [exists x; lia |].
    apply (two_periods (top + 2 * p - 1)); auto; lia.
  Qed.
  Lemma carries_more n v : holds_to (n + 2 * p - 1) -> carries n v -> carries (n + 2 * p) (v + 2 * s).
  Proof.
    intros per (t & a & hs & l & ea & pos & sum & prog & lt & <-). exists t, (a + 2 * p), hs. repeat split; auto; try lia.
    rewrite (two_periods (n + 2 * p - 1)); auto.
    - rewrite <- N.pow_succ_r' in *. now apply step_beside.
    - enough (1 <= total hs + t) by lia. destruct prog as [t1 | h1]; [lia |]. pose proof (sum_ge_length hs pos). lia.
  Qed.

  Lemma carried_later n v : reaches n -> holds_to (n + 2 * p - 1) -> (g n <= v)%N -> (v < g n + 2 * s)%N ->
    gives e (n + 2 * p) (n + 2 * p + 2 * p) v /\ carries (n + 2 * p) v.
  Proof.
    intros (two & _ & top) per ge lt. replace v with (v - 2 * s + 2 * s)%N by lia.
    destruct (top (v - 2 * s)%N) as [o c]; [lia | lia |]. split; [exact (gives_more n (n + 2 * p) _ per o) | exact (carries_more n _ per c)].
  Qed.
  Lemma options_later n v : reaches n -> holds_to (n + 2 * p - 1) -> (v < g n + 2 * s)%N -> exists hs, option_of r (n + 2 * p) hs /\ value g hs = v.
  Proof.
    intros R per lt. destruct (N.lt_ge_cases v (g n)) as [l | ge]; [apply (kept_option n); now apply R |].
    apply carried_option. now apply (carried_later n v R per ge lt).
  Qed.
  Lemma reaches_later n : reaches n -> holds_to (n + 2 * p - 1) -> g (n + 2 * p) = (g n + 2 * s)%N -> reaches (n + 2 * p).
  Proof.
    intros R per q. split; [lia | split]; intros v; rewrite q.
    - intros lt. destruct (N.lt_ge_cases v (g n)) as [l | ge]; [now apply kept_later, R |].
      destruct (carried_later n v R per ge lt) as [(t & a & l & f & rest) _]. left. exists t, a. split; [assumption | split; [lia | assumption]].
    - intros ge lt. apply (carried_later n v R per); [lia | assumption].
  Qed.

  (* ---- The values rise for ever. ---- *)
  Theorem rising end_ : no_option_meets -> e + 2 * p <= end_ -> k + 3 * e < end_ + 3 -> holds_to (end_ - 1) ->
    (forall n, end_ <= n + 2 * p -> n < end_ -> reaches n) -> forall n, e <= n -> g (n + p) = (g n + s)%N.
  Proof.
    intros none far far' seen last.
    enough (all : forall n, holds_to n /\ (end_ <= n + 2 * p -> reaches n)) by (intros n en; apply (all (n + p)); lia).
    intros n. induction n as [n ih] using lt_wf_ind. destruct (lt_dec n end_) as [lt | ge].
    { split; [intros i ei le; apply seen; lia | intros le; now apply last]. }
    assert (before : holds_to (n - 1)) by (apply ih; lia).
    assert (R : reaches (n - 2 * p)) by (apply ih; lia).
    assert (v : (g (n - p) + s = g (n - 2 * p) + 2 * s)%N).
    { pose proof (before (n - 2 * p)) as q. replace (n - 2 * p + p) with (n - p) in q by lia. rewrite q by lia. lia. }
    assert (now_ : g n = (g (n - p) + s)%N).
    { destruct (N.lt_trichotomy (g n) (g (n - p) + s)) as [lt | [eq | gt]]; [exfalso | exact eq | exfalso].
      - destruct (options_later (n - 2 * p) (g n) R) as (hs & o & q); [now replace (n - 2 * p + 2 * p - 1) with (n - 1) by lia | lia |].
        replace (n - 2 * p + 2 * p) with n in o by lia. exact (proj1 (G n) hs o q).
      - destruct (proj2 (G n) _ gt) as (hs & o & q). exact (avoids n hs none before ltac:(lia) ltac:(lia) o q). }
    split.
    - intros i ei le. destruct (Nat.eq_dec (i + p) n) as [<- |]; [| apply before; lia].
      rewrite now_. do 2 f_equal. lia.
    - intros _. replace n with (n - 2 * p + 2 * p) by lia. apply reaches_later; [assumption | |].
      + now replace (n - 2 * p + 2 * p - 1) with (n - 1) by lia.
      + replace (n - 2 * p + 2 * p) with n by lia. lia.
  Qed.
End Rising.

(* ---- The checker. ---- *)
(* Unlike forallb it stops at the first that fails, and needs no stack. *)
Fixpoint every {A} (f : A -> bool) (l : list A) : bool := match l with [] => true | x :: l => if f x then every f l else false end.
Lemma every_spec {A} (f : A -> bool) l : every f l = true -> forall x, In x l -> f x = true.
Proof.
  induction l as [| y l ih]; cbn; [tauto |]. destruct (f y) eqn:t; [| discriminate]. intros a x [<- | i]; auto.
Qed.

Definition leaving (r : rule) (j : nat) : list nat :=
  flat_map (fun c => match taken c with Just t => if N.testbit_nat (parts c) j then [t] else [] | From _ => [] end) r.
Lemma leaving_spec r j t : In t (leaving r j) <-> leaves r j t.
Proof.
  unfold leaving, leaves. rewrite in_flat_map. split; intros (c & ic & h); exists c.
  - destruct (taken c) as [k | k]; [| destruct h]. destruct (N.testbit_nat (parts c) j); [| destruct h]. destruct h as [<- | []]. auto.
  - destruct h as [tk bit]. rewrite tk, bit. cbn. auto.
Qed.

(* ---- Condition A: sums of the weights of one and of two classes are looked up by their remainders by 2 p and the nim-sums of
   their r, the weights of one class all, of two classes the largest. ---- *)
Section Avoid.
  Context (g : nat -> N) (e p : nat) (b : N) (p1 : 1 <= p).
  Notation pz := (Z.of_nat p).

  Definition key (w : Z) (l : N) : positive := N.succ_pos (Z.to_N (w mod (2 * pz)) + 2 * N.of_nat p * l).
  Definition big_heaps : list (Z * N) := map (fun h => (weight g p b h, low g b h)) (seq e p).

  Definition put_one (t : PositiveMap.t (list Z)) (x : Z * N) :=
    let i := key (fst x) (snd x) in PositiveMap.add i (fst x :: match PositiveMap.find i t with Some l => l | None => [] end) t.
  Definition put_two (t : PositiveMap.t Z) (x : Z * N) :=
    let i := key (fst x) (snd x) in PositiveMap.add i (match PositiveMap.find i t with Some w => Z.max w (fst x) | None => fst x end) t.
  Definition ones (l : list (Z * N)) := fold_left put_one l (PositiveMap.empty _).
  Definition twos (l : list (Z * N)) := fold_left put_two l (PositiveMap.empty _).
  Definition both (x y : Z * N) : Z * N := ((fst x + fst y)%Z, N.lxor (snd x) (snd y)).
  Definition pairs (l : list (Z * N)) := flat_map (fun x => map (both x) l) l.

  (* No class has a weight from `least` to `most` that differs by a multiple of 2 p from `most`. *)
  Definition none_between (t : PositiveMap.t (list Z)) (l : N) (least most : Z) : bool :=
    match PositiveMap.find (key most l) t with None => true | Some ws => every (fun w => if (w <? least)%Z then true else (most <? w)%Z) ws end.
  (* No two classes have a weight from `least` on that differs by a multiple of 2 p from w. *)
  Definition none_above (t : PositiveMap.t Z) (l : N) (least w : Z) : bool :=
    match PositiveMap.find (key w l) t with None => true | Some most => (most <? least)%Z end.

  (* The sizes of so many small heaps, added up, and the nim-sums of their q and r. *)
  Definition beside (x y : Z * N * N) : Z * N * N :=
    match x, y with (a, q, l), (a', q', l') => ((a + a')%Z, N.lxor q q', N.lxor l l') end.
  Definition small_heaps : list (Z * N * N) := map (fun h => (Z.of_nat h, high g b h, low g b h)) (seq 1 (e - 1)).
  Fixpoint small_sums (l : list (Z * N * N)) (j : nat) : list (Z * N * N) :=
    match j with O => [(0%Z, 0%N, 0%N)] | S j => let s := small_sums l j in flat_map (fun x => map (beside x) s) l end.

  (* For a class n with its weight and r: t is taken, and beside so many small heaps one, two or three big ones are left. *)
  Definition one_big (one : PositiveMap.t (list Z)) (n : Z * N) (small : list (Z * N * N)) (t : nat) : bool :=
    every (fun x : Z * N * N => match x with (a, q, l) => let m := (fst n + Z.of_nat t + a)%Z in let u := (pz * Z.of_N q)%Z in
      none_between one (N.lxor (snd n) l) (m - u) (m + u) end) small.
  Definition two_big (two : PositiveMap.t Z) (n : Z * N) (small : list (Z * N * N)) (t : nat) : bool :=
    every (fun x : Z * N * N => match x with (a, q, l) => let m := (fst n + Z.of_nat t + a)%Z in let u := (pz * Z.of_N q)%Z in
      none_above two (N.lxor (snd n) l) (m - u) (m + u) end) small.
  Definition three_big (two : PositiveMap.t Z) (n : Z * N) (big : list (Z * N)) (t : nat) : bool :=
    every (fun x : Z * N => let m := (fst n + Z.of_nat t - fst x)%Z in none_above two (N.lxor (snd n) (snd x)) m m) big.

  Definition avoids_b (r : rule) : bool :=
    let big := big_heaps in let one := ones big in let two := twos (pairs big) in
    let s0 := small_sums small_heaps 0 in let s1 := small_sums small_heaps 1 in let s2 := small_sums small_heaps 2 in
    every (fun n =>
      if every (one_big one n s0) (leaving r 1) then
      if every (fun t => if one_big one n s1 t then two_big two n s0 t else false) (leaving r 2) then
      every (fun t => if one_big one n s2 t then if two_big two n s1 t then three_big two n big t else false else false) (leaving r 3)
      else false else false) big.

  (* ---- It is right. ---- *)
  Lemma same_key x y l z : (x = y + 2 * pz * z)%Z -> key x l = key y l.
  Proof. intros ->. unfold key. rewrite (Z.mul_comm (2 * pz) z), Z.mod_add by lia. reflexivity. Qed.

  Lemma ones_spec x l : In x l -> exists ws, PositiveMap.find (key (fst x) (snd x)) (ones l) = Some ws /\ In (fst x) ws.
  Proof.
    unfold ones. intros i. assert (i' : In x l \/ exists ws, PositiveMap.find (key (fst x) (snd x)) (PositiveMap.empty (list Z)) = Some ws /\ In (fst x) ws) by auto.
    clear i. revert i'. generalize (PositiveMap.empty (list Z)). induction l as [| y l ih]; cbn; intros t i; [tauto |]. apply ih.
    destruct (Pos.eq_dec (key (fst x) (snd x)) (key (fst y) (snd y))) as [same | other]; unfold put_one; cbv zeta.
    - rewrite same. rewrite PositiveMap.gss. destruct i as [[-> | i] | (ws & f & i)].
      + right. eexists. split; [reflexivity | now left].
      + auto.
      + right. eexists. split; [reflexivity |]. right. rewrite same in f. now rewrite f.
    - rewrite PositiveMap.gso by assumption. destruct i as [[-> | i] | i]; auto. now destruct other.
  Qed.
  Lemma twos_spec x l : In x l -> exists w, PositiveMap.find (key (fst x) (snd x)) (twos l) = Some w /\ (fst x <= w)%Z.
  Proof.
    unfold twos. intros i. assert (i' : In x l \/ exists w, PositiveMap.find (key (fst x) (snd x)) (PositiveMap.empty Z) = Some w /\ (fst x <= w)%Z) by auto.
    clear i. revert i'. generalize (PositiveMap.empty Z). induction l as [| y l ih]; cbn; intros t i; [tauto |]. apply ih.
    destruct (Pos.eq_dec (key (fst x) (snd x)) (key (fst y) (snd y))) as [same | other]; unfold put_two; cbv zeta.
    - rewrite same. rewrite PositiveMap.gss. destruct i as [[-> | i] | (w & f & le)]; auto; right; eexists; (split; [reflexivity |]).
      + destruct (PositiveMap.find _ t); lia.
      + rewrite same in f. rewrite f. lia.
    - rewrite PositiveMap.gso by assumption. destruct i as [[-> | i] | i]; auto. now destruct other.
  Qed.

  Lemma none_between_spec l x least most z : In x l -> none_between (ones l) (snd x) least most = true -> (fst x = most + 2 * pz * z)%Z ->
    (least <= fst x <= most)%Z -> False.
  Proof.
    intros i n eq between. unfold none_between in n. rewrite <- (same_key _ _ _ _ eq) in n.
    destruct (ones_spec x l i) as (ws & f & iw). rewrite f in n. apply (every_spec _ _ n) in iw.
    destruct (Z.ltb_spec (fst x) least); [lia |]. apply Z.ltb_lt in iw. lia.
  Qed.
  Lemma none_above_spec l x least w z : In x l -> none_above (twos l) (snd x) least w = true -> (fst x = w + 2 * pz * z)%Z ->
    (least <= fst x)%Z -> False.
  Proof.
    intros i n eq le. unfold none_above in n. rewrite <- (same_key _ _ _ _ eq) in n.
    destruct (twos_spec x l i) as (m & f & mw). rewrite f in n. apply Z.ltb_lt in n. lia.
  Qed.

  Lemma big_in h : e <= h < e + p -> In (weight g p b h, low g b h) big_heaps.
  Proof. intros le. apply (in_map (fun h => (weight g p b h, low g b h))), in_seq. lia. Qed.
  Lemma pairs_in l x y : In x l -> In y l -> In (both x y) (pairs l).
  Proof. intros ix iy. apply in_flat_map. exists x. split; [assumption |]. now apply in_map. Qed.
  Lemma small_sums_in hs : (forall h, In h hs -> 1 <= h < e) ->
    In (Z.of_nat (total hs), image N.lxor 0%N (high g b) hs, image N.lxor 0%N (low g b) hs) (small_sums small_heaps (length hs)).
  Proof.
    induction hs as [| h hs ih]; intros small; [now left |]. cbn [length small_sums]. cbv zeta. apply in_flat_map.
    exists (Z.of_nat h, high g b h, low g b h). split.
    - apply (in_map (fun h => (Z.of_nat h, high g b h, low g b h))), in_seq. specialize (small h (or_introl eq_refl)). lia.
    - apply in_map_iff. exists (Z.of_nat (total hs), image N.lxor 0%N (high g b) hs, image N.lxor 0%N (low g b) hs).
      split; [cbn [beside total]; rewrite Nat2Z.inj_add; reflexivity |]. apply ih. intros x i. apply small. now right.
  Qed.

  (* What a surplus says of the weights of the big heaps. *)
  Lemma meets_weight n t small big : meets g p b n t small big ->
    let u := (pz * Z.of_N (image N.lxor 0%N (high g b) small))%Z in
    let m := (weight g p b n + Z.of_nat t + Z.of_nat (total small))%Z in
    exists z, (sum_z (weight g p b) big = m + u + 2 * pz * z)%Z /\ (m - u <= sum_z (weight g p b) big)%Z /\
      (length big = 1 -> (sum_z (weight g p b) big <= m + u)%Z) /\
      image N.lxor 0%N (low g b) big = N.lxor (low g b n) (image N.lxor 0%N (low g b) small).
  Proof.
    intros (lows & D & eq & (z & ev) & ge & le). cbv zeta. exists z.
    set (u := Z.of_N (image N.lxor 0%N (high g b) small)) in *. set (S := sum_z _ big) in *.
    assert (eS : S = (weight g p b n + Z.of_nat t + Z.of_nat (total small) + pz * D)%Z) by lia.
    assert (eD : D = (u + 2 * z)%Z) by lia. repeat split.
    - rewrite eS, eD. ring.
    - rewrite eS. nia.
    - intros one. specialize (le one). rewrite eS. nia.
    - rewrite <- lows. rewrite N.lxor_comm, <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l. reflexivity.
  Qed.

  Notation at_ n := (weight g p b n, low g b n).
  Lemma one_big_right n t small c : (forall h, In h small -> 1 <= h < e) -> e <= c < e + p ->
    one_big (ones big_heaps) (at_ n) (small_sums small_heaps (length small)) t = true -> ~ meets g p b n t small [c].
  Proof.
    intros hs hc ok M. apply meets_weight in M as (z & eq & least & most & lows). specialize (most eq_refl).
    cbn in lows. rewrite N.lxor_0_r in lows. cbn [sum_z fold_right] in eq, least, most. rewrite Z.add_0_r in *.
    pose proof (every_spec _ _ ok _ (small_sums_in small hs)) as n1. cbv beta iota zeta in n1. cbn [fst snd] in n1. rewrite <- lows in n1.
    exact (none_between_spec big_heaps (at_ c) _ _ z (big_in c hc) n1 eq (conj least most)).
  Qed.
  Lemma two_big_right n t small c d : (forall h, In h small -> 1 <= h < e) -> e <= c < e + p -> e <= d < e + p ->
    two_big (twos (pairs big_heaps)) (at_ n) (small_sums small_heaps (length small)) t = true -> ~ meets g p b n t small [c; d].
  Proof.
    intros hs hc hd ok M. apply meets_weight in M as (z & eq & least & _ & lows).
    cbn in lows. rewrite N.lxor_0_r in lows. cbn [sum_z fold_right] in eq, least. rewrite Z.add_0_r in *.
    pose proof (every_spec _ _ ok _ (small_sums_in small hs)) as n1. cbv beta iota zeta in n1. cbn [fst snd] in n1. rewrite <- lows in n1.
    exact (none_above_spec (pairs big_heaps) (both (at_ c) (at_ d)) _ _ z (pairs_in _ _ _ (big_in c hc) (big_in d hd)) n1 eq least).
  Qed.
  Lemma three_big_right n t c d f : e <= c < e + p -> e <= d < e + p -> e <= f < e + p ->
    three_big (twos (pairs big_heaps)) (at_ n) big_heaps t = true -> ~ meets g p b n t [] [c; d; f].
  Proof.
    intros hc hd hf ok M. apply meets_weight in M as (z & eq & least & _ & lows).
    cbn in lows. rewrite !N.lxor_0_r in lows. cbn [sum_z fold_right total image] in eq, least. rewrite Z.mul_0_r in *.
    pose proof (every_spec _ _ ok _ (big_in c hc)) as n1. cbv beta zeta in n1. cbn [fst snd] in n1.
    rewrite <- lows, N.lxor_comm, <- N.lxor_assoc, N.lxor_nilpotent, N.lxor_0_l in n1.
    apply (none_above_spec (pairs big_heaps) (both (at_ d) (at_ f)) _ _ z (pairs_in _ _ _ (big_in d hd) (big_in f hf)) n1); cbn [both fst]; lia.
  Qed.

  Lemma avoids_right r : (forall c j, In c r -> N.testbit_nat (parts c) j = true -> j <= 3) -> avoids_b r = true -> no_option_meets r g e p b.
  Proof.
    intros three ok c t n small big ic tk bit hn hs hb some M.
    assert (it : In t (leaving r (length small + length big))) by (apply leaving_spec; exists c; auto).
    specialize (three c _ ic bit). clear c ic tk bit. pose proof (every_spec _ _ ok _ (big_in n hn)) as at_n. clear ok.
    pose proof (one_big_right n t small) as right1. pose proof (two_big_right n t small) as right2. pose proof (three_big_right n t) as right3.
    cbv beta in at_n. destruct (every _ (leaving r 1)) eqn:ok1; [| discriminate]. destruct (every _ (leaving r 2)) eqn:ok2; [| discriminate].
    pose proof (every_spec _ _ ok1 t) as in1. pose proof (every_spec _ _ ok2 t) as in2. pose proof (every_spec _ _ at_n t) as in3. cbv beta in in2, in3.
    destruct small as [| a [| a' [| x small]]], big as [| c [| d [| f [| y big]]]]; cbn [length plus] in *; try lia; try congruence.
    all: try specialize (in1 it); try specialize (in2 it); try specialize (in3 it).
    all: repeat match goal with H : (if ?x then _ else false) = true |- _ => destruct x eqn:?; [| discriminate] end.
    - apply (right1 c hs); auto. apply hb. now left.
    - apply (right2 c d hs); auto; apply hb; cbn; auto.
    - apply (right3 c d f); auto; apply hb; cbn; auto.
    - apply (right1 c hs); auto. apply hb. now left.
    - apply (right2 c d hs); auto; apply hb; cbn; auto.
    - apply (right1 c hs); auto. apply hb. now left.
  Qed.
End Avoid.

(* ---- Condition B. ---- *)
(* Every other of the first so many. *)
Fixpoint alternate {A} (many : nat) (l : list A) : list A :=
  match many, l with S m, x :: l => x :: match m, l with S m, _ :: l => alternate m l | _, _ => [] end | _, _ => [] end.
Lemma alternate_down (g : nat -> N) v : forall many m, In v (alternate many (down g m)) ->
  exists a, 1 <= a <= m /\ m < a + many /\ Nat.Even (m - a) /\ g a = v.
Proof.
  induction many as [many ih] using lt_wf_ind. intros m i. destruct many as [| many]; [destruct i |]. destruct m as [| m]; [destruct i |].
  cbn in i. destruct i as [<- | i]; [exists (S m); repeat split; try lia; exists 0; lia |].
  destruct many as [| many]; [destruct i |]. destruct m as [| m]; [destruct i |]. cbn [down] in i.
  apply ih in i as (a & h & le & (x & ev) & e); [| lia]. exists a. repeat split; try lia. exists (S x). lia.
Qed.

Lemma bits_app l l' : bits (l ++ l') = N.lor (bits l) (bits l').
Proof.
  apply N.bits_inj. intros j. rewrite N.lor_spec. apply eq_true_iff_eq. rewrite orb_true_iff, !testbit_bits, in_app_iff. tauto.
Qed.

(* All numbers below m are in the set. *)
Definition all_below (set m : N) : bool := N.eqb (N.land set (N.ones m)) (N.ones m).
Lemma all_below_spec l m : all_below (bits l) m = true -> forall v, (v < m)%N -> In v l.
Proof.
  unfold all_below. intros e v lt. apply N.eqb_eq in e. apply testbit_bits.
  assert (t : N.testbit (N.land (bits l) (N.ones m)) v = true) by (rewrite e; now apply N.ones_spec_low).
  rewrite N.land_spec in t. now apply andb_true_iff in t.
Qed.
Lemma all_from_spec l least m : all_below (N.shiftr (bits l) least) m = true -> forall v, (least <= v)%N -> (v < least + m)%N -> In v l.
Proof.
  unfold all_below. intros e v ge lt. apply N.eqb_eq in e. apply testbit_bits.
  assert (t : N.testbit (N.land (N.shiftr (bits l) least) (N.ones m)) (v - least) = true) by (rewrite e; apply N.ones_spec_low; lia).
  rewrite N.land_spec, N.shiftr_spec in t by lia. replace (v - least + least)%N with v in t by lia. now apply andb_true_iff in t.
Qed.

(* What others of a nim-sum below s2 come to beside big heaps: with v, one heap from asc is beside one of desc. *)
Fixpoint along (s2 v : N) (many : nat) (asc desc : list N) : list N :=
  match many, asc, desc with
  | S many, x :: asc, a :: desc => let u := N.lxor x v in if (u <? s2)%N then N.lxor a u :: along s2 v many asc desc else along s2 v many asc desc
  | _, _, _ => []
  end.
Fixpoint triples (s2 : N) (asc : list N) (many : nat) (xs desc : list N) : list N :=
  match many, xs, desc with S many, x :: xs, _ :: desc => along s2 x many asc desc ++ triples s2 asc many xs desc | _, _, _ => [] end.

Section Reach.
  Context (r : rule) (s2 : N) (e p : nat).

  (* n is a heap, desc are the values of those below it from the largest on. What is given at n + 2 p, by heaps from `from` on. *)
  Definition given (from n : nat) (desc : list N) : list N :=
    flat_map (fun t => let skip := if S t <=? 2 * p then S t mod 2 else S t - 2 * p in alternate (n - skip - from) (skipn skip desc)) (leaving r 3).
  Definition zero (n : nat) : list N := if existsb (fun t => if t + 2 <=? n + 2 * p then Nat.even (n + 2 * p - t) else false) (leaving r 2) then [0%N] else [].
  (* What a big heap carries, alone, beside another, beside two that are equal, and beside any two. *)
  Definition carried_quickly (n : nat) (asc desc : list N) : list N :=
    flat_map (fun t => if (1 <=? t) && (e + t <=? n) then match nth_error desc (t - 1) with Some x => [x] | None => [] end else []) (leaving r 1) ++
    flat_map (fun t => along s2 0 (n - t - e) asc (skipn t desc)) (leaving r 2) ++
    flat_map (fun t => alternate (n - t - 1 - e) (skipn (S t) desc)) (leaving r 3).
  Definition carried_slowly (n : nat) (asc desc : list N) : list N :=
    flat_map (fun t => triples s2 asc (n - t - e) asc (skipn t desc)) (leaving r 3).

  (* v is the value of n. *)
  Definition reaches_b (n : nat) (v : N) (asc desc : list N) : bool :=
    if (s2 <=? v)%N then
      let edge := (v - s2)%N in let covers l := all_below (N.shiftr l edge) s2 in
      if all_below (bits (zero n ++ given 1 n desc)) v then if covers (bits (given e n desc)) then
      let quick := bits (carried_quickly n asc desc) in if covers quick then true else covers (N.lor quick (bits (carried_slowly n asc desc)))
      else false else false else false.

  (* The last so many heaps. *)
  Fixpoint last_reach (many n : nat) (asc desc : list N) : bool :=
    match many, n, desc with
    | O, _, _ => true
    | S many, S n', v :: desc => if reaches_b n v asc desc then last_reach many n' asc desc else false
    | _, _, _ => false
    end.
End Reach.

Section Reaches.
  Context (r : rule) (g : nat -> N) (e p : nat) (b : N) (e1 : 1 <= e).
  Notation s2 := (2 * 2 ^ b)%N.

  Lemma given_right from n m v : n = S m -> 1 <= from -> In v (given r p from n (down g m)) -> gives r g from n (n + 2 * p) v.
  Proof.
    intros en pos i. apply in_flat_map in i as (t & it & i). cbv zeta in i.
    set (skip := if S t <=? 2 * p then S t mod 2 else S t - 2 * p) in *.
    assert (far : S t <= 2 * p + skip /\ exists y, S t = skip + 2 * y).
    { unfold skip. destruct (Nat.leb_spec (S t) (2 * p)).
      - split; [lia |]. exists (S t / 2). pose proof (Nat.div_mod (S t) 2). lia.
      - split; [lia |]. exists p. lia. }
    clearbody skip. destruct far as [far (y & ey)].
    rewrite skipn_down in i. apply alternate_down in i as (a & ha & le & (x & ev) & q). apply leaving_spec in it.
    exists t, a. split; [assumption |]. split; [lia |]. split; [lia |]. split; [exists (x + p + 1 - y); lia | assumption].
  Qed.
  Lemma zero_right n v : In v (zero r p n) -> v = 0%N /\ exists t, leaves r 2 t /\ t + 2 <= n + 2 * p /\ Nat.Even (n + 2 * p - t).
  Proof.
    unfold zero. destruct (existsb _ _) eqn:ex; intros i; [| destruct i]. destruct i as [<- | []]. split; [reflexivity |].
    apply existsb_exists in ex as (t & it & ok). exists t. destruct (Nat.leb_spec (t + 2) (n + 2 * p)); [| discriminate].
    repeat split; [now apply leaving_spec | assumption | now apply Nat.even_spec].
  Qed.

  (* Others beside a big heap. *)
  Lemma along_right v w M : forall many j d, In w (along s2 v many (map g (seq (S j) M)) (down g d)) ->
    exists i, 1 <= i <= many /\ i <= d /\ (N.lxor (g (j + i)) v < s2)%N /\ w = N.lxor (g (S d - i)) (N.lxor (g (j + i)) v).
  Proof.
    induction M as [| M ih]; intros many j d i; [destruct many, d; destruct i |].
    destruct many as [| many]; [destruct i |]. destruct d as [| d]; [destruct i |]. cbn [seq map down along] in i. cbv zeta in i.
    assert (rest : In w (along s2 v many (map g (seq (S (S j)) M)) (down g d)) -> exists i, 1 <= i <= S many /\ i <= S d /\
      (N.lxor (g (j + i)) v < s2)%N /\ w = N.lxor (g (S (S d) - i)) (N.lxor (g (j + i)) v)).
    { intros i'. apply ih in i' as (x & h & le & lt & q). exists (S x). replace (j + S x) with (S j + x) by lia. repeat split; auto; lia. }
    destruct (N.ltb_spec (N.lxor (g (S j)) v) s2) as [lt | ge]; [| now apply rest]. destruct i as [<- | i]; [| now apply rest].
    exists 1. replace (j + 1) with (S j) by lia. repeat split; auto; try lia.
  Qed.
  Lemma triples_right w M M' : forall many j d, In w (triples s2 (up g M') many (map g (seq (S j) M)) (down g d)) ->
    exists x y, 1 <= x /\ 1 <= y /\ x + y <= many /\ x + y <= d /\ (N.lxor (g y) (g (j + x)) < s2)%N /\
      w = N.lxor (g (S d - x - y)) (N.lxor (g y) (g (j + x))).
  Proof.
    induction M as [| M ih]; intros many j d i; [destruct many, d; destruct i |].
    destruct many as [| many]; [destruct i |]. destruct d as [| d]; [destruct i |]. cbn [seq map down triples] in i.
    apply in_app_iff in i as [i | i].
    - unfold up in i. apply along_right in i as (y & h & le & lt & q). exists 1, y. replace (j + 1) with (S j) by lia. cbn [Nat.add] in *.
      repeat split; auto; try lia.
    - apply ih in i as (x & y & px & py & le & le' & lt & q). exists (S x), y. replace (j + S x) with (S j + x) by lia.
      repeat split; auto; try lia.
  Qed.

  Lemma carry n t a hs v : leaves r (S (length hs)) t -> e <= a -> (forall h, In h hs -> 1 <= h) -> a + total hs + t = n ->
    (1 <= t \/ 1 <= length hs) -> (value g hs < s2)%N -> v = N.lxor (g a) (value g hs) -> carries r g e b n v.
  Proof. intros l ea pos sum prog lt ->. exists t, a, hs. repeat split; auto. Qed.
  Lemma nth_error_down (f : nat -> N) m : forall i, nth_error (down f m) i = if i <? m then Some (f (m - i)) else None.
  Proof.
    induction m as [| m ih]; intros [| i]; cbn [down nth_error]; try reflexivity. rewrite ih. reflexivity.
  Qed.
  Lemma two_power : (0 < s2)%N.
  Proof. pose proof (power_positive b). lia. Qed.

  Lemma quickly_right n m M v : n = S m -> In v (carried_quickly r s2 e n (up g M) (down g m)) -> carries r g e b n v.
  Proof.
    intros en i. pose proof two_power as pos2. unfold carried_quickly in i. rewrite !in_app_iff in i.
    destruct i as [i | [i | i]]; apply in_flat_map in i as (t & it & i); apply leaving_spec in it.
    - destruct (Nat.leb_spec 1 t); [| destruct i]. destruct (Nat.leb_spec (e + t) n); [| destruct i]. cbn [andb] in i.
      rewrite nth_error_down in i. destruct (Nat.ltb_spec (t - 1) m); [| destruct i]. destruct i as [<- | []].
      apply (carry n t (n - t) [] _ it); [lia | intros h [] | cbn [total]; lia | lia | exact pos2 |]. cbn. rewrite N.lxor_0_r. f_equal. lia.
    - rewrite skipn_down in i. unfold up in i. apply along_right in i as (x & h & le & lt & ->). cbn [Nat.add] in *. rewrite N.lxor_0_r in *.
      apply (carry n t (S (m - t) - x) [x] _ it); [lia | intros y [<- | []]; lia | cbn [total]; lia | cbn; lia | cbn; now rewrite N.lxor_0_r |].
      cbn. now rewrite N.lxor_0_r.
    - rewrite skipn_down in i. apply alternate_down in i as (a & ha & le & (x & ev) & <-).
      assert (z : value g [S x; S x] = 0%N) by (cbn; now rewrite N.lxor_0_r, N.lxor_nilpotent).
      apply (carry n t a [S x; S x] _ it); [lia | intros y [<- | [<- | []]]; lia | cbn [total]; lia | cbn; lia | now rewrite z |].
      now rewrite z, N.lxor_0_r.
  Qed.
  Lemma slowly_right n m M v : n = S m -> In v (carried_slowly r s2 e n (up g M) (down g m)) -> carries r g e b n v.
  Proof.
    intros en i. apply in_flat_map in i as (t & it & i). apply leaving_spec in it. rewrite skipn_down in i. unfold up at 2 in i.
    apply triples_right in i as (x & y & px & py & le & le' & lt & ->). cbn [Nat.add] in *.
    assert (z : value g [y; x] = N.lxor (g y) (g x)) by (cbn; now rewrite N.lxor_0_r).
    apply (carry n t (S (m - t) - x - y) [y; x] _ it); [lia | intros h [<- | [<- | []]]; lia | cbn [total]; lia | cbn; lia | now rewrite z |].
    now rewrite z.
  Qed.

  Lemma reaches_right n m M : n = S m -> reaches_b r s2 e p n (g n) (up g M) (down g m) = true -> reaches r g e p b n.
  Proof.
    unfold reaches_b. cbv zeta. intros en ok. destruct (N.leb_spec s2 (g n)) as [two |]; [| discriminate].
    destruct (all_below _ (g n)) eqn:kept; [| discriminate]. destruct (all_below (N.shiftr (bits (given _ _ _ _ _)) _) _) eqn:top; [| discriminate].
    split; [assumption | split].
    - intros v lt. apply (all_below_spec _ _ kept) in lt. apply in_app_iff in lt as [i | i].
      + right. now apply zero_right.
      + left. now apply (given_right 1 n m).
    - intros v ge lt. split; [apply (given_right e n m); auto; apply (all_from_spec _ _ _ top); lia |].
      destruct (all_below (N.shiftr (bits (carried_quickly _ _ _ _ _ _)) _) _) eqn:quick.
      + apply (quickly_right n m M); auto. apply (all_from_spec _ _ _ quick); lia.
      + rewrite <- bits_app in ok. pose proof (all_from_spec _ _ _ ok v ltac:(lia) ltac:(lia)) as i.
        apply in_app_iff in i as [i | i]; [now apply (quickly_right n m M) | now apply (slowly_right n m M)].
  Qed.

  Lemma last_reach_right M : forall many m, last_reach r s2 e p many m (up g M) (down g m) = true ->
    forall n, m < n + many -> n <= m -> reaches r g e p b n.
  Proof.
    induction many as [| many ih]; intros m ok n far le; [lia |].
    destruct m as [| m]; [discriminate |]. cbn [last_reach down] in ok. destruct (reaches_b _ _ _ _ _ _ _ _) eqn:now_; [| discriminate].
    destruct (Nat.eq_dec n (S m)) as [-> | ne]; [now apply (reaches_right (S m) m M) | apply (ih m ok); lia].
  Qed.
End Reaches.

(* ---- All in one. ---- *)
Definition rises (s : N) (e p : nat) (asc : list N) : bool :=
  agree N.eqb (map (fun v => (v + s)%N) (skipn (e - 1) asc)) (skipn (e - 1 + p) asc).
Lemma rises_spec s g e p m : 1 <= e -> rises s e p (up g m) = true -> forall n, e <= n -> n + p <= m -> g (n + p) = (g n + s)%N.
Proof.
  unfold rises. intros e1 a n en le.
  assert (q : nth_error (map (fun v => (v + s)%N) (skipn (e - 1) (up g m))) (n - e) = Some (g (n + p))).
  { apply (agree_spec N.eqb (fun x y => proj1 (N.eqb_eq x y)) _ _ _ _ a). rewrite nth_error_skipn, nth_error_up by lia. do 2 f_equal. lia. }
  rewrite (map_nth_error _ (n - e) (skipn (e - 1) (up g m)) (d := g n)) in q; [congruence |].
  rewrite nth_error_skipn, nth_error_up by lia. do 2 f_equal. lia.
Qed.

Lemma avoids_ext f g e p b r : (forall h, 1 <= h < e + p -> f h = g h) -> 1 <= e -> avoids_b f e p b r = avoids_b g e p b r.
Proof.
  intros same e1. unfold avoids_b.
  assert (big : big_heaps f e p b = big_heaps g e p b).
  { apply map_ext_in. intros h i. apply in_seq in i. unfold weight, low, high. now rewrite same by lia. }
  assert (small : small_heaps f e b = small_heaps g e b).
  { apply map_ext_in. intros h i. apply in_seq in i. unfold low, high. now rewrite same by lia. }
  rewrite big, small. reflexivity.
Qed.

(* By the values below end_, or else by twice as many, until all smaller values are reached. *)
Fixpoint rising_up (tries end_ : nat) (r : rule) (e p : nat) (s : N) : bool :=
  match tries, table r (end_ - 1) with
  | S tries, Some desc =>
      let asc := rev desc in
      if rises s e p asc then
      if last_reach r (2 * s) e p (2 * p) (end_ - 1) asc desc then avoids_b (fun h => nth (h - 1) asc 0%N) e p (N.log2 s) r
      else rising_up tries (2 * end_) r e p s else false
  | _, _ => false
  end.
(* Several periods are a period too, and may be proved where one is not. *)
Fixpoint rising_together (times m : nat) (r : rule) (e p : nat) (s : N) : bool :=
  match times with
  | O => false
  | S times =>
      if rising_up 3 (Nat.max (e + 2 * (m * p)) (3 * e + most_taken r)) r e (m * p) (N.of_nat m * s)
      then match table r (e + m * p + p) with Some desc => rises s e p (rev desc) | None => false end
      else rising_together times (2 * m) r e p s
  end.
Definition rising_check (r : rule) (e p : nat) (s : N) : bool :=
  N.eqb s (2 ^ N.log2 s) && (1 <=? e) && (1 <=? p) && bounded_b r 3 (most_taken r) && rising_together 4 1 r e p s.

Lemma rising_up_right r e p b g : is_grundy (option_of r) g -> bounded r 3 (most_taken r) -> 1 <= e -> 1 <= p ->
  forall tries end_, e + 2 * p <= end_ -> 3 * e + most_taken r <= end_ -> rising_up tries end_ r e p (2 ^ b) = true ->
  forall n, e <= n -> g (n + p) = (g n + 2 ^ b)%N.
Proof.
  intros G few e1 p1. induction tries as [| tries ih]; intros end_ long far ok; [discriminate |]. cbn [rising_up] in ok. cbv zeta in ok.
  destruct (table r _) as [tb |] eqn:T; [| discriminate]. apply (table_right r g G) in T. subst tb. rewrite rev_down in ok.
  destruct (rises _ _ _ _) eqn:per; [| discriminate]. destruct (last_reach _ _ _ _ _ _ _ _) eqn:top; [| apply (ih (2 * end_)); auto; lia].
  rewrite N.log2_pow2 in ok by lia. apply (rising r (most_taken r) few g G e p b e1 p1 end_); auto; try lia.
  - rewrite (avoids_ext _ g) in ok; [| | assumption].
    2: { intros h ih'. apply nth_error_nth. rewrite nth_error_up by lia. do 2 f_equal. lia. }
    apply (avoids_right g e p b p1 r); [| assumption]. intros c j ic bit. exact (proj2 (proj2 (few c ic)) j bit).
  - intros i ei le. apply (rises_spec _ g e p (end_ - 1)); auto.
  - intros n le lt. apply (last_reach_right r g e p b e1 (end_ - 1) (2 * p) (end_ - 1)); [exact top | lia | lia].
Qed.

Lemma one_of_many (g : nat -> N) e p m s : 1 <= m -> 1 <= p -> (forall n, e <= n -> g (n + m * p) = (g n + N.of_nat m * s)%N) ->
  (forall n, e <= n -> n + p <= e + m * p + p -> g (n + p) = (g n + s)%N) -> forall n, e <= n -> g (n + p) = (g n + s)%N.
Proof.
  intros m1 p1 many few n. induction n as [n ih] using lt_wf_ind. intros en.
  assert (pos : 1 <= m * p) by nia. generalize dependent (m * p). intros q many few pos.
  destruct (le_dec n (e + q)) as [le | gt]; [apply few; lia |].
  pose proof (ih (n - q) ltac:(lia) ltac:(lia)) as before. pose proof (many (n - q) ltac:(lia)) as here.
  pose proof (many (n - q + p) ltac:(lia)) as later. replace (n - q + q) with n in here by lia.
  replace (n - q + p + q) with (n + p) in later by lia. lia.
Qed.

Lemma rising_together_right r e p b g : is_grundy (option_of r) g -> bounded r 3 (most_taken r) -> 1 <= e -> 1 <= p ->
  forall times m c, m = Nat.pow 2 c -> rising_together times m r e p (2 ^ b) = true -> forall n, e <= n -> g (n + p) = (g n + 2 ^ b)%N.
Proof.
  intros G few e1 p1. induction times as [| times ih]; intros m c em ok; [discriminate |]. cbn [rising_together] in ok. cbv zeta in ok.
  destruct (rising_up _ _ _ _ _ _) eqn:up_; [| exact (ih (2 * m) (S c) ltac:(subst m; reflexivity) ok)].
  destruct (table r _) as [tb |] eqn:T; [| discriminate]. apply (table_right r g G) in T. subst tb. rewrite rev_down in ok.
  assert (pow : (N.of_nat m * 2 ^ b)%N = (2 ^ (N.of_nat c + b))%N) by (rewrite em, N.pow_add_r; f_equal; rewrite Nat2N.inj_pow; reflexivity).
  assert (m1 : 1 <= m) by (subst m; pose proof (Nat.pow_nonzero 2 c); lia).
  apply (one_of_many g e p m); [assumption | assumption | |].
  - rewrite pow in up_ |- *. refine (rising_up_right r e (m * p) _ g G few e1 _ _ _ _ _ up_); nia.
  - intros n en le. apply (rises_spec _ g e p (e + m * p + p)); auto.
Qed.

(* What the checker accepts rises for ever: at most three heaps of any sizes, finitely many amounts. *)
Theorem rising_right r e p s : rising_check r e p s = true ->
  forall g, is_grundy (option_of r) g -> forall n, e <= n -> g (n + p) = (g n + s)%N.
Proof.
  unfold rising_check. intros C g G. apply andb_true_iff in C as [C ok]. apply andb_true_iff in C as [C few].
  apply andb_true_iff in C as [C p1]. apply andb_true_iff in C as [power e1]. apply Nat.leb_le in e1, p1. apply N.eqb_eq in power.
  rewrite power in ok |- *. apply bounded_spec in few. exact (rising_together_right r e p _ g G few e1 p1 4 1 0 eq_refl ok).
Qed.
Print Assumptions rising_right.
