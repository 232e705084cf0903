"""How what a user names becomes tool lists: targets, places, observations, both editions, the names they go by."""
