"""
The form as Python: `values` writes values and steps, `writer` whole routines, which wait and go on.
"""
