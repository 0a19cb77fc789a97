/** What may be wrong with a message before it is sent, most important first. Parley's own client checks it. */
export const safetyChecks = [
  'colleague_replied',
  'secret',
  'card_number',
  'unverified_sender',
  'new_domain',
  'added_recipient',
  'many_recipients',
  'attachment',
] as const
export type SafetyCheck = (typeof safetyChecks)[number]
