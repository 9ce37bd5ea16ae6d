(* Splits in two where the heaps must be equal or unequal: the period goes on for ever. *)
From Coq Require Import List Arith Lia NArith Bool.
Import ListNotations.
From Grundy Require Import Game Rule Check.

Definition two_at_most (r : rule) (k : nat) := forall c, In c r ->
  (exists j, taken c = Just j /\ j <= k) /\ forall j, N.testbit_nat (parts c) j = true -> j <= 2.
Definition no_equal (r : rule) := forall c, In c r -> sizes c <> Equal.
Definition no_unequal (r : rule) := forall c, In c r -> sizes c <> Unequal.

Lemma change_one c r n m a a' : option_of r n [a] -> In c r -> 1 <= a' -> n + a' = m + a -> option_of r m [a'].
Proof.
  intros (d & k & ic & mt & prog & sum & pos & bit & sh) _ p e. cbn in *. exists d, k. cbn. repeat split; auto; try lia; try (intros x [<- | []]; lia).
  destruct (sizes d); cbn; auto.
  - intros x y [<- | []] [<- | []]. reflexivity.
  - constructor; [tauto | constructor].
Qed.
Lemma make_two c r n k a b : In c r -> taken c = Just k -> N.testbit_nat (parts c) 2 = true -> 1 <= a -> 1 <= b -> a + b + k = n ->
  shaped (sizes c) [a; b] -> option_of r n [a; b].
Proof.
  intros ic tk bit pa pb sum sh. exists c, k. rewrite tk. cbn. repeat split; auto; try lia; try (intros x [<- | [<- | []]]; lia).
Qed.

