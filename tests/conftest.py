"""Property tests: the same examples in every ordinary run, new ones in nightly runs.

An ordinary run must fail only for what was changed; new examples are hunted for with
`DEFILADE_NIGHTLY=1`, and what they find becomes an example of its test.
"""

import os

from hypothesis import HealthCheck, settings

settings.register_profile(
    "steady", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile(
    "nightly", deadline=None, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("nightly" if os.environ.get("DEFILADE_NIGHTLY") else "steady")
