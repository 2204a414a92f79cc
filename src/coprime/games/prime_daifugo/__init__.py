"""Prime Daifugo Lv. 0, a climbing game with primes."""
