(* Sums of heaps so large that only binary numbers say their sizes: by courses of values that are proved.
   To be trusted: `large`. *)
From Coq Require Import List Arith Lia NArith Bool.
Import ListNotations.
From Grundy Require Import Game Rule Check Sums.

(* Heaps with their sizes as binary numbers. *)
Definition large (s : list (nat * N)) : list (nat * nat) := map (fun h => (fst h, N.to_nat (snd h))) s.

(* From `first` on the values of a rule rise by `saltus` every `step` heaps. With the step 0 nothing is said. *)
Record course := Course { first : nat; step : nat; saltus : N }.
Definition follows (r : rule) (c : course) := forall g, is_grundy (option_of r) g -> forall n, first c <= n -> g (n + step c) = (g n + saltus c)%N.

Lemma flat r e p : (forall g, is_grundy (option_of r) g -> forall n, e <= n -> g (n + p) = g n) -> follows r (Course e p 0).
Proof. intros per g G n en. cbn in *. now rewrite per, N.add_0_r. Qed.
Lemma risen r e p s : (forall g, is_grundy (option_of r) g -> forall n, e <= n -> g (n + p) = (g n + s)%N) -> follows r (Course e p s).
Proof. intros per. exact per. Qed.
Lemma unknown r : follows r (Course 0 0 0).
Proof. intros g G n _. cbn. now rewrite Nat.add_0_r, N.add_0_r. Qed.

(* A heap as one of the first ones, and so many steps. *)
Definition stepped (c : course) (n : N) : nat * N :=
  let p := N.of_nat (step c) in let d := (n - N.of_nat (first c))%N in
  if (p =? 0)%N then (N.to_nat n, 0%N) else if (n <? N.of_nat (first c) + p)%N then (N.to_nat n, 0%N)
  else ((first c + N.to_nat (d mod p))%nat, (d / p)%N).

Lemma stepped_right r c g n : follows r c -> is_grundy (option_of r) g ->
  g (N.to_nat n) = (g (fst (stepped c n)) + saltus c * snd (stepped c n))%N.
Proof.
  intros F G. unfold stepped. cbv zeta. destruct (N.eqb_spec (N.of_nat (step c)) 0) as [z | nz]; [cbn [fst snd]; now rewrite N.mul_0_r, N.add_0_r |].
  destruct (N.ltb_spec n (N.of_nat (first c) + N.of_nat (step c))) as [lt | ge]; cbn [fst snd]; [now rewrite N.mul_0_r, N.add_0_r |].
  set (p := N.of_nat (step c)) in *. set (d := (n - N.of_nat (first c))%N).
  assert (all : forall j m, first c <= m -> g (m + j * step c) = (g m + saltus c * N.of_nat j)%N).
  { induction j as [| j ih]; intros m le; [rewrite Nat.add_0_r; lia |].
    replace (m + S j * step c) with (m + j * step c + step c) by lia. rewrite (F g G), ih by lia. lia. }
  pose proof (all (N.to_nat (d / p)) _ (Nat.le_add_r (first c) (N.to_nat (d mod p)))) as q. rewrite N2Nat.id in q. rewrite <- q. f_equal.
  pose proof (N.div_mod d p nz) as dm. assert (N.to_nat d = N.to_nat (d mod p) + N.to_nat (d / p) * step c) as e; [| lia].
  rewrite dm at 1. rewrite N2Nat.inj_add, N2Nat.inj_mul. unfold p at 1. rewrite Nat2N.id. lia.
Qed.

(* The nim-sum of heaps of one rule. *)
Definition large_sum (r : rule) (c : course) (s : list N) : option N :=
  let ps := map (stepped c) s in let m := fold_right Nat.max 0 (map fst ps) in
  match table r m with
  | None => None
  | Some t => let at_ h := match h with O => 0%N | _ => nth (m - h) t 0%N end in
      Some (fold_right (fun x v => N.lxor (at_ (fst x) + saltus c * snd x) v) 0%N ps)
  end.
