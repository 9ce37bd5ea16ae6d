(* Sums of heaps, who wins them, and the theorem of Sprague and Grundy.
   To be trusted: `moves`, `lost`, `won`. Everything else is proved. *)
From Coq Require Import List Arith Lia NArith Bool FinFun.
Import ListNotations.

(* The rule of a game: `r n hs` says that a move makes the heaps hs of one heap n. A position is a list of heaps. A heap is a
   number or, where heaps of several games stand side by side, a number with that of its game. *)
Definition rules (H : Type) := H -> list H -> Prop.

Inductive moves {H} (r : rules H) : list H -> list H -> Prop :=
| here n hs rest : r n hs -> moves r (n :: rest) (hs ++ rest)
| there h s t : moves r s t -> moves r (h :: s) (h :: t).

(* Normal play: who cannot move loses. `lost` and `won` are for the player to move. *)
Inductive lost {H} (r : rules H) : list H -> Prop :=
| all_won s : (forall t, moves r s t -> won r t) -> lost r s
with won {H} (r : rules H) : list H -> Prop :=
| one_lost s t : moves r s t -> lost r t -> won r s.

(* Every move leaves smaller heaps, as many as it likes. *)
Definition shrinks_by {H} (size : H -> nat) (r : rules H) := forall n hs, r n hs -> forall h, In h hs -> size h < size n.
Definition shrinks (r : rules nat) := forall n hs, r n hs -> forall h, In h hs -> h < n.

(* ---- Every play ends. ---- *)
Lemma moves_app {H} (r : rules H) s t u : moves r (s ++ t) u ->
  (exists s', moves r s s' /\ u = s' ++ t) \/ (exists t', moves r t t' /\ u = s ++ t').
