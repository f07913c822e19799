"""The attack sequence: hit, wound, save, damage, as procedures that ask (WH-ATK-01).

Attacks that do not touch each other are asked together; only their damage is laid on the squad
one after another. Must not know where the numbers come from.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from defilade.dice import Ask, Choose, Done, Many, Procedure, Repeat, Roll, Total
from defilade.systems.wh40k.attack import NEVER, Attack, save_from
from defilade.systems.wh40k.squad import Devastated, Group, Squad, in_order, orders
from defilade.values import DiceExpr

HIT, WOUND, SAVE, DAMAGE, PAIN = 1, 2, 3, 4, 5
"""The order of throws."""

Counts = tuple[int, ...]


def thresholds(squad: Squad) -> tuple[int, ...]:
    """The numbers that tell failed saves apart, in order (WH-SAV-02)."""
    return tuple(sorted({group.save for group in squad.groups if group.models}))


@dataclass(frozen=True, slots=True)
class ToHit:
    """One attack's hit roll (WH-ATK-03), or none where it hits by itself (WH-WPN-09)."""

    attack: Attack
    saves: tuple[int, ...]

    def ask(self) -> Ask:
        """One die; below, hit, critical."""
        need = self.attack.hit_from
        if need is None:
            return Total("WH-WPN-09", DiceExpr.fixed(1))
        bands = (need, 6) if need < 6 else (6,)
        return Roll("WH-ATK-03", 1, bands, again=self.attack.hit_again, stage=HIT)

    def take(self, got: Counts | int) -> Procedure | Done[Counts]:
        """Hits, those of SUSTAINED HITS with them (WH-WPN-08), and LETHAL HITS (WH-WPN-05)."""
        if isinstance(got, int):
            return ToWound(self.attack, self.saves, 1, 0)
        hit, critical = (got[1], got[2]) if len(got) > 2 else (0, got[1])
        if critical:
            sure = int(self.attack.lethal)
            return ToWound(self.attack, self.saves, 1 - sure + self.attack.sustained, sure)
        return ToWound(self.attack, self.saves, 1, 0) if hit else Done(nothing(self.saves))


@dataclass(frozen=True, slots=True)
class ToWound:
    """Wound rolls of the hits of one attack (WH-ATK-04); `sure` wounds need none."""

    attack: Attack
    saves: tuple[int, ...]
    dice: int
    sure: int

    def ask(self) -> Roll:
        """A die for each hit; below, wound, critical wound (WH-WPN-01)."""
        attack = self.attack
        bands = (attack.wound_from, attack.critical_from)
        if attack.wound_from >= attack.critical_from:
            bands = (attack.critical_from,)  # type: ignore[assignment]
        return Roll("WH-ATK-04", self.dice, bands, again=attack.wound_again, stage=WOUND)

    def take(self, got: Counts) -> ToSave:
        """Wounds, and critical ones apart where they devastate (WH-WPN-03)."""
        wounds, critical = (got[1], got[2]) if len(got) > 2 else (0, got[1])
        if self.attack.devastating:
            return ToSave(self.saves, wounds + self.sure, critical)
        return ToSave(self.saves, wounds + self.sure + critical, 0)


@dataclass(frozen=True, slots=True)
class ToSave:
    """Saves against the wounds of one attack (WH-SAV-02, WH-SAV-03).

    The answer counts the dice below each threshold from the last, then devastating wounds.
    """

    saves: tuple[int, ...]
    wounds: int
    devastating: int

    def ask(self) -> Ask:
        """A die for each wound; none where no die saves."""
        bands = tuple(need for need in self.saves if need < NEVER)
        if not bands:
            return Total("WH-SAV-03", DiceExpr.fixed(0))
        return Roll("WH-SAV-02", self.wounds, bands, stage=SAVE)

    def take(self, got: Counts | int) -> Done[Counts]:
        """Failed saves by band."""
        if isinstance(got, int):
            return Done((self.wounds, self.devastating))
        return Done((*got[: len(self.saves)], self.devastating))


