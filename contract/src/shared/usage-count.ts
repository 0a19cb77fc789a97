import { z } from 'zod'
import { id } from '../shared/fields.ts'

/** Counting stops here: lists show "1,000+". Exact numbers are counted for a single object only (deletion-previews.ts). */
export const maxUsageCount = 1000

/** How many conversations use it. Separate from the objects, because every agent's pickers need those immediately. */
export const Usage = z.object({
  id,
  /** Exact up to `maxUsageCount`. */
  conversations: z.int().nonnegative(),
  conversations_is_minimum: z.boolean(),
})
export type Usage = z.infer<typeof Usage>
