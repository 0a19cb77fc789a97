/**
 * SQL: how long after its last renewal a node counts as running, by the clock of the database. Nodes renew every two seconds, and lose
 * their leases after eight.
 */
export const aliveInterval = "interval '10 seconds'"
