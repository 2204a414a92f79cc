"""Prime Daifugo, a climbing game with primes."""
