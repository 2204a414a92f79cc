"""Whether an installation and a running server are sound: doctor, journal repair, health, metrics and logs."""
