"""What weighs: simulations, balance and reports. Begin with `sim`."""
