"""The ground floor: errors, places in files, widths, processes. It imports nothing of the house."""
