"""Functions a client may call by name (GMCP, MSDP, websocket), also before it has logged in."""
