/** The time of the reply that was last taken out of the schedule, by conversation: suggested when it is sent later again. */
const lastTimes = new Map<string, Date>()

export const rememberSendTime = (uuid: string, at: Date) => void lastTimes.set(uuid, at)
export const lastSendTime = (uuid: string): Date | undefined => lastTimes.get(uuid)
