"""
Programs as WebAssembly: how modules are written (`module`, `instructions`), and the machine that
runs them (`host`), if wasmtime is installed.

wasmtime is looked for where a machine is made, never before: without it everything else works.
"""
