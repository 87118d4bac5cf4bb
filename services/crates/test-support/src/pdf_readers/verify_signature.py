"""Verifies the signatures of a PDF as pyHanko sees them, trusting one certificate only. Usage: FILE CERTIFICATE. Prints JSON."""

import json
import sys

from pyhanko.keys import load_cert_from_pemder
from pyhanko.pdf_utils.reader import PdfFileReader
from pyhanko.sign.validation import validate_pdf_signature
from pyhanko_certvalidator import ValidationContext

pdf, certificate = sys.argv[1:]
found = []
with open(pdf, "rb") as file:
    for signature in PdfFileReader(file).embedded_signatures:
        trusted = ValidationContext(trust_roots=[load_cert_from_pemder(certificate)])
        status = validate_pdf_signature(signature, trusted)
        found.append(
            {
                "intact": status.intact,
                "valid": status.valid,
                "trusted": status.trusted,
                "coverage": status.coverage.name,
                "modified": status.modification_level and status.modification_level.name,
                "digest": status.md_algorithm,
                "sub_filter": signature.sig_object["/SubFilter"],
                "at": status.signer_reported_dt.isoformat(),
            }
        )
print(json.dumps(found))
