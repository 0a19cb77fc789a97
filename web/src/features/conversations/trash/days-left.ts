const dayMs = 86_400_000

/** Whole days until the trash is emptied, at least 0. */
export const daysLeft = (trashed_at: string, kept_days: number, now: Date): number =>
  Math.max(0, Math.ceil((Date.parse(trashed_at) + kept_days * dayMs - now.getTime()) / dayMs))
