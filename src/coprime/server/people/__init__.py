"""What people have on this server beside their tables: mutes, acquaintances, invitations, recovery phrases, ratings."""
