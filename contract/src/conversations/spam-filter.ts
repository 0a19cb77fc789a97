import { z } from 'zod'
import { endpoint } from '../shared/endpoint.ts'

/** Off, suggestions only, or moving what is certain. */
export const spamFilterModes = ['off', 'suggest', 'move'] as const
export type SpamFilterMode = (typeof spamFilterModes)[number]

/** Nothing is moved before the filter has learned this many conversations of each kind. */
export const lessonsBeforeMoving = 50

/** `value` is a word or domain; the other kinds are signs that have none. */
export const spamReasonKinds = [
  'word',
  'sender_domain',
  'link_domain',
  'unverified_sender',
  'other_reply_to',
  'automatic',
  'remote_images',
  'attachment',
] as const
export const SpamReason = z.object({ kind: z.enum(spamReasonKinds), value: z.string() })
export type SpamReason = z.infer<typeof SpamReason>

/** Why the filter considers a conversation spam. */
export const SpamJudgement = z.object({
  /** The probability, between 0 and 1. */
  score: z.number(),
  /** What speaks most for it, the strongest first. */
  reasons: z.array(SpamReason),
})
export type SpamJudgement = z.infer<typeof SpamJudgement>

export const SpamFilterLessons = z.object({
  /** Conversations that agents marked as spam, and as not spam. */
  spam: z.int(),
  not_spam: z.int(),
  /** How many of each it needs before it moves anything. */
  needed: z.int(),
})
export type SpamFilterLessons = z.infer<typeof SpamFilterLessons>

export const getSpamFilterLessons = endpoint({
  method: 'GET',
  path: '/api/v1/settings/spam-filter',
  access: 'general_settings:manage',
  summary: 'How many conversations the spam filter has learned',
  tag: 'settings',
  response: SpamFilterLessons,
})
