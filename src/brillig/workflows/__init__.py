"""What asks engines many times: choosing the numbers, minimising, certifying."""
