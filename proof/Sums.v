(* Sums of heaps of different games. A heap is the number of its game in a list of rules, and its size.
   To be trusted: `option_among`. *)
From Coq Require Import List Arith Lia NArith Bool.
Import ListNotations.
From Grundy Require Import Game Rule Check.

(* A move in a heap of a game leaves heaps of the same game, as its rule says. *)
Definition option_among (rs : list rule) (heap : nat * nat) (left : list (nat * nat)) : Prop :=
  exists heaps, left = map (pair (fst heap)) heaps /\ option_of (nth (fst heap) rs []) (snd heap) heaps.

Lemma among_shrinks rs : shrinks_by snd (option_among rs).
Proof.
  intros [i n] left (heaps & -> & o) h ih. apply in_map_iff in ih as (m & <- & im). exact (rule_shrinks _ _ _ o m im).
Qed.

Definition value_among (rs : list rule) (heap : nat * nat) : N := grundy_of (nth (fst heap) rs []) (snd heap).

Lemma value_of_one rs i heaps : value (value_among rs) (map (pair i) heaps) = value (grundy_of (nth i rs [])) heaps.
Proof. induction heaps as [| h heaps ih]; [reflexivity |]. cbn [map]. now rewrite !value_cons, ih. Qed.

(* The value of a heap is that which it has in its own game. *)
Lemma among_grundy rs : is_grundy (option_among rs) (value_among rs).
Proof.
  intros [i n]. destruct (values_exist (nth i rs []) n) as [no yes]. split.
  - intros left (heaps & -> & o). cbn [fst snd] in *. rewrite value_of_one. exact (no heaps o).
  - intros v lt. destruct (yes v lt) as (heaps & o & e). exists (map (pair i) heaps).
    split; [exists heaps; split; [reflexivity | exact o] | now rewrite value_of_one].
Qed.

(* The heaps of one of the games, and the nim-sum of all. *)
Definition heaps_of (i : nat) (s : list (nat * nat)) : list nat := map snd (filter (fun h => fst h =? i) s).
Fixpoint values_of (rs : list rule) (s : list (nat * nat)) (i : nat) : option N :=
  match rs with
  | [] => Some 0%N
  | r :: rest => match sum_value r (heaps_of i s), values_of rest s (S i) with Some v, Some w => Some (N.lxor v w) | _, _ => None end
  end.
Definition value_of_all (rs : list rule) (s : list (nat * nat)) : option N :=
  if forallb (fun h => fst h <? length rs) s then values_of rs s 0 else None.

Lemma lxor_swap a b c d : N.lxor (N.lxor a b) (N.lxor c d) = N.lxor (N.lxor a c) (N.lxor b d).
Proof. rewrite !N.lxor_assoc. f_equal. rewrite <- !N.lxor_assoc. f_equal. apply N.lxor_comm. Qed.

(* A sum from game i on is that of game i, and the others. *)
Definition from_game (rs : list rule) (i : nat) (s : list (nat * nat)) : list (nat * nat) :=
  filter (fun h => (i <=? fst h) && (fst h <? length rs)) s.

Lemma split_off (rs : list rule) s i : i < length rs -> value (value_among rs) (from_game rs i s) =
  N.lxor (value (grundy_of (nth i rs [])) (heaps_of i s)) (value (value_among rs) (from_game rs (S i) s)).
Proof.
  intros lt. unfold from_game, heaps_of. induction s as [| [j n] s ih]; [reflexivity |]. cbn [filter fst].
  destruct (Nat.eqb_spec j i) as [-> | ne].
  - destruct (Nat.leb_spec i i); [| lia]. destruct (Nat.ltb_spec i (length rs)); [| lia]. destruct (Nat.leb_spec (S i) i); [lia |].
    cbn [andb map snd]. rewrite !value_cons, ih, N.lxor_assoc. reflexivity.
  - destruct (Nat.leb_spec i j), (Nat.leb_spec (S i) j), (Nat.ltb_spec j (length rs)); try lia; cbn [andb]; try exact ih.
    rewrite !value_cons, ih, <- !N.lxor_assoc. f_equal. apply N.lxor_comm.
Qed.

Lemma from_no_game (rs : list rule) i s : length rs <= i -> from_game rs i s = [].
Proof.
  intros le. unfold from_game. induction s as [| [j n] s ih]; [reflexivity |]. cbn [filter fst].
  destruct (Nat.leb_spec i j), (Nat.ltb_spec j (length rs)); cbn [andb]; (lia || exact ih).
Qed.
Lemma all_from_game (rs : list rule) s : (forall h, In h s -> fst h < length rs) -> from_game rs 0 s = s.
Proof.
  intros all. unfold from_game. induction s as [| h s ih]; [reflexivity |]. cbn [filter Nat.leb andb].
  destruct (Nat.ltb_spec (fst h) (length rs)) as [lt | ge]; [f_equal; apply ih; intros x i; apply all; now right |].
  specialize (all h (or_introl eq_refl)). lia.
Qed.

Lemma values_of_right (rs : list rule) s : forall (rest : list rule) i v, length rest + i = length rs -> (forall j, nth (j + i) rs [] = nth j rest []) ->
  values_of rest s i = Some v -> value (value_among rs) (from_game rs i s) = v.
Proof.
  induction rest as [| r rest ih]; cbn [values_of length]; intros i v len same e.
  - injection e as <-. now rewrite from_no_game by lia.
  - destruct (sum_value r (heaps_of i s)) as [a |] eqn:ea; [| discriminate]. destruct (values_of rest s (S i)) as [b |] eqn:eb; [| discriminate].
    injection e as <-. rewrite split_off by lia. f_equal.
    + apply (sum_value_right (nth i rs [])); [| apply values_exist]. rewrite <- ea. f_equal. exact (same 0).
    + apply ih; [lia | | assumption]. intros j. replace (j + S i) with (S j + i) by lia. exact (same (S j)).
Qed.

Theorem value_of_all_right (rs : list rule) s v : value_of_all rs s = Some v -> value (value_among rs) s = v.
Proof.
  unfold value_of_all. destruct (forallb _ s) eqn:all; [| discriminate]. intros e.
  apply (values_of_right rs s rs 0 v) in e; [| lia | intros j; f_equal; lia].
  rewrite <- e. f_equal. symmetry. apply all_from_game. intros h i. rewrite forallb_forall in all. now apply Nat.ltb_lt, all.
Qed.

(* Nim-sum 0: the player to move loses. *)
Theorem lost_among rs s : value_of_all rs s = Some 0%N -> lost (option_among rs) s.
Proof.
  intros e. apply (sprague_grundy snd _ _ (among_shrinks rs) (among_grundy rs)). exact (value_of_all_right rs s _ e).
Qed.
(* Another nim-sum: the player to move wins. *)
Theorem won_among rs s v : value_of_all rs s = Some (Npos v) -> won (option_among rs) s.
Proof.
  intros e. apply (sprague_grundy snd _ _ (among_shrinks rs) (among_grundy rs)). rewrite (value_of_all_right rs s _ e). discriminate.
Qed.
