(* Rules of heap games as data, the images of their options computed, and the theorem that a period goes on for ever.
   To be trusted: `clause`, `option_of`. *)
From Coq Require Import List Arith Lia NArith Bool.
Import ListNotations.
From Grundy Require Import Game.

Inductive amount := Just (k : nat) | From (k : nat).
Inductive shape := Any | Equal | Unequal.
(* Bit j of `parts` allows that j heaps are left. *)
Record clause := Clause { taken : amount; parts : N; sizes : shape }.
Definition rule := list clause.

Fixpoint total (hs : list nat) : nat := match hs with [] => 0 | h :: t => h + total t end.
Definition may_take (a : amount) (k : nat) := match a with Just j => k = j | From j => j <= k end.
Definition shaped (s : shape) (hs : list nat) :=
  match s with Any => True | Equal => forall x y, In x hs -> In y hs -> x = y | Unequal => NoDup hs end.

(* A move takes k of a heap of n, or nothing if it splits, and leaves the heaps hs, none of them empty. *)
Definition option_of (r : rule) (n : nat) (hs : list nat) : Prop := exists c k,
  In c r /\ may_take (taken c) k /\ (1 <= k \/ 2 <= length hs) /\ total hs + k = n /\
  (forall h, In h hs -> 1 <= h) /\ N.testbit_nat (parts c) (length hs) = true /\ shaped (sizes c) hs.

Lemma total_app s t : total (s ++ t) = total s + total t.
Proof. induction s as [| h s ih]; cbn; lia. Qed.

Lemma sum_in h hs : In h hs -> h <= total hs.
Proof. induction hs as [| x hs ih]; cbn; [tauto |]. intros [-> | i]; [lia | specialize (ih i); lia]. Qed.

Lemma sum_ge_length hs : (forall h, In h hs -> 1 <= h) -> length hs <= total hs.
Proof.
  induction hs as [| x hs ih]; cbn; intros pos; [lia |].
  specialize (ih (fun h i => pos h (or_intror i))). pose proof (pos x (or_introl eq_refl)). lia.
Qed.

(* Every rule of this form leaves smaller heaps only. *)
Theorem rule_shrinks r : shrinks (option_of r).
Proof.
  intros n hs (c & k & _ & _ & prog & sum & pos & _) h i.
  destruct prog as [k1 | two]; [pose proof (sum_in h hs i); lia |].
  apply in_split in i as (l1 & l2 & ->). rewrite total_app in sum. rewrite app_length in two. cbn in sum, two.
  assert (p1 : length l1 <= total l1) by (apply sum_ge_length; intros x i; apply pos; rewrite in_app_iff; auto).
  assert (p2 : length l2 <= total l2) by (apply sum_ge_length; intros x i; apply pos; rewrite in_app_iff; cbn; auto).
  lia.
Qed.

(* ---- Images of sums of heaps in a set with an operation: nim-sums, or products in a monoid. ---- *)
Definition image {Q} (op : Q -> Q -> Q) (u : Q) (g : nat -> Q) (hs : list nat) : Q := fold_right (fun h v => op (g h) v) u hs.

Lemma value_image g hs : value g hs = image N.lxor 0%N g hs.
Proof. reflexivity. Qed.

Lemma image_ext {Q} (op : Q -> Q -> Q) u f g hs : (forall h, In h hs -> f h = g h) -> image op u f hs = image op u g hs.
Proof.
  induction hs as [| h hs ih]; intros e; [reflexivity |]. cbn. rewrite (e h) by now left.
  f_equal. apply ih. intros x i. apply e. now right.
Qed.

