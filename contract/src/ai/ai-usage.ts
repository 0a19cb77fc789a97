import { z } from 'zod'
import { changesTo } from '../shared/changes-schema.ts'
import { endpoint } from '../shared/endpoint.ts'
import { id } from '../shared/fields.ts'

/** The budget of a calendar month in UTC, which is how providers bill. Amounts are in `currency`, accurate to one millionth. */
export const AiBudget = z.object({
  currency: z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{3}$/, 'Enter a three-letter currency, such as USD')
    .default('USD'),
  /** Null means no limit; 0 stops everything that costs money. */
  monthly_amount: z.number().min(0, 'Enter an amount of 0 or more').max(1_000_000_000).nullable(),
})
export type AiBudget = z.infer<typeof AiBudget>

/** Administrators are warned from this share of the budget on. */
export const aiBudgetWarningShare = 0.8

const usageFields = { calls: z.int(), tokens_in: z.int(), tokens_out: z.int(), cost: z.number() }
export const AiUsage = z.object({
  /** YYYY-MM. */
  month: z.string(),
  ...AiBudget.shape,
  ...usageFields,
  failed: z.int(),
  /** The share of the budget used, from 0; null without a budget. */
  share: z.number().nullable(),
  by_task: z.array(z.object({ task: z.string(), ...usageFields })),
  by_agent: z.array(z.object({ agent_id: id, name: z.string(), ...usageFields })),
  by_model: z.array(z.object({ provider: z.string(), model: z.string(), ...usageFields })),
})
export type AiUsage = z.infer<typeof AiUsage>

const tag = 'ai'
const access = 'ai:manage'

export const getAiUsage = endpoint({
  method: 'GET',
  path: '/api/v1/ai/usage',
  access,
  summary: 'AI usage and cost of a month, by task, agent and model',
  tag,
  query: z.object({
    month: z
      .string()
      .regex(/^\d{4}-(0[1-9]|1[0-2])$/, 'Enter a month as YYYY-MM')
      .optional(),
  }),
  response: AiUsage,
})
export const getAiBudget = endpoint({
  method: 'GET',
  path: '/api/v1/ai/budget',
  access,
  summary: 'The monthly budget',
  tag,
  response: AiBudget,
})
export const AiBudgetChanges = changesTo(AiBudget)
export const updateAiBudget = endpoint({
  method: 'PUT',
  path: '/api/v1/ai/budget',
  access,
  summary: 'Set the monthly budget; once it is used up, AI is paused until the next month',
  tag,
  nulls: 'refused',
  body: AiBudgetChanges,
  response: AiBudget,
})