def nothing(saves: tuple[int, ...]) -> Counts:
    """The answer of an attack that does not wound."""
    return (0,) * (len(saves) + 1)


def wounds_of(attack: Attack, number: int, saves: tuple[int, ...]) -> Ask:
    """All attacks together: failed saves by band and devastating wounds."""
    return Many(number, ToHit(attack, saves), zero=nothing(saves))


@dataclass(frozen=True, slots=True)
class Hurt:
    """Damage of one attack, and what Feel No Pain leaves of it (WH-DMG-01, WH-DMG-02)."""

    damage: DiceExpr
    pain: int | None = None

    def ask(self) -> Total:
        """Random damage is rolled for each attack."""
        return Total("WH-DMG-01", self.damage, stage=DAMAGE)

    def take(self, damage: int) -> Procedure | Done[int]:
        """At least 1 (WH-MOD-03)."""
        damage = max(1, damage)
        return Done(damage) if self.pain is None else Pain(damage, self.pain)


@dataclass(frozen=True, slots=True)
class Pain:
    """Feel No Pain: a die for each wound (WH-DMG-02)."""

    wounds: int
    need: int

    def ask(self) -> Roll:
        """On the number or more the wound is not lost."""
        return Roll("WH-DMG-02", self.wounds, (self.need,), stage=PAIN)

    def take(self, got: Counts) -> Done[int]:
        """Wounds lost."""
        return Done(got[0])


@dataclass(frozen=True, slots=True)
class Deal:
    """Failed saves dealt to the groups, lowest dice first, then devastating wounds."""

    failed: Counts
    saves: tuple[int, ...]
    devastating: int
    damage: DiceExpr
    squad: Squad

    def ask(self) -> Ask:
        """The damage of the next attack, or of all where every group takes them alike."""
        current = self.squad.current
        if current is None or not self._failing():
            return Total("WH-SAV-02", DiceExpr.fixed(0))
        group = self.squad.groups[current]
        hurt = Hurt(self.damage.plus(-group.less_damage), group.feel_no_pain)
        if self._alike():
            return Repeat(self._failing(), hurt, self.squad)
        return hurt

    def _alike(self) -> bool:
        groups = [group for group in self.squad.groups if group.models]
        ways = {(group.save, group.feel_no_pain, group.less_damage) for group in groups}
        return len(ways) == 1

    def _failing(self) -> int:
        """Dice left that fail the save of the current group."""
        current = self.squad.current
        if current is None:
            return 0
        need = self.squad.groups[current].save
        return sum(n for n, band in zip(self.failed, self.saves, strict=True) if band <= need)

    def take(self, got: Squad | int) -> Procedure | Done[Squad]:
        """The next die, or mortal wounds when none is left that hurts."""
        if isinstance(got, Squad):
            return self._ended(got)
        if not self._failing():
            return self._ended(self.squad)
        lowest = next(k for k, count in enumerate(self.failed) if count)
        failed = tuple(count - (k == lowest) for k, count in enumerate(self.failed))
        return replace(self, failed=failed, squad=self.squad.take(got))

    def _ended(self, squad: Squad) -> Procedure | Done[Squad]:
        if self.devastating and squad.models:
            return Devastation(self.devastating, self.damage, squad)
        return Done(squad)


@dataclass(frozen=True, slots=True)
class Devastation:
    """Mortal wounds of devastating criticals, after all normal damage (WH-WPN-03, WH-MW-01)."""

    number: int
    damage: DiceExpr
    squad: Squad

    def ask(self) -> Ask:
        """One critical's mortal wounds, or all where every group feels alike."""
        pains = {mortal_pain(group) for group in self.squad.groups if group.models}
        number = self.squad.next_mortal
        pain = None if number is None else mortal_pain(self.squad.groups[number])
        if len(pains) <= 1:
            return Repeat(self.number, Hurt(self.damage, pain), Devastated(self.squad))
        return Hurt(self.damage, pain)

    def take(self, got: Devastated | int) -> Procedure | Done[Squad]:
        """At most one model each."""
        if isinstance(got, Devastated):
            return Done(got.squad)
        squad = Devastated(self.squad).take(got).squad
        if self.number == 1 or not squad.models:
            return Done(squad)
        return replace(self, number=self.number - 1, squad=squad)


