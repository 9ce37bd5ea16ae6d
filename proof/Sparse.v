(* Values of games with at most two heaps left, quickly: the sparse space of Guy and Smith, and of Gangolli and Plambeck.
   Numbers have a parity, that of their bits in a mask. A pair of heaps with an odd value has exactly one even heap; if the
   even heaps are few, few pairs need be looked at. Any mask is right; a good one is fast. *)
From Coq Require Import List Arith Lia NArith Bool FMapPositive.
Import ListNotations.
From Grundy Require Import Game Rule Check.

(* ---- Parity. ---- *)
Fixpoint odd_pos (p : positive) : bool := match p with xI p => negb (odd_pos p) | xO p => odd_pos p | xH => true end.
Definition odd_bits (v : N) : bool := match v with N0 => false | Npos p => odd_pos p end.
Definition common (mask v : N) : bool := odd_bits (N.land v mask).

Lemma odd_double v : odd_bits (Pos.Nsucc_double v) = negb (odd_bits v) /\ odd_bits (Pos.Ndouble v) = odd_bits v.
Proof. destruct v; split; reflexivity. Qed.
Lemma odd_lxor_pos p : forall q, odd_bits (Pos.lxor p q) = xorb (odd_pos p) (odd_pos q).
Proof.
  induction p as [p ih | p ih |]; intros [q | q |]; cbn [Pos.lxor odd_pos];
    rewrite ?(proj1 (odd_double _)), ?(proj2 (odd_double _)), ?ih; cbn;
    repeat match goal with |- context [odd_pos ?x] => destruct (odd_pos x) end; reflexivity.
Qed.
Lemma odd_lxor x y : odd_bits (N.lxor x y) = xorb (odd_bits x) (odd_bits y).
Proof.
  destruct x as [| p], y as [| q]; cbn [N.lxor]; [reflexivity | cbn; now destruct (odd_pos q) | cbn; now destruct (odd_pos p) | apply odd_lxor_pos].
Qed.
Lemma common_lxor mask x y : common mask (N.lxor x y) = xorb (common mask x) (common mask y).
Proof.
  unfold common. rewrite <- odd_lxor. f_equal. apply N.bits_inj. intros j.
  rewrite N.land_spec, !N.lxor_spec, !N.land_spec. now destruct (N.testbit x j), (N.testbit y j), (N.testbit mask j).
Qed.