Lemma nodup_two (a b : nat) : NoDup [a; b] <-> a <> b.
Proof.
  split.
  - intros d e. subst. inversion d as [| x l no d']. apply no. now left.
  - intros ne. constructor; [intros [-> | []]; congruence | constructor; [tauto | constructor]].
Qed.

Section Sizes.
  Context (g : nat -> N).
  Lemma v_one a : value g [a] = g a.
  Proof. cbn. apply N.lxor_0_r. Qed.
  Lemma v_two a b a' b' : g a = g a' -> g b = g b' -> value g [a; b] = value g [a'; b'].
  Proof. cbn. congruence. Qed.
  Lemma v_same a b : value g [a; a] = value g [b; b].
  Proof. cbn. now rewrite !N.lxor_0_r, !N.lxor_nilpotent. Qed.

  Lemma sized_options r k e p n : two_at_most r k -> (no_equal r \/ Nat.Even p) -> 1 <= e -> 2 * (e + p) + k <= n + p ->
    (no_unequal r \/ 2 * e + 3 * p + k <= n + p) -> (forall i, e <= i -> i + p < n + p -> g (i + p) = g i) ->
    (forall hs, option_of r (n + p) hs -> exists hs', option_of r n hs' /\ value g hs' = value g hs) /\
    (forall hs, option_of r n hs -> exists hs', option_of r (n + p) hs' /\ value g hs' = value g hs).
  Proof.
    intros B ev e1 far far' per. split; intros hs o; pose proof o as (c & j & ic & mt & prog & sum & pos & bit & sh);
      destruct (B c ic) as ((j' & tk & jk) & few); pose proof (few _ bit) as len; pose proof mt as mt'; rewrite tk in mt'; cbn in mt'; subst j'.
    - destruct hs as [| a [| b [| x l]]]; cbn in sum, len, bit, prog; [lia | | | lia].
      + exists [a - p]. split; [apply (change_one c r (n + p) n a); auto; lia |]. rewrite !v_one, <- (per (a - p)) by lia. f_equal. lia.
      + pose proof (pos a (or_introl eq_refl)) as pa. pose proof (pos b (or_intror (or_introl eq_refl))) as pb.
        assert (ps : forall i, e + p <= i < n + p -> g (i - p) = g i) by (intros i h; rewrite <- (per (i - p)) by lia; f_equal; lia).
        assert (mk : forall a' b', 1 <= a' -> 1 <= b' -> a' + b' + j = n -> shaped (sizes c) [a'; b'] -> option_of r n [a'; b'])
          by (intros; now apply (make_two c r n j)).
        assert (an : j >= 1 \/ True) by auto.
        destruct (sizes c) eqn:sz; cbn [shaped] in sh, mk.
        * destruct (le_lt_dec a b).
          -- exists [a; b - p]. split; [apply mk; auto; lia | apply v_two; [reflexivity | apply ps; lia]].
          -- exists [a - p; b]. split; [apply mk; auto; lia | apply v_two; [apply ps; lia | reflexivity]].
        * destruct ev as [ne | [q ->]]; [now apply ne in ic |]. assert (a = b) as <- by (apply sh; cbn; auto).
          exists [a - q; a - q]. split; [apply mk; try lia; intros x y [<- | [<- | []]] [<- | [<- | []]]; reflexivity | apply v_same].
        * destruct far' as [nu | far']; [now apply nu in ic |]. apply nodup_two in sh.
          destruct (lt_eq_lt_dec a b) as [[lt | eq] | lt]; [| congruence |].
          -- destruct (Nat.eq_dec (b - p) a) as [eq | ne].
             ++ exists [a - p; b]. split; [apply mk; try lia; apply nodup_two; lia | apply v_two; [apply ps; lia | reflexivity]].
             ++ exists [a; b - p]. split; [apply mk; try lia; apply nodup_two; lia | apply v_two; [reflexivity | apply ps; lia]].
          -- destruct (Nat.eq_dec (a - p) b) as [eq | ne].
             ++ exists [a; b - p]. split; [apply mk; try lia; apply nodup_two; lia | apply v_two; [reflexivity | apply ps; lia]].
             ++ exists [a - p; b]. split; [apply mk; try lia; apply nodup_two; lia | apply v_two; [apply ps; lia | reflexivity]].
    - destruct hs as [| a [| b [| x l]]]; cbn in sum, len, bit, prog; [lia | | | lia].
      + exists [a + p]. split; [apply (change_one c r n (n + p) a); auto; lia |]. rewrite !v_one. apply per; [lia |].
        lia.
      + pose proof (pos a (or_introl eq_refl)) as pa. pose proof (pos b (or_intror (or_introl eq_refl))) as pb.
        assert (mk : forall a' b', 1 <= a' -> 1 <= b' -> a' + b' + j = n + p -> shaped (sizes c) [a'; b'] -> option_of r (n + p) [a'; b'])
          by (intros; now apply (make_two c r (n + p) j)).
        destruct (sizes c) eqn:sz; cbn [shaped] in sh, mk.
        * destruct (le_lt_dec a b).
          -- exists [a; b + p]. split; [apply mk; auto; lia | apply v_two; [reflexivity | apply per; lia]].
          -- exists [a + p; b]. split; [apply mk; auto; lia | apply v_two; [apply per; lia | reflexivity]].
        * destruct ev as [ne | [q ->]]; [now apply ne in ic |]. assert (a = b) as <- by (apply sh; cbn; auto).
          exists [a + q; a + q]. split; [apply mk; try lia; intros x y [<- | [<- | []]] [<- | [<- | []]]; reflexivity | apply v_same].
        * apply nodup_two in sh. destruct (lt_eq_lt_dec a b) as [[lt | eq] | lt]; [| congruence |].
          -- exists [a; b + p]. split; [apply mk; try lia; apply nodup_two; lia | apply v_two; [reflexivity | apply per; lia]].
          -- exists [a + p; b]. split; [apply mk; try lia; apply nodup_two; lia | apply v_two; [apply per; lia | reflexivity]].
  Qed.

  (* A period that is seen far enough goes on for ever, where two heaps must be equal or unequal. *)
  Theorem sized_splits r k e p N_ : is_grundy (option_of r) g -> two_at_most r k -> (no_equal r \/ Nat.Even p) -> 1 <= e ->
    2 * (e + p) + k <= N_ -> (no_unequal r \/ 2 * e + 3 * p + k <= N_) ->
    (forall n, e <= n -> n + p < N_ -> g (n + p) = g n) -> forall n, e <= n -> g (n + p) = g n.
  Proof.
    intros G B ev e1 far far' seen n. induction n as [n ih] using lt_wf_ind. intros hn.
    destruct (lt_dec (n + p) N_) as [lt | ge]; [now apply seen |].
    destruct (sized_options r k e p n B ev e1) as [dn up']; try lia; [| | apply (same_value (option_of r)); assumption].
    - destruct far'; [now left | right; lia].
    - intros i hi lt. apply ih; lia.
  Qed.

  (* An odd period, where heaps must be equal, follows from its double. *)
  Theorem half_period e p : (forall n, e <= n -> g (n + 2 * p) = g n) -> (forall n, e <= n < e + 2 * p -> g (n + p) = g n) ->
    forall n, e <= n -> g (n + p) = g n.
  Proof.
    intros two one n. induction n as [n ih] using lt_wf_ind. intros hn. destruct (lt_dec n (e + 2 * p)) as [lt | ge]; [apply one; lia |].
    destruct p as [| p]; [now rewrite Nat.add_0_r |].
    replace (n + S p) with (n - 2 * S p + S p + 2 * S p) by lia. rewrite two by lia.
    rewrite ih by lia. rewrite <- (two (n - 2 * S p)) by lia. f_equal. lia.
  Qed.
End Sizes.

(* ---- The checker. ---- *)
Definition uses (s : shape) (r : rule) : bool := existsb (fun c => match sizes c, s with Equal, Equal | Unequal, Unequal => true | _, _ => false end) r.
Definition two_b (r : rule) (k : nat) : bool := forallb (fun c =>
  (match taken c with Just j => j <=? k | From _ => false end) && forallb (fun j => j <=? 2) (counts (parts c))) r.
Definition sized_check (r : rule) (e p : nat) : bool :=
  let k := most_taken r in
  let q := if uses Equal r && Nat.odd p then 2 * p else p in
  let m := Nat.max (2 * (e + q) + k) (2 * e + 3 * q + k) in
  (1 <=? e) && two_b r k &&
  match table r (m - 1) with Some t => repeats N.eqb e p t && repeats N.eqb e q t | None => false end.

(* What the checker accepts is a period for ever: at most two heaps of any, equal or unequal sizes. *)
Theorem sized_check_right r e p : sized_check r e p = true -> forall g, is_grundy (option_of r) g -> forall n, e <= n -> g (n + p) = g n.
Proof.
  unfold sized_check. cbv zeta. intros c g G. apply andb_true_iff in c as [c t]. apply andb_true_iff in c as [e1 b]. apply Nat.leb_le in e1.
  set (k := most_taken r) in *. set (q := if uses Equal r && Nat.odd p then 2 * p else p) in *.
  destruct (table r _) as [tb |] eqn:T; [| discriminate]. apply (table_right r g G) in T. subst tb. apply andb_true_iff in t as [tp tq].
  pose proof (fun n en le => repeats_spec N.eqb (fun x y => proj1 (N.eqb_eq x y)) g e p _ e1 tp n en le) as sp.
  pose proof (fun n en le => repeats_spec N.eqb (fun x y => proj1 (N.eqb_eq x y)) g e q _ e1 tq n en le) as sq.
  assert (B : two_at_most r k).
  { unfold two_b in b. rewrite forallb_forall in b. intros c i. specialize (b c i). apply andb_true_iff in b as [b f]. rewrite forallb_forall in f. split.
    - destruct (taken c) as [j | j]; [| discriminate]. exists j. split; [reflexivity | now apply Nat.leb_le].
    - intros j tj. apply Nat.leb_le, f. now apply counts_spec. }
  assert (per : forall n, e <= n -> g (n + q) = g n).
  { apply (sized_splits g r k e q (Nat.max (2 * (e + q) + k) (2 * e + 3 * q + k))); auto; try lia.
    - destruct (uses Equal r) eqn:u.
      + right. unfold q. cbn [andb]. destruct (Nat.odd p) eqn:od; [exists p; lia |]. apply Nat.even_spec. rewrite <- Nat.negb_odd, od. reflexivity.
      + left. intros c i s. enough (uses Equal r = true) by congruence. apply existsb_exists. exists c. now rewrite s.
    - intros n en lt. apply sq; lia. }
  destruct (uses Equal r && Nat.odd p) eqn:u; subst q; [| exact per].
  apply half_period; [exact per |]. intros n h. apply sp; lia.
Qed.