Lemma large_sum_right r c s v g : follows r c -> is_grundy (option_of r) g -> large_sum r c s = Some v -> value g (map N.to_nat s) = v.
Proof.
  unfold large_sum. cbv zeta. intros F G e. destruct (table r _) as [t |] eqn:T; [| discriminate]. injection e as <-.
  set (m := fold_right Nat.max 0 (map fst (map (stepped c) s))) in *. assert (top : forall n, In n s -> fst (stepped c n) <= m).
  { intros n i. apply max_in, in_map, in_map, i. }
  clearbody m. induction s as [| n s ih]; [reflexivity |]. cbn [map fold_right]. rewrite value_cons. f_equal.
  - rewrite (stepped_right r c g n F G). f_equal. destruct (fst (stepped c n)) as [| h] eqn:eh; [apply (empty_value r g G) |].
    symmetry. apply (values_right r m t T g G). specialize (top n (or_introl eq_refl)). lia.
  - apply ih. intros x i. apply top. now right.
Qed.

(* The nim-sum of all, game by game. *)
Definition large_of (i : nat) (s : list (nat * N)) : list N := map snd (filter (fun h => fst h =? i) s).
Lemma heaps_of_large i s : heaps_of i (large s) = map N.to_nat (large_of i s).
Proof.
  unfold heaps_of, large_of, large. induction s as [| [j n] s ih]; [reflexivity |]. cbn [map filter fst snd].
  destruct (j =? i); cbn [map snd]; now rewrite ih.
Qed.

Fixpoint large_values (rs : list rule) (cs : list course) (s : list (nat * N)) (i : nat) : option N :=
  match rs, cs with
  | [], _ => Some 0%N
  | r :: rs, c :: cs => match large_sum r c (large_of i s), large_values rs cs s (S i) with Some v, Some w => Some (N.lxor v w) | _, _ => None end
  | _, [] => None
  end.
Definition large_value (rs : list rule) (cs : list course) (s : list (nat * N)) : option N :=
  if forallb (fun h => fst h <? length rs) s then large_values rs cs s 0 else None.

Lemma large_values_right (all : list rule) s : forall (rs : list rule) cs i v, Forall2 follows rs cs -> length rs + i = length all -> (forall j, nth (j + i) all [] = nth j rs []) ->
  large_values rs cs s i = Some v -> value (value_among all) (from_game all i (large s)) = v.
Proof.
  induction rs as [| r rs ih]; cbn [large_values length]; intros cs i v F len same e.
  - injection e as <-. now rewrite from_no_game by lia.
  - inversion F as [| r' c rs' cs' f F' e1 e2]; subst. destruct (large_sum r c _) as [a |] eqn:ea; [| discriminate].
    destruct (large_values rs cs' s (S i)) as [w |] eqn:ew; [| discriminate]. injection e as <-. rewrite split_off by lia. f_equal.
    + rewrite heaps_of_large. apply (large_sum_right r c); auto. change r with (nth 0 (r :: rs) []). rewrite <- (same 0). apply values_exist.
    + apply (ih cs'); auto; [lia |]. intros j. replace (j + S i) with (S j + i) by lia. exact (same (S j)).
Qed.
Theorem large_value_right (rs : list rule) cs s v : Forall2 follows rs cs -> large_value rs cs s = Some v -> value (value_among rs) (large s) = v.
Proof.
  unfold large_value. intros F. destruct (forallb _ s) eqn:all; [| discriminate]. intros e.
  apply (large_values_right rs s rs cs 0 v F) in e; [| lia | intros j; f_equal; lia].
  rewrite <- e. f_equal. symmetry. apply all_from_game. intros h i. apply in_map_iff in i as (x & <- & ix).
  rewrite forallb_forall in all. now apply Nat.ltb_lt, all.
Qed.

(* Nim-sum 0: the player to move loses. *)
Theorem lost_large rs cs s : Forall2 follows rs cs -> large_value rs cs s = Some 0%N -> lost (option_among rs) (large s).
Proof.
  intros F e. apply (sprague_grundy snd _ _ (among_shrinks rs) (among_grundy rs)). exact (large_value_right rs cs s _ F e).
Qed.
(* Another nim-sum: the player to move wins. *)
Theorem won_large rs cs s v : Forall2 follows rs cs -> large_value rs cs s = Some (Npos v) -> won (option_among rs) (large s).
Proof.
  intros F e. apply (sprague_grundy snd _ _ (among_shrinks rs) (among_grundy rs)). rewrite (large_value_right rs cs s _ F e). discriminate.
Qed.
