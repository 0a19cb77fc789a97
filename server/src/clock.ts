/** The only source of time: domain code and SQL never read the system clock (architecture, "Time"). */
export type Clock = { now(): Date }

export const systemClock: Clock = { now: () => new Date() }
