"""
Scripts in Lua: functions that the game calls, beside what its cards say in the language.

Only this imports lupa. A pack with a folder `lua` has scripts: those of its own in `lua/api`, which
reach the match and say what others see of it, and the rest, by whoever extends the game. Begin
with `scripts.LuaScripts`; what runs in Lua itself is `sandbox.lua`.
"""
