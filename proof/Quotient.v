(* A certificate of a misère quotient, and its checker, which is proved right: for all sums of all heaps. *)
From Coq Require Import List Arith Lia NArith Bool FMapPositive.
Import ListNotations.
From Grundy Require Import Game Rule Check Misere.

(* Elements are the numbers below `order`, 0 is the unit. *)
Record certificate := {
  order : nat;
  products : list (list N);   (* row x, column y *)
  lost_elements : N;          (* as bits *)
  elements : list N;          (* of the heaps 0 .. from + period - 1 *)
  from : nat; period : nat;
  closure : list (list N)     (* for each element x the sets W of all sums whose product is x *)
}.

Definition pair_dec : forall a b : N * N, {a = b} + {a <> b}.
Proof. decide equality; apply N.eq_dec. Defined.

Section Check.
  Context (r : rule) (c : certificate).
  Definition fold_heap (n : nat) : nat := if n <? from c + period c then n else from c + (n - from c) mod period c.
  Definition phi (n : nat) : N := nth (fold_heap n) (elements c) 0%N.
  Definition range : list N := map N.of_nat (seq 0 (order c)).
  Definition is_lost (x : N) : bool := N.testbit (lost_elements c) x.

  Definition tree : PositiveMap.t N :=
    fst (fold_left (fun '(t, i) z => (PositiveMap.add i z t, Pos.succ i)) (concat (products c)) (PositiveMap.empty N, 1%positive)).
  Definition mul_in (t : PositiveMap.t N) (x y : N) : N :=
    match PositiveMap.find (N.succ_pos (x * N.of_nat (order c) + y)) t with Some z => z | None => 0%N end.

  Section With_product.
    Context (mul : N -> N -> N).
    Definition pack (l : list bool) : N := fold_right (fun (b : bool) s => if b then N.succ_double s else N.double s) 0%N l.
    Definition set_of (f : N -> bool) : N := pack (map f range).
    Definition monoid_b : bool :=
      forallb (fun x => N.eqb (mul 0 x) x && forallb (fun y => (mul x y <? N.of_nat (order c))%N && N.eqb (mul x y) (mul y x)) range) range.
    Definition associative_b : bool :=
      forallb (fun a => forallb (fun x => let xa := mul x a in forallb (fun y => N.eqb (mul xa y) (mul x (mul a y))) range) range)
        (0%N :: nodup N.eq_dec (elements c)).
    Definition makes_lost (x : N) : N := set_of (fun y => is_lost (mul y x)).
    Definition shift (W x : N) : N := set_of (fun z => N.testbit W (mul z x)).
    Definition column (x : N) : list N := map (fun z => mul z x) range.
    Definition shift_by (col : list N) (W : N) : N := pack (map (N.testbit W) col).
    Definition join (x W x' W' : N) : N := N.lor (shift_by (column x') W) (shift_by (column x) W').

    (* The sets of the heaps 1 .. m. *)
    Definition opts (all : list N) (m n : nat) : list N := reach mul 0%N r n (0%N :: skipn (m - (n - 1)) all).
    Definition union (sets : list N) (is : list N) : N :=
      let s := bits is in fold_left N.lor (map snd (filter (fun xs => N.testbit s (fst xs)) (combine range sets))) 0%N.
    Definition heap_pair (all sets : list N) (m n : nat) : option (N * N) :=
      match opts all m n with [] => None | is => Some (phi n, union sets is) end.
    Definition somes (l : list (option (N * N))) : list (N * N) := flat_map (fun o => match o with Some a => [a] | None => [] end) l.

    Definition has (x W : N) : bool := existsb (N.eqb W) (nth (N.to_nat x) (closure c) []).
    (* For each x the column of x, and the sets of the heaps whose element is x. *)
    Definition grouped (hp : list (N * N)) : list (N * (list N * list N)) :=
      map (fun x => (x, (column x, map snd (filter (fun h => N.eqb (fst h) x) hp)))) (nodup N.eq_dec (map fst hp)).
    Definition closed_b (hp : list (N * N)) : bool :=
      let gs := grouped hp in
      forallb (fun '(x, W) => has x W) hp &&
      forallb (fun '(x', Ws) =>
        let l := is_lost x' in
        let col' := column x' in
        forallb (fun W' => Bool.eqb l (negb (N.testbit W' 0))) Ws &&
        forallb (fun '(x, (col, hs)) =>
          let target := nth (N.to_nat (mul x x')) (closure c) [] in
          let here := map (shift_by col') hs in
          forallb (fun W' => let w := shift_by col W' in forallb (fun v => existsb (N.eqb (N.lor v w)) target) here) Ws) gs)
        (combine range (closure c)).
  End With_product.

  Definition seen := enough_for r (from c) (period c).
  Definition quotient_check : bool :=
    let t := tree in
    let mul := mul_in t in
    (1 <=? order c) && (1 <=? from c) && (1 <=? period c) && (1 <=? most_parts r) && bounded_b r (most_parts r) (most_taken r) &&
    forallb (fun x => (x <? N.of_nat (order c))%N) (elements c) &&
    N.eqb (phi 0) 0 && negb (is_lost 0) && (length (closure c) =? order c) &&
    monoid_b mul && associative_b mul &&
    (let m := seen - 1 in
     let all := down phi m in
     let sets := map (makes_lost mul) range in
     let pairs := map (fun n => (n, heap_pair mul all sets m n)) (seq 1 m) in
     forallb (fun '(n, o) => match o with None => N.eqb (phi n) 0 | _ => true end) pairs &&
     closed_b mul (nodup pair_dec (somes (map snd pairs)))).

  Definition product (s : list nat) : N := image (mul_in tree) 0%N phi s.

  (* ---- It is right. ---- *)
  Notation mul := (mul_in tree).
  Notation In_Q := (In_Q (N.of_nat (order c))).

  Lemma in_range x : In x range <-> In_Q x.
  Proof.
    unfold range, Misere.In_Q. rewrite in_map_iff. setoid_rewrite in_seq. split.
    - intros (n & <- & h). lia.
    - intros lt. exists (N.to_nat x). split; [apply N2Nat.id | lia].
  Qed.
  Lemma pack_spec l : forall i, N.testbit (pack l) (N.of_nat i) = nth i l false.
  Proof.
    induction l as [| b l ih]; intros i; [change (N.testbit 0 (N.of_nat i) = nth i [] false); rewrite N.bits_0; now destruct i |].
    change (pack (b :: l)) with (if b then N.succ_double (pack l) else N.double (pack l)).
    destruct i as [| i]; [change (N.of_nat 0) with 0%N; cbn [nth]; destruct b; [rewrite N.succ_double_spec; apply N.testbit_odd_0 | rewrite N.double_spec; apply N.testbit_even_0] |].
    - rewrite Nat2N.inj_succ. cbn [nth]. rewrite <- ih. destruct b.
      + rewrite N.succ_double_spec. apply N.testbit_odd_succ. lia.
      + rewrite N.double_spec. apply N.testbit_even_succ. lia.
  Qed.
  Lemma set_of_spec f x : In_Q x -> N.testbit (set_of f) x = f x.
  Proof.
    intros i. unfold set_of. rewrite <- (N2Nat.id x) at 1. rewrite pack_spec. unfold Misere.In_Q in i.
    rewrite (nth_indep _ false (f 0%N)) by (unfold range; rewrite !map_length, seq_length; lia).
    rewrite map_nth. f_equal. unfold range. change 0%N with (N.of_nat 0). rewrite map_nth, seq_nth by lia. cbn. apply N2Nat.id.
  Qed.
  Lemma shift_by_spec mu W x z : In_Q z -> N.testbit (shift_by (column mu x) W) z = N.testbit W (mu z x).
  Proof.
    intros i. unfold shift_by, column. rewrite map_map. exact (set_of_spec (fun z => N.testbit W (mu z x)) z i).
  Qed.

  Lemma phi_period n : 1 <= period c -> from c <= n -> phi (n + period c) = phi n.
  Proof.
    intros p1 le. unfold phi. f_equal. unfold fold_heap.
    destruct (Nat.ltb_spec (n + period c) (from c + period c)); [lia |].
    replace (n + period c - from c) with (n - from c + 1 * period c) by lia. rewrite Nat.mod_add by lia.
    destruct (Nat.ltb_spec n (from c + period c)); [| reflexivity]. rewrite Nat.mod_small by lia. lia.
  Qed.

  Lemma testbit_fold_lor l x : forall s, N.testbit (fold_left N.lor l s) x = N.testbit s x || existsb (fun v => N.testbit v x) l.
  Proof.
    induction l as [| v l ih]; cbn; intros s; [now rewrite orb_false_r |]. now rewrite ih, N.lor_spec, orb_assoc.
  Qed.

  Lemma in_combine_map {A B} (f : A -> B) l x y : In (x, y) (combine l (map f l)) <-> In x l /\ y = f x.
  Proof.
    induction l as [| a l ih]; cbn; [tauto |]. rewrite ih. split.
    - intros [e | [i ->]]; [injection e as -> ->; auto | auto].
    - intros [[-> | i] ->]; auto.
  Qed.

  Lemma union_spec is y : (forall i, In i is -> In_Q i) -> In_Q y ->
    (N.testbit (union (map (makes_lost mul) range) is) y = true <-> exists i, In i is /\ is_lost (mul y i) = true).
  Proof.
    intros inq iy. unfold union. cbv zeta. rewrite testbit_fold_lor, N.bits_0. cbn [orb]. rewrite existsb_exists. split.
    - intros (v & iv & t). apply in_map_iff in iv as ([x y'] & <- & i). apply filter_In in i as [i b]. cbn in b, t.
      apply in_combine_map in i as [ix ->]. apply testbit_bits in b. exists x. split; [assumption |].
      unfold makes_lost in t. now rewrite set_of_spec in t.
    - intros (i & ii & l). exists (makes_lost mul i). split.
      + apply in_map_iff. exists (i, makes_lost mul i). split; [reflexivity |]. apply filter_In. split.
        * apply in_combine_map. split; [apply in_range; auto | reflexivity].
        * cbn. now apply testbit_bits.
      + unfold makes_lost. now rewrite set_of_spec.
  Qed.

  Lemma has_spec x W : has x W = true -> In W (nth (N.to_nat x) (closure c) []).
  Proof. unfold has. rewrite existsb_in. auto. Qed.

  Lemma in_combine_nth (l : list (list N)) k x Ws : In (x, Ws) (combine (map N.of_nat (seq k (length l))) l) <->
    exists i, i < length l /\ x = N.of_nat (k + i) /\ Ws = nth i l [].
  Proof.
    revert k. induction l as [| a l ih]; cbn [length seq map combine In]; intros k; [split; [tauto | intros (i & ? & _); lia] |].
    rewrite ih. split.
    - intros [e | (i & lt & -> & ->)].
      + injection e as <- <-. exists 0. split; [lia | split; [f_equal; lia | reflexivity]].
      + exists (S i). split; [lia | split; [f_equal; lia | reflexivity]].
    - intros ([| i] & lt & -> & ->).
      + left. f_equal. f_equal. lia.
      + right. exists i. split; [lia | split; [f_equal; lia | reflexivity]].
  Qed.

  (* What the checker accepts decides every sum of all heaps of the rule in misère play. *)
  Theorem quotient_check_right : quotient_check = true -> forall s,
    (mlost (option_of r) s <-> is_lost (product s) = true) /\ (mwon (option_of r) s <-> is_lost (product s) = false).
  Proof.
    unfold quotient_check. cbv zeta. intros q1.
    apply andb_true_iff in q1 as [q1 clo]. apply andb_true_iff in clo as [deadb clo].
    apply andb_true_iff in q1 as [q1 ass]. apply andb_true_iff in q1 as [q1 mon]. apply andb_true_iff in q1 as [q1 len].
    apply andb_true_iff in q1 as [q1 one_won]. apply andb_true_iff in q1 as [q1 phi0]. apply andb_true_iff in q1 as [q1 els].
    apply andb_true_iff in q1 as [q1 bd]. apply andb_true_iff in q1 as [q1 h1]. apply andb_true_iff in q1 as [q1 p1].
    apply andb_true_iff in q1 as [q1 e1].
    apply Nat.leb_le in q1, e1, p1, h1. apply bounded_spec in bd. rewrite forallb_forall in els. apply N.eqb_eq in phi0.
    apply negb_true_iff in one_won. apply Nat.eqb_eq in len.
    (* what was checked, as propositions *)
    assert (unit_in : In_Q 0%N) by (unfold Misere.In_Q; lia).
    assert (phi_in : forall h, In_Q (phi h)).
    { intros h. unfold phi. destruct (nth_in_or_default (fold_heap h) (elements c) 0%N) as [i | ->]; [| assumption].
      apply els in i. now apply N.ltb_lt. }
    unfold monoid_b in mon. rewrite forallb_forall in mon.
    assert (op_in : forall x y, In_Q x -> In_Q y -> In_Q (mul x y)).
    { intros x y ix iy. apply in_range in ix, iy. specialize (mon x ix). apply andb_true_iff in mon as [_ mon]. rewrite forallb_forall in mon.
      specialize (mon y iy). apply andb_true_iff in mon as [mon _]. now apply N.ltb_lt. }
    assert (comm : forall x y, In_Q x -> In_Q y -> mul x y = mul y x).
    { intros x y ix iy. apply in_range in ix, iy. specialize (mon x ix). apply andb_true_iff in mon as [_ mon]. rewrite forallb_forall in mon.
      specialize (mon y iy). apply andb_true_iff in mon as [_ mon]. now apply N.eqb_eq. }
    assert (unit_left : forall x, In_Q x -> mul 0 x = x).
    { intros x ix. apply in_range in ix. specialize (mon x ix). apply andb_true_iff in mon as [mon _]. now apply N.eqb_eq. }
    assert (assoc : forall h, middle (N.of_nat (order c)) mul (phi h)).
    { intros h x y ix iy. unfold associative_b in ass. rewrite forallb_forall in ass.
      assert (ia : In (phi h) (0%N :: nodup N.eq_dec (elements c))).
      { unfold phi. destruct (nth_in_or_default (fold_heap h) (elements c) 0%N) as [i | ->]; [right; now apply nodup_In | now left]. }
      specialize (ass _ ia). rewrite forallb_forall in ass. apply in_range in ix, iy. specialize (ass x ix). cbv zeta in ass.
      rewrite forallb_forall in ass. specialize (ass y iy). now apply N.eqb_eq. }
    set (hp := nodup pair_dec _) in clo.
    assert (dec : forall h, (exists hs, option_of r h hs) \/ (forall hs, ~ option_of r h hs)).
    { intros h. destruct (options r h) as [| hs l] eqn:o.
      - right. intros hs oo. apply options_right in oo. now rewrite o in oo.
      - left. exists hs. apply options_right. rewrite o. now left. }
    rewrite forallb_forall in deadb.
    assert (imgs : forall m, S m <= seen - 1 -> forall v, In v (opts mul (down phi (seen - 1)) (seen - 1) (S m)) <->
      exists hs, option_of r (S m) hs /\ v = image mul 0%N phi hs).
    { intros m le v. unfold opts. rewrite skipn_down. replace (seen - 1 - (seen - 1 - (S m - 1))) with m by lia. apply reach_right. }
    assert (all_heaps : forall h, ((forall hs, ~ option_of r h hs) -> phi h = 0%N) /\
      ((exists hs, option_of r h hs) -> exists W, In (phi h, W) hp /\ heap_spec (option_of r) (N.of_nat (order c)) mul phi is_lost h W)).
    { intros h. induction h as [h ih] using lt_wf_ind. destruct h as [| m].
      - split; [intros _; exact phi0 | intros (hs & o); exfalso; exact (empty_heap r hs o)].
      - destruct (le_lt_dec seen (S m)) as [far | near].
        + (* far: as one period below *)
          assert (ge : from c + period c <= seen) by (unfold seen, enough_for; nia).
          assert (fe : S m = S m - period c + period c) by lia.
          destruct (same_images mul 0%N phi r _ _ (from c) (period c) (S m - period c) bd h1 e1) as [dn up'].
          { unfold seen, enough_for in far. lia. }
          { intros i fi _. now apply phi_period. }
          rewrite <- fe in dn, up'.
          assert (per : phi (S m) = phi (S m - period c)) by (rewrite fe at 1; apply phi_period; lia).
          destruct (ih (S m - period c)) as [de li]; [lia |]. rewrite per. split.
          * intros no. apply de. intros hs o. destruct (up' hs o) as (hs' & o' & _). exact (no hs' o').
          * intros (hs & o). destruct li as (W & iW & sW); [destruct (dn hs o) as (hs' & o' & _); eauto |].
            exists W. split; [assumption |]. intros y iy. rewrite (sW y iy). split.
            -- intros (x & ox & px). destruct (up' x ox) as (x' & ox' & e). exists x'. split; [assumption | now rewrite e].
            -- intros (x & ox & px). destruct (dn x ox) as (x' & ox' & e). exists x'. split; [assumption | now rewrite e].
        + (* near: looked at *)
          pose proof (imgs m ltac:(lia)) as im.
          assert (inl : In (S m, heap_pair mul (down phi (seen - 1)) (map (makes_lost mul) range) (seen - 1) (S m))
            (map (fun n => (n, heap_pair mul (down phi (seen - 1)) (map (makes_lost mul) range) (seen - 1) n)) (seq 1 (seen - 1)))).
          { apply in_map_iff. exists (S m). split; [reflexivity | apply in_seq; lia]. }
          pose proof (deadb _ inl) as dd. cbv beta iota in dd. unfold heap_pair in dd at 1.
          split.
          * intros no. destruct (opts mul _ _ (S m)) as [| i l] eqn:eo; [now apply N.eqb_eq |].
            exfalso. destruct (proj1 (im i) (or_introl eq_refl)) as (hs & o & _). exact (no hs o).
          * intros (hs0 & o0). set (is := opts mul (down phi (seen - 1)) (seen - 1) (S m)) in *.
            assert (ne : is <> []). { intros z. pose proof (proj2 (im _) (ex_intro _ hs0 (conj o0 eq_refl))) as i. now rewrite z in i. }
            exists (union (map (makes_lost mul) range) is). split.
            -- unfold hp. apply nodup_In. unfold somes. apply in_flat_map.
               exists (Some (phi (S m), union (map (makes_lost mul) range) is)). split; [| now left].
               apply in_map_iff. exists (S m, heap_pair mul (down phi (seen - 1)) (map (makes_lost mul) range) (seen - 1) (S m)).
               split; [| exact inl]. cbn [snd]. unfold heap_pair. fold is. destruct is; [congruence | reflexivity].
            -- intros y iy. rewrite union_spec; [| | assumption].
               ++ split.
                  ** intros (i & ii & l). apply im in ii as (hs & o & ->). eauto.
                  ** intros (hs & o & l). exists (image mul 0%N phi hs). split; [apply im; eauto | assumption].
               ++ intros i ii. apply im in ii as (hs & o & ->).
                  apply (img_in (N.of_nat (order c)) mul phi unit_in phi_in op_in). }
    unfold closed_b in clo. apply andb_true_iff in clo as [ini clo]. rewrite forallb_forall in ini, clo.
    assert (clo' : forall x' W', In_Q x' -> In W' (nth (N.to_nat x') (closure c) []) ->
      is_lost x' = negb (N.testbit W' 0) /\ forall x W, In (x, W) hp -> has (mul x x') (join mul x W x' W') = true).
    { intros x' W' ix iW. assert (inc : In (x', nth (N.to_nat x') (closure c) []) (combine range (closure c))).
      { unfold range. rewrite <- len. apply in_combine_nth. exists (N.to_nat x'). unfold Misere.In_Q in ix.
        split; [lia | split; [lia | reflexivity]]. }
      specialize (clo _ inc). cbv beta iota zeta in clo. apply andb_true_iff in clo as [s j]. rewrite forallb_forall in s, j. split.
      - specialize (s W' iW). now apply eqb_prop in s.
      - intros x W i.
        assert (ig : In (x, (column mul x, map snd (filter (fun h => N.eqb (fst h) x) hp))) (grouped mul hp)).
        { unfold grouped. apply in_map_iff. exists x. split; [reflexivity |]. apply nodup_In. apply in_map_iff. exists (x, W). auto. }
        specialize (j _ ig). cbv beta iota zeta in j. rewrite forallb_forall in j. specialize (j W' iW). cbv beta zeta in j. rewrite forallb_forall in j.
        unfold has, join. apply (j (shift_by (column mul x') W)). apply in_map. apply in_map_iff. exists (x, W). split; [reflexivity |].
        apply filter_In. split; [assumption | apply N.eqb_refl]. }
    pose (pairs := fun xW : N * N => In_Q (fst xW) /\ In (snd xW) (nth (N.to_nat (fst xW)) (closure c) [])).
    pose (heaps := fun xW : N * N => In_Q (fst xW) /\ In xW hp).
    apply (quotient_right (option_of r) (rule_shrinks r) (N.of_nat (order c)) mul phi is_lost unit_in phi_in op_in unit_left comm assoc dec heaps pairs).
    - intros h. apply all_heaps.
    - intros h some. destruct (proj2 (all_heaps h) some) as (W & iW & sW). exists W. split; [split; [apply phi_in | assumption] | assumption].
    - intros x W [ix i]. split; [assumption |]. apply has_spec. exact (ini (x, W) i).
    - intros x W x' W' [ix i] [ix' i']. cbn [fst snd] in *. exists (join mul x W x' W'). split.
      + split; [now apply op_in |]. cbn [fst snd]. apply has_spec. now apply clo'.
      + intros z iz. unfold join. now rewrite N.lor_spec, !shift_by_spec.
    - intros x W [ix i]. cbn [fst snd] in *. now apply clo'.
    - exact one_won.
  Qed.
End Check.
