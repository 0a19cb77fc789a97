/**
 * A database whose machine or network was lost is noticed after about 15 s: probes start after 5 s of silence, and then go out every
 * second. By default they start after two hours.
 */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const
