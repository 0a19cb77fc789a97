import { slaMetrics } from '@parley/contract/sla/sla-metrics'
import { ASSIGNED_USER, SlaNotice, type SlaWrite } from '@parley/contract/sla/sla-policies'
import type { SlaPolicy } from '@parley/contract/sla/sla-policy'
import { z } from 'zod'

export type SlaFields = z.input<typeof SlaWrite>
export type NoticeFields = z.input<typeof SlaNotice>

export const SLA_PATH = '/admin/sla'
export const slaPath = (id: number) => `${SLA_PATH}/${id}/edit`

export const targetFields = {
  first_response: 'first_response_time',
  next_response: 'next_response_time',
  resolution: 'resolution_time',
} as const

export const newPolicy: SlaFields = {
  name: '',
  description: '',
  first_response_time: '4h',
  next_response_time: '',
  resolution_time: '',
  notifications: [],
}

/** Form values of an existing policy. */
export const fieldsOf = (policy: SlaPolicy): SlaFields => ({
  name: policy.name,
  description: policy.description,
  first_response_time: policy.first_response_time ?? '',
  next_response_time: policy.next_response_time ?? '',
  resolution_time: policy.resolution_time ?? '',
  // The server returns nothing else.
  notifications: z.array(SlaNotice).parse(policy.notifications ?? []),
})

export const newWarning: NoticeFields = {
  type: 'warning',
  metric: 'all',
  time_delay_type: 'before',
  time_delay: '30m',
  recipients: [ASSIGNED_USER],
}
export const newBreach: NoticeFields = {
  ...newWarning,
  type: 'breach',
  time_delay_type: 'immediately',
  time_delay: '',
}

export const metricKeys = {
  first_response: 'sla.first_response',
  next_response: 'sla.next_response',
  resolution: 'sla.resolution',
  all: 'sla.all',
} as const
export const metrics = ['all', ...slaMetrics] as const
