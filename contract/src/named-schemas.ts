import { z } from 'zod'
import { features } from './all-endpoints.ts'
import * as contact from './conversations/conversation-contact.ts'
import * as conversations from './conversations/conversations.ts'
import * as reportRange from './reports/report-range.ts'
import * as errors from './shared/errors.ts'
import * as events from './shared/server-events.ts'

/** Every exported schema by its export name, which is its name in the client and the API docs. */
export const namedSchemas: ReadonlyMap<string, z.ZodType> = new Map(
  Object.entries<unknown>({
    ...features,
    ...contact,
    ...conversations,
    ...reportRange,
    ...errors,
    ...events,
  }).flatMap(([name, value]) => (value instanceof z.ZodType && /^[A-Z]/.test(name) ? [[name, value]] : [])),
)
