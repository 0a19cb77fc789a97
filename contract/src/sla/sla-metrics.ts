/** What an SLA policy promises times for. */
export const slaMetrics = ['first_response', 'next_response', 'resolution'] as const
export type SlaMetric = (typeof slaMetrics)[number]
