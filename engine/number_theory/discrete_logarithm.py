"""Discrete logarithms modulo a prime by Pohlig and Hellman's method (1978) with Shanks's baby and giant steps."""

from __future__ import annotations

from functools import cached_property
from math import isqrt

from engine.number_theory.factorisation import factorise, multiplicative_order


class DiscreteLogarithm:
    """Logarithms to one base; the tables of baby steps are made once and serve every logarithm."""

    def __init__(self, base: int, prime: int) -> None:
        self.base = base % prime
        self.prime = prime
        self.order = multiplicative_order(base, prime)

    def of(self, value: int) -> int:
        """Return the e in 0..order-1 with base**e = value; ValueError where there is none."""
        if value % self.prime == 0 or pow(value, self.order, self.prime) != 1:
            raise ValueError(f"{value} is not a power of {self.base} modulo {self.prime}")
        exponent, modulus = 0, 1
        for factor, power in factorise(self.order).items():
            part = factor**power
            residue = self._modulo_prime_power(value, factor, power)
            exponent += modulus * ((residue - exponent) * pow(modulus, -1, part) % part)
            modulus *= part
        return exponent

    def _modulo_prime_power(self, value: int, factor: int, power: int) -> int:
        """Return the logarithm modulo factor**power, one digit to the base `factor` after the other."""
        residue = 0
        for index in range(power):
            rest = value * pow(self.base, -residue, self.prime) % self.prime
            digit = self._digit(pow(rest, self.order // factor ** (index + 1), self.prime), factor)
            residue += digit * factor**index
        return residue

    def _digit(self, target: int, factor: int) -> int:
        """Return the d in 0..factor-1 with root**d = target, root = base**(order / factor)."""
        steps, babies = self._baby_steps[factor]
        root = pow(self.base, self.order // factor, self.prime)
        giant = pow(root, -steps, self.prime)
        for stride in range(0, factor, steps):
            if target in babies:
                return stride + babies[target]
            target = target * giant % self.prime
        raise ArithmeticError("a power of the root has a logarithm: unreachable for a prime modulus")

    @cached_property
    def _baby_steps(self) -> dict[int, tuple[int, dict[int, int]]]:
        """For each prime factor of the order: how many steps, and each small power of the root with its exponent."""
        tables = {}
        for factor in factorise(self.order):
            steps = isqrt(factor - 1) + 1
            root = pow(self.base, self.order // factor, self.prime)
            babies, power = {}, 1
            for exponent in range(steps):
                babies[power] = exponent
                power = power * root % self.prime
            tables[factor] = (steps, babies)
        return tables
