import { z } from 'zod'
import { id, instant } from '../shared/fields.ts'

/** A reply to the customer that the author of another one has not seen yet. */
export const ColleagueReply = z.object({
  uuid: z.uuid(),
  agent: z.object({ id, first_name: z.string(), last_name: z.string() }),
  /** When its author clicked Send. */
  at: instant,
  /** Its first words. Null while it can still be undone: until then only its author reads it. */
  text: z.string().nullable(),
})
export type ColleagueReply = z.output<typeof ColleagueReply>

/** `data` of the refusal (409) of a reply, when a colleague has replied since the author looked. */
export const ColleagueReplied = z.object({ colleague_reply: ColleagueReply })