Proof.
  revert u. induction s as [| h s ih]; cbn; intros u m; [right; eauto |].
  inversion m as [n hs rest o eq1 eq2 | h' s' t' m' eq1 eq2]; subst.
  - left. exists (hs ++ s). split; [now constructor | now rewrite app_assoc].
  - destruct (ih _ m') as [(s' & m1 & ->) | (w & m1 & ->)].
    + left. exists (h :: s'). split; [now constructor | reflexivity].
    + right. exists w. split; [assumption | reflexivity].
Qed.

Lemma app_moves_left {H} (r : rules H) s s' t : moves r s s' -> moves r (s ++ t) (s' ++ t).
Proof. induction 1; cbn; [rewrite <- app_assoc; now constructor | now constructor]. Qed.
Lemma app_moves_right {H} (r : rules H) s t t' : moves r t t' -> moves r (s ++ t) (s ++ t').
Proof. intros m. induction s; cbn; [assumption | now constructor]. Qed.

Definition ends {H} (r : rules H) := Acc (fun t s => moves r s t).

Lemma ends_app {H} (r : rules H) s : ends r s -> forall t, ends r t -> ends r (s ++ t).
Proof.
  induction 1 as [s _ ihs]. induction 1 as [t at_ iht].
  constructor. intros u m. destruct (moves_app _ _ _ _ m) as [(s' & m1 & ->) | (t' & m1 & ->)].
  - apply ihs; [assumption | constructor; exact at_].
  - now apply iht.
Qed.

(* Every play of every sum of heaps ends. *)
Theorem plays_end {H} size (r : rules H) : shrinks_by size r -> forall s, ends r s.
Proof.
  intros sh. assert (nil_ends : ends r []) by (constructor; intros t m; inversion m).
  assert (one : forall n, ends r [n]).
  { intros n. induction n as [n ih] using (induction_ltof1 _ size). unfold ltof in ih. constructor. intros t m.
    inversion m as [n' hs rest o eq1 eq2 | ? ? ? m' eq1 eq2]; subst; [| inversion m'].
    rewrite app_nil_r. pose proof (sh _ _ o) as small. clear o m. induction hs as [| h hs ihs]; [exact nil_ends |].
    apply (ends_app r [h]); [apply ih, small; now left | apply ihs; intros x i; apply small; now right]. }
  induction s as [| h s ih]; [exact nil_ends | exact (ends_app r [h] (one h) s ih)].
Qed.

(* ---- Values. ---- *)
Definition value {H} (g : H -> N) (heaps : list H) : N := fold_right (fun h v => N.lxor (g h) v) 0%N heaps.

(* g n is the least number that is not the value of an option. *)
Definition is_grundy {H} (r : rules H) (g : H -> N) : Prop := forall n,
  (forall heaps, r n heaps -> value g heaps <> g n) /\
  (forall v, (v < g n)%N -> exists heaps, r n heaps /\ value g heaps = v).

Lemma value_cons {H} (g : H -> N) h s : value g (h :: s) = N.lxor (g h) (value g s).
Proof. reflexivity. Qed.
Lemma value_app {H} (g : H -> N) s t : value g (s ++ t) = N.lxor (value g s) (value g t).
Proof. induction s as [| h s ih]; [reflexivity | cbn [app]; now rewrite !value_cons, ih, N.lxor_assoc]. Qed.

Lemma value_ext {H} (f g : H -> N) hs : (forall h, In h hs -> f h = g h) -> value f hs = value g hs.
Proof.
  induction hs as [| h hs ih]; intros e; [reflexivity |]. rewrite !value_cons. f_equal; [apply e; now left |].
  apply ih. intros x i. apply e. now right.
Qed.

(* The order of numbers by their bits. *)
Lemma bits_lt y a k : N.testbit y k = false -> N.testbit a k = true ->
  (forall j, (k < j)%N -> N.testbit y j = N.testbit a j) -> (y < a)%N.
Proof.
  intros yk ak above.
  assert (e : N.shiftr y (N.succ k) = N.shiftr a (N.succ k)).
  { apply N.bits_inj. intros j. rewrite !N.shiftr_spec by lia. apply above. lia. }
  assert (half : forall x, N.shiftr x k = (2 * N.shiftr x (N.succ k) + N.b2n (N.testbit x k))%N).
  { intros x. rewrite <- N.add_1_r, <- N.shiftr_shiftr. rewrite <- N.div2_spec.
    rewrite <- (N.add_0_l k) at 3. rewrite <- N.shiftr_spec by lia. rewrite N.bit0_odd. apply N.div2_odd. }
  pose proof (half y) as hy. pose proof (half a) as ha. rewrite yk in hy. rewrite ak in ha. cbn [N.b2n] in hy, ha.
  rewrite e in hy. rewrite N.shiftr_div_pow2 in hy, ha.
  assert (pos : (2 ^ k <> 0)%N) by (apply N.pow_nonzero; lia).
  pose proof (N.mul_succ_div_gt y (2 ^ k) pos). pose proof (N.mul_div_le a (2 ^ k) pos).
  assert (N.succ (y / 2 ^ k) = a / 2 ^ k)%N as q by lia. rewrite q in *. lia.
Qed.

Lemma lt_bits y a : (y < a)%N -> exists k, N.testbit y k = false /\ N.testbit a k = true /\
  forall j, (k < j)%N -> N.testbit y j = N.testbit a j.
Proof.
  intros lt. set (d := N.lxor y a). assert (nz : d <> 0%N).
  { intros z. apply N.lxor_eq in z. lia. }
  assert (above : forall j, (N.log2 d < j)%N -> N.testbit y j = N.testbit a j).
  { intros j hj. pose proof (N.bits_above_log2 d j hj) as b. unfold d in b. rewrite N.lxor_spec in b.
    destruct (N.testbit y j), (N.testbit a j); cbn in b; congruence. }
  pose proof (N.bit_log2 d nz) as top. unfold d in top at 1. rewrite N.lxor_spec in top.
  exists (N.log2 d). destruct (N.testbit y (N.log2 d)) eqn:ty, (N.testbit a (N.log2 d)) eqn:ta; cbn in top; try discriminate.
  - exfalso. assert (a < y)%N by (apply (bits_lt a y (N.log2 d)); auto; intros; symmetry; auto). lia.
  - auto.
Qed.

Lemma lt_lxor x a b : (x < N.lxor a b)%N -> (N.lxor x b < a)%N \/ (N.lxor x a < b)%N.
Proof.
  intros lt. destruct (lt_bits _ _ lt) as (k & xk & abk & above). rewrite N.lxor_spec in abk.
  destruct (N.testbit a k) eqn:ak, (N.testbit b k) eqn:bk; cbn in abk; try discriminate.
  - left. apply (bits_lt _ _ k); [now rewrite N.lxor_spec, xk, bk | assumption |].
    intros j hj. rewrite N.lxor_spec, above, N.lxor_spec by assumption. now destruct (N.testbit a j), (N.testbit b j).
  - right. apply (bits_lt _ _ k); [now rewrite N.lxor_spec, xk, ak | assumption |].
    intros j hj. rewrite N.lxor_spec, above, N.lxor_spec by assumption. now destruct (N.testbit a j), (N.testbit b j).
Qed.

Lemma lxor_cancel a b c : N.lxor a c = N.lxor b c -> a = b.
Proof.
  intros e. apply N.lxor_eq. assert (z : N.lxor (N.lxor a c) (N.lxor b c) = 0%N) by (rewrite e; apply N.lxor_nilpotent).
  rewrite (N.lxor_comm b c), N.lxor_assoc, <- (N.lxor_assoc c c b), N.lxor_nilpotent, N.lxor_0_l in z. exact z.
Qed.

(* The value of a sum is again the least number that no move reaches. *)
Lemma no_move_keeps {H} (r : rules H) g s t : is_grundy r g -> moves r s t -> value g t <> value g s.
Proof.
  intros G m. induction m as [n hs rest o | h s t m ih]; rewrite !value_cons.
  - rewrite value_app. intros e. apply lxor_cancel in e. exact (proj1 (G n) hs o e).
  - rewrite !(N.lxor_comm (g h)). intros e. now apply lxor_cancel in e.
Qed.

Lemma moves_below {H} (r : rules H) g s : is_grundy r g -> forall x, (x < value g s)%N -> exists t, moves r s t /\ value g t = x.
Proof.
  intros G. induction s as [| h s ih]; intros x lt; [cbn in lt; lia |].
  rewrite value_cons in lt. destruct (lt_lxor _ _ _ lt) as [l | l].
  - destruct (proj2 (G h) _ l) as (hs & o & e). exists (hs ++ s). split; [now constructor |].
    rewrite value_app, e, N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_r.
  - destruct (ih _ l) as (t & m & e). exists (h :: t). split; [now constructor |].
    rewrite value_cons, e, N.lxor_comm, N.lxor_assoc, N.lxor_nilpotent. apply N.lxor_0_r.
Qed.

Lemma sides {H} size (r : rules H) g : shrinks_by size r -> is_grundy r g -> forall s, (value g s = 0%N -> lost r s) /\ (value g s <> 0%N -> won r s).
Proof.
  intros sh G s. induction (plays_end size r sh s) as [s _ ih]. split; intros v.
  - constructor. intros t m. apply (ih t m). rewrite <- v. now apply (no_move_keeps r g s t).
  - destruct (moves_below r g s G 0%N) as (t & m & e); [lia |]. exact (one_lost r s t m (proj1 (ih t m) e)).
Qed.

Lemma not_both {H} size (r : rules H) : shrinks_by size r -> forall s, lost r s -> won r s -> False.
Proof.
  intros sh s. induction (plays_end size r sh s) as [s _ ih]. intros l w.
  destruct w as [s t m lt]. destruct l as [s all]. exact (ih t m lt (all t m)).
Qed.

(* Sprague 1935, Grundy 1939: a sum is lost for the player to move if and only if the nim-sum of its heaps' values is 0, and won otherwise. *)
Theorem sprague_grundy {H} size (r : rules H) g : shrinks_by size r -> is_grundy r g ->
  forall s, (lost r s <-> value g s = 0%N) /\ (won r s <-> value g s <> 0%N).
Proof.
  intros sh G s. destruct (sides size r g sh G s) as [z nz]. split; split; auto; intros h.
  - destruct (N.eq_dec (value g s) 0) as [e | n]; [assumption | exfalso; exact (not_both size r sh s h (nz n))].
  - intros e. exact (not_both size r sh s (z e) h).
Qed.

(* ---- There is exactly one g. ---- *)
(* A rule has no two different functions of values. *)
Theorem grundy_unique r f g : shrinks r -> is_grundy r f -> is_grundy r g -> forall n, f n = g n.
Proof.
  intros sh F G n. induction n as [n ih] using lt_wf_ind.
  assert (same : forall hs, r n hs -> value f hs = value g hs).
  { intros hs o. apply value_ext. intros h i. apply ih. exact (sh _ _ o h i). }
  destruct (N.lt_trichotomy (f n) (g n)) as [lt | [eq | lt]]; [exfalso | exact eq | exfalso].
  - destruct (proj2 (G n) _ lt) as (hs & o & e). apply (proj1 (F n) hs o). now rewrite same.
  - destruct (proj2 (F n) _ lt) as (hs & o & e). apply (proj1 (G n) hs o). now rewrite <- same.
Qed.

(* The least number that is not in a list. *)
Fixpoint least (fuel : nat) (l : list N) (v : N) : N :=
  match fuel with
  | O => v
  | S f => if existsb (N.eqb v) l then least f l (N.succ v) else v
  end.
Definition mex (l : list N) : N := least (S (length l)) l 0.

Lemma existsb_in v l : existsb (N.eqb v) l = true <-> In v l.
Proof.
  rewrite existsb_exists. split; [intros (x & i & e); apply N.eqb_eq in e; now subst | intros i; exists v; split; [assumption | apply N.eqb_refl]].
Qed.

Lemma least_spec l : forall fuel v, (forall u, (u < v)%N -> In u l) ->
  (forall u, (u < least fuel l v)%N -> In u l) /\ (In (least fuel l v) l -> N.to_nat (least fuel l v) = N.to_nat v + fuel).
Proof.
  induction fuel as [| f ih]; cbn; intros v below; [split; [assumption | lia] |].
  destruct (existsb (N.eqb v) l) eqn:e.
  - apply existsb_in in e. destruct (ih (N.succ v)) as [b t].
    + intros u hu. destruct (N.eq_dec u v) as [-> |]; [assumption | apply below; lia].
    + split; [assumption |]. intros i. rewrite (t i). lia.
  - split; [assumption |]. intros i. apply existsb_in in i. congruence.
Qed.

Lemma mex_spec l : ~ In (mex l) l /\ forall u, (u < mex l)%N -> In u l.
Proof.
  unfold mex. destruct (least_spec l (S (length l)) 0) as [below top]; [lia |]. split; [| assumption].
  intros i. specialize (top i). set (m := least _ _ _) in *.
  (* all of 0 .. length l are in l *)
  assert (inc : incl (map N.of_nat (seq 0 (S (length l)))) l).
  { intros x hx. apply in_map_iff in hx as (k & <- & hk). apply in_seq in hk. apply below. lia. }
  pose proof (NoDup_incl_length (Injective_map_NoDup Nat2N.inj (seq_NoDup _ _)) inc) as len.
  rewrite map_length, seq_length in len. lia.
Qed.

(* A computed g: t holds [g (n - 1); ...; g 0]. *)
Definition lookup (t : list N) (h : nat) : N := nth (length t - 1 - h) t 0%N.

Section Computed.
  Context (r : rules nat) (options : nat -> list (list nat)).
  Context (right : forall n hs, In hs (options n) <-> r n hs) (sh : shrinks r).

  Fixpoint values (n : nat) : list N :=
    match n with
    | O => []
    | S m => let t := values m in mex (map (value (lookup t)) (options m)) :: t
    end.
  Definition grundy (n : nat) : N := hd 0%N (values (S n)).

  Lemma values_length n : length (values n) = n.
  Proof. induction n; cbn; congruence. Qed.

  Lemma lookup_values n h : h < n -> lookup (values n) h = grundy h.
  Proof.
    unfold lookup. rewrite values_length. induction n as [| n ih]; [lia |]. intros lt.
    destruct (Nat.eq_dec h n) as [-> | ne].
    - replace (S n - 1 - n) with 0 by lia. reflexivity.
    - replace (S n - 1 - h) with (S (n - 1 - h)) by lia. cbn [values nth]. apply ih. lia.
  Qed.

  (* It has one: the mex of all options, heap by heap. *)
  Theorem grundy_is_grundy : is_grundy r grundy.
  Proof.
    intros n. unfold grundy at 2 3. cbn [values hd].
    assert (e : map (value (lookup (values n))) (options n) = map (value grundy) (options n)).
    { apply map_ext_in. intros hs i. apply value_ext. intros h ih. apply lookup_values. apply right in i. exact (sh _ _ i h ih). }
    rewrite e. destruct (mex_spec (map (value grundy) (options n))) as [no yes]. split.
    - intros hs o c. apply no. rewrite <- c. apply in_map. now apply right.
    - intros v lt. apply yes in lt. apply in_map_iff in lt as (hs & <- & i). exists hs. split; [now apply right | reflexivity].
  Qed.
End Computed.
