"""The original Prime Daifugo (sosu daifugo): plays of any length, composites with their factors, 57 and 1729."""
