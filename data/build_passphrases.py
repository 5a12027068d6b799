#!/usr/bin/env python3
"""Makes passphrases.txt: the 3,000 commonest passphrases of 8 characters or more, each as the first 12 hex digits of its
SHA-256, sorted. They are kept so because many are not fit to be read.

    npm pack zxcvbn@4.4.2 && tar xzf zxcvbn-4.4.2.tgz
    python3 build_passphrases.py package/lib/frequency_lists.js > passphrases.txt
"""

import hashlib
import re
import sys

text = open(sys.argv[1], encoding="utf-8").read()
common = re.search(r'passwords:\s*"([^"]*)"', text).group(1).split(",")
long = [one for one in common if len(one) >= 8][:3000]
for digest in sorted(hashlib.sha256(one.encode()).hexdigest()[:12] for one in long):
    print(digest)
