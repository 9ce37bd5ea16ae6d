(* Checkers that are proved right: the values of a rule, a period of them, who wins a sum. *)
From Coq Require Import List Arith Lia NArith Bool.
Import ListNotations.
From Grundy Require Import Game Rule.

(* ---- The images of the options of a heap. D is [u; g (n - 1); ...; g 1], its head is never read. ---- *)
Section Reach.
  Context {Q : Type} (op : Q -> Q -> Q) (u : Q).

  Definition reach (r : rule) (n : nat) (D : list Q) : list Q :=
    let asc := rev D in
    flat_map (fun c => flat_map (fun k => let rest := skipn k D in flat_map (fun j =>
      if progress k j then
        match sizes c with
        | Any => sums op u j asc rest
        | s => map (image op u (fun h => nth (n - h) D u)) (filter (shaped_b s) (splits j (n - k)))
        end
      else []) (counts (parts c))) (amounts (taken c) n)) r.

  Lemma down_length g m : length (down (Q := Q) g m) = m.
  Proof. induction m; cbn; congruence. Qed.
  Lemma skipn_down (g : nat -> Q) k : forall m, skipn k (down g m) = down g (m - k).
  Proof. induction k as [| k ih]; intros [| m]; cbn; auto. Qed.
  Lemma rev_down (g : nat -> Q) m : rev (down g m) = up g m.
  Proof. induction m as [| m ih]; [reflexivity |]. unfold up in *. rewrite seq_S, map_app. cbn. now rewrite ih. Qed.
  Lemma nth_down (g : nat -> Q) d m : forall i, i < m -> nth i (down g m) d = g (m - i).
  Proof. induction m as [| m ih]; intros [| i] lt; cbn; auto; try lia. apply ih. lia. Qed.
  Lemma down_ext (f g : nat -> Q) m : (forall h, h <= m -> f h = g h) -> down f m = down g m.
  Proof. induction m as [| m ih]; intros e; cbn; [reflexivity |]. f_equal; [apply e; lia | apply ih; intros; apply e; lia]. Qed.

  (* These are the images of all options of a heap. *)
  Theorem reach_right (g : nat -> Q) r m v : In v (reach r (S m) (u :: down g m)) <->
    exists hs, option_of r (S m) hs /\ v = image op u g hs.
  Proof.
    set (n := S m). set (g' := fun h => if h =? n then u else g h).
    assert (eD : u :: down g m = down g' n).
    { unfold n at 1. cbn [down]. unfold g' at 1. fold n. rewrite Nat.eqb_refl. f_equal. apply down_ext. intros h le. unfold g'.
      destruct (Nat.eqb_spec h n); [unfold n in *; lia | reflexivity]. }
    assert (same : forall hs, option_of r n hs -> image op u g' hs = image op u g hs).
    { intros hs o. apply image_ext. intros h i. apply (rule_shrinks r n hs o) in i. unfold g'. destruct (Nat.eqb_spec h n); [lia | reflexivity]. }
    enough (main : In v (reach r n (down g' n)) <-> exists hs, option_of r n hs /\ v = image op u g' hs).
    { rewrite eD, main. split; intros (hs & o & ->); exists hs; split; auto. now rewrite same. }
    unfold reach. cbv zeta. rewrite rev_down, in_flat_map. setoid_rewrite in_flat_map. setoid_rewrite in_flat_map. split.
    - intros (c & ic & k & ik & j & ij & i). apply amounts_spec in ik as [mk kn]. apply counts_spec in ij.
      destruct (progress k j) eqn:pr; [| destruct i]. apply progress_spec in pr. rewrite skipn_down in i.
      assert (exists hs, length hs = j /\ total hs = n - k /\ (forall h, In h hs -> 1 <= h) /\ shaped (sizes c) hs /\ v = image op u g' hs)
        as (hs & l & s & pos & sh & e).
      { destruct (sizes c) eqn:sz.
        - apply sums_spec in i; [| lia]. destruct i as (hs & l & s & pos & e). exists hs. cbn. auto.
        - apply in_map_iff in i as (hs & e & i). apply filter_In in i as [i sh]. apply splits_spec in i as (l & s & pos). apply shaped_spec in sh.
          exists hs. repeat split; auto. rewrite <- e. apply image_ext. intros h ih. rewrite nth_down; [f_equal |]; specialize (pos h ih); apply sum_in in ih; lia.
        - apply in_map_iff in i as (hs & e & i). apply filter_In in i as [i sh]. apply splits_spec in i as (l & s & pos). apply shaped_spec in sh.
          exists hs. repeat split; auto. rewrite <- e. apply image_ext. intros h ih. rewrite nth_down; [f_equal |]; specialize (pos h ih); apply sum_in in ih; lia. }
      exists hs. split; [| assumption]. exists c, k. subst j. repeat split; auto; lia.
    - intros (hs & (c & k & ic & mt & prog & sum & pos & bit & sh) & e). exists c. split; [assumption |]. exists k.
      split; [apply amounts_spec; split; [assumption | lia] |]. exists (length hs). split; [now apply counts_spec |].
      apply progress_spec in prog. rewrite prog, skipn_down.
      destruct (sizes c) eqn:sz.
      + apply sums_spec; [lia |]. exists hs. repeat split; auto. lia.
      + apply in_map_iff. exists hs. split.
        * rewrite e. apply image_ext. intros h ih. rewrite nth_down; [f_equal |]; specialize (pos h ih); apply sum_in in ih; lia.
        * apply filter_In. split; [apply splits_spec; repeat split; auto; lia | now apply shaped_spec].
      + apply in_map_iff. exists hs. split.
        * rewrite e. apply image_ext. intros h ih. rewrite nth_down; [f_equal |]; specialize (pos h ih); apply sum_in in ih; lia.
        * apply filter_In. split; [apply splits_spec; repeat split; auto; lia | now apply shaped_spec].
  Qed.
End Reach.

(* ---- The least number that is missing. ---- *)
Definition bits (vs : list N) : N := fold_left (fun s v => N.lor (N.shiftl 1 v) s) vs 0%N.

Lemma testbit_bits_from vs v : forall s, N.testbit (fold_left (fun s v => N.lor (N.shiftl 1 v) s) vs s) v = true <-> N.testbit s v = true \/ In v vs.
Proof.
  induction vs as [| x vs ih]; cbn [fold_left In]; intros s; [tauto |].
  rewrite ih, N.lor_spec, orb_true_iff, N.shiftl_1_l, N.pow2_bits_eqb, N.eqb_eq. tauto.
Qed.
Lemma testbit_bits vs v : N.testbit (bits vs) v = true <-> In v vs.
Proof. unfold bits. rewrite testbit_bits_from, N.bits_0. split; [intros [e | i]; [discriminate | assumption] | auto]. Qed.

Fixpoint first_missing (fuel : nat) (s v : N) : option N :=
  match fuel with
  | O => None
  | S f => if N.testbit s v then first_missing f s (N.succ v) else Some v
  end.
Lemma first_missing_spec fuel : forall s v m, first_missing fuel s v = Some m ->
  (v <= m)%N /\ N.testbit s m = false /\ forall u, (v <= u < m)%N -> N.testbit s u = true.
Proof.
  induction fuel as [| f ih]; cbn; intros s v m e; [discriminate |].
  destruct (N.testbit s v) eqn:t.
  - destruct (ih _ _ _ e) as [le [no yes]]. split; [lia | split; [assumption |]].
    intros x hx. destruct (N.eq_dec x v) as [-> |]; [assumption | apply yes; lia].
  - injection e as <-. split; [lia | split; [assumption | intros; lia]].
Qed.
Definition mex_bits (s : N) : option N := first_missing (S (N.size_nat s)) s 0.

(* ---- The values: [g m; ...; g 1]. ---- *)
Fixpoint table (r : rule) (m : nat) : option (list N) :=
  match m with
  | O => Some []
  | S m' => match table r m' with
            | None => None
            | Some t => match mex_bits (bits (reach N.lxor 0%N r m (0%N :: t))) with
                        | Some v => Some (v :: t)
                        | None => None
                        end
            end
  end.

Lemma table_right r g : is_grundy (option_of r) g -> forall m t, table r m = Some t -> t = down g m.
Proof.
  intros G. induction m as [| m ih]; cbn [table]; intros t e; [now injection e as <- |].
  destruct (table r m) as [t' |]; [| discriminate]. specialize (ih t' eq_refl). subst t'.
  destruct (mex_bits _) as [v |] eqn:f; [| discriminate]. injection e as <-. cbn [down]. f_equal.
  destruct (first_missing_spec _ _ _ _ f) as [_ [no yes]].
  destruct (N.lt_trichotomy v (g (S m))) as [lt | [eq | lt]]; [exfalso | exact eq | exfalso].
  - destruct (proj2 (G (S m)) v lt) as (hs & o & e).
    enough (N.testbit (bits (reach N.lxor 0%N r (S m) (0%N :: down g m))) v = true) by congruence.
    apply testbit_bits, reach_right. exists hs. split; [assumption | now rewrite <- value_image].
  - specialize (yes (g (S m)) ltac:(lia)). apply testbit_bits, reach_right in yes as (hs & o & e).
    rewrite <- value_image in e. exact (proj1 (G (S m)) hs o (eq_sym e)).
Qed.

Lemma empty_heap r hs : ~ option_of r 0 hs.
Proof.
  intros (c & k & _ & _ & prog & sum & pos & _). destruct prog as [k1 | two]; [lia |].
  destruct hs as [| x hs]; cbn in *; [lia |]. specialize (pos x (or_introl eq_refl)). lia.
Qed.
Lemma empty_value r g : is_grundy (option_of r) g -> g 0 = 0%N.
Proof.
  intros G. destruct (N.eq_dec (g 0) 0) as [e | ne]; [assumption | exfalso].
  destruct (proj2 (G 0) 0%N) as (hs & o & _); [lia | exact (empty_heap r hs o)].
Qed.

(* ---- A period. ---- *)
Fixpoint agree {Q} (eqb : Q -> Q -> bool) (xs ys : list Q) : bool :=
  match ys, xs with
  | [], _ => true
  | y :: ys, x :: xs => eqb x y && agree eqb xs ys
  | _, [] => false
  end.
Lemma agree_spec {Q} (eqb : Q -> Q -> bool) (ok : forall x y, eqb x y = true -> x = y) ys : forall xs i y,
  agree eqb xs ys = true -> nth_error ys i = Some y -> nth_error xs i = Some y.
Proof.
  induction ys as [| y ys ih]; intros [| x xs] [| i] z a e; cbn in *; try discriminate.
  - apply andb_true_iff in a as [a _]. apply ok in a. congruence.
  - apply andb_true_iff in a as [_ a]. eauto.
Qed.
Lemma nth_error_skipn {A} k : forall (l : list A) i, nth_error (skipn k l) i = nth_error l (k + i).
Proof. induction k as [| k ih]; intros [| x l] i; cbn; auto; destruct i; reflexivity. Qed.
Lemma nth_error_up {Q} (g : nat -> Q) m i : i < m -> nth_error (up g m) i = Some (g (S i)).
Proof.
  intros lt. unfold up. apply map_nth_error. rewrite (nth_error_nth' _ 0) by (rewrite seq_length; exact lt).
  now rewrite seq_nth.
Qed.

Definition repeats {Q} (eqb : Q -> Q -> bool) (e p : nat) (t : list Q) : bool :=
  let l := rev t in agree eqb (skipn (e - 1) l) (skipn (e - 1 + p) l).
Lemma repeats_spec {Q} (eqb : Q -> Q -> bool) (ok : forall x y, eqb x y = true -> x = y) g e p m : 1 <= e -> repeats eqb e p (down g m) = true ->
  forall n, e <= n -> n + p <= m -> g (n + p) = g n.
Proof.
  unfold repeats. cbv zeta. rewrite rev_down. intros e1 a n en le.
  assert (q : nth_error (skipn (e - 1) (up g m)) (n - e) = Some (g (n + p))).
  { apply (agree_spec eqb ok _ _ _ _ a). rewrite nth_error_skipn, nth_error_up by lia. do 2 f_equal. lia. }
  rewrite nth_error_skipn, nth_error_up in q by lia. injection q as q. rewrite <- q. f_equal. lia.
Qed.

Definition bounded_b (r : rule) (h k : nat) : bool := forallb (fun c =>
  (match taken c with Just j => j <=? k | From _ => false end) &&
  (match sizes c with Any => true | _ => false end) && forallb (fun j => j <=? h) (counts (parts c))) r.
Lemma bounded_spec r h k : bounded_b r h k = true -> bounded r h k.
Proof.
  unfold bounded_b. rewrite forallb_forall. intros all c i. specialize (all c i).
  apply andb_true_iff in all as [a few]. apply andb_true_iff in a as [a s]. rewrite forallb_forall in few.
  repeat split.
  - destruct (taken c) as [j | j]; [| discriminate]. exists j. split; [reflexivity | now apply Nat.leb_le].
  - now destruct (sizes c).
  - intros j t. apply Nat.leb_le, few. now apply counts_spec.
Qed.

Definition most_taken (r : rule) : nat := fold_right (fun c m => Nat.max (match taken c with Just k => k | From k => k end) m) 0 r.
Definition most_parts (r : rule) : nat := fold_right (fun c m => Nat.max (fold_right Nat.max 0 (counts (parts c))) m) 1 r.

(* The values up to here are looked at: h (e + p) + k, with h heaps of a move and k the largest amount. *)
Definition enough_for (r : rule) (e p : nat) := most_parts r * (e + p) + most_taken r.
Definition check (r : rule) (e p : nat) : bool :=
  (1 <=? e) && (1 <=? most_parts r) && bounded_b r (most_parts r) (most_taken r) &&
  match table r (enough_for r e p - 1) with Some t => repeats N.eqb e p t | None => false end.

(* What the checker accepts is a period for ever: any numbers of heaps of any sizes, finitely many amounts. *)
Theorem check_right r e p : check r e p = true ->
  forall g, is_grundy (option_of r) g -> forall n, e <= n -> g (n + p) = g n.
Proof.
  unfold check. intros c g G. apply andb_true_iff in c as [c t]. apply andb_true_iff in c as [c b]. apply andb_true_iff in c as [e1 h1].
  apply Nat.leb_le in e1, h1. apply bounded_spec in b.
  destruct (table r _) as [tb |] eqn:T; [| discriminate]. apply (table_right r g G) in T. subst tb.
  apply (bounded_splits r g _ _ e p G b h1 e1). intros n en lt.
  apply (repeats_spec N.eqb (fun x y => proj1 (N.eqb_eq x y)) g e p _ e1 t n en). unfold enough_for. lia.
Qed.

(* ---- The values of all heaps up to m, and of a sum: true if it is lost for who moves. ---- *)
(* The table holds the values of the rule. *)
Theorem values_right r m t : table r m = Some t -> forall g, is_grundy (option_of r) g -> forall n, 1 <= n <= m -> nth (m - n) t 0%N = g n.
Proof. intros T g G n h. apply (table_right r g G) in T. subst t. rewrite nth_down by lia. f_equal. lia. Qed.

Definition sum_value (r : rule) (s : list nat) : option N :=
  let m := fold_right Nat.max 0 s in
  match table r m with Some t => Some (value (fun h => match h with O => 0%N | _ => nth (m - h) t 0%N end) s) | None => None end.

Lemma max_in h s : In h s -> h <= fold_right Nat.max 0 s.
Proof. induction s as [| x s ih]; cbn; [tauto |]. intros [-> | i]; [lia | specialize (ih i); lia]. Qed.

(* The nim-sum that is computed is that of the values. *)
Theorem sum_value_right r s v : sum_value r s = Some v -> forall g, is_grundy (option_of r) g -> value g s = v.
Proof.
  unfold sum_value. cbv zeta. intros e g G. destruct (table r _) as [t |] eqn:T; [| discriminate]. injection e as <-.
  apply value_ext. intros h i. destruct h as [| h]; [apply (empty_value r g G) |].
  symmetry. apply (values_right r _ t T g G). apply max_in in i. lia.
Qed.

(* Nim-sum 0: the player to move loses. *)
Theorem lost_right r s : sum_value r s = Some 0%N -> lost (option_of r) s.
Proof.
  intros e. apply (sprague_grundy (fun n => n) (option_of r) (grundy_of r) (rule_shrinks r) (values_exist r)).
  exact (sum_value_right r s _ e _ (values_exist r)).
Qed.
(* Another nim-sum: the player to move wins. *)
Theorem won_right r s v : sum_value r s = Some (Npos v) -> won (option_of r) s.
Proof.
  intros e. apply (sprague_grundy (fun n => n) (option_of r) (grundy_of r) (rule_shrinks r) (values_exist r)).
  rewrite (sum_value_right r s _ e _ (values_exist r)). discriminate.
Qed.

(* What holds from 1 on holds from 0 on, where the heap 0 fits. *)
Theorem from_zero r p s : (forall g, is_grundy (option_of r) g -> forall n, 1 <= n -> g (n + p) = (g n + s)%N) ->
  sum_value r [p] = Some s -> forall g, is_grundy (option_of r) g -> forall n, 0 <= n -> g (n + p) = (g n + s)%N.
Proof.
  intros per at_p g G n _. destruct n as [| n]; [| apply per; [assumption | lia]].
  apply (sum_value_right r [p] s at_p) in G as v. cbn in v. rewrite N.lxor_0_r in v. rewrite (empty_value r g G). exact v.
Qed.
(* The same without a saltus. *)
Theorem from_zero_flat r p : (forall g, is_grundy (option_of r) g -> forall n, 1 <= n -> g (n + p) = g n) ->
  sum_value r [p] = Some 0%N -> forall g, is_grundy (option_of r) g -> forall n, 0 <= n -> g (n + p) = g n.
Proof.
  intros per at_p g G n _. destruct n as [| n]; [| apply per; [assumption | lia]].
  apply (sum_value_right r [p] 0%N at_p) in G as v. cbn in v. rewrite N.lxor_0_r in v. rewrite (empty_value r g G). exact v.
Qed.
