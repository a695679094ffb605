# The tables that pdfplumber finds, as JSON: tables of rows of texts.
import json
import sys

import pdfplumber

with pdfplumber.open(sys.argv[1]) as pdf:
    print(json.dumps([table for page in pdf.pages for table in page.extract_tables()]))