Section Period.
  Context {Q : Type} (op : Q -> Q -> Q) (u : Q) (g : nat -> Q).
  Notation im := (image op u g).

  (* The rules of the theorem: amounts at most k, at most h heaps of any sizes. *)
  Definition bounded (r : rule) (h k : nat) := forall c, In c r ->
    (exists j, taken c = Just j /\ j <= k) /\ sizes c = Any /\ forall j, N.testbit_nat (parts c) j = true -> j <= h.

  Lemma big_part hs h m : 1 <= m -> length hs <= h -> h * m <= total hs -> 1 <= total hs -> exists b, In b hs /\ m <= b.
  Proof.
    intros pos. revert h. induction hs as [| x hs ih]; cbn; intros h len sum one; [lia |].
    destruct (le_lt_dec m x) as [le | lt]; [exists x; auto |].
    destruct h as [| h]; [lia |]. destruct (ih h) as (b & i & le); [lia | cbn in sum; lia | cbn in sum; lia | exists b; auto].
  Qed.

  Lemma swap_image l1 l2 b b' : g b = g b' -> im (l1 ++ b :: l2) = im (l1 ++ b' :: l2).
  Proof. intros e. unfold image. induction l1 as [| x l1 ih]; cbn; [now rewrite e | f_equal; exact ih]. Qed.

  Lemma swap_option r n m l1 l2 b b' : (forall c, In c r -> sizes c = Any) -> 1 <= b' -> n + b' = m + b -> option_of r n (l1 ++ b :: l2) ->
    option_of r m (l1 ++ b' :: l2).
  Proof.
    intros any pos e (c & k & ic & mt & prog & sum & ps & bit & _). exists c, k.
    rewrite total_app in *. rewrite app_length in *. cbn [total length] in *.
    repeat split; auto; [lia | | now rewrite (any c ic)].
    intros x i. rewrite in_app_iff in i. cbn in i. destruct i as [i | [<- | i]]; [| lia |]; apply ps; rewrite in_app_iff; cbn; auto.
  Qed.

  (* n and n + p have options of the same images. *)
  Lemma same_images r h k e p n : bounded r h k -> 1 <= h -> 1 <= e -> h * (e + p) + k <= n + p ->
    (forall i, e <= i -> i + p < n + p -> g (i + p) = g i) ->
    (forall hs, option_of r (n + p) hs -> exists hs', option_of r n hs' /\ im hs' = im hs) /\
    (forall hs, option_of r n hs -> exists hs', option_of r (n + p) hs' /\ im hs' = im hs).
  Proof.
    intros B h1 e1 far per.
    assert (any : forall c, In c r -> sizes c = Any) by (intros c i; apply (B c i)).
    split; intros hs o; pose proof o as (c & j & ic & mt & prog & sum & pos & bit & _);
      destruct (B c ic) as ((j' & tk & jk) & _ & few); rewrite tk in mt; cbn in mt; subst j'; apply few in bit.
    - destruct (big_part hs h (e + p)) as (b & ib & big); [lia | lia | lia | nia |].
      pose proof (rule_shrinks r _ _ o b ib) as small.
      apply in_split in ib as (l1 & l2 & ->). exists (l1 ++ (b - p) :: l2). split.
      + apply (swap_option r (n + p) n l1 l2 b); auto; lia.
      + apply swap_image. rewrite <- (per (b - p)) by lia. f_equal. lia.
    - destruct (big_part hs h e) as (b & ib & big); [lia | lia | nia | nia |].
      pose proof (rule_shrinks r _ _ o b ib) as small.
      apply in_split in ib as (l1 & l2 & ->). exists (l1 ++ (b + p) :: l2). split.
      + apply (swap_option r n (n + p) l1 l2 b); auto; lia.
      + apply swap_image. apply per; lia.
  Qed.
End Period.

Lemma same_value (r : rules nat) g m n : is_grundy r g ->
  (forall h, r m h -> exists h', r n h' /\ value g h' = value g h) ->
  (forall h, r n h -> exists h', r m h' /\ value g h' = value g h) ->
  g m = g n.
Proof.
  intros G mn nm.
  destruct (N.lt_trichotomy (g m) (g n)) as [lt | [eq | lt]]; [exfalso | exact eq | exfalso].
  - destruct (proj2 (G n) _ lt) as [h [oh vh]]. destruct (nm h oh) as [h' [oh' vh']].
    apply (proj1 (G m) h' oh'). congruence.
  - destruct (proj2 (G m) _ lt) as [h [oh vh]]. destruct (mn h oh) as [h' [oh' vh']].
    apply (proj1 (G n) h' oh'). congruence.
Qed.

(* A period that is seen far enough goes on for ever: Golomb 1966 (at most one heap is left), Guy and Smith 1956 (two), and their
   extension to h heaps. *)
Theorem bounded_splits r g h k e p : is_grundy (option_of r) g -> bounded r h k -> 1 <= h -> 1 <= e ->
  (forall n, e <= n -> n + p < h * (e + p) + k -> g (n + p) = g n) ->
  forall n, e <= n -> g (n + p) = g n.
Proof.
  intros G B h1 e1 seen n. induction n as [n ih] using lt_wf_ind. intros hn.
  destruct (lt_dec (n + p) (h * (e + p) + k)) as [lt | ge]; [now apply seen |].
  destruct (same_images N.lxor 0%N g r h k e p n B h1 e1 ltac:(lia)) as [down up].
  - intros i hi lt. apply ih; lia.
  - apply (same_value (option_of r)); assumption.
Qed.

(* ---- All options, listed; this says that values exist, and is slow. ---- *)
Fixpoint splits (j m : nat) : list (list nat) :=
  match j with
  | O => if m =? 0 then [[]] else []
  | S j => flat_map (fun a => map (cons a) (splits j (m - a))) (seq 1 m)
  end.

Lemma splits_spec j : forall m hs, In hs (splits j m) <-> length hs = j /\ total hs = m /\ forall h, In h hs -> 1 <= h.
Proof.
  induction j as [| j ih]; cbn [splits]; intros m hs.
  - destruct m; cbn; split.
    + intros [<- | []]. cbn. intuition.
    + intros (l & _). destruct hs; [auto | discriminate].
    + intros [].
    + intros (l & s & _). destruct hs; [discriminate s | discriminate l].
  - rewrite in_flat_map. split.
    + intros (a & ia & i). apply in_seq in ia. apply in_map_iff in i as (hs' & <- & i). apply ih in i as (l & s & pos).
      cbn. repeat split; [lia | lia |]. intros h [<- | ih']; [lia | auto].
    + intros (l & s & pos). destruct hs as [| a hs]; [discriminate |]. cbn in l, s. exists a.
      pose proof (pos a (or_introl eq_refl)). split; [apply in_seq; lia |]. apply in_map, ih.
      repeat split; [lia | lia |]. intros h i. apply pos. now right.
Qed.

Definition all_equal (hs : list nat) : bool := match hs with [] => true | x :: t => forallb (Nat.eqb x) t end.
Fixpoint no_dup (hs : list nat) : bool := match hs with [] => true | x :: t => negb (existsb (Nat.eqb x) t) && no_dup t end.
Definition shaped_b (s : shape) (hs : list nat) : bool := match s with Any => true | Equal => all_equal hs | Unequal => no_dup hs end.

Lemma shaped_spec s hs : shaped_b s hs = true <-> shaped s hs.
Proof.
  destruct s; cbn; [tauto | |].
  - destruct hs as [| x t]; cbn; [split; [intros _ ? ? [] | reflexivity] |]. rewrite forallb_forall. split.
    + intros all a b [<- | ia] [<- | ib]; auto; try (apply all in ia; apply Nat.eqb_eq in ia); try (apply all in ib; apply Nat.eqb_eq in ib); congruence.
    + intros e y i. apply Nat.eqb_eq. auto.
  - induction hs as [| x t ih]; cbn; [split; [constructor | reflexivity] |].
    rewrite andb_true_iff, negb_true_iff, ih, NoDup_cons_iff. split; intros [a b]; split; auto.
    + intros i. enough (existsb (Nat.eqb x) t = true) by congruence. apply existsb_exists. exists x. split; [assumption | apply Nat.eqb_refl].
    + destruct (existsb (Nat.eqb x) t) eqn:e; [| reflexivity]. apply existsb_exists in e as (y & iy & e). apply Nat.eqb_eq in e. now subst.
Qed.

Definition amounts (a : amount) (n : nat) : list nat :=
  match a with Just k => if k <=? n then [k] else [] | From k => seq k (S n - k) end.
Lemma amounts_spec a n k : In k (amounts a n) <-> may_take a k /\ k <= n.
Proof.
  destruct a as [j | j]; cbn [amounts may_take]; [| rewrite in_seq; lia].
  destruct (Nat.leb_spec j n); cbn [In]; lia.
Qed.
Lemma size_bound q : forall j, Pos.testbit_nat q j = true -> j < Pos.size_nat q.
Proof. induction q as [q ih | q ih |]; intros [| j] t; cbn in *; try discriminate; try lia; specialize (ih _ t); lia. Qed.
Definition counts (ps : N) : list nat := filter (N.testbit_nat ps) (seq 0 (N.size_nat ps)).
Lemma counts_spec ps j : In j (counts ps) <-> N.testbit_nat ps j = true.
Proof.
  unfold counts. rewrite filter_In, in_seq. split; [tauto |]. intros t. split; [| assumption]. split; [lia |].
  destruct ps as [| q]; [discriminate |]. cbn in t |- *. now apply size_bound.
Qed.

Definition progress (k j : nat) : bool := (1 <=? k) || (2 <=? j).
Definition options (r : rule) (n : nat) : list (list nat) :=
  flat_map (fun c => flat_map (fun k => flat_map (fun j =>
    if progress k j then filter (shaped_b (sizes c)) (splits j (n - k)) else []) (counts (parts c))) (amounts (taken c) n)) r.

Lemma progress_spec k j : progress k j = true <-> 1 <= k \/ 2 <= j.
Proof. unfold progress. rewrite orb_true_iff, !Nat.leb_le. tauto. Qed.

(* The list holds all options and nothing else. *)
Theorem options_right r n hs : In hs (options r n) <-> option_of r n hs.
Proof.
  unfold options. rewrite in_flat_map. setoid_rewrite in_flat_map. setoid_rewrite in_flat_map. split.
  - intros (c & ic & k & ik & j & ij & i). apply amounts_spec in ik as [mk kn]. apply counts_spec in ij.
    destruct (progress k j) eqn:pr; [| destruct i]. apply progress_spec in pr. apply filter_In in i as [i sh].
    apply splits_spec in i as (l & s & pos). apply shaped_spec in sh. subst j. exists c, k. repeat split; auto; lia.
  - intros (c & k & ic & mt & prog & sum & pos & bit & sh). exists c. split; [assumption |]. exists k. split; [apply amounts_spec; split; [assumption | lia] |].
    exists (length hs). split; [now apply counts_spec |]. apply progress_spec in prog. rewrite prog. apply filter_In.
    split; [apply splits_spec; repeat split; auto; lia | now apply shaped_spec].
Qed.

Definition grundy_of (r : rule) : nat -> N := grundy (options r).
(* So every rule has values, and what is said of them is never said of nothing. *)
Theorem values_exist r : is_grundy (option_of r) (grundy_of r).
Proof. apply grundy_is_grundy; [apply options_right | apply rule_shrinks]. Qed.

(* ---- Images of options, quickly. asc is [g 1; g 2; ...], desc is [g m; ...; g 1]. ---- *)
Section Images.
  Context {Q : Type} (op : Q -> Q -> Q) (u : Q).

  Section Walk.
    Context (f : list Q -> list Q).
    Fixpoint walk (asc desc : list Q) : list Q :=
      match asc, desc with
      | x :: asc, _ :: desc => map (op x) (f desc) ++ walk asc desc
      | _, _ => []
      end.
  End Walk.

  Fixpoint sums (j : nat) (asc desc : list Q) : list Q :=
    match j with
    | O => match desc with [] => [u] | _ => [] end
    | S i => match i with
             | O => match desc with [] => [] | v :: _ => [op v u] end
             | S _ => walk (sums i asc) asc desc
             end
    end.

  Definition up (g : nat -> Q) (m : nat) : list Q := map g (seq 1 m).
  Fixpoint down (g : nat -> Q) (m : nat) : list Q := match m with O => [] | S k => g m :: down g k end.

  (* The first of desc is read only where a heap is left as a whole. *)
  Definition desc_of (g : nat -> Q) (m : nat) (l : list Q) := match m, l with O, [] => True | S k, _ :: t => t = down g k | _, _ => False end.

  Lemma walk_spec g f : forall m s a M, s = map g (seq (S a) M) -> m <= M -> forall v, In v (walk f s (down g m)) <->
    exists b, 1 <= b <= m /\ exists w, In w (f (down g (m - b))) /\ v = op (g (a + b)) w.
  Proof.
    induction m as [| m ih]; intros s a M -> le v.
    - destruct (map g (seq (S a) M)); cbn; split; try tauto; intros (b & ? & _); lia.
    - destruct M as [| M]; [lia |]. cbn [seq map down walk]. rewrite in_app_iff, in_map_iff, (ih _ (S a) M eq_refl) by lia. split.
      + intros [(w & <- & i) | (b & hb & w & i & ->)].
        * exists 1. split; [lia |]. exists w. replace (S m - 1) with m by lia. split; [assumption |]. do 2 f_equal. lia.
        * exists (S b). split; [lia |]. exists w. replace (S m - S b) with (m - b) by lia. split; [assumption |]. do 2 f_equal. lia.
      + intros (b & hb & w & i & ->). destruct b as [| [| b]]; [lia | left | right].
        * exists w. replace (S m - 1) with m in i by lia. split; [do 2 f_equal; lia | assumption].
        * exists (S b). split; [lia |]. exists w. replace (S m - S (S b)) with (m - S b) in i by lia. split; [assumption |]. do 2 f_equal. lia.
  Qed.

  Lemma sums_spec g M : forall j m, m <= M -> forall v, In v (sums j (up g M) (down g m)) <->
    exists hs, length hs = j /\ total hs = m /\ (forall h, In h hs -> 1 <= h) /\ v = image op u g hs.
  Proof.
    induction j as [| [| j] ih]; intros m le v.
    - destruct m; cbn; split.
      + intros [<- | []]. exists []. cbn. intuition.
      + intros ([| h hs] & l & _ & _ & ->); [cbn; auto | discriminate].
      + intros [].
      + intros ([| h hs] & l & s & _); [discriminate s | discriminate l].
    - destruct m; cbn [sums down]; split.
      + intros [].
      + intros ([| h [| x y]] & l & s & pos & _); try discriminate. cbn in s. specialize (pos h (or_introl eq_refl)). lia.
      + intros [<- | []]. exists [S m]. cbn. repeat split; [lia |]. intros h [<- | []]. lia.
      + intros ([| h [| x y]] & l & s & pos & ->); try discriminate. cbn in s. assert (h = S m) as -> by lia. cbn. auto.
    - change (sums (S (S j)) (up g M) (down g m)) with (walk (sums (S j) (up g M)) (up g M) (down g m)).
      rewrite (walk_spec g _ m (up g M) 0 M eq_refl le). split.
      + intros (b & hb & w & i & ->). apply ih in i; [| lia]. destruct i as (hs & l & s & pos & ->). exists (b :: hs). cbn. repeat split; [lia | lia |].
        intros h [<- | i]; [lia | auto].
      + intros ([| b hs] & l & s & pos & ->); [discriminate |]. cbn in l, s. pose proof (pos b (or_introl eq_refl)).
        exists b. split; [lia |]. exists (image op u g hs). split; [| reflexivity].
        apply ih; [lia |]. exists hs. repeat split; [lia | lia |]. intros h i. apply pos. now right.
  Qed.

  (* Whatever stands for the heap itself is not read. *)
  Lemma sums_head j asc x y t : 2 <= j -> sums j asc (x :: t) = sums j asc (y :: t).
  Proof. destruct j as [| [| j]]; [lia | lia |]. intros _. destruct asc; reflexivity. Qed.
End Images.
