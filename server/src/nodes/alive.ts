/**
 * SQL: how long after its last renewal a node counts as running, by the clock of the database. Nodes renew every two seconds, and lose
 * their leases after eight.
 */
export const aliveInterval = "interval '10 seconds'"

/** SQL: after this time without a renewal, others take over what a node was doing, as they do with its leases. */
export const takeOverInterval = "interval '8 seconds'"
