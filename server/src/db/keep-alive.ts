/**
 * On an idle connection, the loss of the database's machine or network is noticed after about 15 s: probes start after 5 s of silence,
 * and then go out every second. By default they start after two hours. lost-connections.ts is for those with a statement in progress.
 */
export const keepAliveOptions = { keepAlive: true, keepAliveInitialDelayMillis: 5_000 } as const
