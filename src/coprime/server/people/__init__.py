"""What people have on this server beside their tables: whom they have muted."""
