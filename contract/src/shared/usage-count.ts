import { z } from 'zod'
import { id } from '../shared/fields.ts'

/** Counting goes no further: a list says "1,000+", and what needs more is counted for one thing alone (deletions.ts). */
export const maxUsageCount = 1000

/** How many conversations have it. A list apart from the things themselves, which every agent's picker needs at once. */
export const Usage = z.object({
  id,
  /** Exact up to `mostUsage`. */
  conversations: z.int().nonnegative(),
  conversations_is_minimum: z.boolean(),
})
export type Usage = z.infer<typeof Usage>
