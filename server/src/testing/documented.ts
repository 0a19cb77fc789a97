import type { Endpoint } from '@parley/contract/endpoint'
import { refusalsOf } from '../http/openapi/refusals.ts'

/** The statuses that OpenAPI says a call can be answered with. */
export const documentedStatuses = (e: Endpoint): number[] => [
  200,
  ...Object.keys(e.also_answers ?? {}).map(Number),
  ...refusalsOf(e),
]