Section Sparse.
  Context (mask : N) (r : rule).

  Record state := { size : N; at_ : PositiveMap.t N; rare : list (N * N); list_ : list N }.
  Definition get (t : PositiveMap.t N) (x : N) : N :=
    match x with N0 => 0%N | Npos p => match PositiveMap.find p t with Some v => v | None => 0%N end end.

  (* All values of odd parity, and of single heaps, that a heap of n has. *)
  Definition some_options (s : state) (n : N) : list N :=
    flat_map (fun c => match taken c with From _ => [] | Just k0 => let k := N.of_nat k0 in
      if (k <=? n)%N then
        let m := (n - k)%N in
        (if N.testbit_nat (parts c) 0 && (1 <=? k0) && (m =? 0)%N then [0%N] else []) ++
        (if N.testbit_nat (parts c) 1 && (1 <=? k0) && (0 <? m)%N then [get (at_ s) m] else []) ++
        (if N.testbit_nat (parts c) 2 then flat_map (fun ax => if (fst ax <? m)%N then [N.lxor (snd ax) (get (at_ s) (m - fst ax))] else []) (rare s) else [])
      else [] end) r.

  Fixpoint find_pair (fuel : nat) (t : PositiveMap.t N) (u a b : N) : bool :=
    match fuel with
    | O => false
    | S f => if (b <? a)%N then false else if N.eqb (N.lxor (get t a) (get t b)) u then true else find_pair f t u (N.succ a) (N.pred b)
    end.
  (* existsb and || would compute both sides. *)
  Fixpoint any {A} (f : A -> bool) (l : list A) : bool := match l with [] => false | x :: l => if f x then true else any f l end.
  Lemma any_existsb {A} (f : A -> bool) l : any f l = existsb f l.
  Proof. induction l as [| x l ih]; cbn; [reflexivity |]. now destruct (f x). Qed.
  Definition found (fuel : nat) (s : state) (n u : N) : bool :=
    any (fun c => match taken c with From _ => false | Just k0 => let k := N.of_nat k0 in
      if (k <=? n)%N && N.testbit_nat (parts c) 2 then find_pair fuel (at_ s) u 1 (N.pred (n - k)) else false end) r.

  Fixpoint least_missing (fuel big : nat) (s : state) (n set u : N) : option N :=
    match fuel with
    | O => None
    | S f => if N.testbit set u then least_missing f big s n set (N.succ u)
             else if common mask u then Some u
             else if found big s n u then least_missing f big s n set (N.succ u) else Some u
    end.

  Definition fuel_of (set : N) : nat := 2 * N.size_nat set + 1024.
  Fixpoint run (m : nat) : option state :=
    match m with
    | O => Some {| size := 0; at_ := PositiveMap.empty N; rare := []; list_ := [] |}
    | S m' => match run m' with
              | None => None
              | Some s =>
                  let n := N.succ (size s) in
                  let set := bits (some_options s n) in
                  match least_missing (fuel_of set) m s n set 0 with
                  | None => None
                  | Some v => Some {| size := n; at_ := PositiveMap.add (N.succ_pos (size s)) v (at_ s);
                                      rare := if common mask v then rare s else (n, v) :: rare s; list_ := v :: list_ s |}
                  end
              end
    end.

  (* ---- It is right. ---- *)
  Context (g : nat -> N) (G : is_grundy (option_of r) g) (k : nat) (B : bounded r 2 k).
  Notation G_ n := (g (N.to_nat n)).

  Definition good (s : state) (m : nat) := size s = N.of_nat m /\ list_ s = down g m /\
    (forall x, (0 < x <= N.of_nat m)%N -> get (at_ s) x = G_ x) /\
    (forall a x, In (a, x) (rare s) -> (0 < a <= N.of_nat m)%N /\ x = G_ a) /\
    (forall a, (0 < a <= N.of_nat m)%N -> common mask (G_ a) = false -> In (a, G_ a) (rare s)).

  Lemma value_pair a b : value g [a; b] = N.lxor (g a) (g b).
  Proof. cbn. now rewrite N.lxor_0_r. Qed.
  Lemma value_single a : value g [a] = g a.
  Proof. cbn. apply N.lxor_0_r. Qed.

  (* Options, by how many heaps they leave. *)
  Lemma by_count n v : (exists hs, option_of r n hs /\ value g hs = v) <-> exists c k0, In c r /\ taken c = Just k0 /\ k0 <= n /\
    ((N.testbit_nat (parts c) 0 = true /\ 1 <= k0 /\ n = k0 /\ v = 0%N) \/
     (N.testbit_nat (parts c) 1 = true /\ 1 <= k0 < n /\ v = g (n - k0)) \/
     (N.testbit_nat (parts c) 2 = true /\ exists a b, 1 <= a /\ 1 <= b /\ a + b + k0 = n /\ v = N.lxor (g a) (g b))).
  Proof.
    split.
    - intros (hs & (c & j & ic & mt & prog & sum & pos & bit & _) & <-). destruct (B c ic) as ((k0 & tk & _) & _ & few).
      rewrite tk in mt. cbn in mt. subst j. exists c, k0. pose proof (few _ bit) as len.
      split; [assumption | split; [assumption | split; [lia |]]].
      destruct hs as [| a [| b [| x l]]]; cbn in sum, len, bit, prog; [left | right; left | right; right | lia].
      + repeat split; auto; lia.
      + specialize (pos a (or_introl eq_refl)). rewrite value_single. repeat split; auto; try lia. f_equal. lia.
      + split; [assumption |]. exists a, b. rewrite value_pair. pose proof (pos a (or_introl eq_refl)). pose proof (pos b (or_intror (or_introl eq_refl))).
        repeat split; lia.
    - intros (c & k0 & ic & tk & le & cases). pose proof (proj1 (proj2 (B c ic))) as any.
      destruct cases as [(bit & k1 & -> & ->) | [(bit & hk & ->) | (bit & a & b & pa & pb & sum & ->)]].
      + exists []. split; [| reflexivity]. exists c, k0. rewrite tk, any. cbn. repeat split; auto; try lia; try (intros x []).
      + exists [n - k0]. split; [| apply value_single]. exists c, k0. rewrite tk, any. cbn. repeat split; auto; try lia; try (intros x [<- | []]; lia).
      + exists [a; b]. split; [| apply value_pair]. exists c, k0. rewrite tk, any. cbn. repeat split; auto; try lia; try (intros x [<- | [<- | []]]; lia).
  Qed.

  Section At.
    Context (s : state) (m : nat) (gd : good s m).
    Notation n := (S m).
    Notation nN := (N.succ (N.of_nat m)).

    Lemma get_at x : (0 < x <= N.of_nat m)%N -> get (at_ s) x = G_ x.
    Proof. apply gd. Qed.

    (* Everything listed is an option. *)
    Lemma some_sound v : In v (some_options s nN) -> exists hs, option_of r n hs /\ value g hs = v.
    Proof.
      intros i. apply in_flat_map in i as (c & ic & i). apply by_count. destruct (taken c) as [k0 | k0] eqn:tk; [| destruct i]. cbv zeta in i.
      destruct (N.leb_spec (N.of_nat k0) nN) as [le | gt]; [| destruct i]. exists c, k0. split; [assumption | split; [assumption | split; [lia |]]].
      rewrite !in_app_iff in i. destruct i as [i | [i | i]].
      - left. destruct (N.testbit_nat (parts c) 0); [| destruct i]. destruct (Nat.leb_spec 1 k0); cbn [andb] in i; [| destruct i].
        destruct (N.eqb_spec (nN - N.of_nat k0) 0); [| destruct i]. destruct i as [<- | []]. repeat split; auto; lia.
      - right. left. destruct (N.testbit_nat (parts c) 1); [| destruct i]. destruct (Nat.leb_spec 1 k0); cbn [andb] in i; [| destruct i].
        destruct (N.ltb_spec 0 (nN - N.of_nat k0)); [| destruct i]. destruct i as [<- | []]. repeat split; auto; try lia.
        rewrite get_at by lia. f_equal. lia.
      - right. right. destruct (N.testbit_nat (parts c) 2); [| destruct i]. split; [reflexivity |].
        apply in_flat_map in i as ([a x] & ir & i). cbn [fst snd] in i. destruct (N.ltb_spec a (nN - N.of_nat k0)) as [lt | ]; [| destruct i].
        destruct i as [<- | []]. apply gd in ir as [ha ->]. exists (N.to_nat a), (N.to_nat (nN - N.of_nat k0 - a)).
        repeat split; try lia. f_equal. apply get_at. lia.
    Qed.

    (* Every option of odd parity, or of one heap or none, is listed. *)
    Lemma some_complete v : (exists hs, option_of r n hs /\ value g hs = v) ->
      In v (some_options s nN) \/ (common mask v = false /\ exists c k0 a b, In c r /\ taken c = Just k0 /\ N.testbit_nat (parts c) 2 = true /\
        1 <= a <= b /\ a + b + k0 = n /\ v = N.lxor (g a) (g b)).
    Proof.
      intros o. apply by_count in o as (c & k0 & ic & tk & le & cases).
      assert (leN : (N.of_nat k0 <=? nN)%N = true) by (apply N.leb_le; lia).
      destruct cases as [(bit & k1 & eq & ->) | [(bit & hk & ->) | (bit & a & b & pa & pb & sum & e)]].
      - left. apply in_flat_map. exists c. split; [assumption |]. rewrite tk. cbv zeta. rewrite leN, bit. rewrite !in_app_iff. left.
        destruct (Nat.leb_spec 1 k0); [| lia]. destruct (N.eqb_spec (nN - N.of_nat k0) 0); [now left | lia].
      - left. apply in_flat_map. exists c. split; [assumption |]. rewrite tk. cbv zeta. rewrite leN, bit. rewrite !in_app_iff. right. left.
        destruct (Nat.leb_spec 1 k0); [| lia]. destruct (N.ltb_spec 0 (nN - N.of_nat k0)); [| lia]. left. rewrite get_at by lia. f_equal. lia.
      - assert (listed : forall a b, 1 <= a -> 1 <= b -> a + b + k0 = n -> v = N.lxor (g a) (g b) -> common mask (g a) = false -> In v (some_options s nN)).
        { clear a b pa pb sum e. intros a b pa pb sum e rr. apply in_flat_map. exists c. split; [assumption |]. rewrite tk. cbv zeta. rewrite leN, bit. rewrite !in_app_iff. right. right.
          apply in_flat_map. exists (N.of_nat a, g a). split.
          - pose proof (proj2 (proj2 (proj2 (proj2 gd))) (N.of_nat a)) as q. rewrite Nat2N.id in q. apply q; [lia | assumption].
          - cbn [fst snd]. destruct (N.ltb_spec (N.of_nat a) (nN - N.of_nat k0)); [| lia]. left. rewrite e. f_equal. rewrite get_at by lia. f_equal. lia. }
        destruct (common mask v) eqn:cv.
        + left. rewrite e, common_lxor in cv. destruct (common mask (g a)) eqn:ca; [| exact (listed a b pa pb sum e ca)].
          destruct (common mask (g b)) eqn:cb; [discriminate |]. apply (listed b a); auto; [lia | now rewrite N.lxor_comm].
        + right. split; [reflexivity |]. destruct (le_lt_dec a b).
          * exists c, k0, a, b. repeat split; auto.
          * exists c, k0, b, a. repeat split; auto; try lia. now rewrite N.lxor_comm.
    Qed.

    Lemma find_spec u : forall fuel a b, (0 < a)%N -> (b <= N.of_nat m)%N -> N.to_nat (N.succ b) - N.to_nat a < fuel + fuel ->
      (find_pair fuel (at_ s) u a b = true -> exists x y, (0 < x)%N /\ (0 < y)%N /\ (x + y = a + b)%N /\ N.lxor (G_ x) (G_ y) = u) /\
      (find_pair fuel (at_ s) u a b = false -> forall x y, (a <= x <= y)%N -> (x + y = a + b)%N -> N.lxor (G_ x) (G_ y) <> u).
    Proof.
      induction fuel as [| f ih]; intros a b pa hb hf; [lia |]. cbn [find_pair]. destruct (N.ltb_spec b a) as [lt | ge].
      - split; [discriminate |]. intros _ x y h1 h2. lia.
      - rewrite !get_at by lia. destruct (N.eqb_spec (N.lxor (G_ a) (G_ b)) u) as [e | ne].
        + split; [| discriminate]. intros _. exists a, b. repeat split; auto; lia.
        + destruct (N.eq_dec a b) as [-> | nab].
          * assert (fp : find_pair f (at_ s) u (N.succ b) (N.pred b) = false).
            { destruct f as [| f]; [reflexivity |]. cbn [find_pair]. destruct (N.ltb_spec (N.pred b) (N.succ b)); [reflexivity | lia]. }
            rewrite fp. split; [discriminate |]. intros _ x y h1 h2. assert (x = b) as -> by lia. assert (y = b) as -> by lia. assumption.
          * destruct (ih (N.succ a) (N.pred b)) as [yes no]; [lia | lia | lia |]. split.
            -- intros t. destruct (yes t) as (x & y & px & py & e & q). exists x, y. repeat split; auto; lia.
            -- intros t x y h1 h2. destruct (N.eq_dec x a) as [-> | nx]; [assert (y = b) as -> by lia; assumption |].
               apply no; auto; lia.
    Qed.

    Lemma found_spec u : (found n s nN u = true -> exists hs, option_of r n hs /\ value g hs = u) /\
      (found n s nN u = false -> ~ exists c k0 a b, In c r /\ taken c = Just k0 /\ N.testbit_nat (parts c) 2 = true /\
        1 <= a <= b /\ a + b + k0 = n /\ u = N.lxor (g a) (g b)).
    Proof.
      unfold found. rewrite any_existsb. split.
      - intros f. apply existsb_exists in f as (c & ic & f). destruct (taken c) as [k0 | k0] eqn:tk; [| discriminate]. cbv zeta in f.
        destruct ((N.of_nat k0 <=? nN)%N && N.testbit_nat (parts c) 2) eqn:lb; [rename f into fp | discriminate].
        apply andb_true_iff in lb as [le bit]. apply N.leb_le in le.
        destruct (N.eq_dec (nN - N.of_nat k0) 0) as [z | nz]; [rewrite z in fp; cbn in fp; discriminate |].
        destruct (find_spec u n 1 (N.pred (nN - N.of_nat k0))) as [yes _]; [lia | lia | lia |].
        destruct (yes fp) as (x & y & px & py & e & q). apply by_count. exists c, k0. split; [assumption | split; [assumption | split; [lia |]]].
        right. right. split; [assumption |]. exists (N.to_nat x), (N.to_nat y). repeat split; try lia; try (now symmetry).
      - intros f (c & k0 & a & b & ic & tk & bit & hab & sum & e).
        enough (found' : existsb (fun c => match taken c with From _ => false | Just k0 => if (N.of_nat k0 <=? nN)%N && N.testbit_nat (parts c) 2
          then find_pair n (at_ s) u 1 (N.pred (nN - N.of_nat k0)) else false end) r = true) by (cbv zeta in f; congruence).
        apply existsb_exists. exists c. split; [assumption |]. rewrite tk, bit. rewrite (proj2 (N.leb_le _ _)) by lia. cbn [andb].
        destruct (find_pair n (at_ s) u 1 (N.pred (nN - N.of_nat k0))) eqn:fp; [reflexivity | exfalso].
        destruct (find_spec u n 1 (N.pred (nN - N.of_nat k0))) as [_ no]; [lia | lia | lia |].
        apply (no fp (N.of_nat a) (N.of_nat b)); [lia | lia |]. now rewrite !Nat2N.id.
    Qed.

    Lemma least_spec' fuel : forall u v, least_missing fuel n s nN (bits (some_options s nN)) u = Some v ->
      (forall w, (w < u)%N -> exists hs, option_of r n hs /\ value g hs = w) ->
      (forall w, (w < v)%N -> exists hs, option_of r n hs /\ value g hs = w) /\ ~ exists hs, option_of r n hs /\ value g hs = v.
    Proof.
      induction fuel as [| f ih]; cbn [least_missing]; intros u v e below; [discriminate |].
      assert (next : (exists hs, option_of r n hs /\ value g hs = u) -> forall w, (w < N.succ u)%N -> exists hs, option_of r n hs /\ value g hs = w).
      { intros o w lt. destruct (N.eq_dec w u) as [-> |]; [assumption | apply below; lia]. }
      destruct (N.testbit _ u) eqn:t; [apply (ih _ _ e), next, some_sound; now apply testbit_bits |].
      assert (out : ~ In u (some_options s nN)) by (intros i; apply testbit_bits in i; congruence).
      destruct (common mask u) eqn:cu.
      - injection e as <-. split; [assumption |]. intros o. apply some_complete in o as [i | [c _]]; [auto | congruence].
      - destruct (found_spec u) as [yes no]. destruct (found n s nN u); [apply (ih _ _ e), next; auto |].
        injection e as <-. split; [assumption |]. intros o. apply some_complete in o as [i | [_ o]]; [auto | exact (no eq_refl o)].
    Qed.
  End At.

  Lemma run_good m : forall s, run m = Some s -> good s m.
  Proof.
    induction m as [| m ih]; cbn [run]; intros s e.
    - injection e as <-. unfold good. cbn. repeat split; try tauto; try lia; try (intros; lia).
    - destruct (run m) as [s' |]; [| discriminate]. specialize (ih s' eq_refl). cbv zeta in e.
      pose proof ih as (sz & li & at1 & ra1 & ra2). rewrite sz in e.
      destruct (least_missing _ _ _ _ _ 0) as [v |] eqn:lm; [| discriminate]. injection e as <-.
      destruct (least_spec' s' m ih _ _ _ lm) as [yes no]; [lia |].
      assert (gv : v = g (S m)).
      { destruct (N.lt_trichotomy v (g (S m))) as [lt | [eq | gt]]; [exfalso | exact eq | exfalso].
        - apply no. exact (proj2 (G (S m)) v lt).
        - destruct (yes _ gt) as (hs & o & q). exact (proj1 (G (S m)) hs o q). }
      assert (nS : N.to_nat (N.succ (N.of_nat m)) = S m) by lia.
      assert (at2 : forall x, (0 < x <= N.of_nat (S m))%N -> get (PositiveMap.add (N.succ_pos (N.of_nat m)) v (at_ s')) x = G_ x).
      { intros x h. destruct (N.eq_dec x (N.succ (N.of_nat m))) as [-> | ne].
        - rewrite <- N.succ_pos_spec. cbn [get]. rewrite PositiveMap.gss, N.succ_pos_spec, nS. assumption.
        - rewrite <- at1 by lia. destruct x as [| p]; [lia |]. cbn [get]. rewrite PositiveMap.gso; [reflexivity |].
          intros ->. apply ne. now rewrite N.succ_pos_spec. }
      unfold good. cbn [size at_ rare list_]. split; [lia |]. split; [cbn; now rewrite li, gv |]. split; [exact at2 |]. split.
      + intros a x i. destruct (common mask v); [apply ra1 in i as [h e]; split; [lia | assumption] |].
        destruct i as [q | i]; [injection q as <- <-; rewrite nS; split; [lia | assumption] | apply ra1 in i as [h e]; split; [lia | assumption]].
      + intros a h cr. destruct (N.eq_dec a (N.succ (N.of_nat m))) as [-> | ne].
        * rewrite nS in *. rewrite <- gv in *. rewrite cr. now left.
        * assert (In (a, G_ a) (rare s')) by (apply ra2; [lia | assumption]). destruct (common mask v); [assumption | now right].
  Qed.
End Sparse.

Definition sparse_check (mask : N) (r : rule) (e p : nat) : bool :=
  let k := most_taken r in
  (1 <=? e) && bounded_b r 2 k &&
  match run mask r (2 * (e + p) + k - 1) with Some s => repeats N.eqb e p (list_ s) | None => false end.

(* What the checker accepts is a period for ever, whatever the mask: at most two heaps of any sizes. It is the quick one. *)
Theorem sparse_check_right mask r e p : sparse_check mask r e p = true ->
  forall g, is_grundy (option_of r) g -> forall n, e <= n -> g (n + p) = g n.
Proof.
  unfold sparse_check. cbv zeta. intros c g G. apply andb_true_iff in c as [c t]. apply andb_true_iff in c as [e1 b].
  apply Nat.leb_le in e1. apply bounded_spec in b. destruct (run mask r _) as [s |] eqn:R; [| discriminate].
  apply (run_good mask r g G _ b) in R as (_ & li & _). rewrite li in t.
  apply (bounded_splits r g 2 (most_taken r) e p G b ltac:(lia) e1). intros n en lt.
  apply (repeats_spec N.eqb (fun x y => proj1 (N.eqb_eq x y)) g e p _ e1 t n en). lia.
Qed.
