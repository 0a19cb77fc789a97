/** The metrics an SLA policy has targets for. */
export const slaMetrics = ['first_response', 'next_response', 'resolution'] as const
export type SlaMetric = (typeof slaMetrics)[number]
