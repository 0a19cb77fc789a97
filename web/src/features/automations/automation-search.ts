// Repeated here instead of imported from the contract: the router parses URLs in the first load.
const types = ['new_conversation', 'conversation_update', 'time_trigger'] as const
type RuleType = (typeof types)[number]

/** Which type of rule a page shows; new conversations by default. */
export type TypeSearch = { type?: Exclude<RuleType, 'new_conversation'> }

export const parseTypeSearch = ({ type }: Record<string, unknown>): TypeSearch =>
  type === 'conversation_update' || type === 'time_trigger' ? { type } : {}

export const toTypeSearch = (type: RuleType): TypeSearch => (type === 'new_conversation' ? {} : { type })

const outcomes = ['done', 'partly', 'refused', 'not_matched'] as const

/** Filters the runs by outcome; all by default. */
export type RunsSearch = { outcome?: (typeof outcomes)[number] | undefined }

export function parseRunsSearch({ outcome }: Record<string, unknown>): RunsSearch {
  const match = outcomes.find((one) => one === outcome)
  return match ? { outcome: match } : {}
}

export const AUTOMATIONS_PATH = '/admin/automations'
export const rulePath = (id: number) => `${AUTOMATIONS_PATH}/${id}/edit`
export const runsPath = (id: number) => `${AUTOMATIONS_PATH}/${id}/runs`
