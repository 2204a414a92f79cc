"""Web push: notices of turns at tables over days, through the push services of the browsers' makers."""
