/** The only source of time in the product: domain code and SQL never ask the machine (architecture, "Time"). */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
