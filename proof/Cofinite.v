(* Subtraction games in which all large amounts may be taken: the values rise for ever by the same saltus. *)
From Coq Require Import List Arith Lia NArith Bool.
Import ListNotations.
From Grundy Require Import Game Rule Check.

Section Cofinite.
  Context (r : rule) (m : nat).
  (* A move leaves at most one heap; a heap may be left by all amounts above m; amounts are named up to m + 1 only. *)
  Definition one_heap := forall c, In c r -> forall j, N.testbit_nat (parts c) j = true -> j <= 1.
  Definition all_large := exists c k, In c r /\ taken c = From k /\ k <= S m /\ N.testbit_nat (parts c) 1 = true /\ sizes c = Any.
  Definition named := forall c, In c r -> match taken c with Just k => k <= m | From k => k <= S m end.
  Definition ends_all := exists c k, In c r /\ taken c = From k /\ N.testbit_nat (parts c) 0 = true /\ sizes c = Any.
  Definition all_any := forall c, In c r -> sizes c = Any.

  Context (o1 : one_heap) (al : all_large) (nm : named) (an : all_any).

  Lemma option_cases n hs : option_of r n hs -> hs = [] \/ exists k, hs = [n - k] /\ 1 <= k < n.
  Proof.
    intros (c & k & ic & mt & prog & sum & pos & bit & _). pose proof (o1 c ic _ bit) as le.
    destruct hs as [| h [| x l]]; cbn in *; [auto | right | lia]. specialize (pos h (or_introl eq_refl)).
    exists k. split; [f_equal; lia | lia].
  Qed.
  Lemma large_option n k : m < k < n -> option_of r n [n - k].
  Proof.
    intros h. destruct al as (c & k0 & ic & tk & le & bit & sz). exists c, k. rewrite tk, sz. cbn. repeat split; auto; try lia.

  Qed.
  Lemma shift_option n k p : 1 <= k < n -> option_of r n [n - k] -> option_of r (n + p) [n + p - k].
  Proof.
    intros h (c & k' & ic & mt & prog & sum & pos & bit & _). cbn in sum. assert (k' = k) as -> by lia.
    exists c, k. rewrite (an c ic). cbn in *. repeat split; auto; try lia; try (intros x [<- | []]; lia).
  Qed.
  Lemma back_option n k p : 1 <= k < n -> option_of r (n + p) [n + p - k] -> option_of r n [n - k].
  Proof.
    intros h (c & k' & ic & mt & prog & sum & pos & bit & _). cbn in sum. assert (k' = k) as -> by lia.
    exists c, k. rewrite (an c ic). cbn in *. repeat split; auto; try lia; try (intros x [<- | []]; lia).
  Qed.
  Lemma end_option n : m < n -> ends_all -> option_of r n [].
  Proof.
    intros h (c & k0 & ic & tk & bit & sz). pose proof (nm c ic) as le. rewrite tk in le. exists c, n. rewrite tk, sz. cbn.
    repeat split; auto; try lia; try (intros x []).
  Qed.

  Context (g : nat -> N) (G : is_grundy (option_of r) g) (e p end_ : nat) (s top_small : N).
  Context (e1 : 1 <= e) (p1 : 1 <= p) (far : e + p + m < end_).
  Context (seen : forall i, e <= i -> i + p < end_ -> g (i + p) = (g i + s)%N).
  Context (small : forall v, (v <= s + top_small)%N -> (v = 0%N /\ ends_all) \/ exists j, 1 <= j /\ j + m < end_ /\ g j = v).
  Context (lows : forall j, 1 <= j < e -> (g j <= top_small)%N).
  Context (high : forall n, end_ <= n + p -> n < end_ -> forall j, 1 <= j < e + p -> (g j < g n + s)%N).

  Lemma high_on n : (forall i, e <= i -> i + p <= n -> g (i + p) = (g i + s)%N) -> end_ <= n + p ->
    forall j, 1 <= j < e + p -> (g j < g n + s)%N.
  Proof.
    induction n as [n ih] using lt_wf_ind. intros per le j hj. destruct (lt_dec n end_) as [lt | ge]; [now apply high |].
    assert (x : (g j < g (n - p) + s)%N) by (apply ih; try lia; intros; apply per; lia).
    pose proof (per (n - p)) as q. replace (n - p + p) with n in q by lia. rewrite q by lia. lia.
  Qed.

  Lemma value_single h : value g [h] = g h.
  Proof. cbn. apply N.lxor_0_r. Qed.

  (* The values rise by s every p heaps, for ever: all small values stay reached, and the others are shifted. *)
  Theorem cofinite n : e <= n -> g (n + p) = (g n + s)%N.
  Proof.
    induction n as [n ih] using lt_wf_ind. intros en. destruct (lt_dec (n + p) end_) as [lt | ge]; [now apply seen |].
    assert (hi : forall j, 1 <= j < e + p -> (g j < g n + s)%N) by (apply high_on; [intros i ei le; apply ih; lia | lia]).
    assert (reached : forall v, (v <= s + top_small)%N -> exists hs, option_of r (n + p) hs /\ value g hs = v).
    { intros v le. destruct (small v le) as [[-> z] | (j & j1 & jm & <-)].
      - exists []. split; [apply end_option; [lia | assumption] | reflexivity].
      - exists [n + p - (n + p - j)]. split; [apply large_option; lia | rewrite value_single; f_equal; lia]. }
    destruct (N.lt_trichotomy (g (n + p)) (g n + s)) as [lt | [eq | gt]]; [exfalso | exact eq | exfalso].
    - (* g (n + p) is reached *)
      enough (ex : exists hs, option_of r (n + p) hs /\ value g hs = g (n + p)) by (destruct ex as (hs & o & q); exact (proj1 (G (n + p)) hs o q)).
      set (w := g (n + p)) in *. destruct (N.lt_ge_cases w s) as [ws | sw]; [apply reached; lia |].
      destruct (proj2 (G n) (w - s)%N) as (hs & o & q); [lia |].
      destruct (option_cases n hs o) as [-> | (k & -> & hk)].
      + cbn in q. apply reached. lia.
      + rewrite value_single in q. destruct (le_lt_dec e (n - k)) as [big | little].
        * exists [n + p - k]. split; [now apply shift_option |]. rewrite value_single.
          replace (n + p - k) with (n - k + p) by lia. rewrite ih by lia. lia.
        * apply reached. pose proof (lows (n - k)). lia.
    - destruct (proj2 (G (n + p)) _ gt) as (hs & o & q). destruct (option_cases _ hs o) as [-> | (k & -> & hk)].
      + cbn in q. pose proof (hi 1). lia.
      + rewrite value_single in q. destruct (le_lt_dec (e + p) (n + p - k)) as [big | little].
        * replace (n + p - k) with (n - k + p) in q by lia. rewrite ih in q by lia.
          apply (proj1 (G n) [n - k]); [apply (back_option n k p); [lia | assumption] | rewrite value_single; lia].
        * pose proof (hi (n + p - k)). lia.
  Qed.
