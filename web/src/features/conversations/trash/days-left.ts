const dayMs = 86_400_000

/** Whole days until the trash is emptied, from 0 to `kept_days`: this clock may be behind the server's. */
export const daysLeft = (trashed_at: string, kept_days: number, now: Date): number => {
  const days = Math.ceil((Date.parse(trashed_at) + kept_days * dayMs - now.getTime()) / dayMs)
  return Math.min(kept_days, Math.max(0, days))
}
