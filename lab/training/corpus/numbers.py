"""Somali number words and the number slots of the corpus.

Every slot entry is a triple (so_spoken, so_written, en): what a speaker says, how a
newspaper prints it, and the English. Unit-first order ("laba iyo labaatan", 22) is the
northern-central standard and the only order written here.
"""

Entry = tuple[str, str, str]

UNITS = ["eber", "kow", "laba", "saddex", "afar", "shan", "lix", "toddoba", "siddeed", "sagaal"]
TENS = ["", "toban", "labaatan", "soddon", "afartan", "konton", "lixdan", "toddobaatan",
        "siddeetan", "sagaashan"]
ENGLISH_UNITS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"]

NUMBER_SLOTS = ("n2_9", "n11_99", "n100_999", "price", "price_small", "year", "age")


def spell(number: int) -> str:
    """Somali words for 0 <= number < 1,000,000; ValueError outside that range."""
    if not 0 <= number < 1_000_000:
        raise ValueError(f"cannot spell {number}")
    if number < 10:
        return UNITS[number]
    if number < 100:
        ten, unit = divmod(number, 10)
        return TENS[ten] if unit == 0 else f"{UNITS[unit]} iyo {TENS[ten]}"
    base, word = (100, "boqol") if number < 1000 else (1000, "kun")
    count, rest = divmod(number, base)
    head = word if count == 1 else f"{spell(count)} {word}"
    return head if rest == 0 else f"{head} iyo {spell(rest)}"


def count_entry(number: int) -> Entry:
    """A bare count: words below ten on every side, digits in print from ten on."""
    if number < 10:
        return spell(number), spell(number), ENGLISH_UNITS[number]
    return spell(number), f"{number:,}", f"{number:,}"


def price_entry(amount: int, somali_unit: str, english_unit: str) -> Entry:
    """An amount of money; thousands are joined to the unit with "oo", as in speech."""
    link = " oo " if amount >= 1000 else " "
    digits = f"{amount:,}"
    if amount % 5000 == 0:
        digits = f"{amount // 1000} kun"
    spoken = f"{spell(amount)}{link}{somali_unit}"
    return spoken, f"{digits}{link}{somali_unit}", f"{amount:,} {english_unit}"


def year_entry(year: int) -> Entry:
    """A calendar year, printed without a thousands comma."""
    return spell(year), str(year), str(year)


def _prices() -> list[Entry]:
    dollars = [*range(2, 100), *range(100, 1000, 25), *range(1000, 10_001, 500), 20_000, 50_000]
    shillings = [500, *range(1000, 20_000, 1000), *range(20_000, 200_001, 5000), 500_000]
    units = [(dollars, "doollar", "dollars"), (shillings, "shilin", "shillings"),
             (range(10, 1000, 30), "birr", "birr"), (range(5, 1000, 35), "yuuro", "euros")]
    return [price_entry(amount, so, en) for amounts, so, en in units for amount in amounts]


def _small_prices() -> list[Entry]:
    """What one pays for a kilo, a meal or a ride."""
    dollars = [price_entry(amount, "doollar", "dollars") for amount in range(2, 40)]
    return dollars + [price_entry(amount, "shilin", "shillings")
                      for amount in range(1000, 61_000, 1000)]


def number_entries() -> dict[str, list[Entry]]:
    """All entries of every number slot, by slot name."""
    return {
        "n2_9": [count_entry(n) for n in range(2, 10)],
        "n11_99": [count_entry(n) for n in range(11, 100)],
        "n100_999": [count_entry(n) for n in range(100, 1000)],
        "price": _prices(),
        "price_small": _small_prices(),
        "year": [year_entry(y) for y in range(1950, 2030)],
        "age": [count_entry(n) for n in range(12, 86)],
    }