End Cofinite.

(* ---- The checker. ---- *)
Definition has_part (c : clause) (j : nat) : bool := N.testbit_nat (parts c) j.
Definition is_any (c : clause) : bool := match sizes c with Any => true | _ => false end.
Definition ends_all_b (r : rule) : bool := existsb (fun c => match taken c with From _ => has_part c 0 && is_any c | _ => false end) r.
Definition cofinite_b (r : rule) (m : nat) : bool :=
  forallb (fun c => is_any c && forallb (fun j => j <=? 1) (counts (parts c)) && match taken c with Just k => k <=? m | From k => k <=? S m end) r &&
  existsb (fun c => match taken c with From k => (k <=? S m) && has_part c 1 && is_any c | _ => false end) r.

Definition cofinite_check (r : rule) (m end_ e p : nat) (s : N) : bool :=
  cofinite_b r m && (1 <=? e) && (1 <=? p) && (e + p + m <? end_) &&
  match table r (end_ - 1) with
  | None => false
  | Some t =>
      let at_ n := nth (end_ - 1 - n) t 0%N in
      let reached := bits (skipn m t) in
      let top_small := fold_right N.max 0%N (map at_ (seq 1 (e - 1))) in
      let top_low := fold_right N.max 0%N (map at_ (seq 1 (e + p - 1))) in
      forallb (fun i => N.eqb (at_ (i + p)) (at_ i + s)) (seq e (end_ - p - e)) &&
      forallb (fun v => N.testbit reached v || (N.eqb v 0 && ends_all_b r)) (map N.of_nat (seq 0 (S (N.to_nat (s + top_small))))) &&
      forallb (fun n => (top_low <? at_ n + s)%N) (seq (end_ - p) p)
  end.

Lemma max_map_in (f : nat -> N) l j : In j l -> (f j <= fold_right N.max 0 (map f l))%N.
Proof. induction l as [| x l ih]; cbn; [tauto |]. intros [-> | i]; [lia | specialize (ih i); lia]. Qed.
Lemma any_b c : is_any c = true -> sizes c = Any.
Proof. unfold is_any. now destruct (sizes c). Qed.
Lemma in_down {Q} (g : nat -> Q) v M : In v (down g M) -> exists j, 1 <= j <= M /\ g j = v.
Proof. induction M as [| M ih]; cbn; [tauto |]. intros [<- | i]; [exists (S M); split; [lia | reflexivity] | destruct (ih i) as (j & h & e); exists j; split; [lia | assumption]]. Qed.