def mortal_pain(group: Group) -> int | None:
    """The better Feel No Pain against mortal wounds: one die for each wound (WH-DMG-02)."""
    best = [p for p in (group.feel_no_pain, group.mortal_feel_no_pain) if p is not None]
    return min(best, default=None)


@dataclass(frozen=True, slots=True)
class Volley:
    """Attacks alike on one target: the choices first, then dice (WH-ATK-01).

    LETHAL HITS is the attacker's choice (WH-WPN-05), the order of groups the defender's
    (WH-SAV-01), a CHARACTER in front the attacker's with PRECISION (WH-WPN-11).
    """

    attack: Attack
    squad: Squad
    defender: str = ""
    seen: tuple[str, ...] = ()
    """CHARACTER groups that PRECISION may pick."""

    def ask(self) -> Choose:
        """Whether critical hits wound by themselves."""
        chosen = (True, False) if self.attack.lethal else (False,)
        return Choose("WH-WPN-05", self.attack.side, "lethal", chosen)

    def take(self, lethal: bool) -> Procedure | Done[Squad]:
        """On to the order of groups."""
        if not self.squad.models:
            return Done(self.squad)
        attack = replace(self.attack, lethal=lethal)
        saved = tuple(in_order(group for group in self.squad.groups if group.models))
        picks = self.seen if attack.precision else ()
        return Ordering(attack, Squad(saved), self.defender, picks)


@dataclass(frozen=True, slots=True)
class Ordering:
    """The defender orders the groups (WH-SAV-01)."""

    attack: Attack
    squad: Squad
    defender: str
    picks: tuple[str, ...]

    def ask(self) -> Choose:
        """Orders as names of groups."""
        names = tuple(tuple(g.name for g in order) for order in orders(self.squad.groups))
        return Choose("WH-SAV-01", self.defender, "allocation", names)

    def take(self, order: tuple[str, ...]) -> Picking:
        """The groups in that order."""
        named = {group.name: group for group in self.squad.groups}
        return Picking(self.attack, Squad(tuple(named[name] for name in order)), self.picks)


@dataclass(frozen=True, slots=True)
class Picking:
    """The attacker may put a visible CHARACTER in front (WH-WPN-11)."""

    attack: Attack
    squad: Squad
    picks: tuple[str, ...]

    def ask(self) -> Choose:
        """Nobody, or one of the CHARACTERs."""
        return Choose("WH-WPN-11", self.attack.side, "precision", ("nobody", *self.picks))

    def take(self, pick: str) -> Attacking:
        """The groups with that one first."""
        groups = sorted(self.squad.groups, key=lambda group: group.name != pick)
        return Attacking(self.attack, Squad(tuple(groups)))


@dataclass(frozen=True, slots=True)
class Attacking:
    """How many dice: random attacks are rolled once for each weapon (WH-DMG-01)."""

    attack: Attack
    squad: Squad

    def ask(self) -> Total:
        """The number of attack dice."""
        return Total("WH-ATK-01", self.attack.dice)

    def take(self, number: int) -> Striking:
        """On to hit."""
        return Striking(self.attack, self.squad, max(0, number))


@dataclass(frozen=True, slots=True)
class Striking:
    """Hit, wound and save, all attacks together."""

    attack: Attack
    squad: Squad
    number: int

    def ask(self) -> Ask:
        """Failed saves by band."""
        return wounds_of(self.attack, self.number, thresholds(self.squad))

    def take(self, got: Counts) -> Deal:
        """On to damage."""
        saves = thresholds(self.squad)
        return Deal(got[:-1], saves, got[-1], self.attack.damage, self.squad)


def saved_by(squad: Squad, saves: dict[str, tuple[int, int | None]], ap: int) -> Squad:
    """The squad with each group's save worked out against an AP (WH-SAV-03)."""
    return Squad(
        tuple(replace(group, save=save_from(*saves[group.name], ap)) for group in squad.groups)
    )
