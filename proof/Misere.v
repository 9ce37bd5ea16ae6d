(* Misère play: who makes the last move loses. A finite commutative monoid that says who wins, and a checker of it.
   To be trusted: `mlost`, `mwon`. *)
From Coq Require Import List Arith Lia NArith Bool.
Import ListNotations.
From Grundy Require Import Game Rule Check.

Inductive mlost (r : rules nat) : list nat -> Prop :=
| all_mwon s : (exists t, moves r s t) -> (forall t, moves r s t -> mwon r t) -> mlost r s
with mwon (r : rules nat) : list nat -> Prop :=
| no_move s : (forall t, ~ moves r s t) -> mwon r s
| one_mlost s t : moves r s t -> mlost r t -> mwon r s.

Lemma not_mboth r : shrinks r -> forall s, mlost r s -> mwon r s -> False.
Proof.
  intros sh s. induction (plays_end (fun n => n) r sh s) as [s _ ih]. intros l w.
  destruct l as [s (t0 & m0) all]. destruct w as [s none | s t m lt]; [exact (none t0 m0) | exact (ih t m lt (all t m))].
Qed.

Section Quotient.
  Context (r : rules nat) (sh : shrinks r).
  Context (q : N) (op : N -> N -> N) (phi : nat -> N) (P : N -> bool).
  Notation one := 0%N.                      (* the unit is element 0 *)
  Notation img := (image op 0%N phi).
  Definition In_Q (x : N) := (x < q)%N.
  Context (unit_in : In_Q one) (phi_in : forall h, In_Q (phi h)) (op_in : forall x y, In_Q x -> In_Q y -> In_Q (op x y)).
  Context (unit_left : forall x, In_Q x -> op one x = x) (comm : forall x y, In_Q x -> In_Q y -> op x y = op y x).
  (* It is enough to know that products are associative around the images of heaps. *)
  Definition middle a := forall x y, In_Q x -> In_Q y -> op (op x a) y = op x (op a y).
  Context (assoc : forall h, middle (phi h)).

  Lemma img_in s : In_Q (img s).
  Proof. induction s as [| h s ih]; cbn; [exact unit_in | apply op_in; auto]. Qed.
  Lemma unit_right x : In_Q x -> op x one = x.
  Proof. intros i. rewrite comm by (assumption || exact unit_in). now apply unit_left. Qed.
  Lemma img_middle s : middle (img s).
  Proof.
    induction s as [| h s ih]; cbn [image fold_right]; intros x y ix iy.
    - rewrite unit_right, unit_left by assumption. reflexivity.
    - change (fold_right (fun h v => op (phi h) v) one s) with (img s). pose proof (phi_in h). pose proof (img_in s).
      rewrite <- (assoc h x (img s)), ih, (assoc h x), ih by auto. reflexivity.
  Qed.
  Lemma img_cons h s : img (h :: s) = op (phi h) (img s).
  Proof. reflexivity. Qed.
  Lemma img_app s t : img (s ++ t) = op (img s) (img t).
  Proof.
    induction s as [| h s ih]; cbn [app]; [symmetry; apply unit_left, img_in |].
    rewrite !img_cons, ih. symmetry. apply img_middle; [apply phi_in | apply img_in].
  Qed.

  (* W says by which elements a sum can be multiplied so that some option of it becomes lost. *)
  Definition spec (X : list nat) (W : N) := forall y, In_Q y ->
    (N.testbit W y = true <-> exists t, moves r X t /\ P (op y (img t)) = true).
  Definition heap_spec (h : nat) (W : N) := forall y, In_Q y ->
    (N.testbit W y = true <-> exists hs, r h hs /\ P (op y (img hs)) = true).
  Definition joins (x W x' W' V : N) := forall z, In_Q z ->
    N.testbit V z = N.testbit W (op z x') || N.testbit W' (op z x).

  Context (dec : forall h, (exists hs, r h hs) \/ (forall hs, ~ r h hs)).
  Context (heaps pairs : N * N -> Prop).
  Context (dead : forall h, (forall hs, ~ r h hs) -> phi h = one).
  Context (live : forall h, (exists hs, r h hs) -> exists W, heaps (phi h, W) /\ heap_spec h W).
  Context (start : forall x W, heaps (x, W) -> pairs (x, W)).
  Context (closed : forall x W x' W', heaps (x, W) -> pairs (x', W') -> exists V, pairs (op x x', V) /\ joins x W x' W' V).
  Context (sound : forall x W, pairs (x, W) -> P x = negb (N.testbit W one)).
  Context (end_won : P one = false).

  Lemma pair_of X : ((forall t, ~ moves r X t) /\ img X = one) \/
    ((exists t, moves r X t) /\ exists W, pairs (img X, W) /\ spec X W).
  Proof.
    induction X as [| h X ih].
    - left. split; [intros t m; inversion m | reflexivity].
    - destruct (dec h) as [(hs0 & o0) | no].
      + right. split; [exists (hs0 ++ X); now constructor |]. destruct (live h) as (W & iW & sW); [eauto |].
        destruct ih as [[none e1] | [_ (W' & iW' & sW')]].
        * exists W. rewrite img_cons, e1, unit_right by apply phi_in. split; [now apply start |].
          intros y iy. rewrite (sW y iy). split.
          -- intros (hs & o & p). exists (hs ++ X). split; [now constructor |].
             rewrite img_app, e1, unit_right by apply img_in. assumption.
          -- intros (t & m & p). inversion m as [n hs rest o eq1 eq2 | h' s t' m' eq1 eq2]; subst; [| exfalso; exact (none _ m')].
             exists hs. split; [assumption |]. rewrite img_app, e1, unit_right in p by apply img_in. assumption.
        * destruct (closed _ _ _ _ iW iW') as (V & iV & j). exists V. rewrite img_cons. split; [assumption |].
          intros y iy. rewrite (j y iy), orb_true_iff.
          rewrite (sW (op y (img X))) by (apply op_in; [assumption | apply img_in]).
          rewrite (sW' (op y (phi h))) by (apply op_in; [assumption | apply phi_in]). split.
          -- intros [(hs & o & p) | (t & m & p)].
             ++ exists (hs ++ X). split; [now constructor |].
                rewrite img_app, (comm (img hs)), <- (img_middle X) by (assumption || apply img_in). assumption.
             ++ exists (h :: t). split; [now constructor |]. rewrite img_cons, <- (assoc h) by (assumption || apply img_in). assumption.
          -- intros (t & m & p). inversion m as [n hs rest o eq1 eq2 | h' s t' m' eq1 eq2]; subst.
             ++ left. exists hs. split; [assumption |].
                rewrite img_app, (comm (img hs)), <- (img_middle X) in p by (assumption || apply img_in). assumption.
             ++ right. exists t'. split; [assumption |]. rewrite img_cons, <- (assoc h) in p by (assumption || apply img_in). assumption.
      + pose proof (dead h no) as e0. rewrite img_cons, e0, unit_left by apply img_in.
        assert (eq : forall t, moves r (h :: X) t <-> exists t', t = h :: t' /\ moves r X t').
        { intros t. split.
          - intros m. inversion m as [n hs rest o eq1 eq2 | h' s t' m' eq1 eq2]; subst; [exfalso; exact (no _ o) | eauto].
          - intros (t' & -> & m). now constructor. }
        destruct ih as [[none e1] | [(t & m) (W & iW & sW)]].
        * left. split; [| assumption]. intros t m. apply eq in m as (t' & _ & m). exact (none _ m).
        * right. split; [exists (h :: t); apply eq; eauto |]. exists W. split; [assumption |].
          intros y iy. rewrite (sW y iy). split.
          -- intros (t' & m' & p). exists (h :: t'). split; [apply eq; eauto |]. rewrite img_cons, e0, unit_left by apply img_in. assumption.
          -- intros (t' & m' & p). apply eq in m' as (t2 & -> & m2). exists t2. split; [assumption |].
             rewrite img_cons, e0, unit_left in p by apply img_in. assumption.
  Qed.

  (* Plambeck 2005, Plambeck and Siegel 2008: if all pairs of sums are as the monoid says, it decides every sum. *)
  Theorem quotient_right s : (mlost r s <-> P (img s) = true) /\ (mwon r s <-> P (img s) = false).
  Proof.
    assert (both : forall s, (P (img s) = true -> mlost r s) /\ (P (img s) = false -> mwon r s)).
    { clear s. intros s. induction (plays_end (fun n => n) r sh s) as [s _ ih].
      destruct (pair_of s) as [[none e1] | [some (W & iW & sW)]].
      - rewrite e1, end_won. split; [discriminate | intros _; now apply no_move].
      - pose proof (sound _ _ iW) as so. pose proof (sW one unit_in) as s1. split; intros p; rewrite p in so.
        + apply all_mwon; [assumption |]. intros t m. apply (ih t m). destruct (P (img t)) eqn:pt; [| reflexivity].
          enough (N.testbit W one = true) by (destruct (N.testbit W one); discriminate).
          apply s1. exists t. split; [assumption |]. rewrite unit_left by apply img_in. assumption.
        + assert (w : N.testbit W one = true) by (destruct (N.testbit W one); [reflexivity | discriminate]).
          apply s1 in w as (t & m & pt). rewrite unit_left in pt by apply img_in.
          exact (one_mlost r s t m (proj1 (ih t m) pt)). }
    destruct (both s) as [yes no]. split; split; auto; intros h.
    - destruct (P (img s)) eqn:p; [reflexivity | exfalso; exact (not_mboth r sh s h (no eq_refl))].
    - destruct (P (img s)) eqn:p; [exfalso; exact (not_mboth r sh s (yes eq_refl) h) | reflexivity].
  Qed.
End Quotient.