(* What the checker accepts is an arithmetic period for ever: at most one heap is left, all large amounts may be taken. *)
Theorem cofinite_right r m end_ e p s : cofinite_check r m end_ e p s = true ->
  forall g, is_grundy (option_of r) g -> forall n, e <= n -> g (n + p) = (g n + s)%N.
Proof.
  unfold cofinite_check. cbv zeta. intros C g G. apply andb_true_iff in C as [C t]. apply andb_true_iff in C as [C fr].
  apply andb_true_iff in C as [C p1]. apply andb_true_iff in C as [cb e1]. apply Nat.leb_le in e1, p1. apply Nat.ltb_lt in fr.
  destruct (table r _) as [tb |] eqn:T; [| discriminate]. apply (table_right r g G) in T. subst tb.
  apply andb_true_iff in t as [t hi]. apply andb_true_iff in t as [per sm]. rewrite forallb_forall in per, sm, hi.
  assert (at_is : forall n, 1 <= n < end_ -> nth (end_ - 1 - n) (down g (end_ - 1)) 0%N = g n).
  { intros n h. rewrite nth_down by lia. f_equal. lia. }
  apply andb_true_iff in cb as [cs large]. rewrite forallb_forall in cs.
  assert (cs' : forall c, In c r -> sizes c = Any /\ (forall j, N.testbit_nat (parts c) j = true -> j <= 1) /\ match taken c with Just k => k <= m | From k => k <= S m end).
  { intros c i. specialize (cs c i). apply andb_true_iff in cs as [cs a]. apply andb_true_iff in cs as [y f]. rewrite forallb_forall in f.
    split; [now apply any_b | split].
    - intros j b. apply Nat.leb_le, f. now apply counts_spec.
    - destruct (taken c); now apply Nat.leb_le. }
  apply (cofinite r m) with (end_ := end_) (top_small := fold_right N.max 0%N (map (fun n => nth (end_ - 1 - n) (down g (end_ - 1)) 0%N) (seq 1 (e - 1)))).
  - intros c i. apply (cs' c i).
  - apply existsb_exists in large as (c & ic & l). destruct (taken c) as [k | k] eqn:tk; [discriminate |].
    apply andb_true_iff in l as [l y]. apply andb_true_iff in l as [l b]. apply Nat.leb_le in l. exists c, k. repeat split; auto. now apply any_b.
  - intros c i. apply (cs' c i).
  - intros c i. apply (cs' c i).
  - exact G.
  - exact e1.
  - exact p1.
  - exact fr.
  - intros i ei le. specialize (per i). rewrite !at_is in per by lia. apply N.eqb_eq, per. apply in_seq. lia.
  - intros v le. specialize (sm v). assert (iv : In v (map N.of_nat (seq 0 (S (N.to_nat (s + fold_right N.max 0%N (map (fun n => nth (end_ - 1 - n) (down g (end_ - 1)) 0%N) (seq 1 (e - 1))))))))).
    { apply in_map_iff. exists (N.to_nat v). split; [apply N2Nat.id |]. apply in_seq. lia. }
    specialize (sm iv). apply orb_true_iff in sm as [b | z].
    + right. apply testbit_bits in b. rewrite skipn_down in b. apply in_down in b as (j & h & q). exists j. repeat split; auto; lia.
    + left. apply andb_true_iff in z as [z y]. apply N.eqb_eq in z. split; [assumption |].
      apply existsb_exists in y as (c & ic & l). destruct (taken c) as [k | k] eqn:tk; [discriminate |]. apply andb_true_iff in l as [b y].
      exists c, k. repeat split; auto. now apply any_b.
  - intros j h. rewrite <- (at_is j) by lia.
    apply (max_map_in (fun n => nth (end_ - 1 - n) (down g (end_ - 1)) 0%N)). apply in_seq. lia.
  - intros n le lt j h. specialize (hi n). rewrite at_is in hi by lia. assert (i : In n (seq (end_ - p) p)) by (apply in_seq; lia).
    apply hi in i. apply N.ltb_lt in i. eapply N.le_lt_trans; [| exact i]. rewrite <- (at_is j) by lia.
    apply (max_map_in (fun n => nth (end_ - 1 - n) (down g (end_ - 1)) 0%N)). apply in_seq. lia.
Qed.
